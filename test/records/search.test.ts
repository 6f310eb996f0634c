// What a search finds, asked of a real service: words, phrases, and the fields that are searched. And beneath it, what
// becomes of the text of a record and of the text of a question.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { searchChanged } from '../../src/records/indexed-text.ts';
import { searchTerms } from '../../src/records/search.ts';
import { event } from '../../src/resources/event.ts';
import type { AnyRecord } from '../../src/resources/resource.ts';
import { visibleText } from '../../src/values/html-text.ts';
import { finds } from '../support/searching.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const titled = (title: string) => ({ title });

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
    expect(await finds(service, 'events', titled(title), search)).toEqual([found]);
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
  ])('%j is searched as text: nothing in it is an operator', async (search) => {
    expect(await finds(service, 'events', titled('the lease'), search)).toEqual([false]);
    expect(await finds(service, 'events', titled(`the lease ${search} and or not near words digits`), search)).toEqual([
      true,
    ]);
  });

  it.each(['lease*', '*lease', 'lea*se', '(lease)', 'lease)', '"lease""', 'lease;--', "'lease'", 'lease\\', '^lease'])(
    '%j finds the word among its marks, and breaks nothing',
    async (search) => {
      expect(await finds(service, 'events', titled('lease lea se'), search)).toEqual([true]);
    },
  );

  it('a word longer than the index limit is found completely and by its prefix', async () => {
    const long = 'x'.repeat(300);
    expect(await finds(service, 'events', titled(long), long, 'x'.repeat(30))).toEqual([true, true]);
  });

  it('a search with too many words is refused, not shortened', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    const ask = (search: string) => service.ask('GET', `/events?search=${encodeURIComponent(search)}`);
    const refused = await ask(words(limits.searchWords + 1));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { code: 'INVALID_QUERY', details: { field: 'search' } } });
    const title = words(limits.searchWords - 1);
    expect(await finds(service, 'events', titled(title), title, `${title} missing`)).toEqual([true, false]);
    expect((await ask('again '.repeat(60))).status).toBe(200);
  });

  it('a word of punctuation only is ignored beside other words', async () => {
    expect(await finds(service, 'contacts', { display_name: 'Tom & Ann' }, 'tom & ann', 'tom + bob', '& -')).toEqual([
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
    expect(await finds(service, 'events', titled(search), search)).toEqual([true]);
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
    expect(await finds(service, 'events', titled(title), ...searches)).toEqual(searches.map(() => found));
  });
});

describe('searched fields', () => {
  it('an event by title and description, not by place or attendees', async () => {
    const record = { title: 'Dentist', description: 'bring the card', location: 'Kiel', attendees: [{ email: 'a@x' }] };
    expect(await finds(service, 'events', record, 'dentist', 'card', 'kiel', 'a@x')).toEqual([
      true,
      true,
      false,
      false,
    ]);
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
    expect(await finds(service, 'emails', record, ...words)).toEqual([true, true, true, true, true, false]);
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
    expect(await finds(service, 'contacts', record, ...words)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('only a change of a searched field changes the index', () => {
    const before = { title: 'a', description: null, location: null } as unknown as AnyRecord;
    expect(searchChanged(event, before, { ...before, color: 'red' } as AnyRecord)).toBe(false);
    expect(searchChanged(event, before, { ...before, description: 'b' } as AnyRecord)).toBe(true);
  });

  it('of a very long text as much is indexed as the limit says', async () => {
    const description = `first ${'x'.repeat(limits.indexedChars)} last`;
    expect(await finds(service, 'events', { description }, 'first', 'last')).toEqual([true, false]);
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
