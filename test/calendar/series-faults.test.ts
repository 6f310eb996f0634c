// What is wrong with a recurrence as a whole: it is refused when the event is stored, with words that say what is right.
import { describe, expect, it } from 'vitest';
import { finish } from '../../src/calendar/budget.ts';
import { checkSeries } from '../../src/calendar/series-faults.ts';
import { collectFaults } from '../../src/records/validate.ts';
import type { Recurrence } from '../../src/resources/recurrence.ts';

const WEST = 'America/New_York';
const EAST = 'Asia/Tokyo';

function faultsOf(recurrence: Recurrence, start = '2026-03-02T09:00:00Z', zone = 'UTC', allDay = false) {
  const faults = collectFaults();
  finish(checkSeries({ start: Date.parse(start), allDay, zone, recurrence }, faults));
  return faults.faults;
}

describe('is refused', () => {
  // biome-ignore format: a table
  it.each<[what: string, Recurrence, field: string, constraint: string, says: string, zone?: string]>([
    ['until before the start', { freq: 'daily', until: '2026-03-01' }, 'recurrence.until', 'order', '(2026-03-01) must not be before the start of the event (2026-03-02T09:00:00Z)'],
    ['until a second before the start', { freq: 'daily', until: '2026-03-02T08:59:59' }, 'recurrence.until', 'order', 'must not be before'],
    ['until on the day before, in the zone of the event', { freq: 'daily', until: '2026-03-01' }, 'recurrence.until', 'order', 'must not be before', WEST],
    ['an rdate in the year 1 that is in the year 0 in UTC', { freq: 'daily', rdates: ['2027-01-01', '0001-01-01T08:00:00'] }, 'recurrence.rdates', 'range', '0001-01-01T08:00:00', EAST],
    ['an exdate after the year 9999 in UTC', { freq: 'daily', exdates: ['9999-12-31T23:00:00'] }, 'recurrence.exdates', 'range', 'years 1 to 9999', WEST],
    ['30 February', { freq: 'yearly', bymonth: [2], bymonthday: [30] }, 'recurrence', 'empty', 'gives no occurrence'],
    ['30 February with COUNT', { freq: 'yearly', bymonth: [2], bymonthday: [30], count: 3 }, 'recurrence', 'empty', 'gives no occurrence'],
    ['an hour that the interval never meets', { freq: 'hourly', interval: 24, byhour: [5] }, 'recurrence', 'empty', 'gives no occurrence'],
    ['until before the first weekday', { freq: 'weekly', byday: ['FR'], until: '2026-03-04' }, 'recurrence', 'empty', 'with until and with start_at'],
    ['a further rule without an occurrence', { freq: 'daily', rules: [{ freq: 'daily' }, { freq: 'monthly', bymonthday: [31], bymonth: [4] }] }, 'recurrence.rules[1]', 'empty', 'gives no occurrence'],
    ['a rule that takes out nothing', { freq: 'daily', exrules: [{ freq: 'daily', until: '2026-01-01' }] }, 'recurrence.exrules[0].until', 'order', 'must not be before'],
    ['COUNT that is too far away', { freq: 'daily', bymonthday: [31], byday: ['MO'], count: 100_000 }, 'recurrence.count', 'steps', 'use until instead'],
  ])('%s', (_what, recurrence, field, constraint, says, zone) => {
    expect(faultsOf(recurrence, undefined, zone)).toEqual([{ field, constraint, message: expect.stringContaining(says) }]);
  });

  it('further rules whose ends take too long to be found, all together', () => {
    const rules = Array.from({ length: 10 }, () => ({ freq: 'minutely' as const, count: 100_000 }));
    expect(faultsOf({ freq: 'daily', rules: rules.slice(0, 2) })).toEqual([]);
    expect(faultsOf({ freq: 'daily', rules })).toEqual([
      {
        field: expect.stringMatching(/^recurrence\.rules\[\d\]$/),
        constraint: 'steps',
        message: expect.stringContaining('use until instead of count'),
      },
    ]);
  });

  it('a rule by hours of an all-day event', () => {
    expect(faultsOf({ freq: 'hourly' }, '2026-03-02', 'UTC', true)).toEqual([
      {
        field: 'recurrence.freq',
        constraint: 'allDay',
        message: expect.stringContaining('daily, weekly, monthly or yearly'),
      },
    ]);
  });

  it('until before the day of an all-day event, in words of dates', () => {
    expect(faultsOf({ freq: 'daily', until: '2026-03-01' }, '2026-03-02', WEST, true)[0]?.message).toContain(
      '(2026-03-02)',
    );
  });
});

describe('is taken', () => {
  // biome-ignore format: a table
  it.each<[what: string, Recurrence, zone?: string]>([
    ['until on the day of the start', { freq: 'daily', until: '2026-03-02' }, WEST],
    ['until at the moment of the start', { freq: 'daily', until: '2026-03-02T09:00:00Z' }],
    ['until at the end of the year 9999, which means for ever', { freq: 'daily', until: '9999-12-31' }, WEST],
    ['the same as a time', { freq: 'daily', until: '9999-12-31T23:59:59' }, WEST],
    ['a hundred thousand hours', { freq: 'hourly', count: 100_000 }, WEST],
    ['a hundred thousand workdays', { freq: 'weekly', byday: ['MO', 'TU', 'WE', 'TH', 'FR'], count: 100_000 }, WEST],
    ['a hundred thousand years, of which there are not so many', { freq: 'yearly', count: 100_000 }, WEST],
    ['a series of which every occurrence was taken out', { freq: 'daily', count: 1, exdates: ['2026-03-02'] }],
    ['29 February', { freq: 'yearly', bymonth: [2], bymonthday: [29] }],
    ['a 53rd Friday', { freq: 'yearly', byday: ['53FR'] }],
    ['week 53', { freq: 'yearly', byweekno: [53] }],
    ['further dates alone', { rdates: ['2026-03-05'] }],
  ])('%s', (_what, recurrence, zone) => {
    expect(faultsOf(recurrence, undefined, zone)).toEqual([]);
  });
});
