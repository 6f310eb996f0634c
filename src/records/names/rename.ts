// Gives the records of a name, such as the calendar of an event or a label of an email, another name, takes the name from
// them, or moves them to the trash. Few records change in the transaction of the request. Many, or large ones, are left to
// a task, whose job changes them in bounded transactions and goes on after a crash.
import { limits } from '../../limits.ts';
import type { AnyRecord, Resource } from '../../resources/resource.ts';
import type { Query, Row, Tx } from '../../store/port.ts';
import { dropJob, type JobHandler, putJob, settleJob } from '../../store/tables/jobs.ts';
import { readTask, runningQuery, type TaskRow, updateTask } from '../../store/tables/names/tasks.ts';
import { type Found, findNamed, findTagged, readFound } from '../../store/tables/record-lookups.ts';
import type { Stored } from '../../store/tables/records.ts';
import { clean, indexKey } from '../../values/text.ts';
import { changeIfDifferent, removeStored } from '../records.ts';
import { createPause } from '../slices.ts';
import { advanceTask, failTask, runningTask, startTask } from '../tasks.ts';

/** The field that has the name: a text with a column, or the list that is `tags` of the resource. */
export interface NameField {
  /** What the name is of, such as `label`; the first half of the kind of its tasks. */
  kind: string;
  resource: Resource;
  field: string;
  /** Another field that can have the name, and what it has instead when the name is deleted. */
  also?: { field: string; instead: string };
  /** Called in the transaction in which a job has changed the last record. */
  finished(tx: Tx, change: NameChange): Promise<void>;
}

/** Records of the name `from` get the name `to`; null: they lose it, or go to the trash if they must have one. */
export interface NameChange {
  from: string;
  to: string | null;
  /** The seq of the deletion of a name: a record that was created after it is not concerned. */
  until?: number;
  /** The same as an id, in the deletions that an earlier version began: a record with a larger id is not concerned. */
  before?: string;
}

/** A change that is not finished. */
export interface NameTask extends NameChange {
  row: TaskRow;
}

export type NameAction = 'rename' | 'merge' | 'delete';

/**
 * Changes the records of a name; `count` is how many there are, those in the trash included. What another task is moving to
 * this name follows. Returns the task that does what is left.
 */
export async function changeName(
  tx: Tx,
  named: NameField,
  action: NameAction,
  change: NameChange,
  count: number,
  tasks: readonly NameTask[],
): Promise<TaskRow | undefined> {
  await redirectTasks(tx, tasks, change);
  if (count <= limits.renameAtOnce && (await isSmall(tx, named, change))) {
    await changeSome(tx, named, change, limits.renameAtOnce, limits.renameAtOnceBytes);
    return undefined;
  }
  const task = await startTask(tx, named.resource, `${named.kind}.${action}`, change, count);
  putJob(tx, 'rename', task.id, tx.now);
  return task;
}

/** Whether the records can change in the transaction of the request. `count` may lack some: a list of names is bounded. */
async function isSmall(tx: Tx, named: NameField, change: NameChange): Promise<boolean> {
  let count = 0;
  let bytes = 0;
  for (const find of findersOf(named, change)) {
    const found = await find(tx, limits.renameAtOnce + 1);
    count += found.length;
    for (const one of found) bytes += one.bytes;
  }
  return count <= limits.renameAtOnce && bytes <= limits.renameAtOnceBytes;
}

/** The records of the tasks whose target is renamed or deleted go where it goes. */
async function redirectTasks(tx: Tx, tasks: readonly NameTask[], { from, to, until }: NameChange): Promise<void> {
  for (const { row, ...task } of tasks) {
    if (task.to !== from) continue;
    if (task.from === to) {
      dropJob(tx, 'rename', row.id);
      await advanceTask(tx, row, 0, true);
    } else {
      const change: NameChange = { from: task.from, to, ...(until !== undefined && { until }) };
      updateTask(tx, { ...row, params: JSON.stringify(change) });
    }
  }
}

/** The query for the tasks that are not finished, and those of a kind of name. */
export const tasksQuery: Query = runningQuery;

export function tasksOf(rows: readonly Row[], kind: string): NameTask[] {
  return rows
    .map(readTask)
    .filter((row) => row.kind.startsWith(`${kind}.`))
    .map((row) => ({ ...(JSON.parse(row.params) as NameChange), row }));
}

/** Changes a batch; the job stays until there is none left, so that other jobs and a stop of the service do not wait. */
export function renameJob(fields: readonly NameField[]): JobHandler {
  return async (store, job, holder) => {
    const batch = async (tx: Tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      const task = await runningTask(tx, job.recordId);
      const named = fields.find(({ kind }) => task?.kind.startsWith(`${kind}.`));
      if (!task || !named) return;
      const change = JSON.parse(task.params) as NameChange;
      const { changed, isFinished } = await changeSome(tx, named, change, limits.renameBatch, limits.renameBatchBytes);
      if (!isFinished) putJob(tx, 'rename', task.id, tx.now);
      await advanceTask(tx, task, changed, isFinished);
      if (isFinished) await named.finished(tx, change);
    };
    try {
      await store.write(job.user, batch);
    } catch (error) {
      await store.write(job.user, (tx) => failTask(tx, job.recordId, error));
      throw error; // the loop tries again later
    }
  };
}

/** Changes at least one record, if there is one. Each is read on its own, so that few texts are in memory. */
async function changeSome(
  tx: Tx,
  named: NameField,
  change: NameChange,
  max: number,
  maxBytes: number,
): Promise<{ changed: number; isFinished: boolean }> {
  const pause = createPause();
  let changed = 0;
  let bytes = 0;
  for (const find of findersOf(named, change)) {
    for (const found of changed < max ? await find(tx, max - changed) : []) {
      bytes += found.bytes;
      if (changed > 0 && bytes > maxBytes) return { changed, isFinished: false };
      const stored = await readFound(tx, named.resource, found);
      if (stored) await changeOne(tx, named, stored, change);
      changed++;
      await pause();
    }
  }
  return { changed, isFinished: changed < max };
}

type Finder = (tx: Tx, max: number) => Promise<Found[]>;

function findersOf({ resource, field, also }: NameField, { from, to, ...bounds }: NameChange): Finder[] {
  const until = bounds.until ?? bounds.before;
  if (field === resource.tags) return [(tx, max) => findTagged(tx, resource, { name: clean(from), until, max })];
  const by =
    (column: string, trash: 'without' | 'only', bound?: number | string): Finder =>
    (tx, max) =>
      findNamed(tx, resource, { column, name: indexKey(from), trash, until: bound, max });
  const isTrashing = to === null;
  return [
    by(field, 'without', until),
    ...(isTrashing ? [] : [by(field, 'only')]),
    ...(also ? [by(also.field, 'without'), by(also.field, 'only')] : []),
  ];
}

async function changeOne(tx: Tx, named: NameField, stored: Stored, change: NameChange): Promise<void> {
  const { resource, field, also } = named;
  const { record } = stored;
  const isTrashed = record.deleted_at !== null;
  const values: Record<string, unknown> = {};
  if (Array.isArray(record[field])) values[field] = renamed(record[field] as string[], change);
  else if (isSame(record, field, change.from) && change.to === null && !isTrashed) {
    await removeStored(tx, resource, stored);
    return;
  } else if (isSame(record, field, change.from) && change.to !== null) values[field] = change.to;
  if (also && isSame(record, also.field, change.from)) values[also.field] = change.to ?? also.instead;
  // A record in the trash that cannot be read is not shown by the feed either: it is once more reported as deleted.
  const action = isTrashed && !resource.trash?.readable ? 'deleted' : 'updated';
  await changeIfDifferent(tx, resource, stored, values, action);
}

function isSame(record: AnyRecord, field: string, name: string): boolean {
  return typeof record[field] === 'string' && indexKey(record[field]) === indexKey(name);
}

function renamed(names: string[], { from, to }: NameChange): string[] {
  const kept =
    to === null ? names.filter((one) => clean(one) !== from) : names.map((one) => (clean(one) === from ? to : one));
  return [...new Set(kept)];
}
