// Small values: folded text, names, ids and JSON in slices, each as a table of what goes in and what comes out.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fold } from '../../src/values/folding.ts';
import { handleOf, newId, readHandle, readId } from '../../src/values/ids.ts';
import { jsonInSlices } from '../../src/values/json-slices.ts';
import { joinTexts, membersOf, parseInSlices, payloadOf } from '../../src/values/served-text.ts';
import { clean, nearest, sortKey } from '../../src/values/text.ts';

describe('folded text', () => {
  it.each([
    ['Ann LEE', 'ann lee'],
    ['Zürich', 'zurich'],
    ['Zu\u0308rich', 'zurich'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Æsop œuvre', 'aesop oeuvre'],
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['Đà Nẵng', 'da nang'],
    ['Þór', 'thor'],
    ['İstanbul', 'istanbul'],
    ['ılık', 'ilik'],
    ['ﬁne', 'fine'],
    ['Ｗｉｄｅ １２', 'wide 12'],
    ['①②', '12'],
    ['Ελλάδα', 'ελλαδα'],
    ['ΟΔΟΣ', 'οδοσ'], // one letter, whatever its place in the word
    ['οδός', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['カ', 'カ'],
    ['か\u3099', 'が'], // the mark makes another letter, so it stays
    ['ｶﾞ', 'ガ'],
    ['한국', '한국'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['مـحـمـد', 'محمد'],
    ['کی', 'كي'],
    ['राम', 'राम'], // the vowel is a part of the word
    ['தமிழ்', 'தமிழ்'],
    ['น้ำ', 'น้ํา'],
    ['٠١٢٣٤٥٦٧٨٩ ०१२३ ９９', '0123456789 0123 99'],
    ['O’Brien O´Brien OʼBrien', "o'brien o'brien o'brien"],
    ['so\u00adft क्\u200dष', 'soft क्ष'],
    ['', ''],
  ])('%s folds to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(folded)).toBe(folded);
  });

  it('folding a second time changes nothing, and every decimal digit becomes one of ASCII', () => {
    let digits = 0;
    for (let code = 0; code < 0x3_0000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const sign = String.fromCodePoint(code);
      const folded = fold(sign);
      if (fold(folded) !== folded) throw new Error(`U+${code.toString(16)} folds further`);
      if (!/^\p{Nd}$/u.test(sign)) continue;
      digits++;
      if (!/^[0-9]$/.test(folded)) throw new Error(`U+${code.toString(16)} is no digit`);
    }
    expect(digits).toBeGreaterThan(600);
  });

  it.each([
    ['  Ann  ', 'ann'],
    ['\tÉmile\n', 'emile'],
    ['a\0b', 'a\ufffdb'],
    ['a\ud800b', 'a\ufffdb'],
    ['', ''],
  ])('%j is sorted by %j', (text, key) => {
    expect(sortKey(text, 200)).toBe(key);
  });

  it('a sort key is bounded, and no pair of surrogates is torn at its end', () => {
    expect(sortKey('x'.repeat(1000), 200)).toBe('x'.repeat(200));
    expect(sortKey(`${'x'.repeat(199)}😀`, 200).isWellFormed()).toBe(true);
  });

  it('a cleaned text has neither NUL nor a lone surrogate, and is else unchanged', () => {
    expect(clean('a\0\ud83d\ude00\udc00z')).toBe('a\ufffd\ud83d\ude00\ufffdz');
    expect(clean('Zürich 😀 \u0001')).toBe('Zürich 😀 \u0001');
  });
});

describe('the name that was meant', () => {
  const fields = ['title', 'description', 'location', 'start_at', 'end_at', 'all_day'];
  it.each([
    ['titel', 'title'],
    ['Title', 'title'],
    ['start', undefined],
    ['startAt', 'start_at'],
    ['start_time', 'start_at'],
    ['ends_at', 'end_at'],
    ['descripton', 'description'],
    ['xyz', undefined],
    ['', undefined],
  ])('%j is taken for %s', (name, meant) => {
    expect(nearest(name, fields)).toBe(meant);
  });

  it('the first of two equally near names is taken', () => {
    expect(nearest('bat', ['cat', 'rat'])).toBe('cat');
  });
});

describe('record ids', () => {
  afterEach(() => vi.useRealTimers());

  it('an id is a UUIDv7 in lower case whose first part is the time', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
  });

  it('ids grow, however many are made in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ids grow when the clock is set back', () => {
    vi.useFakeTimers();
    const first = newId();
    vi.setSystemTime(Date.now() - 3_600_000);
    const second = newId();
    expect(second > first).toBe(true);
  });

  it.each([
    ['018F3C5E-7A44-7C1B-9D0E-3B8F6A2C4D10', '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
    ['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
    ['018f3c5e7a447c1b9d0e3b8f6a2c4d10', undefined],
    ['{018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10}', undefined],
    ['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1', undefined],
    ['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10\n', undefined],
    ['', undefined],
  ])('%j read as an id is %s', (text, id) => {
    expect(readId(text)).toBe(id);
  });

  it.each([
    ['#8f6a2c4d10', '8f6a2c4d10'],
    ['8f6a2c4d10', '8f6a2c4d10'],
    ['#8F6A2C4D10', '8f6a2c4d10'],
    ['##8f6a2c4d10', undefined],
    ['8f6a2c4d1', undefined],
    ['8f6a2c4d100', undefined],
    ['8f6a2c4d1g', undefined],
    ['#', undefined],
  ])('%j read as a handle is %s', (text, handle) => {
    expect(readHandle(text)).toBe(handle);
  });

  it('the handle of an id is its last ten digits and can be read back', () => {
    const id = newId();
    expect(handleOf(id)).toBe(id.slice(-10));
    expect(readHandle(`#${handleOf(id)}`)).toBe(id.slice(-10));
  });
});

describe('large JSON as bytes', () => {
  const texts = [
    '',
    'hello "you"',
    'größe "x"\n\\ '.repeat(50),
    '\\'.repeat(200),
    '\\"'.repeat(100),
    '\u0000\u001f'.repeat(60),
    '😀'.repeat(101),
    '\ud83d'.repeat(30) + '漢\ude00'.repeat(31),
    ',"b":"x",'.repeat(30),
    null,
  ];
  const parsed = (json: Buffer, slice: number, most?: number) => {
    const work = parseInSlices(json, slice, most);
    let step = work.next();
    for (; !step.done; step = work.next());
    return step.value;
  };

  it.each(texts)('is parsed in slices: %j', (text) => {
    const json = Buffer.from(JSON.stringify(text));
    for (let slice = 10; slice < 40; slice++) expect(parsed(json, slice)).toBe(text);
    expect(text?.startsWith(parsed(json, 10, 20) as string) ?? true).toBe(true);
  });

  it('is cut into its members without being parsed', () => {
    for (const a of texts)
      for (const b of texts) {
        const content = `"a":${JSON.stringify(a)},"b":${JSON.stringify(b)}`;
        const cut = [membersOf(content, ['a', 'b']), membersOf(Buffer.from(content), ['a', 'b'])];
        for (const members of cut)
          expect([...members.values()].map((json) => JSON.parse(String(json)))).toEqual([a, b]);
      }
    expect(() => membersOf('"a":null', ['a', 'b'])).toThrow('no member b');
  });
});

describe('JSON in slices', () => {
  it.each([
    ['a short text', 'hello "you"'],
    ['a long text', 'größe "x"\n\\ '.repeat(50)],
    ['characters of two halves', '😀'.repeat(101)],
    ['half characters', '\ud83d'.repeat(30) + '\ude00'.repeat(31)],
    ['no text', { a: [1, null] }],
  ])('is the same as in one: %s', (_name, value) => {
    for (const slice of [10, 11, 64]) {
      const work = jsonInSlices(value, slice);
      let step = work.next();
      let steps = 0;
      for (; !step.done; step = work.next()) steps++;
      expect(JSON.parse(step.value)).toEqual(value);
      expect(step.value).toBe(JSON.stringify(value));
      if (typeof value === 'string' && value.length > slice) expect(steps).toBeGreaterThan(1);
    }
  });
});

describe('a text with bytes', () => {
  it('is sent as one buffer, and the memory of its parts is free before a garbage collection', () => {
    const content = Buffer.from(new TextEncoder().encode('"body":"é"').buffer);
    expect(String(payloadOf(joinTexts(['{"id":1,', content, '}'])))).toBe('{"id":1,"body":"é"}');
    expect((content.buffer as ArrayBuffer).detached).toBe(true);
  });

  it('leaves the memory of others alone', () => {
    const shared = Buffer.from('abcdef');
    const own = shared.buffer as ArrayBuffer;
    expect(String(payloadOf(joinTexts([shared.subarray(0, 3), 'x'])))).toBe('abcx');
    expect([own.detached, String(shared)]).toEqual([false, 'abcdef']);
  });
});
