// Recurrence rules that ask for the impossible or for more than anyone wants to see. They are refused when they make
// no sense or never come true; what is stored can be expanded, within a budget.
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import type { Victim } from './victim.ts';

const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const EVERYTHING = { byhour: all(0, 23), byminute: all(0, 59) };

/** Rules that can be written and hardly be kept. */
const RULES: [name: string, rule: Record<string, unknown>][] = [
  ['30 February', { freq: 'yearly', bymonth: [2], bymonthday: [30] }],
  ['30 February, three times', { freq: 'yearly', bymonth: [2], bymonthday: [30], count: 3 }],
  ['31 February, by the minute', { freq: 'minutely', bymonth: [2], bymonthday: [31], count: 100_000 }],
  ['the 366th day of every 100th year', { freq: 'yearly', interval: 100, byyearday: [366] }],
  ['a fifty-third Monday in a month', { freq: 'yearly', bymonth: [4], byday: ['53MO'], count: 1 }],
  ['week 53 in June', { freq: 'yearly', byweekno: [53], bymonth: [6], count: 5 }],
  ['the 366th weekday of a month', { freq: 'monthly', byday: DAYS, bysetpos: [366], count: 1 }],
  ['a minute that its steps never meet', { freq: 'minutely', interval: 60, byminute: [31], count: 1 }],
  ['an hour that its steps never meet', { freq: 'hourly', interval: 24, byhour: [5], count: 1 }],
  ['every minute for ever', { freq: 'minutely' }],
  ['every minute, a hundred thousand times', { freq: 'minutely', count: 100_000 }],
  ['every minute of every year', { freq: 'yearly', ...EVERYTHING, byyearday: all(1, 366) }],
  [
    'every minute of every year, the 366th of them',
    { freq: 'yearly', ...EVERYTHING, byyearday: all(1, 366), bysetpos: [366] },
  ],
  [
    'every part there is',
    { freq: 'yearly', ...EVERYTHING, bymonth: all(1, 12), bymonthday: all(1, 31), byday: DAYS, bysetpos: [-1] },
  ],
  ['every ten thousandth year', { freq: 'yearly', interval: 10_000, count: 100_000 }],
  ['a thousand exceptions and additions', { freq: 'daily', exdates: dates(0), rdates: dates(400) }],
  ['until the end of time', { freq: 'daily', until: '9999-12-31' }],
  ['until before it began', { freq: 'daily', until: '0001-01-01' }],
];

function dates(from: number): string[] {
  return all(from, from + limits.recurrenceDates - 1).map((day) =>
    new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10),
  );
}

const NONSENSE: [name: string, rule: unknown][] = [
  ['every second', { freq: 'secondly' }],
  ['no frequency', { interval: 2 }],
  ['a frequency that is none', { freq: 'sometimes' }],
  ['an interval of nothing', { freq: 'daily', interval: 0 }],
  ['an interval backwards', { freq: 'daily', interval: -1 }],
  ['an interval without end', { freq: 'daily', interval: 1e15 }],
  ['a count of nothing', { freq: 'daily', count: 0 }],
  ['a count without end', { freq: 'daily', count: 1e9 }],
  ['count and until', { freq: 'daily', count: 1, until: '2026-12-31' }],
  ['a month 13', { freq: 'yearly', bymonth: [13] }],
  ['a day 0', { freq: 'monthly', bymonthday: [0] }],
  ['an hour 24', { freq: 'daily', byhour: [24] }],
  ['a weekday that is none', { freq: 'weekly', byday: ['XX'] }],
  ['a weekday 0MO', { freq: 'monthly', byday: ['0MO'] }],
  ['a weekday 99MO', { freq: 'yearly', byday: ['99MO'] }],
  ['lists that are empty', { freq: 'daily', byhour: [] }],
  ['a list of a million', { freq: 'daily', byhour: Array.from({ length: 1_000_000 }, () => 1) }],
  ['ten thousand exceptions', { freq: 'daily', exdates: Array.from({ length: 10_000 }, () => '2026-02-17') }],
  ['an unknown part', { freq: 'daily', bysecond: [1] }],
  ['text', 'FREQ=DAILY'],
  ['a list', [{ freq: 'daily' }]],
];

export function hostileSeries(victim: () => Victim): void {
  const asked = async (query: string) => {
    const path = `/events?expand=true&limit=500&calendar_name=series&${query}`;
    const { status, body } = await victim().cheaply(() => victim().ask('GET', path));
    return { status, titles: (body.data as unknown as { title: string }[] | undefined)?.map(({ title }) => title) };
  };

  it.each(NONSENSE)('%s is refused', async (_name, recurrence) => {
    const answer = await victim().ask('POST', '/events', { title: 'x', start_at: '2026-02-17', recurrence });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(RULES)('%s has an answer for a day, a year and all of time, since long ago', async (_name, recurrence) => {
    const calendar_name = crypto.randomUUID();
    for (const start_at of ['2020-02-17T09:00:00Z', '1900-01-01T00:00:00Z']) {
      const body = { title: 'x', start_at, timezone: 'Europe/Berlin', calendar_name, recurrence };
      const { status, body: made } = await victim().cheaply(() => victim().ask('POST', '/events', body));
      if (status !== 201) expect([status, made.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const ranges = ['date=2026-02-17', 'from=2026-01-01&to=2026-12-31', 'from=0001-01-01&to=9999-12-31'];
    for (const range of ranges) {
      const path = `/events?expand=true&calendar_name=${calendar_name}&${range}`;
      const { status, body } = await victim().cheaply(() => victim().ask('GET', path));
      expect([200, 400]).toContain(status);
      if (status === 400) expect(body.error?.code).toBe('INVALID_QUERY');
    }
  });

  describe('a calendar with all of them', () => {
    const never: Awaited<ReturnType<Victim['ask']>>[] = [];
    beforeAll(async () => {
      const { make } = victim();
      await make('/events', { title: 'dentist', start_at: '2026-02-17T09:00:00Z', calendar_name: 'series' });
      await make('/events', {
        title: 'choir',
        start_at: '2015-02-17T19:00:00Z',
        calendar_name: 'series',
        recurrence: { freq: 'weekly' },
      });
      for (const [name, recurrence] of RULES.filter(([name]) =>
        /February|Monday|week 53|weekday|never meet/.test(name),
      ))
        never.push(
          await victim().ask('POST', '/events', {
            title: name,
            start_at: '2026-01-01T09:00:00Z',
            calendar_name: 'series',
            recurrence,
          }),
        );
    });

    it('rules that never come true are refused, and hide nothing from the day', async () => {
      expect(never.length).toBeGreaterThan(5);
      for (const { status, body } of never) expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(await asked('date=2026-02-17')).toEqual({ status: 200, titles: ['dentist', 'choir'] });
    });

    it('a hundred endless series have an answer, and others are served after it', async () => {
      for (let i = 0; i < 100; i++) {
        const recurrence =
          i % 2 === 0 ? { freq: 'minutely', count: 100_000 } : { freq: 'hourly', byminute: all(0, 59) };
        await victim().make('/events', {
          title: 'endless',
          start_at: '2001-01-01T00:00:00Z',
          calendar_name: 'endless',
          recurrence,
        });
      }
      for (const range of ['date=2026-02-17', 'from=2026-01-01&to=2026-12-31']) {
        const path = `/events?expand=true&calendar_name=endless&${range}`;
        const answer = await victim().cheaply(() => victim().ask('GET', path));
        expect([200, 400]).toContain(answer.status);
      }
      expect((await asked('date=2026-02-17')).status).toBe(200);
    });
  });
}
