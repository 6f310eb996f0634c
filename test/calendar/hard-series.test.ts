// Series at the edges of what can be expanded, in one calendar with an ordinary one: every list answers, whatever its day
// and time zone; what cannot be expanded is refused when it is stored; a record that another program has damaged is left
// out and hinders no other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  for (const { title, ...more } of ACCEPTED) await add(title, more);
});
afterAll(() => service.end());

const WEST = 'America/Santiago';
const EAST = 'Pacific/Kiritimati';

// biome-ignore format: a table
const ACCEPTED: { title: string; [field: string]: unknown }[] = [
  { title: 'every day', start_at: '2026-03-02T09:00:00Z', recurrence: { freq: 'daily' } },
  { title: 'until the end of 9999 in the west', start_at: '2026-03-02T09:00:00', timezone: WEST, recurrence: { freq: 'daily', until: '9999-12-31T23:59:59' } },
  { title: 'until the end of 9999 in the east', start_at: '2026-03-02T09:00:00', timezone: EAST, recurrence: { freq: 'daily', until: '9999-12-31' } },
  { title: 'a further date in year 1, before UTC has it', start_at: '2026-03-02T09:00:00', timezone: EAST, recurrence: { freq: 'daily', rdates: ['0001-01-01', '0001-01-01T00:00:00'] } },
  { title: 'from the first day on', start_at: '0001-01-01', all_day: true, recurrence: { freq: 'yearly' } },
  { title: 'up to the last day', start_at: '9999-12-30T09:00:00', timezone: WEST, recurrence: { freq: 'daily' } },
  { title: 'a hundred thousand hours', start_at: '2020-01-01T00:00:00Z', end_at: '2020-01-01T00:30:00Z', recurrence: { freq: 'hourly', count: 100_000 } },
  { title: 'the 53rd Friday', start_at: '2020-12-25T09:00:00Z', recurrence: { freq: 'yearly', byday: ['53FR'] } },
  { title: 'week 53', start_at: '2020-12-28T09:00:00Z', recurrence: { freq: 'yearly', byweekno: [53], byday: ['MO'] } },
];

async function add(title: string, fields: object): Promise<string> {
  const { status, body } = await service.ask('POST', '/events', { title, calendar_name: 'edge', ...fields });
  expect([title, status]).toEqual([title, 201]);
  return (body as { data: { id: string } }).data.id;
}

async function totals(query: string): Promise<Record<string, number>> {
  const { status, body } = await service.ask('GET', `/events?expand=true&limit=500&${query}`);
  expect([query, status]).toEqual([query, 200]);
  const { data } = body as { data: { title: string }[] };
  return Object.fromEntries([...Map.groupBy(data, ({ title }) => title)].map(([title, all]) => [title, all.length]));
}

const DATES = ['0001-01-01', '0001-01-02', '1969-12-31', '2026-03-29', '2026-09-06', '9999-12-30', '9999-12-31'];

it.each(DATES.flatMap((date) => ['UTC', WEST, EAST].map((tz) => [date, tz])))(
  '%s in %s is listed',
  async (date, tz) => {
    const all = await totals(`date=${date}&tz=${tz}`);
    expect(all['from the first day on'] ?? 0).toBe(date === '0001-01-01' ? 1 : 0);
    for (const title of ['every day', 'until the end of 9999 in the west', 'until the end of 9999 in the east'])
      if (date?.startsWith('2026')) expect([title, all[title]]).toEqual([title, 1]);
  },
);

// The first and the last hour of 100,000, which is 11 years and 149 days later.
it.each([
  ['2019-12-31', undefined],
  ['2020-01-01', 24],
  ['2024-02-29', 24],
  ['2031-05-28', 24],
  ['2031-05-29', 16],
  ['2031-05-30', undefined],
])('the hours of %s, of a hundred thousand, are %s', async (date, count) => {
  expect((await totals(`date=${date}`))['a hundred thousand hours']).toBe(count);
});

it('a 53rd Friday and a week 53 are in the years that have one', async () => {
  const years = async (title: string) => {
    const query = `from=2021-01-01&to=2029-12-31&search=${encodeURIComponent(`"${title}"`)}`;
    const { body } = await service.ask('GET', `/events?expand=true&${query}`);
    return (body as { data: { start_at: string }[] }).data.map(({ start_at }) => start_at.slice(0, 10));
  };
  expect(await years('53rd Friday')).toEqual(['2021-12-31', '2027-12-31']);
  expect(await years('week 53')).toEqual(['2026-12-28']);
});

it('records that another program has damaged are left out of lists that have all others', async () => {
  const harm: [find: string, replace: string][] = [
    ['"freq":"daily"', '"freq":"fortnightly"'],
    ['"freq":"daily"', '"freq":"daily","interval":"x","byday":7'],
    ['"recurrence":{"freq":"daily"}', '"recurrence":7'],
    ['"timezone":"Europe/Berlin"', '"timezone":"Mars/Olympus"'],
    ['"start_at":"2026-05-01T09:00:00Z"', '"start_at":"noon"'],
  ];
  const times = { start_at: '2026-05-01T09:00:00Z', timezone: 'Europe/Berlin', recurrence: { freq: 'daily' } };
  for (const [find, replace] of harm) {
    const id = await add('damaged', times);
    await service.store.write(1, async (tx) => {
      tx.run('update events set doc = replace(doc, ?3, ?4) where user_id = ?1 and id = ?2', id, find, replace);
    });
  }
  for (const query of [
    'date=2026-05-10',
    'from=2026-05-01&to=2026-05-31',
    'date=2026-05-10&search=day',
    'date=2026-05-10&format=compact',
  ])
    expect((await service.ask('GET', `/events?expand=true&${query}`)).status).toBe(200);
  const { damaged: _, ...others } = await totals('date=2026-05-10');
  expect(others).toMatchObject({ 'every day': 1, 'a hundred thousand hours': 24 });
});
