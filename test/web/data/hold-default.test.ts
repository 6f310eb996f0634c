// How long a mail is held: the default of the app until there are settings, then what they say.
import { expect, it } from 'vitest';
import { holdSecondsOf } from '../../../web/src/data/hold-default.ts';

it.each([
  ['settings are not read yet', undefined, 10],
  ['nothing was ever set', { hold_seconds: 0, updated_at: null }, 10],
  ['it is off', { hold_seconds: 0, updated_at: '2026-03-17T08:30:00Z' }, 0],
  ['it is set', { hold_seconds: 30, updated_at: '2026-03-17T08:30:00Z' }, 30],
])('%s', (_, settings, expected) => {
  expect(holdSecondsOf(settings)).toBe(expected);
});
