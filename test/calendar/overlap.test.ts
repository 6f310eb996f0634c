// What takes place in a range: running events in `date=` and in expanded lists, changed occurrences where they were moved
// to, their own words and states, and pages without doubles and gaps. The queries go by indexes on both engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListOptions, planList } from '../../src/records/list-plan.ts';
import { event } from '../../src/resources/event.ts';
import type { Query } from '../../src/store/port.ts';
import { listQueries, seriesOf, singleEvents } from '../../src/store/tables/list.ts';
import type { ClosedRange } from '../../src/store/tables/overlap.ts';
import { query } from '../instances/database.ts';
import { scansOf } from '../instances/statements.ts';
import { engine } from '../support/databases.ts';
import { event as kind, listed } from '../support/records.ts';
import { scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAYS = 'from=2026-06-08&to=2026-06-12';

async function june({ make }: World): Promise<void> {
  const add = (title: string, start_at: string, end_at: string | null, more: object = {}) =>
    make('POST', '/events', { title, start_at, end_at, ...more });
  await add('Night shift', '2026-06-08T22:00:00Z', '2026-06-09T06:00:00Z');
  await add('Until midnight', '2026-06-08T20:00:00Z', '2026-06-09T00:00:00Z');
  await add('Moment', '2026-06-09T00:00:00Z', null);
  await add('Exhibition', '2026-04-01T08:00:00Z', '2026-08-31T18:00:00Z', { calendar_name: 'town' });
  await add('Holiday', '2026-06-06', '2026-06-14', { all_day: true, status: 'tentative' });
  await add('Fair', '2026-06-12', null, { all_day: true });
  const recurrence = { freq: 'daily', count: 4, interval: 3 };
  const { id } = await add('Course', '2026-06-01T23:00:00Z', '2026-06-02T01:00:00Z', {
    recurrence: { ...recurrence, rdates: ['2026-06-20T23:00:00Z'] },
    calendar_name: 'school',
    overrides: {
      '2026-06-04T23:00:00Z': { start_at: '2026-06-09T12:00:00Z', title: 'Excursion', description: 'by boat' },
      '2026-06-07T23:00:00Z': { status: 'cancelled' },
      '2026-06-10T23:00:00Z': { start_at: '2026-12-24T10:00:00Z', end_at: '2026-12-24T15:00:00Z' },
      '2026-06-20T23:00:00Z': { title: 'Never', start_at: '2026-06-09T13:00:00Z' },
    },
  });
  await make('PATCH', `/events/${id}`, { recurrence }); // the last is not an occurrence any more
}

// biome-ignore format: a table
scenarios('what takes place in a range', [
  ...listed(kind, 'title', [
    ['date= has what runs on the day, begins or ends within it', 'date=2026-06-09', ['Exhibition', 'Holiday', 'Night shift', 'Moment']],
    ['date= in tz', 'date=2026-06-09&tz=Asia/Tokyo', ['Exhibition', 'Holiday', 'Until midnight', 'Night shift', 'Moment']],
    ['date= has a series on the day of its own start', 'date=2026-06-01', ['Exhibition', 'Course']],
    ['date= with a filter', 'date=2026-06-09&status=tentative', ['Holiday']],
    ['date= with a calendar', 'date=2026-06-09&calendar_name=town', ['Exhibition']],
    ['date= with a search', 'date=2026-06-09&search=shift', ['Night shift']],
    ['date= in pages', 'date=2026-06-09&limit=2&offset=1', ['Holiday', 'Night shift'], 4],
    ['date= in the other order', 'date=2026-06-09&order=desc', ['Moment', 'Night shift', 'Holiday', 'Exhibition']],
    ['from and to select by start', DAYS, ['Until midnight', 'Night shift', 'Moment', 'Fair']],
    ['an expanded list has what overlaps', `expand=true&${DAYS}`, ['Exhibition', 'Holiday', 'Course', 'Until midnight', 'Night shift', 'Moment', 'Excursion', 'Fair']],
    ['an occurrence that was moved away is not in its old place', 'expand=true&date=2026-06-04', ['Exhibition']],
    ['an occurrence is where it was moved to, after the end of its rule', 'expand=true&date=2026-12-24', ['Course']],
    ['an occurrence is not on the day after', 'expand=true&date=2026-12-25', []],
    ['a cancelled occurrence has its own status', `expand=true&${DAYS}&status=cancelled`, ['Course']],
    ['the others have that of the series', 'expand=true&from=2026-06-01&to=2026-12-31&status=confirmed&calendar_name=school', ['Course', 'Excursion', 'Course']],
    ['a search finds the words of a changed occurrence in it alone', 'expand=true&from=2026-06-01&to=2026-12-31&search=boat', ['Excursion']],
    ['a search finds the words of the series in the others', 'expand=true&from=2026-06-01&to=2026-12-31&search=course', ['Course', 'Course', 'Course']],
    ['a series is found by the words of its changed occurrences', 'search=boat', ['Course']],
    ['what was changed but is not an occurrence is not shown', 'expand=true&from=2026-06-01&to=2026-12-31&search=never', []],
    ['a changed title is sorted by', 'expand=true&from=2026-06-01&to=2026-06-30&sort=title&calendar_name=school', ['Course', 'Course', 'Excursion']],
  ]),
  { name: 'a moved occurrence keeps its length, its ids and the rest of its series', ask: ['GET', '/events?expand=true&date=2026-06-09&search=excursion'], status: 200, events: [],
    also: ({ body }) => {
      const [one, ...others] = (body as { data: Record<string, string>[] }).data;
      expect(others).toEqual([]);
      expect(one).toMatchObject({ start_at: '2026-06-09T12:00:00Z', end_at: '2026-06-09T14:00:00Z', recurrence_id: '2026-06-04T23:00:00Z', calendar_name: 'school', recurrence: { freq: 'daily' }, description: 'by boat' });
      expect(one).not.toHaveProperty('overrides');
      expect(one?.id).toBe(`${one?.series_id}_20260604T230000Z`);
    } },
  { name: 'compact lines show the days of an all-day event and the end of a long one', ask: ['GET', '/events?expand=true&format=compact&date=2026-06-12'], status: 200, events: [],
    also: ({ body }) => expect((body as { lines: string[] }).lines).toEqual([
      expect.stringMatching(/^#[0-9a-f]{10} Wed 1 Apr 08:00–Mon 31 Aug 18:00 Exhibition/),
      expect.stringMatching(/^#[0-9a-f]{10} 6–13 Jun all day Holiday/),
      expect.stringMatching(/^#[0-9a-f]{10} Fri 12 Jun all day Fair/),
    ]) },
  { name: 'compact lines of all-day events are the same in every time zone', ask: ['GET', '/events?format=compact&date=2026-06-12&tz=Pacific/Kiritimati&status=tentative'], status: 200, events: [],
    also: ({ body }) => expect((body as { lines: string[] }).lines[0]).toContain('6–13 Jun all day') },
  { name: 'the line of an occurrence has its handle', ask: ['GET', '/events?expand=true&format=compact&date=2026-12-24'], status: 200, events: [],
    also: ({ body }) => expect((body as { lines: string[] }).lines[0]).toMatch(/^#[0-9a-f]{10}_20260610T230000Z Thu 24 Dec 10:00–15:00 Course/) },
], june);

/** Overrides: [what, the event, what is sent, the field at fault, a part of the message]. */
const weekly = { start_at: '2026-06-01T09:00:00Z', recurrence: { freq: 'weekly' } };
const allDay = { ...weekly, start_at: '2026-06-01', all_day: true };
// biome-ignore format: a table
const faults: [what: string, event: object, overrides: object, field: string, says: string][] = [
  ['a single event', { start_at: '2026-06-01T09:00:00Z' }, { '2026-06-08T09:00:00Z': { title: 'x' } }, 'overrides', 'recurring'],
  ['a key that is not a time', weekly, { monday: { title: 'x' } }, 'overrides.monday', 'original start'],
  ['a date as the key of a timed series', weekly, { '2026-06-08': { title: 'x' } }, 'overrides.2026-06-08', '2026-06-02T09:00:00Z'],
  ['a field that one occurrence cannot have', weekly, { '2026-06-08T09:00:00Z': { calendar_name: 'x' } }, 'overrides.2026-06-08T09:00:00Z.calendar_name', 'is not a field here'],
  ['a time that is not an occurrence', weekly, { '2026-06-09T09:00:00Z': { title: 'x' } }, 'overrides.2026-06-09T09:00:00Z', 'such as 2026-06-15T09:00:00Z, or add 2026-06-09T09:00:00Z to recurrence.rdates'],
  ['a time after the last occurrence', { ...weekly, recurrence: { freq: 'weekly', count: 2 } }, { '2026-06-15T09:00:00Z': { title: 'x' } }, 'overrides.2026-06-15T09:00:00Z', 'such as 2026-06-08T09:00:00Z'],
  ['a date that is not an occurrence', allDay, { '2026-06-09': { title: 'x' } }, 'overrides.2026-06-09', 'such as 2026-06-15'],
  ['a wrong type', weekly, { '2026-06-08T09:00:00Z': { title: 7 } }, 'overrides.2026-06-08T09:00:00Z.title', 'must be a string'],
  ['a time that does not exist', weekly, { '2026-06-08T09:00:00Z': { start_at: '2026-06-31' } }, 'overrides.2026-06-08T09:00:00Z.start_at', 'existing'],
  ['an end before its start', weekly, { '2026-06-08T09:00:00Z': { end_at: '2026-06-08T08:00:00Z' } }, 'overrides.2026-06-08T09:00:00Z.end_at', 'must not be before'],
  ['a date in a timed series', weekly, { '2026-06-08T09:00:00Z': { start_date: '2026-06-09' } }, 'overrides.2026-06-08T09:00:00Z.start_date', 'all-day'],
];

// biome-ignore format: a table
scenarios('overrides of a series', [
  ...faults.map(([what, body, overrides, field, says]) => ({ name: `${what} is refused`, ask: ['POST', '/events', { title: 'x', ...body, overrides }] as [string, string, object], status: 400, error: 'VALIDATION_ERROR', field, faults: [field], says, events: [] })),
  { name: 'are stored by the original start in UTC, with their defaults', ask: ['POST', '/events', { title: 'x', ...weekly, overrides: { '2026-06-08T11:00:00+02:00': { attendees: [{ email: 'a@b.c' }], start_at: '2026-06-08T12:00:00+02:00' }, '2026-06-15T09:00:00Z': {} } }], status: 201, events: ['event.created'],
    also: ({ body }) => expect((body as { data: object }).data).toMatchObject({ overrides: { '2026-06-08T09:00:00Z': { attendees: [{ email: 'a@b.c', name: null, status: 'pending' }], start_at: '2026-06-08T10:00:00Z' } } }) },
  { name: 'add nothing to what was given', ask: ['POST', '/events', { title: 'x', ...weekly, overrides: { '2026-06-08T09:00:00Z': { location: null } } }], status: 201, events: ['event.created'],
    also: ({ body }) => expect((body as { data: { overrides: object } }).data.overrides).toEqual({ '2026-06-08T09:00:00Z': { location: null } }) },
  { name: 'of an all-day series have dates', ask: ['POST', '/events', { title: 'x', ...allDay, overrides: { '2026-06-08': { start_at: '2026-06-10' }, '2026-06-15': { end_date: '2026-06-18' } } }], status: 201, events: ['event.created'],
    also: ({ body }) => expect((body as { data: { overrides: object } }).data.overrides).toEqual({ '2026-06-08': { start_at: '2026-06-10T00:00:00Z', start_date: '2026-06-10' }, '2026-06-15': { end_at: '2026-06-18T00:00:00Z', end_date: '2026-06-18' } }) },
  { name: 'can be those of a removed occurrence', ask: ['POST', '/events', { title: 'x', ...weekly, recurrence: { freq: 'weekly', exdates: ['2026-06-08'] }, overrides: { '2026-06-08T09:00:00Z': { title: 'y' } } }], status: 201, events: ['event.created'] },
  { name: 'can be sent back where the rule does not give the occurrence any more', given: async ({ make }) => {
      const { id } = await make('POST', '/events', { title: 'x', ...weekly, overrides: { '2026-06-08T09:00:00Z': { title: 'y' } } });
      await make('PATCH', `/events/${id}`, { recurrence: { freq: 'weekly', byday: ['WE'] } });
      return { id: id as unknown as string };
    }, ask: ['PATCH', '/events/{id}', { overrides: { '2026-06-08T09:00:00Z': { title: 'z' }, '2026-06-10T09:00:00Z': { title: 'y' } } }], status: 200, events: ['event.updated'] },
  { name: 'go when the event does not repeat any more', given: async ({ make }) => ({ id: (await make('POST', '/events', { title: 'x', ...weekly, overrides: { '2026-06-08T09:00:00Z': { title: 'y' } } })).id as unknown as string }),
    ask: ['PATCH', '/events/{id}', { recurrence: null }], status: 200, body: { data: { overrides: null, recurrence: null } }, events: ['event.updated'] },
  { name: 'stay when another field changes', given: async ({ make }) => ({ id: (await make('POST', '/events', { title: 'x', ...weekly, overrides: { '2026-06-08T09:00:00Z': { title: 'y' } } })).id as unknown as string }),
    ask: ['PATCH', '/events/{id}', { location: 'z' }], status: 200, body: { data: { overrides: { '2026-06-08T09:00:00Z': { title: 'y' } } } }, events: ['event.updated'] },
]);

describe('pages and indexes', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    for (let n = 0; n < 30; n++) {
      const start_at = n % 3 === 0 ? '2026-06-01' : `2026-06-01T0${n % 5}:00:00Z`;
      const recurrence = n % 2 === 0 ? { freq: 'daily', interval: (n % 4) + 1 } : null;
      const overrides =
        n % 8 === 0 ? { [n % 3 === 0 ? '2026-06-02' : `2026-06-02T0${n % 5}:00:00Z`]: { start_at } } : null;
      const { status, text } = await service.ask('POST', '/events', {
        title: `t${n % 4}`,
        start_at,
        all_day: n % 3 === 0,
        recurrence,
        overrides,
      });
      if (status !== 201) throw new Error(text);
    }
  });
  afterAll(() => service.end());

  it.each(['start_at', 'title', 'created_at'].flatMap((sort) => [`${sort}&order=asc`, `${sort}&order=desc`]))(
    'pages of an expanded list have everything once, sort=%s',
    async (sort) => {
      const page = async (limit: number, offset: number) => {
        const path = `/events?expand=true&from=2026-06-01&to=2026-06-20&tz=America/Santiago&sort=${sort}&limit=${limit}&offset=${offset}`;
        return (await service.ask('GET', path)).body as { data: { id: string }[]; meta: { total: number } };
      };
      const { data, meta } = await page(500, 0);
      const all = data.map(({ id }) => id);
      expect(all).toHaveLength(meta.total);
      expect(new Set(all).size).toBe(all.length);
      const paged: string[] = [];
      for (let offset = 0; offset < all.length; offset += 7)
        paged.push(...(await page(7, offset)).data.map(({ id }) => id));
      expect(paged).toEqual(all);
    },
  );

  const plan = (options: ListOptions) => planList(event, options, 'Europe/Berlin', Date.UTC(2026, 5, 9)).plan;
  const range = planList(event, { date: '2026-06-09' }, 'Europe/Berlin', 0).range as ClosedRange;
  const queries: [what: string, query: () => Query, indexes: RegExp[]][] = [
    [
      'date=',
      () => listQueries(service.store.dialect, 1, plan({ date: '2026-06-09' })).total,
      [/events_short/, /events_long/, /events_series_start/],
    ],
    [
      'single events of an expanded list',
      () => singleEvents(service.store.dialect, 1, { ...plan({}), conditions: [{ type: 'single', range }] }, 100),
      [/events_short/, /events_long/],
    ],
    [
      'series of an expanded list',
      () => seriesOf(service.store.dialect, 1, { ...plan({}), conditions: [{ type: 'series', range }] }, 100),
      [/events_series/],
    ],
    [
      'from and to in a time zone',
      () => listQueries(service.store.dialect, 1, plan({ from: '2026-06-09', to: '2026-06-10' })).page,
      [/events_start/],
    ],
  ];

  // So many that an index pays: from 1970 on, every tenth a series that has ended.
  async function manyEvents(): Promise<void> {
    const at = '86400000::bigint * n * 5';
    const columns = `doc, source, created_at, updated_at, title, calendar_name, status`;
    await query(
      service.database,
      `insert into events (user_id, id, handle, seq, start_at, first_at, last_at, long, all_day, recurrence, ${columns})
        select 1, gen_random_uuid()::text, n::text, n, ${at}, ${at}, ${at} + 3600000, 0, 0, (n % 10 = 0)::int, ${columns}
        from (select ${columns} from events limit 1) e, generate_series(1, 4000) n; analyze events`,
    );
  }

  it.each(queries)('the query of %s goes by its indexes', async (_what, make, indexes) => {
    const { sql, params } = make();
    if (engine === 'sqlite') {
      const rows = await service.store.catalogue(`explain query plan ${sql}`, 1, ...params);
      const steps = rows
        .map(({ detail }) => detail as string)
        .filter((step) => /events/.test(step) || /\br\b/.test(step));
      for (const index of indexes) expect(steps.join('\n')).toMatch(index);
      expect(steps.filter((step) => /^SCAN/.test(step))).toEqual([]);
      return;
    }
    await manyEvents();
    const numbered = sql.replaceAll(/\?(\d+)/g, '$$$1');
    const scans = await scansOf(service.database, numbered, [1, ...params]);
    for (const { condition } of scans) expect(condition).toMatch(/user_id.*(first_at|last_at|start_at|key)/s);
  });
});
