// A series as lists and changes of occurrences use it: all-day series by dates, several rules, further dates, what comes
// before and after a moment, the end of COUNT, and stored rules that no request could store.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, finish, unbounded } from '../../src/calendar/budget.ts';
import { ReminderTimes } from '../../src/calendar/reminders/times.ts';
import { Series, type SeriesInput } from '../../src/calendar/series.ts';
import type { Recurrence } from '../../src/resources/recurrence.ts';
import { formatTime } from '../../src/values/time.ts';

const BERLIN = 'Europe/Berlin';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function seriesOf(start: string, recurrence: Recurrence, zone = 'UTC', more: Partial<SeriesInput> = {}): Series {
  return new Series({ start: Date.parse(start), allDay: false, zone, recurrence, lastStart: null, ...more });
}

const time = (at: number | null | undefined) => (typeof at === 'number' ? new Date(at).toISOString().slice(0, 16) : at);
const between = (series: Series, from: string, before: string) =>
  finish(series.starts(Date.parse(from), Date.parse(before), new Budget())).map(time);
const days = (series: Series, from: string, before: string) =>
  between(series, from, before).map((at) => at?.slice(5, 10));

describe('an all-day series', () => {
  it.each([
    ['America/Santiago', '2026-09-04', '2026-09-08'],
    ['Africa/Cairo', '2026-04-22', '2026-04-26'],
    ['Asia/Beirut', '2026-03-27', '2026-03-31'],
    ['America/Havana', '2026-03-06', '2026-03-10'],
    [BERLIN, '2026-03-27', '2026-03-31'],
    ['Pacific/Apia', '2011-12-28', '2012-01-01'],
  ])('has each day once where clocks are changed in %s', (zone, from, before) => {
    const series = seriesOf('2005-01-01', { freq: 'daily' }, zone, { allDay: true });
    const expected = Array.from({ length: 4 }, (_, day) => time(Date.parse(from) + day * DAY));
    expect(between(series, from, before)).toEqual(expected);
  });

  it('ignores the parts for times of day (RFC 5545 section 3.3.10)', () => {
    const rule: Recurrence = { freq: 'weekly', byhour: [8, 20], byminute: [30], bysecond: [1] };
    const series = seriesOf('2026-03-02', rule, BERLIN, { allDay: true });
    expect(between(series, '2026-03-09', '2026-03-17')).toEqual(['2026-03-09T00:00', '2026-03-16T00:00']);
  });

  it('takes the written date of until, exdates and rdates, whatever their offset', () => {
    const rule: Recurrence = {
      freq: 'daily',
      until: '2026-03-05T23:00:00-10:00',
      exdates: ['2026-03-03T23:30:00-11:00'],
      rdates: ['2026-03-08T01:00:00+14:00'],
    };
    expect(days(seriesOf('2026-03-02', rule, BERLIN, { allDay: true }), '2026-03-01', '2026-04-01')).toEqual([
      '03-02',
      '03-04',
      '03-05',
      '03-08',
    ]);
  });

  it('that is stored with an hourly rule has its days', () => {
    const series = seriesOf('2026-03-02', { freq: 'hourly', interval: 5, count: 3 }, BERLIN, { allDay: true });
    expect(days(series, '2026-03-01', '2026-04-01')).toEqual(['03-02', '03-03', '03-04']);
  });
});

describe('several rules and further dates', () => {
  // biome-ignore format: a table
  it.each<[string, Recurrence, string[]]>([
    ['the occurrences of all rules, each once', { freq: 'weekly', rules: [{ freq: 'monthly', bymonthday: [9, 15] }] }, ['03-02', '03-09', '03-15', '03-16', '03-23', '03-30']],
    ['not those of exrules', { freq: 'weekly', exrules: [{ freq: 'weekly', interval: 2 }] }, ['03-09', '03-23']],
    ['exrules with COUNT take out that many', { freq: 'weekly', exrules: [{ freq: 'weekly', count: 2 }] }, ['03-16', '03-23', '03-30']],
    ['without a rule the start and the rdates', { rdates: ['2026-03-05', '2026-03-20'] }, ['03-02', '03-05', '03-20']],
    ['without a rule the start can be taken out too', { rdates: ['2026-03-05'], exdates: ['2026-03-02'] }, ['03-05']],
    ['exrules take out rdates', { rdates: ['2026-03-05', '2026-03-06'], exrules: [{ freq: 'daily', byday: ['FR'] }] }, ['03-02', '03-05']],
    ['each COUNT counts its own rule', { freq: 'daily', count: 2, rules: [{ freq: 'weekly', count: 3 }] }, ['03-02', '03-03', '03-09', '03-16']],
    ['an rdate before the start', { freq: 'weekly', count: 1, rdates: ['2026-03-01'] }, ['03-01', '03-02']],
  ])('%s', (_name, rule, expected) => {
    expect(days(seriesOf('2026-03-02T09:00:00Z', rule), '2026-03-01', '2026-04-01')).toEqual(expected);
  });
});

describe('seconds, which importers may store', () => {
  it('are expanded, and those of a leap second are read as the second before it', () => {
    const second = (rule: Recurrence) =>
      finish(
        seriesOf('2026-03-02T09:00:00Z', rule).starts(
          Date.parse('2026-03-02T09:00:00Z'),
          Date.parse('2026-03-02T09:02:00Z'),
          new Budget(),
        ),
      ).map((at) => new Date(at).toISOString().slice(14, 19));
    expect(second({ freq: 'secondly', interval: 40 })).toEqual(['00:00', '00:40', '01:20']);
    expect(second({ freq: 'minutely', bysecond: [5, 60] })).toEqual(['00:05', '00:59', '01:05', '01:59']);
    expect(second({ freq: 'secondly', interval: 7, bysecond: [0, 3] })).toEqual(['00:00', '01:03']);
  });

  it('of a day cost no more steps than there are occurrences and jumps', () => {
    const budget = new Budget();
    const rule: Recurrence = { freq: 'secondly', byhour: [9], byminute: [0], bysecond: [0] };
    const found = finish(
      seriesOf('2000-01-01T00:00:00Z', rule).starts(Date.parse('2026-01-01'), Date.parse('2027-01-01'), budget),
    );
    expect(found).toHaveLength(365);
    expect(budget.spent).toBeLessThan(3000);
  });
});

describe('hours across daylight saving', () => {
  const hourly = (start: string, rule: Recurrence, day: string) =>
    between(seriesOf(start, rule, BERLIN), `${day}T00:00+02:00`, `${day}T23:59+01:00`).map((at) => at?.slice(11));

  it('are those of the clock: skipped ones fall together with the next, and of two the first counts', () => {
    const rule: Recurrence = { freq: 'hourly', byhour: [1, 2, 3] };
    expect(hourly('2026-01-01T00:00:00+01:00', rule, '2026-03-29')).toEqual(['00:00', '01:00']);
    expect(hourly('2026-01-01T00:00:00+01:00', rule, '2026-10-25')).toEqual(['23:00', '00:00', '02:00']);
  });

  it('stay the same hours in summer and winter, whatever the interval is', () => {
    const series = seriesOf('2026-01-01T08:00:00+01:00', { freq: 'hourly', interval: 4, byhour: [8, 12, 16] }, BERLIN);
    expect(between(series, '2026-07-01', '2026-07-02')).toEqual([
      '2026-07-01T06:00',
      '2026-07-01T10:00',
      '2026-07-01T14:00',
    ]);
  });

  it('a start in the second of two equal hours is the first occurrence', () => {
    const start = '2026-10-25T02:30:00+01:00';
    const series = seriesOf(start, { freq: 'daily', count: 2 }, BERLIN);
    expect(between(series, '2026-10-01', '2026-11-01')).toEqual(['2026-10-25T01:30', '2026-10-26T01:30']);
    expect(series.has(Date.parse(start))).toBe(true);
    expect(series.has(Date.parse(start) - HOUR)).toBe(false);
  });
});

describe('before and after a moment', () => {
  const weekly: Recurrence = { freq: 'weekly', count: 5, exdates: ['2026-03-16'], rdates: ['2026-03-18T08:00:00Z'] };
  const series = seriesOf('2026-03-02T09:00:00Z', weekly);

  it.each([
    ['2026-01-01T00:00:00Z', undefined, '2026-03-02T09:00'],
    ['2026-03-02T09:00:00Z', undefined, '2026-03-09T09:00'],
    ['2026-03-02T09:00:00.001Z', '2026-03-02T09:00', '2026-03-09T09:00'],
    ['2026-03-15T00:00:00Z', '2026-03-09T09:00', '2026-03-18T08:00'],
    ['2026-03-20T00:00:00Z', '2026-03-18T08:00', '2026-03-23T09:00'],
    ['2026-03-30T09:00:00Z', '2026-03-23T09:00', undefined],
    ['9000-01-01T00:00:00Z', '2026-03-30T09:00', undefined],
  ])('%s', (moment, previous, next) => {
    expect([time(series.previousStart(Date.parse(moment))), time(series.nextStart(Date.parse(moment)))]).toEqual([
      previous,
      next,
    ]);
  });

  it('the first of all is after minus infinity, the last of all before infinity', () => {
    expect(time(series.nextStart(Number.NEGATIVE_INFINITY))).toBe('2026-03-02T09:00');
    expect(time(series.previousStart(Number.POSITIVE_INFINITY))).toBe('2026-03-30T09:00');
  });

  it('what is taken out, or at another time, is not an occurrence', () => {
    const has = (at: string) => series.has(Date.parse(at));
    expect([has('2026-03-09T09:00:00Z'), has('2026-03-18T08:00:00Z')]).toEqual([true, true]);
    expect([has('2026-03-16T09:00:00Z'), has('2026-03-09T09:00:01Z'), has('2026-04-06T09:00:00Z')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('29 February is found over eight years', () => {
    const leap = seriesOf('2096-02-29T09:00:00Z', { freq: 'yearly' });
    expect(time(leap.nextStart(Date.parse('2097-01-01')))).toBe('2104-02-29T09:00');
    expect(time(leap.previousStart(Date.parse('2104-02-29')))).toBe('2096-02-29T09:00');
  });

  it('a rule that is taken out by itself has none', () => {
    const none = seriesOf('2026-03-02T09:00:00Z', { freq: 'daily', exrules: [{ freq: 'daily' }] });
    expect([none.nextStart(0), none.previousStart(Date.parse('2027-01-01'))]).toEqual([undefined, undefined]);
  });
});

describe('the last start', () => {
  // biome-ignore format: a table
  it.each<[string, Recurrence, string | null, string | null]>([
    ['of an endless rule is null', { freq: 'daily' }, null, null],
    ['of a rule with UNTIL is the last before it', { freq: 'weekly', until: '2026-03-20' }, '2026-03-16T09:00', null],
    ['of a rule with COUNT is kept', { freq: 'daily', count: 3, exdates: ['2026-03-04'] }, '2026-03-04T09:00', '2026-03-04T09:00'],
    ['may be an rdate', { freq: 'daily', count: 3, rdates: ['2027-01-01'] }, '2027-01-01T09:00', '2026-03-04T09:00'],
    ['without a rule is the last rdate', { rdates: ['2027-01-01', '2026-05-01'] }, '2027-01-01T09:00', null],
    ['of several rules is the last of all', { freq: 'daily', count: 3, rules: [{ freq: 'yearly', count: 2 }] }, '2027-03-02T09:00', '2026-03-04T09:00'],
    ['is null if one of them is endless', { freq: 'daily', count: 3, rules: [{ freq: 'yearly' }] }, null, '2026-03-04T09:00'],
  ])('%s', (_name, rule, last, kept) => {
    const series = seriesOf('2026-03-02T09:00:00Z', rule);
    expect([time(finish(series.lastStart(unbounded()))), time(finish(series.countEnd(unbounded())))]).toEqual([last, kept]);
  });

  it('a hundred thousand hours are counted once, and then any day costs a few steps', () => {
    const rule: Recurrence = { freq: 'hourly', count: 100_000 };
    const lastStart = finish(seriesOf('2020-01-01T00:00:00Z', rule, BERLIN).countEnd(new Budget()));
    // From 01:00 in Berlin: 99,999 hours and the 12 that the clocks have skipped until then; what comes twice counts once.
    expect(time(lastStart)).toBe('2031-05-30T02:00');
    const series = seriesOf('2020-01-01T00:00:00Z', rule, BERLIN, { lastStart });
    const budget = new Budget();
    for (const day of ['2020-01-05', '2026-06-01', '2031-05-29'])
      expect(finish(series.starts(Date.parse(day), Date.parse(day) + DAY, budget))).toHaveLength(24);
    expect(finish(series.starts(Date.parse('2031-05-31'), Date.parse('2031-06-30'), budget))).toEqual([]);
    expect(budget.spent).toBeLessThan(200);
  });
});

describe('whatever is stored', () => {
  const number = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(0), fc.constant(1e9));
  const list = fc.array(number, { maxLength: 5 });
  const text = fc.constantFrom(
    '9999-12-31T23:59:59',
    '0001-01-01',
    '0001-01-01T00:00:00+14:00',
    'no date',
    '2026-02-30',
    '2026-03-05',
  );
  const texts = fc.array(text, { maxLength: 4 });
  // biome-ignore format: a table
  const rule = fc.record(
    {
      freq: fc.constantFrom('secondly', 'minutely', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'sometimes'),
      interval: number, count: number, until: text, wkst: fc.constantFrom('MO', 'XX'),
      byday: fc.array(fc.constantFrom('MO', '99MO', '-54FR', 'XX', ''), { maxLength: 3 }),
      bymonth: list, bymonthday: list, byyearday: list, byweekno: list,
      byhour: list, byminute: list, bysecond: list, bysetpos: list,
    },
    { requiredKeys: ['freq'] },
  );
  const recurrence = fc
    .record({ rule, rdates: texts, exdates: texts, exrules: fc.array(rule, { maxLength: 1 }) })
    .map(({ rule: main, ...more }) => ({ ...main, ...more }) as unknown as Recurrence);

  it('a series can be expanded, without an error and in order', () => {
    const start = fc.constantFrom('2026-03-02T09:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z');
    const zone = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Nowhere/None');
    fc.assert(
      fc.property(recurrence, start, zone, fc.boolean(), (given, at, name, allDay) => {
        const day = Math.floor(Date.parse(at) / DAY) * DAY;
        const series = seriesOf(at, given, name, { lastStart: day + 3 * DAY, ...(allDay && { allDay, start: day }) });
        for (const [from, before] of [
          [day - DAY, day + 2 * DAY],
          [Date.parse('9999-12-30'), Date.parse('9999-12-31') + 3 * DAY],
        ] as const) {
          const found = finish(series.starts(from, before, new Budget(1e9, 1e9)));
          expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        }
        series.has(day);
      }),
      { seed: 5545, numRuns: 300 },
    );
  });
});

describe('reminders are found with pauses', () => {
  const event = {
    ...{ id: 'x', title: 'x', location: null, start_at: '2026-03-02T09:00:00Z', end_at: '2026-03-02T10:00:00Z' },
    ...{
      all_day: false,
      start_date: null,
      end_date: null,
      timezone: null,
      overrides: null,
      status: 'confirmed' as const,
    },
    ...{ calendar_name: 'default', reminders: [{ type: 'notification', minutes_before: 5 }], deleted_at: null },
  };
  const pausesOf = (work: Generator) => [...work].length;

  it('of a series whose further rules have to be counted', () => {
    const recurrence = { freq: 'daily' as const, rules: [{ freq: 'minutely' as const, count: 20_000 }] };
    expect(pausesOf(ReminderTimes.of({ ...event, recurrence }, 'UTC', null))).toBeGreaterThan(10);
  });

  it('of a series with many changed occurrences', () => {
    const days = Array.from({ length: 50 }, (_, day) => formatTime(Date.parse(event.start_at) + day * DAY));
    const overrides = Object.fromEntries(days.map((id) => [id, { title: 'Other' }]));
    const series = { ...event, recurrence: { freq: 'daily' as const }, overrides };
    expect(pausesOf(ReminderTimes.of(series, 'UTC', null))).toBeGreaterThan(40);
  });

  it('of an event with many reminders', () => {
    const reminders = Array.from({ length: 50 }, (_, minute) => ({ type: 'notification', minutes_before: minute }));
    const times = finish(ReminderTimes.of({ ...event, recurrence: { freq: 'daily' }, reminders }, 'UTC', null));
    expect(pausesOf(times.next(Date.parse('2026-06-01')))).toBeGreaterThan(40);
  });
});
