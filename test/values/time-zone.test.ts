// Local times of time zones against Temporal, from the time before there were zones to the last year that a time can have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeZone } from '../../src/values/time-zone.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NAMES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/Juneau',
  'Asia/Manila',
  'Africa/Cairo',
];

const between = (first: number, last: number) => fc.integer({ min: first / MINUTE, max: last / MINUTE });
const moments = fc.oneof(
  between(Date.UTC(1850, 0), Date.UTC(2060, 0)),
  between(Date.UTC(2060, 0), Date.UTC(9999, 0)),
  // Near the days on which Samoa left one out, and clocks are changed in Berlin and New York.
  ...[Date.UTC(2011, 11, 30), Date.UTC(2026, 2, 29), Date.UTC(2026, 10, 1), Date.UTC(8122, 2, 29)].map((day) =>
    between(day - 2 * DAY, day + 2 * DAY),
  ),
);

describe('local times', () => {
  it('are those of Temporal: the first of two, and none that a change of the clocks skips', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.array(moments, { minLength: 1, maxLength: 5 }), (name, minutes) => {
        const zone = new TimeZone(name, 0);
        for (const ms of minutes.map((minute) => minute * MINUTE)) {
          const plain = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDateTime();
          const earlier = plain.toZonedDateTime(name, { disambiguation: 'earlier' });
          const exists = earlier.toPlainDateTime().equals(plain);
          expect(zone.moment(ms)).toBe(exists ? earlier.epochMilliseconds : undefined);
          // A skipped time counts from before the gap, as RFC 5545 says and as Temporal does.
          expect(zone.momentOf(ms)).toBe(plain.toZonedDateTime(name).epochMilliseconds);
          const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name).toPlainDateTime();
          expect(zone.local(ms)).toBe(local.toZonedDateTime('UTC').epochMilliseconds);
        }
      }),
      { seed: 5545, numRuns: 1500 },
    );
  });
});
