// Searches in other scripts: digits, emoji, Chinese, Japanese and Korean, and telephone numbers as people write them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finds } from '../support/searching.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const titled = (title: string) => ({ title });
const phoned = (number: string) => ({ display_name: 'Ann', phones: [{ number }] });

describe('digits of any script', () => {
  it.each([
    ['phone 9999', 'phone ９９９９', true],
    ['phone 1234', 'phone ９９９９', false],
    ['phone', 'phone ٩٩٩٩', false],
    ['room ４２', '42', true],
    ['room 42', '٤٢', true],
    ['कमरा ४२', '42', true],
    ['ห้อง ๔๒', '42', true],
    ['chapter Ⅷ', 'viii', true],
    ['step ❶', '❶', true],
    ['step', 'step ❶', false],
    ['½ cup', '1/2', true],
  ])('%j asked for %j: %s', async (title, search, found) => {
    expect(await finds(service, 'events', titled(title), search)).toEqual([found]);
  });
});

describe('emoji', () => {
  it.each([
    ['trip to 🇩🇪', ['🇩🇪', 'trip 🇩🇪'], true],
    ['trip to 🇩🇪', ['🇫🇷', 'trip 🇫🇷', '🇪🇩'], false],
    ['🇩🇪🇫🇷', ['🇫🇷', '🇩🇪'], true],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 match', ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴'], true],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 match', ['🏴󠁧󠁢󠁳󠁣󠁴󠁿'], false],
    ['👩‍💻 at work', ['👩‍💻', '👩', '💻'], true],
    ['👩‍💻 at work', ['👩‍🔬', '👨‍💻'], false],
    ['👨‍👩‍👧‍👦', ['👨‍👩‍👧‍👦', '👨‍👩‍👧'], true],
    ['👍🏽', ['👍', '👍🏽', '👍🏿'], true],
    ['👎🏽', ['👍🏽'], false],
    ['step 1️⃣', ['1️⃣', '1'], true],
    ['step 1', ['1️⃣'], false],
    ['press #️⃣ or *️⃣', ['#️⃣', '*️⃣'], true],
    ['press *️⃣', ['#️⃣'], false],
    ['❤️', ['❤', '❤️'], true],
    ['now ‼️', ['‼️', 'now ‼'], true],
    ['now', ['now ‼️'], false],
    ['★ ✓ ♪', ['★', '✓ ♪'], true],
    ['party', ['party ★'], false],
    ['🎉party🎉', ['party', '🎉', 'party🎉'], true],
  ])('%s asked for %j: %s', async (title, searches, found) => {
    expect(await finds(service, 'events', titled(title), ...searches)).toEqual(searches.map(() => found));
  });
});

// Where a mark is the vowel of a syllable, it is a letter of the word; where it may be left out, so may the searcher.
describe('scripts', () => {
  it.each([
    ['Devanagari', 'राम घर गया', ['राम', 'रा', 'घर'], ['रमा', 'रम', 'रामा']],
    ['Devanagari with a joiner', 'क्‍षमा', ['क्षमा'], ['कषमा']],
    ['Devanagari, decomposed', 'क़लम'.normalize('NFC'), ['क़लम', 'क़लम'.normalize('NFD')], ['कलिम']],
    ['Bengali', 'কলকাতা শহর', ['কলকাতা', 'কলকা', 'শহর'], ['কালকাতা', 'কলকত']],
    ['Bengali, decomposed', 'ভালো', ['ভালো'.normalize('NFD'), 'ভালো'], ['ভালে']],
    ['Tamil', 'தமிழ் மொழி', ['தமிழ்', 'தமி', 'மொழி'], ['தமழ', 'தாமிழ்']],
    ['Telugu', 'తెలుగు', ['తెలుగు', 'తెలు'], ['తలగ']],
    ['Malayalam', 'മലയാളം', ['മലയാളം'], ['മലയളം']],
    ['Sinhala', 'සිංහල', ['සිංහල'], ['සහල']],
    ['Thai', 'ฉันรักภาษาไทย', ['ภาษา', 'ไทย', 'รัก', 'ภาษาไทย'], ['รก', 'ภษ', 'ไทยภาษา']],
    ['Lao', 'ພາສາລາວ', ['ລາວ', 'ພາສາ'], ['ພສ']],
    ['Khmer', 'ខ្ញុំនិយាយភាសាខ្មែរ', ['ភាសា', 'ខ្មែរ', 'និយាយ'], ['ភសា', 'ខមរ']],
    ['Burmese', 'မြန်မာဘာသာ', ['ဘာသာ', 'မြန်မာ'], ['မနမ']],
    ['Tibetan', 'བོད་སྐད', ['བོད', 'སྐད'], ['བད']],
    ['Arabic with vowel signs', 'مُحَمَّد رَسُول', ['محمد', 'رسول', 'مُحمد'], ['محمود']],
    ['Arabic, stretched', 'مـحـمـد', ['محمد'], ['حمد']],
    ['Arabic alef', 'أحمد', ['احمد', 'أحمد'], ['حمد']],
    ['Persian', 'علی می‌خواهم', ['علي', 'می‌خواهم', 'میخواهم', 'می خواهم', 'خواهم'], ['خواه م‌م']],
    ['Hebrew with points', 'שָׁלוֹם עֲלֵיכֶם', ['שלום', 'עליכם', 'שָׁלוֹם'], ['שלומית']],
    ['Hebrew abbreviations', 'צה״ל', ['צה״ל', 'צה"ל', 'צהל'], ['צהול']],
    ['Vietnamese', 'Nguyễn Văn Đức', ['nguyen van duc', 'Nguyễn', 'Nguyễn'.normalize('NFD')], ['nguyan']],
    ['Greek', 'Ελλάδα οδός', ['ελλαδα', 'ΕΛΛΑΔΑ', 'ΟΔΟΣ'], ['ελλαδε']],
    ['Cyrillic', 'Ёлка, чай', ['елка', 'ЧАЙ'], ['чаю']],
    ['Turkish', 'İstanbul ılık', ['istanbul', 'ISTANBUL', 'ilik', 'ILIK'], ['istanbal']],
    ['German', 'Größe', ['grosse', 'GRÖSSE', 'größe', 'große', 'groesse'], ['groessen']],
    ['Korean', '한국어 수업', ['한국', '국어', '수업', '한국어'.normalize('NFD')], ['국한']],
    ['Korean, decomposed', '한국어 수업'.normalize('NFD'), ['한국', '국어', '수업'], ['어국']],
    ['Japanese, decomposed', 'ガイド'.normalize('NFD'), ['ガイド', 'イド'], ['カイド']],
    ['Amharic', 'አዲስ አበባ', ['አዲስ', 'አበ'], ['ዲስ']],
    ['Thaana', 'ދިވެހި', ['ދިވެހި'], ['ދވހ']],
    ['soft hyphens', 'Donau\u00addampf\u00adschiff', ['donaudampfschiff', 'dampfschiff'], ['donauschiff']],
  ])('%s: %s', async (_script, title, found, missed) => {
    expect(await finds(service, 'events', titled(title), ...found)).toEqual(found.map(() => true));
    expect(await finds(service, 'events', titled(title), ...missed)).toEqual(missed.map(() => false));
  });
});

describe('Chinese, Japanese and Korean', () => {
  it.each([
    ['東京都庁', '東京', true],
    ['東京都庁', '京都', true],
    ['東京都庁', '都庁', true],
    ['東京都庁', '東京都', true],
    ['東京都庁', '東', true],
    ['東京都庁', '庁', true],
    ['東京都庁', '東都', false],
    ['東京都庁', '"京都庁"', true],
    ['会議室Aで打ち合わせ', '会議 打ち', true],
    ['会議室Aで打ち合わせ', 'a', true],
    ['カレンダー', 'ンダ', true],
    ['ｶﾚﾝﾀﾞｰ', 'カレンダー', true],
    ['회의실 예약', '회의', true],
    ['회의실 예약', '의실', true],
    ['서울대학교', '대학', true],
    ['中文mixed文字', 'mixed', true],
    ['𠮷野家', '𠮷野', true],
    ['屋𠮷', '𠮷', true],
  ])('%s asked for %s: %s', async (title, search, found) => {
    expect(await finds(service, 'events', titled(title), search)).toEqual([found]);
  });
});

describe('telephone numbers', () => {
  it.each([
    ['+49 30 5550123', '+49 30 5550123', true],
    ['+49 30 5550123', '49305550123', true],
    ['+49 30 5550123', '5550123', true],
    ['+49 30 5550123', '0123', true],
    ['+49 30 5550123', '30 555', true],
    ['+49 30 5550123', '555-0123', true],
    ['+49 30 5550123', '(30) 5550', true],
    ['(030) 555.01-23', '03055501', true],
    ['+49 30 5550123', '9999', false],
    ['+49 30 5550123', '012', false],
    ['0049305550123', '+49 (0)30', false],
    ['٠٣٠ ٥٥٥٠١٢٣', '0305550123', true],
    ['+49 30 5550123', '５５５０１２３', true],
    ['+49 30 5550123', '٣٠ ٥٥٥', true],
    ['+४९ ३० ५५५०१२३', '5550123', true],
    ['+49 30 5550123', '९९९९', false],
  ])('%s asked for %s: %s', async (number, search, found) => {
    expect(await finds(service, 'contacts', phoned(number), search)).toEqual([found]);
  });

  it('digits and words together must both be found', async () => {
    expect(await finds(service, 'contacts', phoned('+49 30 5550123'), 'ann 5550', 'bob 5550')).toEqual([true, false]);
  });
});
