// Tasks: changes of many records, done in bounded transactions by a job. A task that is finished is kept for a while.
import type { Query, Row, Tx } from '../../port.ts';

export interface TaskRow {
  id: string;
  /** What it does, such as `label.rename`. */
  kind: string;
  /** The name of the resource whose records it changes. */
  resource: string;
  state: 'running' | 'done' | 'cancelled';
  /** JSON. */
  params: string;
  processed: number;
  total: number;
  /** Why the last attempt failed. */
  error: string | null;
  /** Records that could not be changed. */
  failed: number;
  /** JSON: the errors of the first of them. */
  errors: string;
  /** How far it is, if that is not clear from the records: the id of the last one, or JSON of what is served as progress. */
  position: string | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
}

const COLUMNS =
  'id, kind, resource, state, params, processed, total, error, failed, errors, position, created_at, updated_at, finished_at';

/** The query for the tasks that are not finished. */
export const runningQuery: Query = {
  sql: `select ${COLUMNS} from tasks where user_id = ?1 and finished_at is null`,
  params: [],
};

/** The query for a page of tasks, newest first, and the one for their number. Only those of these resources. */
export function tasksPage(resources: readonly string[], limit: number, offset: number): Query[] {
  const names = resources.map((_, index) => `?${index + 2}`).join(', ');
  const where = `from tasks where user_id = ?1 and resource in (${names})`;
  const [at, from] = [resources.length + 2, resources.length + 3];
  return [
    {
      sql: `select ${COLUMNS} ${where} order by created_at desc, id desc limit ?${at} offset ?${from}`,
      params: [...resources, limit, offset],
    },
    { sql: `select count(*) as total ${where}`, params: [...resources] },
  ];
}

export function taskQuery(id: string): Query {
  return { sql: `select ${COLUMNS} from tasks where user_id = ?1 and id = ?2`, params: [id] };
}

export function readTask(row: Row): TaskRow {
  const numbers = ['processed', 'total', 'failed', 'created_at', 'updated_at'].map((name) => [name, Number(row[name])]);
  return { ...row, ...Object.fromEntries(numbers) } as unknown as TaskRow;
}

export function insertTask(tx: Tx, task: TaskRow): void {
  tx.run(
    `insert into tasks (user_id, id, kind, resource, state, params, processed, total, error, failed, errors, position, created_at, updated_at, finished_at)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`,
    task.id,
    task.kind,
    task.resource,
    task.state,
    task.params,
    task.processed,
    task.total,
    task.error,
    task.failed,
    task.errors,
    task.position,
    task.created_at,
    task.updated_at,
    task.finished_at,
  );
}

export function updateTask(tx: Tx, task: TaskRow): void {
  tx.run(
    `update tasks set state = ?3, params = ?4, processed = ?5, total = ?6, error = ?7, updated_at = ?8, finished_at = ?9,
      failed = ?10, errors = ?11, position = ?12
      where user_id = ?1 and id = ?2`,
    task.id,
    task.state,
    task.params,
    task.processed,
    task.total,
    task.error,
    task.updated_at,
    task.finished_at,
    task.failed,
    task.errors,
    task.position,
  );
}

/** Deletes the tasks that were finished before a time. */
export function pruneTasks(tx: Tx, before: number): void {
  tx.run('delete from tasks where user_id = ?1 and finished_at < ?2', before);
}
