// Random rules against rrule-temporal, which expands them with Temporal alone, and time zones against Temporal itself.
// The library adds up parts of yearly rules that limit each other, so those are left to test/recurrence.test.ts.
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it } from 'vitest';
import type { Recurrence } from '../src/resources/recurrence.ts';
import { TimeZone } from '../src/values/time-zone.ts';
import { occurrencesOf } from './support/occurrences.ts';

const DAY = 86_400_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Africa/Casablanca', 'America/Sao_Paulo'];
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** How many days a range spans at most: the library takes a tenth of a millisecond for each occurrence. */
const SPAN = { minutely: 2, hourly: 20, daily: 200, weekly: 400, monthly: 1500, yearly: 3600 };

const several = (values: fc.Arbitrary<number>) => fc.uniqueArray(values, { minLength: 1, maxLength: 4 });
const place = (most: number) => fc.integer({ min: -most, max: most }).filter((value) => value !== 0);

function ruleOf(freq: Recurrence['freq']): fc.Arbitrary<Recurrence> {
  const plain = fc.constantFrom(...WEEKDAYS);
  const numbered = fc.tuple(place(5), plain).map(([nth, day]) => `${nth}${day}`);
  const days = (one: fc.Arbitrary<string>) => fc.uniqueArray(one, { minLength: 1, maxLength: 4 });
  const subDaily = freq === 'hourly' || freq === 'minutely';
  return fc
    .record(
      {
        freq: fc.constant(freq),
        interval: fc.integer({ min: 1, max: 5 }),
        count: fc.integer({ min: 1, max: 60 }),
        bymonth: several(fc.integer({ min: 1, max: 12 })),
        byday: freq === 'monthly' ? fc.oneof(days(plain), days(numbered)) : days(plain),
        byhour: several(fc.integer({ min: 0, max: 23 })),
        // In the hour that comes twice the library leaves out the second of two equal minutes.
        ...(freq !== 'hourly' && { byminute: several(fc.integer({ min: 0, max: 59 })) }),
        ...(freq !== 'weekly' && freq !== 'yearly' && { bymonthday: several(place(31)) }),
        ...(subDaily && { byyearday: several(place(366)) }),
        bysetpos: several(place(5)),
        wkst: plain,
      },
      { requiredKeys: ['freq'] },
    )
    .map(({ bysetpos, ...rule }) =>
      bysetpos && Object.keys(rule).some((key) => key.startsWith('by')) ? { ...rule, bysetpos } : rule,
    ) as fc.Arbitrary<Recurrence>;
}

function byLibrary(rule: Recurrence, start: number, zone: string, from: number, before: number): number[] {
  const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  if (before <= start) return [];
  const series = new RRuleTemporal({
    freq: rule.freq.toUpperCase() as 'DAILY',
    interval: rule.interval ?? 1,
    dtstart: zoned(start),
    tzid: zone,
    includeDtstart: false,
    until: zoned(before - 1),
    maxIterations: 1_000_000,
    ...(rule.count && { count: rule.count }),
    ...(rule.byday && { byDay: rule.byday }),
    ...(rule.bymonthday && { byMonthDay: rule.bymonthday }),
    ...(rule.bymonth && { byMonth: rule.bymonth }),
    ...(rule.byyearday && { byYearDay: rule.byyearday }),
    ...(rule.byhour && { byHour: rule.byhour }),
    ...(rule.byminute && { byMinute: rule.byminute }),
    ...(rule.bysetpos && { bySetPos: rule.bysetpos }),
    ...(rule.wkst && { wkst: rule.wkst }),
  });
  return series
    .all()
    .map((date) => date.epochMilliseconds)
    .filter((at) => at >= from);
}

describe('random rules give what rrule-temporal gives', () => {
  it.each(Object.entries(SPAN) as [Recurrence['freq'], number][])('%s', (freq, span) => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        ruleOf(freq),
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2024, 0) / 60_000 }),
        fraction,
        fraction,
        (recurrence, timezone, minute, skipped, shown) => {
          const start = minute * 60_000;
          const from = start - DAY + Math.floor(skipped * span * DAY);
          const before = from + Math.floor(shown * span * DAY);
          const event = { start_at: new Date(start).toISOString(), end_at: null, timezone, recurrence };
          expect(occurrencesOf(event, from, before, 'UTC')).toEqual(
            byLibrary(recurrence, start, timezone, from, before),
          );
        },
      ),
      { seed: 5545, numRuns: 100 },
    );
  });
});

describe('local times', () => {
  const names = [...ZONES, 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Juneau', 'Asia/Manila', 'Africa/Cairo'];
  const moments = fc.oneof(
    fc.integer({ min: Date.UTC(1850, 0) / 60_000, max: Date.UTC(2060, 0) / 60_000 }),
    // Near the days on which Samoa left one out, and clocks are changed in Berlin and New York.
    ...[Date.UTC(2011, 11, 30), Date.UTC(2026, 2, 29), Date.UTC(2026, 10, 1)].map((day) =>
      fc.integer({ min: (day - 2 * DAY) / 60_000, max: (day + 2 * DAY) / 60_000 }),
    ),
  );

  it('are those of Temporal: the first of two, and none that a change of the clocks skips', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(moments, { minLength: 1, maxLength: 5 }), (name, minutes) => {
        const zone = new TimeZone(name, 0);
        for (const ms of minutes.map((minute) => minute * 60_000)) {
          const plain = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDateTime();
          const earlier = plain.toZonedDateTime(name, { disambiguation: 'earlier' });
          const exists = earlier.toPlainDateTime().equals(plain);
          expect(zone.moment(ms)).toBe(exists ? earlier.epochMilliseconds : undefined);
          const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name).toPlainDateTime();
          expect(zone.local(ms)).toBe(local.toZonedDateTime('UTC').epochMilliseconds);
        }
      }),
      { seed: 5545, numRuns: 1500 },
    );
  });
});
