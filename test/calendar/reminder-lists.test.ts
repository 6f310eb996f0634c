// The list of reminders, what a person does with one, what a restart fires, and how long they are kept.
import { describe, expect, it } from 'vitest';
import { createToken, type Scope } from '../../src/access/access.ts';
import { REMINDER_FIELDS } from '../../src/calendar/reminders/reminder.ts';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { type Shown, useReminders } from '../support/reminders.ts';
import { changesSince } from '../support/scenario.ts';
import { type Answered, seqOf } from '../support/service.ts';

const world = useReminders();

interface Page {
  data: Shown[];
  meta: { total: number; limit: number; offset: number; has_more: boolean };
}

const list = async (query = '') => (await world.service.ask('GET', `/reminders${query}`)).body as Page;
const errorOf = ({ status, body }: Answered) => {
  const { code, message } = (body as { error: { code: string; message: string } }).error;
  return [status, code, message] as const;
};
const erase = (id: string) => world.make('DELETE', `/events/${id}?permanent=true`);
/** The names of the changes that the work makes. */
async function emitted(work: () => Promise<unknown>): Promise<string[]> {
  const { seq } = await changesSince(world.service, 0, 0);
  await work();
  return (await changesSince(world.service, seq, 1000)).messages.map(({ event }) => event);
}

describe('GET /reminders', () => {
  it('has pages without doubles or gaps, in the order in which they are due, fired and to come', async () => {
    const series = await world.create(world.talk(5, [0, 5], { recurrence: { freq: 'hourly', count: 20 } }));
    const single = await world.create(world.talk(5, [0, 5]));
    await world.pass(300);
    const all = (await list('?limit=500')).data;
    expect(all).toHaveLength(42);
    expect(new Set(all.map(({ id }) => id)).size).toBe(42);
    expect(all).toEqual(all.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at) || (a.id < b.id ? -1 : 1)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['fired', 'missed', 'pending']));
    const paged: Shown[] = [];
    for (let offset = 0; ; offset += 8) {
      const { data, meta } = await list(`?limit=8&offset=${offset}`);
      expect(meta).toEqual({ total: 42, limit: 8, offset, has_more: offset + 8 < 42 });
      paged.push(...data);
      if (!meta.has_more) break;
    }
    expect(paged).toEqual(all);
    expect(await list('?limit=0')).toEqual({ data: [], meta: { total: 42, limit: 0, offset: 0, has_more: true } });
    for (const status of ['fired', 'missed', 'pending'])
      expect((await list(`?limit=500&status=${status}`)).data).toEqual(all.filter((one) => one.status === status));
    for (const id of [series, single]) await erase(id);
    expect((await list()).meta.total).toBe(0);
  });

  it('covers the last day and the coming week when no range is given, else the range, by days of tz', async () => {
    const days = [-2, 0.5, 6, 8];
    const ids = await Promise.all(days.slice(1).map((day) => world.create(world.talk(day * 1440, [0]))));
    const at = days.slice(1).map((day) => world.inMinutes(day * 1440));
    const duesOf = async (query: string) => (await list(query)).data.map(({ due_at }) => due_at);
    expect(await duesOf('')).toEqual(at.slice(0, 2));
    expect(await duesOf(`?to=${world.inMinutes(9 * 1440)}`)).toEqual(at.slice(1));
    expect(await duesOf(`?from=${world.inMinutes(1440)}`)).toEqual(at.slice(1));
    expect(await duesOf(`?from=${at[1]}&to=${at[1]}`)).toEqual([at[1]]);
    const day = (at[1] as string).slice(0, 10);
    expect(await duesOf(`?from=${day}&to=${day}`)).toEqual([at[1]]);
    const before = new Date(Date.parse(at[1] as string) - 13 * 3_600_000).toISOString().slice(0, 10);
    const west = `tz=Etc/GMT%2B12`; // noon there is midnight in UTC
    expect(await duesOf(`?from=${before}&to=${before}&${west}`)).toEqual(before === day ? [at[1]] : []);
    for (const id of ids) await erase(id);
  });

  it.each([
    ['?status=done', 'status', 'missed'],
    ['?from=2030-01-01&to=2031-06-01', 'from', 'at most 366 days'],
    ['?tz=Nowhere', 'tz', 'Europe/Berlin'],
    ['?limit=x', 'limit', 'limit'],
    ['?date=someday', 'date', 'today'],
    ['?event_id=x', 'event_id', 'or a handle such as'],
    ['?fields=title,dueat', 'fields', 'did you mean due_at?'],
    ['?fields=title&format=compact', 'fields', 'exclude each other'],
    ['?sort=due_at', 'sort', 'not a parameter here'],
  ])('refuses %s', async (query, field, words) => {
    const answer = await world.service.ask('GET', `/reminders${query}`);
    const [status, code, message] = errorOf(answer);
    expect([status, code]).toEqual([400, 'INVALID_QUERY']);
    expect((answer.body as { error: { details: { field: string } } }).error.details.field).toBe(field);
    expect(message).toContain(words);
  });

  it('takes date, fields and format=compact as other lists do', async () => {
    const more = { location: 'Hall', calendar_name: 'work', end_at: world.inMinutes(90) };
    const id = await world.create(world.talk(60, [0, 2000], more));
    const { data } = await list('?date=today');
    expect(data).toMatchObject([{ event_id: id, minutes_before: 0 }]);
    expect((await list('?date=today&fields=title,due_at')).data).toEqual([
      { id: data[0]?.id, title: 'Talk', due_at: data[0]?.due_at },
    ]);
    const at = (minutes: number) => world.inMinutes(minutes).slice(11, 16);
    const handle = (data[0] as Shown).id.slice(id.length - 10);
    expect(await list('?date=today&format=compact')).toEqual({
      format: 'compact',
      summary: '1 reminder (today)',
      lines: [`#${handle} today ${at(60)}: Talk (today ${at(60)}–${at(90)}) @ Hall [work] (pending)`],
      meta: { total: 1, limit: 20, offset: 0, has_more: false },
    });
    expect(Object.keys(data[0] as object)).toEqual(REMINDER_FIELDS);
    for (const name of [`%23${handle}`, handle]) expect(await world.make('GET', `/reminders/${name}`)).toEqual(data[0]);
    expect(await world.make('POST', `/reminders/%23${handle}/dismiss`)).toMatchObject({ id: data[0]?.id });
    await erase(id);
  });

  it('has those of one event, single or a series', async () => {
    const single = await world.create(world.talk(5, [0, 5, 30]));
    const series = await world.create(world.talk(5, [0], { recurrence: { freq: 'daily', count: 3 } }));
    await world.pass(2);
    const all = (await list()).data;
    expect(all).toHaveLength(5);
    for (const id of [single, series])
      expect((await list(`?event_id=${id}`)).data).toEqual(all.filter(({ event_id }) => event_id === id));
    expect((await list(`?event_id=${single}&status=fired`)).data).toMatchObject([{ minutes_before: 5 }]);
    expect((await list('?event_id=018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10')).data).toEqual([]);
    for (const handle of [single.slice(-10), `%23${single.slice(-10)}`, single.toUpperCase()])
      expect((await list(`?event_id=${handle}`)).data).toEqual(all.filter(({ event_id }) => event_id === single));
    expect((await list('?event_id=%230000000000')).data).toEqual([]);
    for (const id of [single, series]) await erase(id);
  });

  it('refuses a handle as event_id that fits two events', async () => {
    const [first, second] = [await world.create(world.talk(5, [0])), await world.create(world.talk(5, []))];
    const sql = 'update events set handle = ?2 where user_id = ?1 and id = ?3';
    await world.service.store.write(1, async (tx) => tx.run(sql, first.slice(-10), second));
    const answer = await world.service.ask('GET', `/reminders?event_id=${first.slice(-10)}`);
    expect(errorOf(answer)).toMatchObject([409, 'AMBIGUOUS_ID', expect.stringContaining('whole id')]);
    for (const id of [first, second]) await erase(id);
  });

  it('has snoozed reminders where they fire again, and not where they were due', async () => {
    const [early, later] = [await world.create(world.talk(5, [0])), await world.create(world.talk(20, [0]))];
    const [first] = await world.listed(early);
    await world.make('POST', `/reminders/${first?.id}/snooze`, { minutes: 30 });
    expect((await list()).data).toMatchObject([{ event_id: later }, { event_id: early, status: 'snoozed' }]);
    const between = (from: number, to: number) => list(`?from=${world.inMinutes(from)}&to=${world.inMinutes(to)}`);
    expect((await between(0, 10)).data).toEqual([]);
    expect((await between(25, 40)).data).toMatchObject([{ id: first?.id }]);
    const compact = (await list('?status=snoozed&format=compact')) as unknown as { lines: string[] };
    const at = world.inMinutes(30).slice(11, 16);
    expect(compact.lines).toEqual([
      expect.stringMatching(new RegExp(`^#\\S+ today ${at}: Talk \\(.+\\) \\(snoozed\\)$`)),
    ]);
    for (const id of [early, later]) await erase(id);
  });

  it('refuses a range with more than 10,000 reminders, and says so', async () => {
    const id = await world.create(world.talk(1, [0], { recurrence: { freq: 'minutely' } }));
    const [status, , message] = errorOf(
      await world.service.ask('GET', `/reminders?to=${world.inMinutes(20 * 1440)}&from=${world.inMinutes(0)}`),
    );
    expect(status).toBe(400);
    expect(message).toContain('more than 10000 reminders');
    expect((await list(`?to=${world.inMinutes(1440)}&from=${world.inMinutes(0)}`)).meta.total).toBe(1440);
    await erase(id);
  });
});

describe('dismiss and snooze', () => {
  const one = async (id: string) => (await world.listed(id))[0] as Shown;

  it('emit their events, and a snooze is listed where it ends', async () => {
    const id = await world.create(world.talk(30, [10]));
    const { id: reminder } = await one(id);
    const snooze = (body: object) => world.make('POST', `/reminders/${reminder}/snooze`, body);
    expect(await emitted(() => snooze({ minutes: 9 * 1440 }))).toEqual(['event.reminder_snoozed']);
    const range = `?from=${world.inMinutes(8 * 1440)}&to=${world.inMinutes(10 * 1440)}`;
    expect((await list(range)).data).toMatchObject([{ id: reminder, status: 'snoozed' }]);
    await world.pass(20);
    expect(await world.fired(id)).toEqual([]);
    const until = new Date(world.clock.now() + 5 * 60_000).toISOString().slice(0, 19); // in the service's zone
    expect(await snooze({ until })).toMatchObject({ snoozed_until: `${until}Z` });
    await world.pass(5);
    expect(await world.fired(id)).toHaveLength(1);
    expect(await emitted(() => world.make('POST', `/reminders/${reminder}/dismiss`))).toEqual([
      'event.reminder_dismissed',
    ]);
    expect(await one(id)).toMatchObject({ status: 'dismissed', dismissed_at: world.inMinutes(0) });
    await erase(id);
  });

  it('a snooze until a time that has passed fires at once, also of a dismissed reminder', async () => {
    const id = await world.create(world.talk(30, [10]));
    const { id: reminder } = await one(id);
    await world.make('POST', `/reminders/${reminder}/dismiss`);
    await world.make('POST', `/reminders/${reminder}/snooze`, { until: world.inMinutes(-1) });
    await world.pass(0);
    expect(await world.fired(id)).toMatchObject([{ status: 'fired', dismissed_at: null }]);
    await erase(id);
  });

  it('say what is wrong', async () => {
    const id = await world.create(world.talk(30, [10]));
    const { id: reminder } = await one(id);
    const snoozed = (body: unknown, of = reminder) => world.service.ask('POST', `/reminders/${of}/snooze`, body);
    const both = { minutes: 5, until: world.inMinutes(5) };
    for (const [body, words] of [
      [{}, 'either until'],
      [both, 'either until'],
      [{ minutes: 0 }, 'minutes'],
      [{ minutes: '5' }, 'minutes'],
      [{ minutes: 525_601 }, '525600'],
      [{ until: 'soon' }, 'until'],
      [{ untill: world.inMinutes(5) }, 'until'],
    ] as const) {
      const [status, code, message] = errorOf(await snoozed(body));
      expect([status, code, message.includes(words)], message).toEqual([400, 'VALIDATION_ERROR', true]);
    }
    const series = await world.create(world.talk(30, [10], { recurrence: { freq: 'daily', count: 2 } }));
    const wrong = [`${series}_20309999_r000000000000`, `${series}_20300101T250000Z_r000000000000`];
    const unknown = [...wrong, 'x', id, `${id}_r000000000000`, `${id}_20300101_r000000000000`, `${reminder}0`, '%00'];
    for (const other of unknown)
      for (const answer of [
        await snoozed({ minutes: 5 }, other),
        await world.service.ask('POST', `/reminders/${other}/dismiss`),
        await world.service.ask('GET', `/reminders/${other}`),
      ])
        expect(errorOf(answer).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    const past = await world.create(world.talk(60, [90])); // its id is that of a reminder which does not fire
    await world.make('PATCH', `/events/${past}`, { start_at: world.inMinutes(200), end_at: null });
    const { id: gone } = await one(past);
    await world.make('PATCH', `/events/${past}`, { start_at: world.inMinutes(60), end_at: null });
    expect(errorOf(await world.service.ask('GET', `/reminders/${gone}`))[0]).toBe(404);
    await erase(past);
    for (const one of [id, series]) await erase(one);
  });

  it('an erased event leaves nothing in the answers kept under idempotency keys', async () => {
    const id = await world.create(world.talk(30, [10], { title: 'Secret talk' }));
    const path = `/reminders/${(await one(id)).id}`;
    const ask = (what: string, body?: object) =>
      world.service.ask('POST', `${path}/${what}`, body, { 'idempotency-key': what });
    expect((await ask('snooze', { minutes: 5 })).text).toContain('Secret talk');
    const first = await ask('dismiss');
    expect((await ask('dismiss')).text).toBe(first.text);
    await erase(id);
    for (const again of [await ask('snooze', { minutes: 5 }), await ask('dismiss')])
      expect([again.status, again.body]).toEqual([200, { data: { id, permanent: true } }]);
    for (const { sql } of [
      { sql: 'select answer as text from idempotency' },
      { sql: 'select doc as text from changes' },
    ])
      expect(JSON.stringify(await world.service.store.catalogue(sql))).not.toContain('Secret talk');
  });
});

describe('a restart', () => {
  it('fires what became due meanwhile: late if it is not over, else it is missed', async () => {
    const running = await world.create(world.talk(30, [10], { end_at: world.inMinutes(900) }));
    const over = await world.create(world.talk(30, [10]));
    await world.restart(300);
    expect(await world.fired(running)).toMatchObject([{ late: true, status: 'fired' }]);
    expect(await world.fired(over)).toEqual([]);
    expect(await world.listed(over)).toMatchObject([{ status: 'missed', late: null }]);
    await world.restart(1);
    expect(await world.fired(running)).toHaveLength(1);
  });

  it('after an upgrade finds the reminders of all events, and fires none that were due before', async () => {
    const before = await world.create(world.talk(30, [20], { end_at: world.inMinutes(900) }));
    const series = await world.create(world.talk(30, [20], { recurrence: { freq: 'daily', count: 3 } }));
    await world.service.store.write(1, async (tx) =>
      tx.run("delete from jobs where user_id = ?1 and kind = 'reminder'"),
    );
    await world.service.store.administer(async (tx) => tx.run("delete from notes where name = 'events'"));
    await world.restart(60);
    await world.pass(1440 - 50);
    expect(await world.fired(before)).toEqual([]);
    expect(await world.fired(series)).toMatchObject([{ late: false }]);
  });

  it('in another time zone moves the reminders of all-day events that have none of their own', async () => {
    const start_date = world.inMinutes(5 * 1440).slice(0, 10);
    const id = await world.create({ all_day: true, start_date, reminders: [{ minutes_before: 0 }] });
    expect(await world.listed(id)).toMatchObject([{ due_at: `${start_date}T00:00:00Z` }]);
    await world.restart(0, { timezone: 'Pacific/Kiritimati' });
    const due = new Date(Date.parse(start_date) - 14 * 3_600_000).toISOString().replace('.000Z', 'Z');
    expect(await world.listed(id)).toMatchObject([{ due_at: due, status: 'pending' }]);
    await world.clock.set(world.service, Date.parse(due));
    expect(await world.fired(id)).toMatchObject([{ due_at: due, late: false }]);
    await world.restart(0);
  });
});

describe('housekeeping', () => {
  const rowsOf = async (id: string) =>
    (await world.service.store.catalogue('select status from reminders where event_id = ?1', id)).map(
      ({ status }) => status,
    );

  it('removes what was due 90 days ago, or as long ago as the change log is kept, unless it is snoozed or has changed since', async () => {
    const [fired, snoozed, dismissed] = await Promise.all([1, 2, 3].map(() => world.create(world.talk(30, [10]))));
    await world.pass(20);
    const [row] = await world.listed(snoozed as string);
    await world.make('POST', `/reminders/${row?.id}/snooze`, { minutes: 100 * 1440 });
    const [late] = await world.listed(dismissed as string);
    await world.pass(89 * 1440);
    await keepHouse(world.service.store, 30);
    expect(await rowsOf(fired as string)).toEqual(['fired']);
    await world.make('POST', `/reminders/${late?.id}/dismiss`);
    await world.pass(2 * 1440);
    await keepHouse(world.service.store, 365);
    expect(await rowsOf(fired as string)).toEqual(['fired']);
    await keepHouse(world.service.store, 30);
    expect(await rowsOf(fired as string)).toEqual([]);
    expect(await rowsOf(snoozed as string)).toEqual(['snoozed']);
    expect(await rowsOf(dismissed as string)).toEqual(['dismissed']); // the log shows it
  });
});

// The last of this file: once there is a token, requests need one.
describe('scopes', () => {
  it('reading needs events:read, dismissing and snoozing events:write', async () => {
    const made = await world.service.ask('POST', '/events', { title: 'Talk', ...world.talk(30, [10, 5]) });
    const { id } = (made.body as { data: { id: string } }).data;
    await world.pass(20);
    const [first] = await world.listed(id);
    const token = async (...scopes: Scope[]) => {
      const { text } = await createToken(world.service.store, { user: 1, name: 'x', scopes, expiresAt: null });
      return { authorization: `Bearer ${text}` };
    };
    const [read, write, other] = [
      await token('events:read'),
      await token('events:write'),
      await token('contacts:read'),
    ];
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
      (await world.service.ask(method, path, body, headers)).status;
    expect(await ask('GET', '/reminders', read)).toBe(200);
    for (const headers of [write, other]) expect(await ask('GET', '/reminders', headers)).toBe(403);
    for (const headers of [read, other]) {
      expect(await ask('POST', `/reminders/${first?.id}/dismiss`, headers)).toBe(403);
      expect(await ask('POST', `/reminders/${first?.id}/snooze`, headers, { minutes: 5 })).toBe(403);
    }
    expect(await ask('POST', `/reminders/${first?.id}/snooze`, write, { minutes: 5 })).toBe(200);
    expect(await ask('POST', `/reminders/${first?.id}/dismiss`, write)).toBe(200);
    const changes = async (headers: Record<string, string>) =>
      (await world.service.ask('GET', `/changes?since=${seqOf(made)}&limit=1000`, undefined, headers)).text;
    expect(await changes(read)).toContain('"event.reminder_dismissed"');
    expect(await changes(other)).not.toContain('event.reminder');
  });
});
