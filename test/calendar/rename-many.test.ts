// A calendar of many events is renamed or deleted in bounded transactions, by a job that goes on after a crash. The limits
// are lowered here, so that few events are many.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calendarNames, createCalendar, patchCalendar, removeCalendar } from '../../src/calendar/calendars/changes.ts';
import { calendarsIn } from '../../src/calendar/calendars/list.ts';
import { limits } from '../../src/limits.ts';
import { openStore } from '../../src/open-store.ts';
import { renameJob } from '../../src/records/names/rename.ts';
import { creatable, create, remove } from '../../src/records/records.ts';
import { event } from '../../src/resources/event.ts';
import type { Store, Tx } from '../../src/store/port.ts';
import { claimJobs } from '../../src/store/tables/jobs.ts';
import { endDatabase, newMigratedDatabase } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';

const context = { timezone: 'UTC', source: 'local', versions: null };
const usual = { renameAtOnce: limits.renameAtOnce, renameBatch: limits.renameBatch };
const OWNER = 1;

let place: string;
let store: Store;

beforeAll(() => Object.assign(limits, { renameAtOnce: 3, renameBatch: 2 }));
afterAll(() => Object.assign(limits, usual));
beforeEach(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
});

const write = <T>(work: (tx: Tx) => Promise<T>) => store.write(OWNER, work);

/** Events in a calendar; one more is in the trash. */
async function fill(calendar_name: string, count: number): Promise<void> {
  await write(async (tx) => {
    for (let index = 0; index <= count; index++) {
      const body = { title: `${calendar_name} ${index}`, start_at: '2026-06-01T09:00:00Z', calendar_name };
      const { record } = await create(tx, event, creatable(event), body, context);
      if (index === count) await remove(tx, event, record.id, context);
    }
  });
}

const rename = (from: string, to: string) =>
  write(async (tx) => JSON.parse((await patchCalendar(tx, from, { name: to }, context, true)).text) as object);

/** Runs the jobs that are due once each: a batch of each task. */
async function runJobs(): Promise<number> {
  const jobs = await write((tx) => claimJobs(tx, ['rename'], 'test', 60_000, 10));
  for (const job of jobs) await renameJob([calendarNames])(store, job, 'test');
  return jobs.length;
}

async function runAll(): Promise<void> {
  while ((await runJobs()) > 0);
}

const calendars = async () =>
  Object.fromEntries(
    [...(await write((tx) => calendarsIn(tx, true))).known].map(([name, { calendar }]) => [
      name,
      [calendar.total, calendar.pending],
    ]),
  );

const stored = async () =>
  Object.fromEntries([...(await write((tx) => calendarsIn(tx, true))).known].map(([name, one]) => [name, one.stored]));

describe('a calendar of many events', () => {
  it('has its new name at once, its events follow, and a service that starts after a crash finishes them', async () => {
    await fill('old', 7);
    const answer = await rename('old', 'new');
    expect(answer).toMatchObject({ name: 'new', total: 7, pending: 8 });
    await runJobs();
    expect(await calendars()).toEqual({ default: [0, 0], new: [7, 6] });
    // The service stops in the middle of the next batch, which leaves the job with its lease.
    await write((tx) => claimJobs(tx, ['rename'], 'a service that is gone', 60_000, 10));
    expect(await runJobs()).toBe(0);
    await write(async (tx) => tx.run('update jobs set lease_until = 0 where user_id = ?1'));
    await store.close();
    const service = await startTestService({ database: place });
    const changes = async () => {
      const { body } = await service.ask('GET', '/changes?since=9&limit=1000');
      return (body as { data: { event: string }[] }).data.map((one) => one.event);
    };
    await expect.poll(async () => (await changes()).at(-1), { timeout: 20_000 }).toBe('calendar.updated');
    const list = (await service.ask('GET', '/calendars')).body;
    expect(list).toMatchObject({ data: [{ name: 'default' }, { name: 'new', total: 7, pending: 0 }] });
    const events = await changes();
    const times = Object.fromEntries(
      Map.groupBy(events, (name) => name)
        .entries()
        .map(([name, all]) => [name, all.length]),
    );
    expect(times).toEqual({ 'calendar.updated': 2, 'event.updated': 7, 'event.deleted': 1, 'event.task_updated': 6 });
    await service.end();
  });

  it('can be renamed again, and back, while its events are on their way', async () => {
    await fill('one', 7);
    await rename('one', 'two');
    await runJobs();
    await rename('two', 'three');
    await runJobs();
    expect(await calendars()).toMatchObject({ three: [7, expect.any(Number)] });
    await rename('three', 'one');
    await runAll();
    expect(await calendars()).toEqual({ default: [0, 0], one: [7, 0] });
    expect(await stored()).toEqual({ default: 0, one: 8 });
    await close();
  });

  it('keeps its former name from others until all events have left it', async () => {
    await fill('busy', 7);
    await rename('busy', 'calm');
    const taken = expect.objectContaining({
      code: 'CONFLICT',
      message: expect.stringContaining('still being renamed'),
    });
    await expect(write((tx) => createCalendar(tx, { name: 'busy' }, context))).rejects.toEqual(taken);
    await expect(write((tx) => removeCalendar(tx, 'busy', { events: 'trash' }, context))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await runAll();
    expect(await write((tx) => createCalendar(tx, { name: 'busy' }, context))).toBeDefined();
    await close();
  });

  it('is emptied into another, also what was on its way to it', async () => {
    await fill('first', 7);
    await rename('first', 'second');
    await runJobs();
    await write((tx) => removeCalendar(tx, 'second', { events: 'move', to: 'default' }, context));
    await runAll();
    expect(await calendars()).toEqual({ default: [7, 0] });
    expect(await stored()).toEqual({ default: 8 });
    await close();
  });

  it('is gone at once when it is deleted, so that nothing else can be done to it meanwhile', async () => {
    await fill('gone', 7);
    await write((tx) => removeCalendar(tx, 'gone', { events: 'trash' }, context));
    await runJobs();
    expect(await calendars()).toEqual({ default: [0, 0] });
    await expect(rename('gone', 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await close();
  });

  it('goes to the trash, but not what is created in it afterwards', async () => {
    await fill('gone', 7);
    await write((tx) => removeCalendar(tx, 'gone', { events: 'trash' }, context));
    await fill('gone', 1);
    await runAll();
    expect(await calendars()).toEqual({ default: [0, 0], gone: [1, 0] });
    expect(await stored()).toMatchObject({ gone: 10 });
    await close();
  });
});

async function close(): Promise<void> {
  await store.close();
  await endDatabase(place);
}
