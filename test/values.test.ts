// The small values that everything else is made of: moments, folded text and ids, each as a table of what
// goes in and what comes out.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fold } from '../src/values/folding.ts';
import { handleOf, newId, readHandle, readId } from '../src/values/ids.ts';
import { jsonInSlices } from '../src/values/json-slices.ts';
import { clean, nearest, sortKey } from '../src/values/text.ts';
import { formatTime, isDateAlone, isTimezone, parseTime } from '../src/values/time.ts';

describe('a moment as text', () => {
  it.each([
    // The forms of RFC 3339 and their everyday relatives
    ['2026-02-17T09:00:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17t09:00:00z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17 09:00:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00 +01:00', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17', 'UTC', '2026-02-17T00:00:00Z'],
    // Fractions: kept to the millisecond, never rounded up
    ['2026-02-17T09:00:00.5Z', 'UTC', '2026-02-17T09:00:00.500Z'],
    ['2026-02-17T09:00:00,25Z', 'UTC', '2026-02-17T09:00:00.250Z'],
    ['2026-02-17T09:00:00.000Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00.123456789Z', 'UTC', '2026-02-17T09:00:00.123Z'],
    ['2026-12-31T23:59:59.999999999Z', 'UTC', '2026-12-31T23:59:59.999Z'],
    // Offsets
    ['2026-02-17T09:00:00+01:00', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00+0100', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00+01', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00-05:30', 'UTC', '2026-02-17T14:30:00Z'],
    ['2026-02-17T09:00:00-00:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-01-01T00:30:00+14:00', 'UTC', '2025-12-31T10:30:00Z'],
    ['2026-02-17T09:00:00+01:00', 'America/New_York', '2026-02-17T08:00:00Z'],
    // Local times in the zone of the service
    ['2026-02-17T09:00:00', 'Europe/Berlin', '2026-02-17T08:00:00Z'],
    ['2026-07-17T09:00:00', 'Europe/Berlin', '2026-07-17T07:00:00Z'],
    ['2026-02-17T09:00:00', 'Asia/Kolkata', '2026-02-17T03:30:00Z'],
    ['2026-02-17T09:00:00', 'Asia/Kathmandu', '2026-02-17T03:15:00Z'],
    ['2026-02-17', 'Europe/Berlin', '2026-02-16T23:00:00Z'],
    ['2026-02-17', 'America/New_York', '2026-02-17T05:00:00Z'],
    // A gap: the clock goes from 02:00 to 03:00, so 02:30 is read as if it had not
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
    // An overlap: 02:30 comes twice, and the first is meant
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    // A shift of half an hour
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    // A day whose midnight does not exist begins at one
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // Leap years
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00Z'],
    ['2000-02-29', 'UTC', '2000-02-29T00:00:00Z'],
    // The first and the last moment that four digits can write
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00Z'],
    ['0099-12-31T12:00:00Z', 'UTC', '0099-12-31T12:00:00Z'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31T23:59:59.999Z'],
  ])('%s in %s is %s', (text, zone, shown) => {
    const moment = parseTime(text, zone);
    expect(moment).toBeTypeOf('number');
    expect(formatTime(moment as number)).toBe(shown);
    expect(parseTime(shown, zone)).toBe(moment);
  });

  it.each([
    // Dates that do not exist
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2100-02-29T00:00:00Z',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    // Times that do not exist
    '2026-02-17T24:00:00Z',
    '2026-02-17T09:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-02-17T09:00:00+24:00',
    '2026-02-17T09:00:00+01:60',
    // Moments that four digits could not write once they are in UTC
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    // Other notations
    '',
    ' ',
    'today',
    '2026',
    '2026-02',
    '2026-2-17',
    '26-02-17',
    '17.02.2026',
    '2026/02/17',
    '20260217T090000Z',
    '2026-W08-2',
    '2026-048',
    '+002026-02-17',
    '-2026-02-17',
    '2026-02-17T',
    '2026-02-17T09',
    '2026-02-17T9:00',
    '2026-02-17T09:00:00.Z',
    '2026-02-17T09:00:00.1234567890Z',
    '2026-02-17T09:00:00+1:00',
    '2026-02-17T09:00:00 UTC',
    '2026-02-17Z',
    '2026-02-17T09:00:00Z\n',
    ' 2026-02-17',
    '２０２６-02-17',
    '1771318800000',
  ])('%j is no moment', (text) => {
    expect(parseTime(text, 'UTC')).toBeUndefined();
    expect(parseTime(text, 'Europe/Berlin')).toBeUndefined();
  });

  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [1, '1970-01-01T00:00:00.001Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1000, '1970-01-01T00:00:01Z'],
    [1_771_318_800_120, '2026-02-17T09:00:00.120Z'],
  ])('%d ms is shown as %s, with milliseconds only when they are not zero', (ms, shown) => {
    expect(formatTime(ms)).toBe(shown);
  });

  it.each([
    ['2026-02-17', true],
    ['2026-02-30', true], // its form alone; whether it exists is asked elsewhere
    ['2026-02-17T09:00', false],
    ['2026-2-17', false],
    ['today', false],
  ])('%s is a date alone: %s', (text, yes) => {
    expect(isDateAlone(text)).toBe(yes);
  });

  it.each([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['europe/berlin', true],
    ['Mars/Olympus', false],
    ['+01:00', false],
    ['', false],
    ['../etc/passwd', false],
    ['Europe/Berlin ', false],
  ])('%j is a time zone: %s', (name, yes) => {
    expect(isTimezone(name)).toBe(yes);
    // What is accepted can be computed with.
    if (yes) expect(parseTime('2026-02-17', name)).toBeTypeOf('number');
  });
});

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
