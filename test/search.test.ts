// What a search finds, asked of a real service: words, phrases, other scripts, telephone numbers and the visible text of
// HTML. And beneath it, what becomes of the text of a record and of the text of a question.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../src/domain/html-text.ts';
import { searchChanged, searchTerms } from '../src/domain/search.ts';
import { limits } from '../src/limits.ts';
import { event } from '../src/resources/event.ts';
import type { AnyRecord } from '../src/resources/resource.ts';
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

  it.each(['', ' ', '""', '"', '()', '+', '*', '-', '&&', '" "', '\u200b'])(
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

  it('a search has a bounded number of words', () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`);
    expect(searchTerms(words.join(' '))).toHaveLength(limits.searchWords);
  });

  it.each([
    ['numbers', '1 '.repeat(250)],
    ['words', 'a '.repeat(250)],
    ['quoted words', '"a" '.repeat(125)],
    ['a phrase', `"${'a '.repeat(248)}"`],
    ['Chinese characters', '漢'.repeat(500)],
    ['letters that fold to many', 'ﷺ'.repeat(500)],
  ])('a search of as many %s as fit is answered', async (_name, search) => {
    expect(search.length).toBeLessThanOrEqual(limits.searchChars);
    expect(await finds('events', titled(search), search)).toEqual([true]);
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
    ['', ''],
  ])('%s reads %j', (html, text) => {
    expect(visibleText(html)).toBe(text);
  });
});
