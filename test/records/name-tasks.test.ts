// A name of many records is renamed or deleted by a task: in bounded transactions, by a job that goes on after a crash. The
// limits are lowered here, so that few records are many.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tags } from '../../src/contacts/tags.ts';
import { AppError } from '../../src/errors.ts';
import { limits } from '../../src/limits.ts';
import { folders } from '../../src/mail/folders.ts';
import { labels } from '../../src/mail/labels.ts';
import { openStore } from '../../src/open-store.ts';
import { createName, nameField, patchName, removeName } from '../../src/records/names/changes.ts';
import { type NameKind, namesIn, readNames } from '../../src/records/names/list.ts';
import { changeName, renameJob } from '../../src/records/names/rename.ts';
import { creatable, create, patch, remove } from '../../src/records/records.ts';
import { listTasks } from '../../src/records/tasks.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import type { Store, Tx } from '../../src/store/port.ts';
import { claimJobs } from '../../src/store/tables/jobs.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { newId } from '../../src/values/ids.ts';
import { endDatabase, newMigratedDatabase } from '../support/databases.ts';
import { runKilled } from '../support/killed-tasks.ts';

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
afterEach(async () => {
  await store.close();
  await endDatabase(place);
});

const write = <T>(work: (tx: Tx) => Promise<T>) => store.write(OWNER, work);

/** Mails with these values; the last is in the trash. Returns their ids. */
function fill(values: object, count: number): Promise<string[]> {
  return write(async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const body = { from_address: 'a@b.org', received_at: '2026-06-01T09:00:00Z', ...values };
      ids.push((await create(tx, email, creatable(email), body, context)).record.id);
    }
    await remove(tx, email, ids.at(-1) as string, context);
    return ids;
  });
}

/** Gives a mail the id that an instance with another clock would have given it. */
function reidentify(id: string, other: string): Promise<void> {
  return write(async (tx) => {
    for (const table of ['emails', 'emails_tags'])
      tx.run(`update ${table} set id = ?2 where user_id = ?1 and id = ?3`, other, id);
    tx.run('update emails set doc = replace(doc, ?3, ?2) where user_id = ?1 and id = ?2', other, id);
  });
}

const rename = (kind: NameKind, from: string, to: string) =>
  write(async (tx) => JSON.parse((await patchName(tx, kind, from, { name: to }, context)).text) as { task_id: string });

/** Runs the jobs that are due once each: a batch of each task. */
async function runJobs(): Promise<number> {
  const jobs = await write((tx) => claimJobs(tx, ['rename'], 'test', 60_000, 10));
  const fields = [folders, labels, tags].map(nameField);
  for (const job of jobs) await renameJob(fields)(store, job, 'test');
  return jobs.length;
}

async function runAll(): Promise<void> {
  while ((await runJobs()) > 0);
}

const known = async (kind: NameKind) =>
  Object.fromEntries(
    [...(await write((tx) => namesIn(tx, kind))).known.values()]
      .filter(({ live, seq }) => live > 0 || seq > 0)
      .map(({ name, live, pending }) => [name, [live, pending]]),
  );

const tasks = async (resources = ['email', 'contact']) => {
  const { texts } = (await listTasks(store, OWNER, resources, {})) as { texts: string[] };
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
};

/** How often each event with this data was emitted. */
async function told(event: string, fits: (data: Record<string, unknown>) => boolean): Promise<string[]> {
  const sql = 'select doc, record_id from changes where user_id = ?1 and event = ?2 order by seq';
  const [rows = []] = await store.read(OWNER, [{ sql, params: [event] }]);
  return rows.filter(({ doc }) => fits(JSON.parse(doc as string))).map(({ record_id }) => record_id as string);
}

describe('a label of many emails', () => {
  it('has its new name at once, its emails follow, and the task reports its progress', async () => {
    const ids = await fill({ labels: ['old'] }, 5);
    expect(await rename(labels, 'old', 'new')).toMatchObject({
      name: 'new',
      total: 4,
      pending: 5,
      task_id: expect.any(String),
    });
    await runJobs();
    expect(await known(labels)).toEqual({ new: [4, 3] });
    expect(await tasks()).toMatchObject([
      {
        kind: 'label.rename',
        resource: 'email',
        state: 'running',
        processed: 2,
        total: 5,
        params: { from: 'old', to: 'new' },
        finished_at: null,
      },
    ]);
    await runAll();
    expect(await known(labels)).toEqual({ new: [4, 0] });
    expect(await tasks()).toMatchObject([
      { state: 'done', processed: 5, total: 5, error: null, finished_at: expect.any(String) },
    ]);
    expect(await told('email.updated', (data) => String(data.labels) === 'new')).toEqual(ids);
    expect(await told('email.task_updated', ({ processed }) => processed === 4)).toHaveLength(1);
    expect(await told('label.updated', ({ pending }) => pending === 0)).toHaveLength(1);
    expect(await tasks(['contact'])).toEqual([]);
  });

  it('is renamed exactly once if the process is killed at any moment', async () => {
    const ids = await fill({ labels: ['old'] }, 12);
    await rename(labels, 'old', 'new');
    await store.close();
    // Each round claims, then changes two: the kills hit before, within and after a batch.
    for (const [write, moment] of [
      [2, 'within'],
      [4, 'after'],
      [1, 'after'],
      [6, 'before'],
    ] as const)
      await runKilled({ database: place, write, moment });
    store = await openStore({ data: '', database: place });
    const pending = (await known(labels)).new?.[1] as number;
    expect(pending).toBeGreaterThan(0);
    expect(pending).toBeLessThan(12);
    await write(async (tx) => tx.run('update jobs set lease_until = 0 where user_id = ?1'));
    await runAll();
    expect(await known(labels)).toEqual({ new: [11, 0] });
    expect(await tasks()).toMatchObject([{ state: 'done', processed: 12, total: 12 }]);
    expect((await told('email.updated', (data) => String(data.labels) === 'new')).sort()).toEqual(ids);
    expect(await consistencyProblems(store)).toEqual([]);
  });

  it('can be renamed again and back, and merged, while its emails are on their way', async () => {
    await fill({ labels: ['one'] }, 7);
    await rename(labels, 'one', 'two');
    await runJobs();
    await rename(labels, 'two', 'three');
    await runJobs();
    expect(await known(labels)).toMatchObject({ three: [6, expect.any(Number)] });
    await rename(labels, 'three', 'one');
    await runAll();
    expect(await known(labels)).toEqual({ one: [6, 0] });
    await rename(labels, 'one', 'two');
    await write((tx) => createName(tx, labels, { name: 'other' }, context));
    await write((tx) => removeName(tx, labels, 'two', { to: 'other' }, context));
    await runAll();
    expect(await known(labels)).toEqual({ other: [6, 0] });
    expect((await tasks()).every(({ state }) => state === 'done')).toBe(true);
  });

  it('keeps its former name from others until the task is done, and says which task that is', async () => {
    await fill({ labels: ['busy'] }, 5);
    const { task_id } = await rename(labels, 'busy', 'calm');
    const taken = {
      code: 'CONFLICT',
      message: expect.stringContaining('still being renamed'),
      details: { name: 'busy', task_id },
    };
    await expect(write((tx) => createName(tx, labels, { name: 'busy' }, context))).rejects.toMatchObject(taken);
    await fill({ labels: ['busy'] }, 2); // an email that gets the former name meanwhile gets the new one
    await runAll();
    expect(await known(labels)).toEqual({ calm: [5, 0] });
    expect(await write((tx) => createName(tx, labels, { name: 'busy' }, context))).toBeDefined();
  });

  it('is deleted: all emails lose it, also one that is changed meanwhile, but not one that is created afterwards', async () => {
    const [first] = await fill({ labels: ['gone', 'kept'] }, 6);
    await write((tx) => removeName(tx, labels, 'gone', {}, context));
    expect((await tasks())[0]?.params).toEqual({ from: 'gone', to: null });
    expect(await known(labels)).toEqual({ kept: [5, 0] });
    await write((tx) => patch(tx, email, first as string, { is_read: true }, context));
    await fill({ labels: ['gone'] }, 2);
    await runAll();
    expect(await known(labels)).toEqual({ gone: [1, 0], kept: [5, 0] });
    expect(await told('email.updated', (data) => String(data.labels) === 'kept')).toHaveLength(6);
  });

  it.each([labels, folders])(
    'is deleted, as a $kind, by a task of an earlier version, whose bound is an id',
    async (kind) => {
      const named = kind === labels ? { labels: ['gone'] } : { folder: 'gone' };
      await fill(named, 5);
      await write((tx) => removeName(tx, kind, 'gone', {}, context));
      const params = JSON.stringify({ from: 'gone', to: null, before: newId() });
      await write(async (tx) => tx.run('update tasks set params = ?2 where user_id = ?1', params));
      await fill(named, 3);
      expect((await tasks())[0]?.params).toEqual({ from: 'gone', to: null });
      await runAll();
      expect((await known(kind)).gone).toEqual([2, 0]);
    },
  );

  it.each([labels, folders])(
    'is deleted, as a $kind: what was created first is decided by the log, not by clocks',
    async (kind) => {
      const named = kind === labels ? { labels: ['gone'] } : { folder: 'gone' };
      const [ahead] = await fill(named, 5);
      await reidentify(ahead as string, 'ffffffff-ffff-7fff-bfff-ffffffffffff');
      await write((tx) => removeName(tx, kind, 'gone', {}, context));
      const [behind, changed] = await fill(named, 3);
      await reidentify(behind as string, '00000000-0000-7000-8000-000000000001');
      await reidentify(changed as string, '00000000-0000-7000-8000-000000000002');
      await write((tx) => patch(tx, email, '00000000-0000-7000-8000-000000000002', { is_read: true }, context));
      await runAll();
      expect((await known(kind)).gone).toEqual([2, 0]);
      expect((await tasks())[0]).toMatchObject({ state: 'done', processed: kind === labels ? 5 : 4 });
    },
  );
});

describe('large emails', () => {
  const sizes = { renameAtOnceBytes: limits.renameAtOnceBytes, renameBatchBytes: limits.renameBatchBytes };
  beforeAll(() => Object.assign(limits, { renameAtOnceBytes: 10_000, renameBatchBytes: 10_000 }));
  afterAll(() => Object.assign(limits, sizes));

  it.each([labels, folders])('of a $kind are changed by a task, and fewer in a transaction', async (kind) => {
    await fill({ labels: ['old'], folder: 'old', body_plain: 'word '.repeat(1500) }, 3);
    await write((tx) => removeName(tx, kind, 'old', {}, context));
    await runJobs();
    expect(await tasks()).toMatchObject([{ state: 'running', processed: 1 }]);
    await runAll();
    expect(await tasks()).toMatchObject([{ state: 'done', error: null }]);
    expect(await known(kind)).toEqual({});
  });

  it('of which one alone is too large are changed too', async () => {
    await fill({ labels: ['old'], body_plain: 'word '.repeat(5000) }, 2);
    await rename(labels, 'old', 'new');
    await runAll();
    expect(await known(labels)).toEqual({ new: [1, 0] });
  });
});

it('a name that the bounded counts lack is changed on all records', async () => {
  await fill({ labels: ['old'] }, 5);
  const task = await write((tx) => changeName(tx, nameField(labels), 'rename', { from: 'old', to: 'new' }, 0, []));
  expect(task).toMatchObject({ kind: 'label.rename' });
  await runAll();
  expect(await known(labels)).toEqual({ new: [4, 0] });
});

it('names that the bounded list of counts lacks have their counts where they are shown', async () => {
  const most = limits.names;
  await fill({ labels: ['a', 'b', 'c', 'set', 'x'] }, 3);
  await write((tx) => patchName(tx, labels, 'set', { color: '#112233' }, context));
  Object.assign(limits, { names: 2 });
  try {
    expect(await known(labels)).toEqual({ a: [2, 0], b: [2, 0], set: [2, 0] });
    const one = await readNames(store, OWNER, labels, ['x']);
    expect(one.known.get('x')).toMatchObject({ live: 2, unread: 2, stored: 3 });
    await write((tx) => removeName(tx, labels, 'x', { to: 'c' }, context));
    const merged = await readNames(store, OWNER, labels, ['x', 'c']);
    expect([merged.known.get('c')?.live, merged.known.has('x')]).toEqual([2, false]);
    await fill({ folder: 'Plans' }, 3);
    const { known: found } = await readNames(store, OWNER, folders, ['Plans', 'INBOX']);
    expect([found.get('Plans')?.live, found.get('INBOX')?.live]).toEqual([2, 2]);
  } finally {
    Object.assign(limits, { names: most });
  }
});

it('a task shows why an attempt failed, which changed nothing, and is finished by the next one', async () => {
  await fill({ labels: ['old'] }, 4);
  await rename(labels, 'old', 'new');
  await runJobs();
  await runJobs();
  const [job] = await write((tx) => claimJobs(tx, ['rename'], 'test', 60_000, 10));
  const finished = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'the disk is full'));
  const failing = renameJob([{ ...nameField(labels), finished }])(store, job as never, 'test');
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await tasks()).toMatchObject([{ state: 'running', processed: 4, error: 'the disk is full' }]);
  await write(async (tx) => tx.run('update jobs set lease_until = 0 where user_id = ?1'));
  await runAll();
  expect(await tasks()).toMatchObject([{ state: 'done', processed: 4, error: null }]);
});

it('a task does not show clients an error of the database', async () => {
  await fill({ labels: ['old'] }, 4);
  await rename(labels, 'old', 'new');
  const [job] = await write((tx) => claimJobs(tx, ['rename'], 'test', 60_000, 10));
  const broken = { ...nameField(labels), resource: { ...email, table: 'no_such_table' } };
  await expect(renameJob([broken])(store, job as never, 'test')).rejects.toThrow('no_such_table');
  expect(await tasks()).toMatchObject([{ state: 'running', error: expect.stringContaining('internal error') }]);
  expect(JSON.stringify(await tasks())).not.toContain('no_such_table');
});

it('there is a limit for the names of a kind', async () => {
  const most = limits.names;
  Object.assign(limits, { names: 1 });
  try {
    await write((tx) => createName(tx, labels, { name: 'one' }, context));
    const refused = { code: 'CONFLICT', message: 'There are 1 labels already; delete or merge some first.' };
    await expect(write((tx) => createName(tx, labels, { name: 'two' }, context))).rejects.toMatchObject(refused);
  } finally {
    Object.assign(limits, { names: most });
  }
});

describe('a folder of many emails', () => {
  it('is deleted: all of its emails go to the trash, also those that a rename is moving to it', async () => {
    await fill({ folder: 'First' }, 6);
    await rename(folders, 'First', 'Second');
    await runJobs();
    await write((tx) => removeName(tx, folders, 'Second', {}, context));
    await runAll();
    expect(await known(folders)).toEqual({});
    expect(await told('email.deleted', () => true)).toHaveLength(6); // one was in the trash before
    expect(await consistencyProblems(store)).toEqual([]);
  });
});

it('a tag of many contacts has a task that tokens for contacts see', async () => {
  await write(async (tx) => {
    for (let index = 0; index < 5; index++)
      await create(tx, contact, creatable(contact), { display_name: `C ${index}`, tags: ['old'] }, context);
  });
  await rename(tags, 'old', 'new');
  await runAll();
  expect(await known(tags)).toEqual({ new: [5, 0] });
  expect(await tasks(['contact'])).toMatchObject([{ kind: 'tag.rename', resource: 'contact', processed: 5 }]);
  expect(await tasks(['email'])).toEqual([]);
});
