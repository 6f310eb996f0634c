// Events of an earlier Daybook get dates and columns at the first start: all-day events by the time zone that was stored
// with them, else by that of the service. A later start in another time zone leaves the dates and computes series anew.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consistencyProblems } from '../../../src/store/transfer/consistency.ts';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const SCHEMA = 13;
const BUCKET = 2 ** 31; // milliseconds that are counted together

const COMMON = {
  description: null,
  location: null,
  end_at: null,
  all_day: true,
  timezone: null,
  recurrence: null,
  status: 'confirmed',
  calendar_name: 'default',
  reminders: [],
  attendees: [],
  custom_fields: null,
  source: 'local',
  source_id: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  deleted_at: null,
};

// What a service in Santiago has stored for 10 May, and for others: [title, fields, start_date, end_date].
// biome-ignore format: a table
const EVENTS: [title: string, fields: object, start: string | null, end: string | null][] = [
  ['one day, midnight in Santiago', { start_at: '2026-05-10T04:00:00Z' }, '2026-05-10', '2026-05-11'],
  ['one day, midnight in Berlin', { start_at: '2026-05-09T22:00:00Z', timezone: 'Europe/Berlin' }, '2026-05-10', '2026-05-11'],
  ['three days in Kiritimati', { start_at: '2026-05-09T10:00:00Z', end_at: '2026-05-12T10:00:00Z', timezone: 'Pacific/Kiritimati' }, '2026-05-10', '2026-05-13'],
  ['until the last second', { start_at: '2026-05-10T04:00:00Z', end_at: '2026-05-12T03:59:59Z' }, '2026-05-10', '2026-05-12'],
  ['the first day of a month of buckets', { start_at: '1970-01-01T03:00:00Z' }, '1970-01-01', '1970-01-02'],
  ['every week', { start_at: '2026-05-10T04:00:00Z', recurrence: { freq: 'weekly', count: 3 } }, '2026-05-10', '2026-05-11'],
  ['timed', { start_at: '2026-05-10T09:00:00Z', end_at: '2026-05-10T10:00:00Z', all_day: false }, null, null],
  ['timed series', { start_at: '2026-05-10T09:00:00Z', all_day: false, recurrence: { freq: 'daily', until: '2026-05-12' } }, null, null],
];

const id = (index: number) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d${10 + index}`;

let place: string;
let service: TestService;

beforeAll(async () => {
  const rows = EVENTS.map(([title, fields], index) => {
    const record: Record<string, unknown> = { id: id(index), title, ...COMMON, ...fields };
    const start = Date.parse(record.start_at as string);
    const doc = JSON.stringify(record).replaceAll("'", "''");
    return [
      `insert into events (user_id, id, handle, seq, doc, source, created_at, updated_at, start_at, title, calendar_name, status, recurrence)
        values (1, '${id(index)}', '${id(index).slice(-10)}', ${index + 1}, '${doc}', 'local', 1, 1, ${start}, '${title}', 'default', 'confirmed', ${record.recurrence ? 1 : 0})`,
      `insert into changes (user_id, seq, event, at, record_id, doc) values (1, ${index + 1}, 'event.created', 1, '${id(index)}', '${doc}')`,
    ];
  });
  place = await databaseOfSchema(SCHEMA, [
    "insert into users (name, created_at) values ('owner', 1)",
    `insert into logs (user_id, seq, pruned_seq) values (1, ${EVENTS.length}, 0)`,
    ...rows.flat(),
    "insert into events_tally select 1, 0, 'default', 'confirmed', 'local', count(*) from events",
    `insert into events_time_tally (user_id, bucket, n)
      select 1, (start_at - ((start_at % ${BUCKET}) + ${BUCKET}) % ${BUCKET}) / ${BUCKET}, count(*) from events group by 2`,
  ]);
  service = await startTestService({ database: place, timezone: 'America/Santiago' });
});
afterAll(() => service.stop());

type Shown = { title: string; start_date: string; end_date: string };

async function shown(query: string): Promise<Shown[]> {
  return ((await service.ask('GET', `/events?limit=100&${query}`)).body as { data: Shown[] }).data;
}

const titles = async (query: string) => (await shown(query)).map(({ title }) => title).sort();

async function expectPlaces(): Promise<void> {
  const all = await shown('sort=created_at');
  expect(all.map(({ title, start_date, end_date }) => [title, start_date, end_date])).toEqual(
    EVENTS.map(([title, , start, end]) => [title, start, end]),
  );
  for (const tz of ['UTC', 'America/Santiago', 'Pacific/Kiritimati']) {
    expect(await titles(`expand=true&date=2026-05-12&tz=${tz}`)).toContain('three days in Kiritimati');
    expect(await titles(`expand=true&date=2026-05-24&tz=${tz}`)).toEqual(['every week']);
    expect(await titles(`expand=true&date=2026-05-31&tz=${tz}`)).toEqual([]);
  }
  expect(await consistencyProblems(service.store)).toEqual([]);
}

it('events have the dates of their time zone, and are where they belong', expectPlaces);

it('the columns are those of an event that is stored today', async () => {
  const columnsOf = async (one: string) => {
    const sql = 'select start_at, all_day, first_at, last_at, long, last_start from events where id = ?1';
    return (await service.store.catalogue(sql, one))[0];
  };
  for (const [index] of EVENTS.entries()) {
    const { body } = await service.ask('GET', `/events/${id(index)}`);
    const { title, all_day, start_date, end_date, start_at, end_at, timezone, recurrence } = (
      body as { data: Record<string, unknown> }
    ).data;
    const copy = { title, all_day, start_date, end_date, start_at, end_at, timezone, recurrence };
    const made = (await service.ask('POST', '/events', copy)).body as { data: { id: string } };
    expect(await columnsOf(made.data.id)).toEqual(await columnsOf(id(index)));
    await service.ask('DELETE', `/events/${made.data.id}?permanent=true`);
  }
});

it('another time zone of the service leaves the dates', async () => {
  await service.stop();
  service = await startTestService({ database: place, timezone: 'Asia/Tokyo' });
  await expectPlaces();
});

it('a record that a foreign program has written wrongly does not keep the service from starting', async () => {
  await service.store.write(1, (tx) =>
    tx.run(`update events set doc = replace(doc, '"reminders"', '"reminded"') where user_id = ?1 and id = ?2`, id(0)),
  );
  await service.stop();
  service = await startTestService({ database: place, timezone: 'Europe/Berlin' });
  expect((await service.ask('GET', '/events?date=2026-05-10&limit=1')).status).toBe(200);
});

it('a series that was counted without the times that daylight saving skips ends where it ends today', async () => {
  const columnsOf = async (one: string) =>
    (await service.store.catalogue('select last_at, last_start from events where id = ?1', one))[0];
  const night = { title: 'night', start_at: '2026-03-28T02:30', timezone: 'Europe/Berlin', end_at: '2026-03-28T03:00' };
  const ids: string[] = [];
  for (const end of [{ count: 2 }, { until: '2026-03-29' }]) {
    const { body } = await service.ask('POST', '/events', { ...night, recurrence: { freq: 'daily', ...end } });
    ids.push((body as { data: { id: string } }).data.id);
  }
  const current = await Promise.all(ids.map(columnsOf));
  // What the rules of the version before have stored: the second is a day later, or there is none.
  const [second, first] = [Date.parse('2026-03-30T00:30:00Z'), Date.parse('2026-03-28T02:00:00Z')];
  await service.store.write(1, (tx) => {
    tx.run('update events set last_start = ?3 where user_id = ?1 and id = ?2', ids[0] as string, second);
    tx.run('update events set last_at = ?3 where user_id = ?1 and id = ?2', ids[1] as string, first);
  });
  await service.store.administer(async (tx) => tx.run("update notes set value = '2 Asia/Tokyo' where name = 'events'"));
  await service.stop();
  service = await startTestService({ database: place, timezone: 'Asia/Tokyo' });
  expect(await Promise.all(ids.map(columnsOf))).toEqual(current);
  expect(await titles('expand=true&date=2026-03-29&tz=Europe/Berlin')).toEqual(['night', 'night']);
});
