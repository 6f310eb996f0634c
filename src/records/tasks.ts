// Tasks: changes of many records that one request starts and a job does in bounded transactions. A task is a row of the
// request's transaction, so a crash only interrupts it. Its progress is in the feed as `<resource>.task_updated`.
import { AppError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Resource } from '../resources/resource.ts';
import type { Store, Tx } from '../store/port.ts';
import { contentTag, type Version } from '../store/tables/etags.ts';
import { insertTask, readTask, type TaskRow, taskQuery, tasksPage, updateTask } from '../store/tables/names/tasks.ts';
import { readIn } from '../store/tables/record-lookups.ts';
import { newId, readId } from '../values/ids.ts';
import { clean } from '../values/text.ts';
import { formatTime } from '../values/time.ts';
import type { ListResult } from './list.ts';
import { emit } from './save.ts';
import type { Task } from './task-fields.ts';

/** How far an import is. */
export interface TaskProgress {
  bytes: number;
  total_bytes: number;
  imported: number;
  known: number;
}

/** Adds a task; the caller adds its job. */
export async function startTask(
  tx: Tx,
  { name }: Resource,
  kind: string,
  params: object,
  total: number,
  progress: TaskProgress | null = null,
): Promise<TaskRow> {
  const at = { created_at: tx.timestamp, updated_at: tx.timestamp, finished_at: null };
  const position = progress && JSON.stringify(progress);
  const counts = { processed: 0, total, error: null, failed: 0, errors: '[]', position };
  const task: TaskRow = {
    id: newId(),
    kind,
    resource: name,
    state: 'running',
    params: JSON.stringify(params),
    ...counts,
    ...at,
  };
  insertTask(tx, task);
  await report(tx, task);
  return task;
}

/** The reason why one record could not be changed. */
export interface RecordError {
  id: string;
  code: string;
  message: string;
}

/** What a task has done besides changing records. */
interface Progress {
  errors?: readonly RecordError[];
  /** The id of the last record that it looked at. */
  position?: string;
}

/** Stores progress, and appends it to the feed. */
export async function advanceTask(
  tx: Tx,
  before: TaskRow,
  processed: number,
  isFinished: boolean,
  { errors = [], position }: Progress = {},
): Promise<void> {
  const failed = before.failed + errors.length;
  const done = before.processed + processed + failed;
  const task: TaskRow = {
    ...before,
    processed: before.processed + processed,
    failed,
    errors: withErrors(before.errors, errors),
    position: position ?? before.position,
    // More records may be concerned than there were when it was counted.
    total: isFinished ? done : Math.max(before.total, done),
    state: isFinished ? 'done' : 'running',
    error: null,
    updated_at: tx.timestamp,
    finished_at: isFinished ? tx.timestamp : null,
  };
  updateTask(tx, task);
  await report(tx, task);
}

/** What an import has done so far, altogether. */
export interface TaskFigures {
  progress: TaskProgress;
  failed: number;
  errors: readonly RecordError[];
}

/** Stores these figures instead of adding to those before; without them only the state changes. */
export async function setTask(
  tx: Tx,
  before: TaskRow,
  state: TaskRow['state'],
  figures?: TaskFigures,
): Promise<TaskRow> {
  const task: TaskRow = { ...before, ...(figures && columnsOf(figures)), state, error: null, updated_at: tx.timestamp };
  if (state !== 'running') task.finished_at = tx.timestamp;
  updateTask(tx, task);
  await report(tx, task);
  return task;
}

function columnsOf({ progress, failed, errors }: TaskFigures) {
  const processed = progress.imported + progress.known;
  const total = processed + failed;
  return { processed, total, failed, errors: JSON.stringify(errors), position: JSON.stringify(progress) };
}

/** What a task of an import has stored of its progress. */
export function progressOf({ position }: TaskRow): TaskProgress | null {
  return position?.startsWith('{') ? (JSON.parse(position) as TaskProgress) : null;
}

function withErrors(known: string, further: readonly RecordError[]): string {
  if (further.length === 0) return known;
  return JSON.stringify([...(JSON.parse(known) as RecordError[]), ...further].slice(0, limits.taskErrors));
}

/** Stores that an attempt failed; the job tries again. Clients see the error, so it has no text of the database. */
export async function failTask(tx: Tx, id: string, error: unknown): Promise<void> {
  const task = await runningTask(tx, id);
  if (!task) return;
  const reason = error instanceof AppError ? error.message : errors.INTERNAL_ERROR[1];
  const failed = { ...task, error: clean(reason).slice(0, limits.lineChars), updated_at: tx.timestamp };
  updateTask(tx, failed);
  await report(tx, failed);
}

/** The task, if it is not finished. */
export async function runningTask(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const [[row] = []] = await readIn(tx, [taskQuery(id)]);
  return row && row.finished_at === null ? readTask(row) : undefined;
}

async function report(tx: Tx, task: TaskRow): Promise<void> {
  await emit(tx, `${task.resource}.task_updated`, task.id, shownTask(task));
}

function shownTask(task: TaskRow): Task {
  const { id, kind, resource, state, processed, total, failed, error } = task;
  // Without the bound of a deletion, and who delivers the mail of an import.
  const {
    until: _,
    before: _before,
    delivered_by: _deliveredBy,
    ...params
  } = JSON.parse(task.params) as Record<string, unknown>;
  return {
    ...{ id, kind, resource, state, params },
    ...{ processed, total, failed, errors: JSON.parse(task.errors) as RecordError[] },
    ...{ progress: progressOf(task), error },
    created_at: formatTime(task.created_at),
    updated_at: formatTime(task.updated_at),
    finished_at: task.finished_at === null ? null : formatTime(task.finished_at),
  };
}

/** A task as JSON. */
export function servedTask(task: TaskRow): string {
  return JSON.stringify(shownTask(task));
}

/** Those of these resources, newest first. */
export async function listTasks(
  store: Store,
  user: number,
  resources: readonly string[],
  { limit: wanted = limits.pageDefault, offset = 0 }: { limit?: number; offset?: number },
): Promise<ListResult> {
  const limit = Math.min(wanted, limits.pageMax);
  const [rows = [], counts = []] =
    resources.length === 0 ? [] : await store.read(user, tasksPage(resources, limit, offset));
  const total = Number(counts[0]?.total ?? 0);
  const texts = rows.map((row) => servedTask(readTask(row)));
  return { texts, meta: { total, limit, offset, has_more: offset + texts.length < total } };
}

export async function getTask(
  store: Store,
  user: number,
  resources: readonly string[],
  id: string,
): Promise<Version & { text: string }> {
  const known = readId(id);
  const [rows = []] = known ? await store.read(user, [taskQuery(known)]) : [];
  const task = rows[0] && readTask(rows[0]);
  if (!task || !resources.includes(task.resource))
    throw new AppError('NOT_FOUND', 'There is no such task; it is kept for a while after it is finished.');
  const text = servedTask(task);
  return { text, seq: 0, etag: contentTag(0, text) };
}
