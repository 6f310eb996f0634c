// Deferred work as rows: at most one job of a kind per record. A worker claims a due job with a lease and settles it in
// the transaction that does its work; a job with an expired lease can be claimed by another worker.
import { clean } from '../../values/text.ts';
import type { ReadStore, Row, Store, Tx } from '../port.ts';

export type JobKind =
  | 'wake'
  | 'queue'
  | 'send'
  | 'check'
  | 'check_imap'
  | 'sync'
  | 'push'
  | 'unlink'
  | 'rename'
  | 'batch'
  | 'import'
  | 'correspondents'
  | 'reminder'
  | 'preview'
  | 'index'
  | 'extract'
  | 'extract_all';

/** Does the work of a due job, and settles it in the same transaction if this holder still has its lease. */
export type JobHandler = (store: Store, job: Job, holder: string) => Promise<void>;

export interface Job {
  user: number;
  kind: JobKind;
  recordId: string;
  /** When it was due. */
  dueAt: number;
  attempts: number;
}

/**
 * Adds the job, or reschedules an existing one; this ends its lease, so a worker that holds it finds it gone. Jobs of
 * one lane run one at a time (send-jobs.ts).
 */
export function putJob(tx: Tx, kind: JobKind, recordId: string, dueAt: number, lane: string | null = null): void {
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at, lane) values (?1, ?2, ?3, ?4, ?5, ?6)
      on conflict (user_id, kind, record_id) do update
      set due_at = excluded.due_at, attempts = 0, lease_until = null, lease_holder = null, last_error = null, lane = excluded.lane`,
    kind,
    recordId,
    dueAt,
    tx.now,
    lane,
  );
  tx.wake(dueAt);
}

/** Adds the job unless it exists. */
export function ensureJob(tx: Tx, kind: JobKind, recordId: string, dueAt: number): void {
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at) values (?1, ?2, ?3, ?4, ?5)
      on conflict (user_id, kind, record_id) do nothing`,
    kind,
    recordId,
    dueAt,
    tx.now,
  );
  tx.wake(dueAt);
}

/** Adds the job for every user who has rows in one of the tables, in a transaction of the catalogue. */
export function putJobForAll(tx: Tx, kind: JobKind, recordId: string, tables: readonly string[]): void {
  const hasRows = tables.map((table) => `exists (select 1 from ${table} r where r.user_id = u.user_id)`);
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at) select u.user_id, ?1, ?2, ?3, ?3 from users u
      where ${hasRows.join(' or ')} on conflict (user_id, kind, record_id) do nothing`,
    kind,
    recordId,
    tx.now,
  );
  tx.wake(tx.now);
}

/** Drops all jobs of a kind, in a transaction of the catalogue. */
export function dropJobsForAll(tx: Tx, kind: JobKind): void {
  tx.run('delete from jobs where kind = ?1', kind);
}

/** Adds the job, or moves it if it is there and not due yet. One that is due stays: its work is still to be done. */
export function moveJob(tx: Tx, kind: JobKind, recordId: string, dueAt: number): void {
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at) values (?1, ?2, ?3, ?4, ?5)
      on conflict (user_id, kind, record_id) do update
      set due_at = excluded.due_at, attempts = 0, lease_until = null, lease_holder = null, last_error = null
      where jobs.due_at > ?5`,
    kind,
    recordId,
    dueAt,
    tx.now,
  );
  tx.wake(dueAt);
}

/** Drops the job unless it is due. */
export function dropJobNotDue(tx: Tx, kind: JobKind, recordId: string): void {
  const sql = 'delete from jobs where user_id = ?1 and kind = ?2 and record_id = ?3 and due_at > ?4';
  tx.run(sql, kind, recordId, tx.now);
}

export function dropJob(tx: Tx, kind: JobKind, recordId: string): void {
  tx.run('delete from jobs where user_id = ?1 and kind = ?2 and record_id = ?3', kind, recordId);
}

/**
 * The query of `claimJobs`. Each kind is looked up by itself, in the order of an index: many jobs of one kind do not delay
 * another.
 */
export function dueJobsSql(kinds: readonly JobKind[]): string {
  const ofKind = kinds.map(
    (_, index) => `select * from (select kind, record_id, due_at, attempts from jobs
      where user_id = ?1 and kind = ?${index + 4} and due_at <= ?2 and (lease_until is null or lease_until <= ?2)
      order by due_at limit ?3) due_${index}`,
  );
  return `${ofKind.join(' union all ')} order by due_at limit ?3`;
}

/** Leases the user's due jobs of these kinds to `holder`, the longest due first. */
export async function claimJobs(
  tx: Tx,
  kinds: JobKind[],
  holder: string,
  leaseMs: number,
  max: number,
): Promise<Job[]> {
  const due = await tx.all(dueJobsSql(kinds), tx.now, max, ...kinds);
  const jobs = due.map((row) => ({
    user: tx.user,
    kind: row.kind as JobKind,
    recordId: row.record_id as string,
    dueAt: row.due_at as number,
    attempts: (row.attempts as number) + 1,
  }));
  for (const job of jobs) {
    tx.run(
      'update jobs set lease_until = ?4, lease_holder = ?5, attempts = attempts + 1 where user_id = ?1 and kind = ?2 and record_id = ?3',
      job.kind,
      job.recordId,
      tx.now + leaseMs,
      holder,
    );
  }
  return jobs;
}

/** Deletes a claimed job if `holder` still has it; the work belongs in the same transaction. */
export async function settleJob(tx: Tx, job: Job, holder: string): Promise<boolean> {
  const sql = 'delete from jobs where user_id = ?1 and kind = ?2 and record_id = ?3 and lease_holder = ?4';
  return (await tx.count(sql, job.kind, job.recordId, holder)) === 1;
}

/** Extends the lease of a claimed job; returns whether `holder` still has it. */
export async function renewJob(tx: Tx, job: Job, holder: string, until: number): Promise<boolean> {
  const sql =
    'update jobs set lease_until = ?5 where user_id = ?1 and kind = ?2 and record_id = ?3 and lease_holder = ?4';
  return (await tx.count(sql, job.kind, job.recordId, holder, until)) === 1;
}

/** Gives a claimed job back as if it had not been tried, because the service stops. */
export function returnJob(tx: Tx, job: Job, holder: string): void {
  tx.run(
    `update jobs set attempts = attempts - 1, lease_until = null, lease_holder = null
      where user_id = ?1 and kind = ?2 and record_id = ?3 and lease_holder = ?4`,
    job.kind,
    job.recordId,
    holder,
  );
}

/** Releases a claimed job for a retry at a later time. */
export function postponeJob(tx: Tx, job: Job, holder: string, dueAt: number, error: string): void {
  tx.run(
    `update jobs set due_at = ?5, lease_until = null, lease_holder = null, last_error = ?6
      where user_id = ?1 and kind = ?2 and record_id = ?3 and lease_holder = ?4`,
    job.kind,
    job.recordId,
    holder,
    dueAt,
    clean(error),
  );
  tx.wake(dueAt);
}

/**
 * The query of `nextJobs`. Each of its parts reads the first entry of an index: those without a lease by kind, and those
 * with one, which are few.
 */
export function nextJobsSql(kinds: readonly JobKind[]): string {
  const names = kinds.map((_, index) => `?${index + 1}`);
  const waiting = names.map(
    (kind, index) => `(select min(j.due_at) from jobs j
      where j.user_id = u.user_id and j.kind = ${kind} and j.lease_until is null) as waiting_${index}`,
  );
  // The kind is not part of the condition: SQLite would look for it first, among all jobs.
  const leased = `(select min(case when j.kind not in (${names.join(', ')}) then null
      when j.lease_until > j.due_at then j.lease_until else j.due_at end)
    from jobs j where j.user_id = u.user_id and j.lease_until >= 0) as leased`;
  return `select u.user_id, ${[...waiting, leased].join(', ')} from users u`;
}

/** For each user with jobs of these kinds, when the next one can be claimed. */
export async function nextJobs(store: Store, kinds: JobKind[]): Promise<{ user: number; at: number }[]> {
  const rows = await store.catalogue(nextJobsSql(kinds), ...kinds);
  return rows.flatMap(({ user_id, ...times }) => {
    const known = Object.values(times).filter((at) => at !== null) as number[];
    return known.length === 0 ? [] : [{ user: user_id as number, at: Math.min(...known) }];
  });
}

/** The number of jobs by kind and state, for the metrics. */
export async function countJobs(store: Store, now: number): Promise<Row[]> {
  return store.catalogue(
    `select j.kind, case when j.lease_until > ?1 then 'running' when j.due_at <= ?1 then 'due' else 'waiting' end as state, count(*) as jobs
      from users u join jobs j on j.user_id = u.user_id group by 1, 2`,
    now,
  );
}

/**
 * Ends all leases: for a store that only one service can use, whose last service may have died. The lease of a mail
 * that is being sent is set to expired instead, because such a mail is recovered and not simply retried.
 */
export async function releaseJobs(store: Store): Promise<void> {
  await store.administer(async (tx) => {
    tx.run("update jobs set lease_until = null, lease_holder = null where lease_until is not null and kind <> 'send'");
    tx.run("update jobs set lease_until = 0 where lease_until is not null and kind = 'send'");
  });
}

/** Drops the jobs of one kind, of all users, in a transaction of the catalogue. */
export function dropJobsOfKind(tx: Tx, kind: JobKind): void {
  tx.run('delete from jobs where kind = ?1', kind);
}

/** What the `record_id` of a job over stored records has as JSON, so that its progress is stored with it. */
export interface PreviewTask {
  /** The id of the last record that is done. */
  after: string;
  done: number;
  total: number;
}

export function readPreviewTask(recordId: string): PreviewTask {
  return JSON.parse(recordId) as PreviewTask;
}

/** The job for every user who has emails, from the first one on, in a transaction of the catalogue. */
export function putPreviewJobs(tx: Tx): void {
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at)
      select user_id, 'preview', '{"after":"","done":0,"total":' || count(*) || '}', ?1, ?1 from emails group by user_id`,
    tx.now,
  );
  tx.wake(tx.now);
}

/** Of a job of the kind `index`. */
export interface IndexTask extends PreviewTask {
  table: string;
}

/** The progress of all users together; undefined if there is no such job. */
export async function readProgress(
  store: ReadStore,
  kind: 'preview' | 'index' | 'extract_all',
): Promise<Pick<PreviewTask, 'done' | 'total'> | undefined> {
  const rows = await store.catalogue(
    'select j.record_id from users u join jobs j on j.user_id = u.user_id where j.kind = ?1',
    kind,
  );
  const tasks = rows.map(({ record_id }) => readPreviewTask(record_id as string));
  if (tasks.length === 0) return undefined;
  const sum = (figure: 'done' | 'total') => tasks.reduce((all, task) => all + task[figure], 0);
  return { done: sum('done'), total: sum('total') };
}
