// What a search finds, asked of a real service: words, phrases, other scripts, telephone numbers and the visible text of
// HTML. And beneath it, what becomes of the text of a record and of the text of a question.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchChanged, searchTerms } from '../src/domain/search.ts';
import { limits } from '../src/limits.ts';
import { event } from '../src/resources/event.ts';
import type { AnyRecord } from '../src/resources/resource.ts';
import { visibleText } from '../src/values/html-text.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const REQUIRED: Record<string, object> = {
  events: { title: 'x', start_at: '2026-02-17' },
  contacts: { display_name: 'x' },
  emails: { from_address: 'nobody', received_at: '2026-02-17' },
};

/** Whether a record with these fields is found by each of the searches as typed. */
async function finds(path: string, fields: object, ...searches: string[]): Promise<boolean[]> {
  const made = await service.ask('POST', `/${path}`, { ...REQUIRED[path], ...fields });
  expect(made.status, made.text.slice(0, 300)).toBe(201);
  const { id } = (made.body as { data: { id: string } }).data;
  const answers = searches.map(async (search) => {
    const { status, body } = await service.ask('GET', `/${path}?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    return (body as { data: { id: string }[] }).data.some((one) => one.id === id);
  });
  const found = await Promise.all(answers);
  await service.ask('DELETE', `/${path}/${id}?permanent=true`);
  return found;
}

const titled = (title: string) => ({ title });
const phoned = (number: string) => ({ display_name: 'Ann', phones: [{ number }] });

describe('words', () => {
  it.each([
    // [what is written, what is asked for, whether it is found]
    ['The lease of the house', 'lease', true],
    ['The lease of the house', 'LEASE', true],
    ['The lease of the house', 'lea', true],
    ['The lease of the house', 'ease', false],
    ['The lease of the house', 'house lease', true],
    ['The lease of the house', 'house garden', false],
    ['The lease of the house', '"the house"', true],
    ['The lease of the house', '"house the"', false],
    ['The lease of the house', '"the hou"', false],
    ['The lease of the house', 'lease "the house"', true],
    ['Zürich Straße', 'zurich strasse', true],
    ['Zurich Strasse', 'ZÜRICH STRAßE', true],
    ['Łódź', 'lodz', true],
    ['œuvre', 'oeuvre', true],
    ['ﬁle', 'file', true],
    ['Ёлка', 'елка', true],
    ['ΟΔΟΣΗΜΑ', 'ΟΔΟΣ', true],
    ['e-mail', 'e-mail', true],
    ['e-mail', 'mail', true],
    ["O'Hara", "o'hara", true],
    ['ann@example.org', 'ann@example.org', true],
    ['ann@example.org', 'example.org', true],
    ['C++ & C#', 'c++', true],
    ['snake_case', 'case', true],
    ['party 🎉 tonight', '🎉', true],
    ['party tonight', '🎉', false],
    ['a.b.c', 'b', true],
    ['version 3.14', '3.14', true],
  ])('%j asked for %j: %s', async (title, search, found) => {
    expect(await finds('events', titled(title), search)).toEqual([found]);
  });

  it.each(['', ' ', '""', '"', '()', '€', '\u0640', '\u200d', '+', '*', '-', '&&', '" "', '\u200b'])(
    '%j has no word and finds nothing',
    (search) => {
      expect(searchTerms(search)).toBeNull();
    },
  );

  it.each([
    'lease OR nothing',
    'lease AND nothing',
    'NOT lease nothing',
    'NEAR(lease nothing)',
    'words : nothing',
    'digits:nothing',
    '{words digits} : nothing',
    'lease -nothing',
    '^nothing',
  ])('%j is only words: nothing in it is an operator', async (search) => {
    expect(await finds('events', titled('the lease'), search)).toEqual([false]);
    expect(await finds('events', titled(`the lease ${search} and or not near words digits`), search)).toEqual([true]);
  });

  it.each(['lease*', '*lease', 'lea*se', '(lease)', 'lease)', '"lease""', 'lease;--', "'lease'", 'lease\\', '^lease'])(
    '%j finds the word among its marks, and breaks nothing',
    async (search) => {
      expect(await finds('events', titled('lease lea se'), search)).toEqual([true]);
    },
  );

  it('a word longer than the index keeps is found whole and by its beginning', async () => {
    const long = 'x'.repeat(300);
    expect(await finds('events', titled(long), long, 'x'.repeat(30))).toEqual([true, true]);
  });

  it('a search of more words than are looked for is refused, and none of them is left out', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    const ask = (search: string) => service.ask('GET', `/events?search=${encodeURIComponent(search)}`);
    const refused = await ask(words(limits.searchWords + 1));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { code: 'INVALID_QUERY', details: { field: 'search' } } });
    const title = words(limits.searchWords - 1);
    expect(await finds('events', titled(title), title, `${title} missing`)).toEqual([true, false]);
    expect((await ask('again '.repeat(60))).status).toBe(200);
  });

  it('a word of punctuation alone is passed over beside other words', async () => {
    expect(await finds('contacts', { display_name: 'Tom & Ann' }, 'tom & ann', 'tom + bob', '& -')).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['numbers', '1 '.repeat(250)],
    ['words', 'a '.repeat(250)],
    ['quoted words', '"a" '.repeat(125)],
    ['a phrase', `"${'a '.repeat(248)}"`],
    ['Chinese characters', '漢'.repeat(500)],
    ['letters that fold to many', 'ﷺ'.repeat(500)],
    ['different Chinese characters', String.fromCodePoint(...Array.from({ length: 500 }, (_, n) => 0x4e00 + n))],
    ['apostrophes', "a'".repeat(250)],
    ['flags', '🇩🇪'.repeat(125)],
  ])('a search of as many %s as fit is answered', async (_name, search) => {
    expect(search.length).toBeLessThanOrEqual(limits.searchChars);
    expect(await finds('events', titled(search), search)).toEqual([true]);
  });
});

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
    expect(await finds('events', titled(title), search)).toEqual([found]);
  });
});

describe('apostrophes', () => {
  it.each([
    ["Miles O'Brien", ['obrien', "o'brien", 'o’brien', 'o`brien', 'o brien', 'brien', 'obri', '"miles o’brien"'], true],
    ['Miles O’Brien', ['obrien', "o'brien", 'o´brien', 'o brien', 'brien', '"o brien"'], true],
    ["Miles O'Brien", ['obriens', "o'bryan", 'b rien'], false],
    ['Miles OBrien', ["o'brien", 'obrien'], true],
    ['Miles O Brien', ["o'brien"], true],
    ['d’Artagnan', ["d'artagnan", 'dartagnan', 'artagnan'], true],
    ['l’eau de mer', ["l'eau", 'leau', 'eau', '"eau de mer"', '"l\'eau de mer"'], true],
    ["we don't know", ["don't", 'dont', 'don’t', 'don'], true],
    ["rock'n'roll", ['rocknroll', 'rock’n’roll', 'roll'], true],
    ['м’ята', ["м'ята", 'мята', 'ята'], true],
    ['Hawaiʻi', ["hawai'i", 'hawaii'], true],
    ['Qurʾān', ['quran', "qur'an"], true],
    ['smith-o’brien', ["jones-o'brien"], false],
    ["the dogs' owner", ['dogs owner', 'dogsowner'.slice(0, 4)], true],
  ])('%s asked for %j: %s', async (title, searches, found) => {
    expect(await finds('events', titled(title), ...searches)).toEqual(searches.map(() => found));
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
    expect(await finds('events', titled(title), ...searches)).toEqual(searches.map(() => found));
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
    ['German', 'Größe', ['grosse', 'GRÖSSE', 'größe', 'große'], ['groesse']],
    ['Korean', '한국어 수업', ['한국', '국어', '수업', '한국어'.normalize('NFD')], ['국한']],
    ['Korean, decomposed', '한국어 수업'.normalize('NFD'), ['한국', '국어', '수업'], ['어국']],
    ['Japanese, decomposed', 'ガイド'.normalize('NFD'), ['ガイド', 'イド'], ['カイド']],
    ['Amharic', 'አዲስ አበባ', ['አዲስ', 'አበ'], ['ዲስ']],
    ['Thaana', 'ދިވެހި', ['ދިވެހި'], ['ދވހ']],
    ['soft hyphens', 'Donau\u00addampf\u00adschiff', ['donaudampfschiff'], ['dampfschiff']],
  ])('%s: %s', async (_script, title, found, missed) => {
    expect(await finds('events', titled(title), ...found)).toEqual(found.map(() => true));
    expect(await finds('events', titled(title), ...missed)).toEqual(missed.map(() => false));
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
    expect(await finds('events', titled(title), search)).toEqual([found]);
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
    expect(await finds('contacts', phoned(number), search)).toEqual([found]);
  });

  it('digits and words together must both be found', async () => {
    expect(await finds('contacts', phoned('+49 30 5550123'), 'ann 5550', 'bob 5550')).toEqual([true, false]);
  });
});

describe('what is looked at', () => {
  it('an event by title and description, not by place or attendees', async () => {
    const record = { title: 'Dentist', description: 'bring the card', location: 'Kiel', attendees: [{ email: 'a@x' }] };
    expect(await finds('events', record, 'dentist', 'card', 'kiel', 'a@x')).toEqual([true, true, false, false]);
  });

  it('an email by subject, sender and both bodies, not by recipients', async () => {
    const record = {
      subject: 'Lease',
      from_address: 'ann@example.org',
      from_name: 'Ann Lee',
      to_addresses: [{ address: 'bob@example.net', name: null }],
      body_plain: 'hello plain',
      body_html: '<p>hello <b>rich</b></p>',
    };
    const words = ['lease', 'ann@example.org', 'lee', 'plain', 'rich', 'bob'];
    expect(await finds('emails', record, ...words)).toEqual([true, true, true, true, true, false]);
  });

  it('a contact by its names, addresses, phones, company and notes', async () => {
    const record = {
      display_name: 'Ann Lee',
      first_name: 'Anna',
      last_name: 'Lee-Smith',
      emails: [{ address: 'ann@example.org' }, { address: 'second@example.org' }],
      phones: [{ number: '030 5550123' }],
      company: 'Harbour Press',
      notes: 'met at the fair',
      job_title: 'Editor',
    };
    const words = ['ann', 'anna', 'smith', 'second@', '5550', 'harbour', 'fair', 'editor'];
    expect(await finds('contacts', record, ...words)).toEqual([true, true, true, true, true, true, true, false]);
  });

  it('only a change of what is looked at changes the index', () => {
    const before = { title: 'a', description: null, location: null } as unknown as AnyRecord;
    expect(searchChanged(event, before, { ...before, location: 'Kiel' } as AnyRecord)).toBe(false);
    expect(searchChanged(event, before, { ...before, description: 'b' } as AnyRecord)).toBe(true);
  });

  it('of a very long text as much is indexed as the limit says', async () => {
    const description = `first ${'x'.repeat(limits.indexedChars)} last`;
    expect(await finds('events', { description }, 'first', 'last')).toEqual([true, false]);
  });
});

describe('the visible text of an HTML mail', () => {
  it.each([
    ['plain', 'plain'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['<b>bo</b>ld', 'bold'],
    ['one<br>two', 'one two'],
    ['<td>a</td><td>b</td>', 'a b'],
    ['Tom &amp; Ann &lt;3 &#8364; &euro;', 'Tom & Ann <3 € €'],
    ['<head><title>t</title><style>p{}</style></head><body>seen</body>', 'seen'],
    ['<script>alert(1)</script>seen', 'seen'],
    ['<style>.a{}</style>seen', 'seen'],
    ['<!-- hidden -->seen', 'seen'],
    ['<div style="display:none">no</div>seen', 'seen'],
    ['<div style="DISPLAY : NONE">no<br><p>no</p></div>seen', 'seen'],
    ['<span style="visibility:hidden">no</span>seen', 'seen'],
    ['<p hidden>no</p>seen', 'seen'],
    ['<div hidden><img src=x><input>no</div>seen', 'seen'],
    ['<a href="https://example.org/secret">link</a>', 'link'],
    ['<img alt="picture" src="x">', ''],
    ['  many \n\t blanks  ', 'many blanks'],
    ['<p>unclosed <b>tags', 'unclosed tags'],
    ['</p></div>stray', 'stray'],
    ['a < b and b > c', 'a < b and b > c'],
    ['<', '<'],
    ['<html><head/><body>Seen</body></html>', 'Seen'],
    ['<html><head><title>Not seen</title><meta charset=utf-8><p>Seen</p></html>', 'Seen'],
    ['<head><style>p { }</style><title>Not seen</title></head>Seen', 'Seen'],
    ['', ''],
  ])('%s reads %j', (html, text) => {
    expect(visibleText(html)).toBe(text);
  });
});
