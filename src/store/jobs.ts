// Work for later, as rows: at most one job of a kind for a record. A worker claims a due job with a lease and
// settles it in the transaction that does its work; a lease that has run out can be claimed by another.
import { clean } from '../values/text.ts';
import type { Row, Store, Tx } from './store.ts';

export type JobKind = 'wake' | 'queue' | 'send' | 'check' | 'check_imap' | 'sync' | 'push' | 'unlink';

export interface Job {
  user: number;
  kind: JobKind;
  recordId: string;
  attempts: number;
}

/**
 * Adds the job, or moves it if it is there; a lease on it ends, so a worker that holds it finds it gone. Jobs of one
 * lane are done one at a time (send-jobs.ts).
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

/** Adds the job unless there is one already, which stays as it is. */
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

export function dropJob(tx: Tx, kind: JobKind, recordId: string): void {
  tx.run('delete from jobs where user_id = ?1 and kind = ?2 and record_id = ?3', kind, recordId);
}

/** Leases the user's due jobs of these kinds to `holder`, the longest due first. */
export async function claimJobs(
  tx: Tx,
  kinds: JobKind[],
  holder: string,
  leaseMs: number,
  most: number,
): Promise<Job[]> {
  const names = kinds.map((_, index) => `?${index + 4}`).join(', '); // each worker has its own, which never change
  const due = await tx.all(
    `select kind, record_id, attempts from jobs
      where user_id = ?1 and due_at <= ?2 and (lease_until is null or lease_until <= ?2) and kind in (${names})
      order by due_at limit ?3`,
    tx.now,
    most,
    ...kinds,
  );
  const jobs = due.map((row) => ({
    user: tx.user,
    kind: row.kind as JobKind,
    recordId: row.record_id as string,
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

/** Takes a claimed job off the list if `holder` still has it; the work belongs in the same transaction. */
export async function settleJob(tx: Tx, job: Job, holder: string): Promise<boolean> {
  const sql = 'delete from jobs where user_id = ?1 and kind = ?2 and record_id = ?3 and lease_holder = ?4';
  return (await tx.count(sql, job.kind, job.recordId, holder)) === 1;
}

/** Gives a claimed job back, to be tried again at a later time. */
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

/** For each user with jobs of these kinds, when the next can be claimed. */
export async function nextJobs(store: Store, kinds: JobKind[]): Promise<{ user: number; at: number }[]> {
  const names = kinds.map((_, index) => `?${index + 1}`).join(', ');
  const rows = await store.catalogue(
    `select u.user_id, (
        select min(case when j.lease_until > j.due_at then j.lease_until else j.due_at end) from jobs j where j.user_id = u.user_id and j.kind in (${names})
      ) as at from users u`,
    ...kinds,
  );
  return rows.filter((row) => row.at !== null).map((row) => ({ user: row.user_id as number, at: row.at as number }));
}

/** How many jobs there are by kind and state, for the figures. */
export async function countJobs(store: Store, now: number): Promise<Row[]> {
  return store.catalogue(
    `select j.kind, case when j.lease_until > ?1 then 'running' when j.due_at <= ?1 then 'due' else 'waiting' end as state, count(*) as jobs
      from users u join jobs j on j.user_id = u.user_id group by 1, 2`,
    now,
  );
}

/**
 * Ends all leases: for a store that no other service can hold, whose last one may have died with some. That of a mail
 * under way stays to be seen as one that has run out, because such a mail is recovered and not simply tried again.
 */
export async function releaseJobs(store: Store): Promise<void> {
  await store.administer(async (tx) => {
    tx.run("update jobs set lease_until = null, lease_holder = null where lease_until is not null and kind <> 'send'");
    tx.run("update jobs set lease_until = 0 where lease_until is not null and kind = 'send'");
  });
}
