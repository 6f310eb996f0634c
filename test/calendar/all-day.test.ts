// All-day events are dates: how they are written, and that they are on their dates in every time zone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { event, refused, standing } from '../support/records.ts';
import { type Scenario, scenarios } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BERLIN = 'Europe/Berlin';
const made = (start_at: string | null, end_at: string | null, start_date: string | null, end_date: string | null) => ({
  data: { start_at, end_at, start_date, end_date },
});
const day = (date: string) => `${date}T00:00:00Z`;

/** New all-day events: [what, what is sent, start_at, end_at, start_date, end_date]. */
// biome-ignore format: a table
const written: [what: string, sent: object, start: string, end: string | null, first: string, after: string][] = [
  ['a date', { start_at: '2026-05-10' }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['a date in a time zone of its own', { start_at: '2026-05-10', timezone: 'Pacific/Kiritimati' }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['start_date', { start_date: '2026-05-10' }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['start_date and end_date', { start_date: '2026-11-12', end_date: '2026-11-20' }, day('2026-11-12'), day('2026-11-20'), '2026-11-12', '2026-11-20'],
  ['dates as start_at and end_at, the end exclusive', { start_at: '2026-11-12', end_at: '2026-11-20' }, day('2026-11-12'), day('2026-11-20'), '2026-11-12', '2026-11-20'],
  ['an end on the date of the start as one day', { start_at: '2026-05-10', end_at: '2026-05-10' }, day('2026-05-10'), day('2026-05-10'), '2026-05-10', '2026-05-11'],
  ['an end on the date of a start with a time as one day', { start_at: '2026-06-05T15:00:00Z', end_at: '2026-06-05' }, '2026-06-05T15:00:00Z', day('2026-06-06'), '2026-06-05', '2026-06-06'],
  ['an end on the day after a start with a time as one day', { start_at: '2026-06-05T15:00:00Z', end_at: '2026-06-06' }, '2026-06-05T15:00:00Z', day('2026-06-06'), '2026-06-05', '2026-06-06'],
  ['an end whose midnight in UTC is before the start', { start_at: '2026-05-10T23:30:00-10:00', end_at: '2026-05-11' }, '2026-05-11T09:30:00Z', '2026-05-11T09:30:00Z', '2026-05-10', '2026-05-11'],
  ['a time with an offset, of which the written date counts', { start_at: '2026-05-10T00:00:00+14:00' }, '2026-05-09T10:00:00Z', null, '2026-05-10', '2026-05-11'],
  ['a time with a negative offset', { start_at: '2026-05-10T23:30:00-10:00' }, '2026-05-11T09:30:00Z', null, '2026-05-10', '2026-05-11'],
  ['a time without an offset, in the zone of the event', { start_at: '2026-05-10T00:00:00', timezone: BERLIN }, '2026-05-09T22:00:00Z', null, '2026-05-10', '2026-05-11'],
  ['midnights of a time zone', { start_at: '2026-05-10T00:00:00+02:00', end_at: '2026-05-12T00:00:00+02:00' }, '2026-05-09T22:00:00Z', '2026-05-11T22:00:00Z', '2026-05-10', '2026-05-12'],
  ['the last second of a day as an end on that day', { start_at: '2026-05-10T00:00:00', end_at: '2026-05-11T23:59:59' }, day('2026-05-10'), '2026-05-11T23:59:59Z', '2026-05-10', '2026-05-12'],
  ['hours of one day', { start_at: '2026-05-10T09:00:00Z', end_at: '2026-05-10T17:00:00Z' }, '2026-05-10T09:00:00Z', '2026-05-10T17:00:00Z', '2026-05-10', '2026-05-11'],
  ['start_date with the midnight of an offset in UTC, as it is served', { start_date: '2026-05-10', start_at: '2026-05-09T22:00:00Z' }, '2026-05-09T22:00:00Z', null, '2026-05-10', '2026-05-11'],
  ['start_date with a time on that date in the zone of the event', { start_date: '2026-05-10', start_at: '2026-05-11T03:30:10Z', timezone: 'America/New_York' }, '2026-05-11T03:30:10Z', null, '2026-05-10', '2026-05-11'],
  ['start_date with a time that is written on that date', { start_date: '2026-05-10', start_at: '2026-05-10T23:30:10-10:00' }, '2026-05-11T09:30:10Z', null, '2026-05-10', '2026-05-11'],
  ['all four, as they are served', { start_date: '2026-05-10', start_at: '2026-05-09T22:00:00Z', end_date: '2026-05-12', end_at: '2026-05-11T22:00:00Z' }, '2026-05-09T22:00:00Z', '2026-05-11T22:00:00Z', '2026-05-10', '2026-05-12'],
  ['an end_date with a time of day on the last day', { start_date: '2026-05-10', end_date: '2026-05-12', end_at: '2026-05-11T23:59:59Z' }, day('2026-05-10'), '2026-05-11T23:59:59Z', '2026-05-10', '2026-05-12'],
];

/** Changes: [what, the event before, what is sent, start_at, end_at, start_date, end_date]. */
// biome-ignore format: a table
const changed: [what: string, before: object, sent: object, start: string, end: string | null, first: string | null, after: string | null][] = [
  ['a moved start of one day takes its end with it', { all_day: true, start_at: '2026-05-10' }, { start_at: '2026-06-01' }, day('2026-06-01'), null, '2026-06-01', '2026-06-02'],
  ['a moved start_date', { all_day: true, start_at: '2026-05-10' }, { start_date: '2026-06-01' }, day('2026-06-01'), null, '2026-06-01', '2026-06-02'],
  ['a new end_date', { all_day: true, start_at: '2026-05-10' }, { end_date: '2026-05-13' }, day('2026-05-10'), day('2026-05-13'), '2026-05-10', '2026-05-13'],
  ['an end on the date of a start with a time', { all_day: true, start_at: '2026-06-05T15:00:00Z' }, { end_at: '2026-06-05' }, '2026-06-05T15:00:00Z', day('2026-06-06'), '2026-06-05', '2026-06-06'],
  ['a start with a time beside an end on its date', { all_day: true, start_at: '2026-06-05', end_at: '2026-06-05' }, { start_at: '2026-06-07T15:00:00Z' }, '2026-06-07T15:00:00Z', day('2026-06-08'), '2026-06-07', '2026-06-08'],
  ['an end taken away', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { end_at: null }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['an end_date taken away', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { end_date: null }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['what was read and is sent back changes nothing', { all_day: true, start_at: '2026-05-10T00:00:00+02:00' }, { start_at: '2026-05-09T22:00:00Z', start_date: '2026-05-10', end_at: null, end_date: '2026-05-11' }, '2026-05-09T22:00:00Z', null, '2026-05-10', '2026-05-11'],
  ['what was read, with another start_at', { all_day: true, start_at: '2026-05-10' }, { start_at: '2026-05-11', start_date: '2026-05-10', end_at: null, end_date: '2026-05-11' }, day('2026-05-11'), null, '2026-05-11', '2026-05-12'],
  ['a date whose midnight is the stored moment', { all_day: true, start_at: '2026-05-09T22:00:00Z', timezone: BERLIN }, { start_at: '2026-05-10' }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['another title leaves the dates', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { title: 'Trip' }, day('2026-05-10'), day('2026-05-13'), '2026-05-10', '2026-05-13'],
  ['a moved start_at of several days takes its end with it', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { start_at: '2026-05-20' }, day('2026-05-20'), day('2026-05-23'), '2026-05-20', '2026-05-23'],
  ['a moved start_date of several days too', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-12T23:59:59' }, { start_date: '2026-05-20' }, day('2026-05-20'), '2026-05-22T23:59:59Z', '2026-05-20', '2026-05-23'],
  ['a moved start with its end', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { start_at: '2026-05-20', end_at: '2026-05-21' }, day('2026-05-20'), day('2026-05-21'), '2026-05-20', '2026-05-21'],
  ['all_day put on a time is its date in the zone of the event', { start_at: '2026-05-10T23:00:00Z', timezone: BERLIN }, { all_day: true }, day('2026-05-11'), day('2026-05-12'), '2026-05-11', '2026-05-12'],
  ['all_day put on a time is its date in the zone of the service', { start_at: '2026-05-10T23:00:00Z' }, { all_day: true }, day('2026-05-10'), day('2026-05-11'), '2026-05-10', '2026-05-11'],
  ['all_day put on times of two days', { start_at: '2026-05-10T20:00:00Z', end_at: '2026-05-11T06:00:00Z' }, { all_day: true }, day('2026-05-10'), day('2026-05-12'), '2026-05-10', '2026-05-12'],
  ['all_day put on a moment without an end', { start_at: '2026-05-10T20:00:00Z', end_at: null }, { all_day: true }, day('2026-05-10'), null, '2026-05-10', '2026-05-11'],
  ['all_day put on a time, with another day, keeps the number of days', { start_at: '2026-05-10T20:00:00Z', end_at: '2026-05-11T06:00:00Z' }, { all_day: true, start_date: '2026-05-20' }, day('2026-05-20'), day('2026-05-22'), '2026-05-20', '2026-05-22'],
  ['all_day put on a time, with another end', { start_at: '2026-05-10T20:00:00Z' }, { all_day: true, end_date: '2026-05-13' }, day('2026-05-10'), day('2026-05-13'), '2026-05-10', '2026-05-13'],
  ['all_day taken away from several days', { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }, { all_day: false }, day('2026-05-10'), day('2026-05-13'), null, null],
  ['all_day taken away with another end', { all_day: true, start_at: '2026-05-10' }, { all_day: false, end_at: '2026-05-10T09:00:00Z' }, day('2026-05-10'), '2026-05-10T09:00:00Z', null, null],
  ['all_day taken away is midnight in the zone of the event', { all_day: true, start_at: '2026-05-10', timezone: BERLIN }, { all_day: false }, '2026-05-09T22:00:00Z', '2026-05-10T22:00:00Z', null, null],
  ['all_day taken away with the same time', { all_day: true, start_at: '2026-05-10T09:00:00Z' }, { all_day: false, start_at: '2026-05-10T09:00:00Z' }, '2026-05-10T09:00:00Z', '2026-05-10T10:00:00Z', null, null],
  ['all_day put on a time that is sent too takes its written date', { start_at: '2026-05-10T23:00:00Z', timezone: BERLIN }, { all_day: true, start_at: '2026-05-10T23:00:00Z', end_at: null, start_date: null, end_date: null }, '2026-05-10T23:00:00Z', null, '2026-05-10', '2026-05-11'],
  ['a new end beside a start that was only sent back', { all_day: true, start_at: '2026-05-10T00:00:00+02:00' }, { start_at: '2026-05-09T22:00:00Z', end_at: '2026-05-12' }, '2026-05-09T22:00:00Z', day('2026-05-12'), '2026-05-10', '2026-05-12'],
  ['all_day taken away with a time', { all_day: true, start_at: '2026-05-10' }, { all_day: false, start_at: '2026-05-10T09:00:00Z' }, '2026-05-10T09:00:00Z', '2026-05-10T10:00:00Z', null, null],
];

// biome-ignore format: a table
scenarios('an all-day event', [
  ...written.map(([what, sent, ...times]): Scenario => (
    { name: `takes ${what}`, ask: ['POST', '/events', { title: 'Day', all_day: true, ...sent }], status: 201, body: made(...times), events: ['event.created'] })),
  ...changed.map(([what, before, sent, ...times]): Scenario => (
    { name: what, given: standing(event, before), ask: ['PATCH', '/events/{id}', sent], status: 200, body: made(...times), events: ['event.updated'] })),
  ...refused(event, [
    ['a start_date that does not exist', { all_day: true, start_date: '2026-02-30' }, 'start_date', 'existing'],
    ['an end_date with a time', { all_day: true, end_date: '2026-02-18T00:00:00Z' }, 'end_date', 'without a time of day, such as 2026-02-18'],
    ['a start_date in words', { all_day: true, start_date: '10.05.2026' }, 'start_date', '(10.05.2026) must be an existing date such as 2026-02-17'],
    ['an end_date on the start_date', { all_day: true, start_date: '2026-02-17', end_date: '2026-02-17' }, 'end_date', 'the day after the last one'],
    ['an end before the start', { all_day: true, start_at: '2026-06-10', end_at: '2026-06-09' }, 'end_at', 'must not be before'],
    ['a start_date and a start_at that are days apart', { all_day: true, start_date: '2026-01-10', start_at: '2026-01-13' }, 'start_date', 'different days'],
    ['a start_date and a start_at that are one day apart', { all_day: true, start_date: '2026-05-10', start_at: '2026-05-11' }, 'start_date', 'different days'],
    ['a start_date and a time on the day after', { all_day: true, start_date: '2026-05-10', start_at: '2026-05-11T09:00:00Z' }, 'start_date', 'different days'],
    ['a start_date and a time on another day in the zone of the event', { all_day: true, start_date: '2026-05-10', start_at: '2026-05-09T12:30:10Z', timezone: BERLIN }, 'start_date', 'different days'],
    ['an end_date and an end_at that are one day apart', { all_day: true, start_at: '2026-05-10', end_date: '2026-05-13', end_at: '2026-05-14' }, 'end_date', 'different days'],
    ['the last day of all', { all_day: true, start_at: '9999-12-31', end_at: null }, 'start_at', '9999-12-30'],
  ]),
  ...(['start_date', 'start_at'] as const).map((field): Scenario => (
    { name: `${field} of several days that moves the end behind the year 9999 is refused`, given: standing(event, { all_day: true, start_at: '2026-05-10', end_at: '2026-05-13' }), ask: ['PATCH', '/events/{id}', { [field]: '9999-12-30' }], status: 400, error: 'VALIDATION_ERROR', field, faults: [field], says: '9999-12-30', events: [] })),
  { name: 'the last day of all as start_date is refused', ask: ['POST', '/events', { title: 'Day', all_day: true, start_date: '9999-12-31' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_date', faults: ['start_date'], says: '9999-12-30', events: [] },
  { name: 'an earlier time than the start on its date is refused', ask: ['POST', '/events', { title: 'Day', all_day: true, start_at: '2026-06-05T15:00:00Z', end_at: '2026-06-05T14:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at', says: 'must not be before', events: [] },
  { name: 'a PATCH with an earlier time than the start on its date is refused', given: standing(event, { all_day: true, start_at: '2026-06-05T15:00:00Z' }), ask: ['PATCH', '/events/{id}', { end_at: '2026-06-05T14:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at', says: 'must not be before', events: [] },
  ...(['start_date', 'end_date'] as const).map((field): Scenario => (
    { name: `a time with ${field} is refused`, ask: ['POST', '/events', { ...event.least, [field]: '2026-02-17' }], status: 400, error: 'VALIDATION_ERROR', field, faults: [field], says: 'all_day: true', events: [] })),
  { name: 'start_date alone without all_day is refused', ask: ['POST', '/events', { title: 'Day', start_date: '2026-02-17' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_date', faults: ['start_date'], events: [] },
  { name: 'times without an offset are read in the zone of the event', ask: ['POST', '/events', { title: 'Call', start_at: '2026-07-01T09:00', end_at: '2026-07-01T10:00', timezone: 'America/New_York' }], status: 201, body: { data: { start_at: '2026-07-01T13:00:00Z', end_at: '2026-07-01T14:00:00Z' } }, events: ['event.created'] },
  { name: 'a PATCH reads them in the zone that the event has', given: standing(event, { timezone: 'America/New_York' }), ask: ['PATCH', '/events/{id}', { start_at: '2026-01-01T09:00' }], status: 200, body: { data: { start_at: '2026-01-01T14:00:00Z' } }, events: ['event.updated'] },
]);

/** Days that begin at one o'clock in one of these zones, days on which clocks change, and an ordinary one. */
const DAYS = ['2026-03-08', '2026-03-29', '2026-04-24', '2026-05-10', '2026-09-06', '2026-10-25', '2026-11-01'];
const ZONES = [
  'UTC',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
  BERLIN,
  'Pacific/Kiritimati',
  'Etc/GMT%2B12',
];
const add = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

type Shown = { id: string; title: string; start_date: string; end_date: string; recurrence_id?: string };

describe.each(['UTC', 'America/Santiago', 'Pacific/Kiritimati'])('with --timezone %s an all-day event', (timezone) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ timezone });
    const make = async (body: object) => {
      const { status, text } = await service.ask('POST', '/events', { title: 'x', all_day: true, ...body });
      if (status !== 201) throw new Error(text);
    };
    for (const date of DAYS) await make({ title: 'single', start_at: date, calendar_name: 'single' });
    await make({ title: 'long', start_at: '2026-03-01', end_at: '2026-11-30', calendar_name: 'long' });
    for (const date of ['2026-05-09', '2026-05-10', '2026-05-11']) {
      await make({ title: 'all', start_at: date, calendar_name: 'order' });
      for (const hour of ['03', '10', '11', '17', '23'])
        await make({ title: 'at', all_day: false, start_at: `${date}T${hour}:30:00Z`, calendar_name: 'order' });
    }
    for (const zone of [null, BERLIN, 'America/Santiago'])
      await make({
        start_at: '2026-01-01',
        end_at: '2026-01-03',
        timezone: zone,
        calendar_name: `two days ${zone}`,
        recurrence: { freq: 'daily', interval: 2 },
      });
  });
  afterAll(() => service.end());

  const shown = async (query: string) => {
    const { status, body, text } = await service.ask(
      'GET',
      `/events?${query.includes('limit=') ? '' : 'limit=500&'}${query}`,
    );
    expect([status, text]).toEqual([200, expect.any(String)]);
    return (body as { data: Shown[] }).data;
  };

  it.each(ZONES)('is on its date in tz=%s and on no other', async (tz) => {
    for (const date of DAYS)
      for (const expand of [true, false]) {
        const titles = async (query: string) =>
          (await shown(`${query}&calendar_name=single&tz=${tz}&expand=${expand}`)).map((one) => one.start_date);
        expect([date, expand, await titles(`date=${date}`)]).toEqual([date, expand, [date]]);
        expect([date, expand, await titles(`date=${add(date, 1)}`)]).toEqual([date, expand, []]);
        expect([date, expand, await titles(`date=${add(date, -1)}`)]).toEqual([date, expand, []]);
        expect([date, expand, await titles(`from=${date}&to=${date}`)]).toEqual([date, expand, [date]]);
        expect([date, expand, await titles(`from=${add(date, 1)}&to=${add(date, 2)}`)]).toEqual([date, expand, []]);
      }
  });

  it.each(ZONES)('runs on every day of its span in tz=%s', async (tz) => {
    for (const [date, count] of [
      ...DAYS.map((one) => [one, 1] as const),
      ['2026-02-28', 0],
      ['2026-11-30', 0],
    ] as const)
      for (const expand of [true, false])
        expect([date, (await shown(`date=${date}&calendar_name=long&tz=${tz}&expand=${expand}`)).length]).toEqual([
          date,
          count,
        ]);
  });

  it.each(ZONES)('is every second day for two days as a series in tz=%s', async (tz) => {
    for (const zone of [null, BERLIN, 'America/Santiago']) {
      const days = await shown(
        `expand=true&from=2026-03-01&to=2026-12-01&tz=${tz}&calendar_name=${encodeURIComponent(`two days ${zone}`)}`,
      );
      // 1 January is the first; 60 days later is 2 March, and the one before reaches into 1 March.
      const starts = Array.from({ length: 139 }, (_, index) => add('2026-02-28', 2 * index));
      expect(days.map((one) => one.start_date)).toEqual(starts);
      expect(days.map((one) => one.end_date)).toEqual(starts.map((one) => add(one, 2)));
      expect(days.map((one) => one.recurrence_id)).toEqual(starts);
    }
  });

  it.each([undefined, ...ZONES])(
    'comes first on its day in lists by start, tz=%s, on whole lists and on pages',
    async (tz) => {
      const listed = async (query: string) =>
        (await shown(`calendar_name=order${tz ? `&tz=${tz}` : ''}&${query}`)).map(({ id }) => id);
      const expected = await listed('expand=true&from=2026-05-01&to=2026-05-31');
      expect(expected).toHaveLength(18);
      expect(await listed('')).toEqual(expected);
      expect(await listed('order=desc')).toEqual(expected.toReversed());
      const pagesOf = async (query: string) => {
        const pages = [0, 5, 10, 15].map((offset) => listed(`limit=5&${query}&offset=${offset}`));
        return (await Promise.all(pages)).flat();
      };
      for (const query of ['', 'search=a', 'from=2026-05-01'])
        expect([query, await pagesOf(query)]).toEqual([query, expected]);
      // Pages with many events around them, and those beside them with few.
      for (const many of [0, 9]) {
        await withLimit(many, async () => {
          expect([many, await pagesOf('')]).toEqual([many, expected]);
          expect([many, await pagesOf('order=desc')]).toEqual([many, expected.toReversed()]);
          expect([many, await pagesOf('search=a')]).toEqual([many, expected]);
        });
      }
    },
  );

  it('begins at midnight of tz where from and to are times', async () => {
    const at = async (query: string) =>
      (await shown(`calendar_name=single&${query}`)).map((one) => one.start_date).join();
    // Midnight of 10 May in Berlin, in Kiritimati, and the first moment of 6 September in Santiago.
    expect(await at(`tz=${BERLIN}&from=2026-05-09T22:00:00Z&to=2026-05-09T22:00:00Z`)).toBe('2026-05-10');
    expect(await at(`tz=${BERLIN}&from=2026-05-09T22:00:01Z&to=2026-05-20T00:00:00Z`)).toBe('');
    expect(await at('tz=Pacific/Kiritimati&from=2026-05-09T10:00:00Z&to=2026-05-09T10:00:00Z')).toBe('2026-05-10');
    expect(await at('tz=America/Santiago&from=2026-09-06T04:00:00Z&to=2026-09-06T04:00:00Z')).toBe('2026-09-06');
    expect(await at('tz=America/Santiago&from=2026-09-06T04:00:00.001Z&to=2026-09-08T04:00:00Z')).toBe('');
  });
});

/** Does this while more than so many events around a page are put in order by the database. */
async function withLimit(rows: number, work: () => Promise<void>): Promise<void> {
  const changed = limits as { rowsInLocalOrder: number };
  const usual = changed.rowsInLocalOrder;
  changed.rowsInLocalOrder = rows;
  try {
    await work();
  } finally {
    changed.rowsInLocalOrder = usual;
  }
}
