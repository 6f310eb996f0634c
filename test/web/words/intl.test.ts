// Formatters, and counts without one.
import { expect, it } from 'vitest';
import { countText, dateFormat } from '../../../web/src/words/intl.ts';

const COUNTS = [0, 7, 999, 1000, 12_304, 999_999, 1_000_000, 1_234_567_890, 12.5, -1234];

it.each(['en', 'en-GB', 'en-US', 'en-IN', 'de', 'de-DE', 'de-CH'])(
  'counts are written as Intl does in %s',
  (language) => {
    const format = new Intl.NumberFormat(language);
    expect(COUNTS.map((count) => countText(count, language))).toEqual(COUNTS.map((count) => format.format(count)));
  },
);

it('a formatter is made once for its language and options', () => {
  const make = (language: string) => dateFormat(language, { timeZone: 'Europe/Berlin', month: 'short' });
  expect(make('en')).toBe(make('en'));
  expect(make('en')).not.toBe(make('de'));
});
