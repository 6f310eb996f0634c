// A batch by filter of many emails is a task: bounded transactions, by a job that goes on after a crash. The limits are
// lowered here, so that few emails are many.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { batchByFilter, prepareFilterBatch } from '../../src/mail/batches/by-filter.ts';
import { filterBatchJob } from '../../src/mail/batches/job.ts';
import { planWhere, type Where } from '../../src/mail/batches/where.ts';
import { openStore } from '../../src/open-store.ts';
import { creatable, create, erase, patch, remove } from '../../src/records/records.ts';
import { listTasks } from '../../src/records/tasks.ts';
import { email } from '../../src/resources/email.ts';
import type { Store, Tx } from '../../src/store/port.ts';
import { claimJobs } from '../../src/store/tables/jobs.ts';
import { matchesAmong } from '../../src/store/tables/matching-rows.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { endDatabase, newMigratedDatabase } from '../support/databases.ts';
import { runKilled } from '../support/killed-tasks.ts';

const context = { timezone: 'UTC', source: 'local', versions: null };
const lowered = { batchAtOnce: 3, renameBatch: 2, batchChunk: 3, batchTasks: 2, taskErrors: 2 };
const usual = Object.fromEntries(Object.keys(lowered).map((name) => [name, limits[name as keyof typeof lowered]]));
const OWNER = 1;

let place: string;
let store: Store;

beforeAll(() => Object.assign(limits, lowered));
afterAll(() => Object.assign(limits, usual));
beforeEach(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
});
afterEach(async () => {
  await store.close();
  await endDatabase(place);
});

const write = <T>(work: (tx: Tx) => Promise<T>) => store.write(OWNER, work);

const lease = { subject: 'The lease', labels: ['x'] };

function fill(count: number, values: object = {}, user = OWNER): Promise<string[]> {
  return store.write(user, async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      // The newest first, so that the order of the ids is not that of the list.
      const body = { from_address: 'a@b.org', received_at: `2026-06-${30 - index}T09:00:00Z`, ...values };
      ids.push((await create(tx, email, creatable(email), body, context)).record.id);
    }
    return ids;
  });
}

async function begin(where: object, action: string, params: object = {}): Promise<{ id: string }> {
  const prepared = await prepareFilterBatch(store, OWNER, { where, action, params }, context);
  const { task } = (await write((tx) => batchByFilter(tx, prepared))) as { task: string };
  return JSON.parse(task) as { id: string };
}

let job: ReturnType<typeof filterBatchJob>;
beforeEach(() => {
  job = filterBatchJob();
});

/** Runs the jobs that are due once each: a part of each task. */
async function runJobs(): Promise<number> {
  const jobs = await write((tx) => claimJobs(tx, ['batch'], 'test', 60_000, 10));
  for (const one of jobs) await job(store, one, 'test');
  return jobs.length;
}

async function runAll(): Promise<void> {
  while ((await runJobs()) > 0);
}

async function tasks(): Promise<Record<string, unknown>[]> {
  const { texts } = (await listTasks(store, OWNER, ['email'], {})) as { texts: string[] };
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

/** The emails of which each event was emitted. */
async function told(event: string, user = OWNER): Promise<string[]> {
  const sql = 'select record_id from changes where user_id = ?1 and event = ?2 order by seq';
  const [rows = []] = await store.read(user, [{ sql, params: [event] }]);
  return rows.map(({ record_id }) => record_id as string);
}

const change = (id: string | undefined, values: object) =>
  write((tx) => patch(tx, email, id as string, values, context));

it('is answered with the task, which reports its progress and its tally', async () => {
  const ids = await fill(7);
  expect(await begin({ folder: 'INBOX', is_read: false }, 'mark_read')).toMatchObject({
    kind: 'email.batch',
    resource: 'email',
    state: 'running',
    params: { where: { folder: 'INBOX', is_read: false, until_seq: 7 }, action: 'mark_read', params: {} },
    processed: 0,
    total: 7,
  });
  await runJobs();
  expect(await tasks()).toMatchObject([{ state: 'running', processed: 2, failed: 0, total: 7 }]);
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 7, failed: 0, errors: [], total: 7, error: null }]);
  expect(await told('email.updated')).toEqual(ids);
  expect((await told('email.task_updated')).length).toBeGreaterThan(3);
  expect(await consistencyProblems(store)).toEqual([]);
});

it('counts each email once, also if the action leaves it in the filter', async () => {
  const ids = await fill(7);
  await begin({ all: true }, 'star');
  await runAll();
  expect(await told('email.updated')).toEqual(ids);
});

it.each([
  ['move', { folder: 'INBOX' }, { folder: 'Done' }],
  ['delete', { search: 'lease' }, {}],
  ['add_label', { has_attachments: false }, { label: 'x' }],
])('%s changes all emails', async (action, where, params) => {
  const ids = await fill(7, { subject: 'The lease' });
  await begin(where, action, params);
  await runAll();
  expect(await told(action === 'delete' ? 'email.deleted' : 'email.updated')).toEqual(ids);
  expect(await consistencyProblems(store)).toEqual([]);
});

it('an email that another request changes before its turn is not skipped, unless it no longer matches', async () => {
  const ids = await fill(8);
  await begin({ folder: 'INBOX' }, 'mark_read');
  await runJobs(); // 0 and 1; 2 is already selected
  await change(ids[2], { is_starred: true });
  await change(ids[4], { is_starred: true });
  await change(ids[5], { folder: 'Other' });
  await write((tx) => erase(tx, email, ids[6] as string, context));
  await runJobs();
  await change(ids[3], { folder: 'Other' });
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 5, failed: 0, total: 5 }]);
  const { rows } = {
    rows:
      (
        await store.read(OWNER, [
          { sql: 'select id from emails where user_id = ?1 and is_read = 1 order by id', params: [] },
        ])
      )[0] ?? [],
  };
  expect(rows.map(({ id }) => id)).toEqual([0, 1, 2, 4, 7].map((index) => ids[index]));
});

it('an email that was selected and then left the filter is not changed', async () => {
  const ids = await fill(5, { subject: 'The lease' });
  await begin({ search: 'lease', folder: 'INBOX' }, 'mark_read');
  await runJobs();
  await change(ids[2], { folder: 'Other' }); // selected with the first two
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 4 }]);
});

it('an email that changes between the selection and the transaction of the request is left to a task', async () => {
  const ids = await fill(3);
  const prepared = await prepareFilterBatch(store, OWNER, { where: { folder: 'INBOX' }, action: 'star' }, context);
  await change(ids[0], { is_read: true });
  await change(ids[1], { folder: 'Other' });
  expect(await write((tx) => batchByFilter(tx, prepared))).toEqual({ task: expect.stringContaining('email.batch') });
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 2, failed: 0, total: 2 }]);
  expect((await told('email.updated')).slice(2)).toEqual([ids[0], ids[2]]);
});

it('a transaction ends before an email that changed after it was looked up; the next one has it', async () => {
  const ids = await fill(5);
  await begin({ folder: 'INBOX' }, 'star');
  const [claimed] = await write((tx) => claimJobs(tx, ['batch'], 'test', 60_000, 10));
  // The transaction of the job waits for this one, which changes the second email.
  const interrupted = { ...store, write: interruptedBy(() => change(ids[1], { is_read: true })) };
  await job(interrupted, claimed as never, 'test');
  expect(await tasks()).toMatchObject([{ state: 'running', processed: 1 }]);
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 5, total: 5 }]);
  expect((await told('email.updated')).sort()).toEqual([...ids, ids[1]].sort());
});

/** The write of a store, after another request. */
function interruptedBy(request: () => Promise<unknown>): Store['write'] {
  return async (user, work) => {
    await request();
    return store.write(user, work);
  };
}

it('the mail of another user is neither selected nor changed, whatever the filter', async () => {
  const other = (await addUser(store, 'other'))?.id as number;
  const [mine, theirs] = [await fill(5, lease), await fill(5, lease, other)];
  for (const where of [{ all: true }, { folder: 'INBOX' }, { label: 'x' }, { search: 'lease' }]) {
    const { plan } = planWhere({ ...where, until_seq: 100 } as Where, Date.now());
    const among = await store.read(OWNER, [matchesAmong(store.dialect, OWNER, plan, [...mine, ...theirs])]);
    expect(among[0]?.map(({ id }) => id).sort()).toEqual(mine);
    await begin(where, 'star');
    await runAll();
  }
  expect(new Set(await told('email.updated'))).toEqual(new Set(mine));
  expect(await told('email.updated', other)).toEqual([]);
});

it('emails that are created after the request are not changed', async () => {
  const ids = await fill(5);
  await begin({ folder: 'INBOX' }, 'mark_read');
  await fill(3);
  await runAll();
  expect(await told('email.updated')).toEqual(ids);
});

it('a task keeps the reasons of the first emails that could not be changed, and counts all', async () => {
  const ids = await fill(5);
  for (const id of ids.slice(0, 3)) await write((tx) => remove(tx, email, id, context));
  await begin({ folder: 'INBOX', include_deleted: true }, 'delete');
  await runAll();
  expect(await tasks()).toMatchObject([
    {
      state: 'done',
      processed: 2,
      failed: 3,
      total: 5,
      errors: ids.slice(0, 2).map((id) => ({ id, code: 'ALREADY_DELETED' })),
    },
  ]);
});

it('is done exactly once if the process is killed at any moment', async () => {
  const ids = await fill(12);
  await begin({ is_starred: false }, 'add_label', { label: 'x' });
  await store.close();
  // Each round claims, then changes two: the kills hit before, within and after a part.
  for (const [write, moment] of [
    [2, 'within'],
    [4, 'after'],
    [1, 'after'],
    [6, 'before'],
  ] as const)
    await runKilled({ database: place, write, moment });
  store = await openStore({ data: '', database: place });
  expect((await tasks())[0]?.processed).toBeGreaterThan(0);
  expect((await tasks())[0]?.processed).toBeLessThan(12);
  await write(async (tx) => tx.run('update jobs set lease_until = 0 where user_id = ?1'));
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 12, total: 12 }]);
  expect(await told('email.updated')).toEqual(ids);
});

it('a worker that has lost its lease changes nothing', async () => {
  await fill(5);
  await begin({ folder: 'INBOX' }, 'mark_read');
  const [claimed] = await write((tx) => claimJobs(tx, ['batch'], 'slow', 60_000, 10));
  await write(async (tx) => tx.run('update jobs set lease_until = 0 where user_id = ?1'));
  await runAll();
  await job(store, claimed as never, 'slow');
  expect(await told('email.updated')).toHaveLength(5);
});

it('a second one can run beside it, but not any number', async () => {
  await fill(5);
  await begin({ folder: 'INBOX' }, 'mark_read');
  const second = await begin({ folder: 'INBOX' }, 'star');
  const refused = { code: 'CONFLICT', message: expect.stringContaining('2 batches by filter are running already') };
  await expect(begin({ folder: 'INBOX' }, 'unstar')).rejects.toMatchObject(refused);
  await runAll();
  expect((await tasks()).map(({ state, processed }) => [state, processed])).toEqual([
    ['done', 5],
    ['done', 5],
  ]);
  expect(second.id).not.toBe((await begin({ folder: 'INBOX' }, 'unstar')).id);
});

describe('large emails', () => {
  const sizes = { renameAtOnceBytes: limits.renameAtOnceBytes, renameBatchBytes: limits.renameBatchBytes };
  beforeAll(() => Object.assign(limits, { renameAtOnceBytes: 10_000, renameBatchBytes: 10_000 }));
  afterAll(() => Object.assign(limits, sizes));

  it('are changed by a task even if they are few, and fewer in a transaction', async () => {
    const ids = await fill(3, { body_plain: 'word '.repeat(1500) });
    await begin({ folder: 'INBOX' }, 'delete');
    await runJobs();
    expect(await tasks()).toMatchObject([{ state: 'running', processed: 1 }]);
    await runAll();
    expect(await told('email.deleted')).toEqual(ids);
  });
});
