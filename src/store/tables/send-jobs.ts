// Mails to be sent, as jobs in lanes: one lane per account, in which one mail is sent at a time. A lease names the
// holder; an expired lease means that its holder died. `marked_at` means that the mail's last byte may have been sent.
// A mail that was sent to some recipients keeps its job while others wait.
import { clean } from '../../values/text.ts';
import type { Row, Store, Tx } from '../port.ts';

/** The waiting and current mails of one account; mails without an account have their own lane, null. */
export interface Lane {
  user: number;
  lane: string | null;
  /** When the next waiting mail is due; null if none waits. */
  dueAt: number | null;
  /** When the lease of the current mail expires; null if there is none. */
  leaseUntil: number | null;
  /** Whether a lease has expired. */
  abandoned: boolean;
  /** Whether it is the lane of an account that no longer exists. */
  gone: boolean;
  /** Whether its account can send; for the lane without one, whether there is a default account. */
  ready: boolean;
}

/** A mail to be sent, leased to a holder. */
export interface SendJob {
  recordId: string;
  /** When it was queued. */
  queuedAt: number;
  marked: boolean;
}

export async function listLanes(store: Store, now: number): Promise<Lane[]> {
  const rows = await store.catalogue(
    `select u.user_id, j.lane, min(case when j.lease_until is null then j.due_at end) as due_at,
        max(j.lease_until) as lease_until, min(j.lease_until) as oldest
      from users u join jobs j on j.user_id = u.user_id and j.kind = 'send' group by u.user_id, j.lane`,
  );
  const users = new Set(rows.map((row) => row.user_id as number));
  const accounts = new Map<number, Accounts>();
  for (const user of users) accounts.set(user, await accountsOf(store, user));
  return rows.map((row) => ({
    user: row.user_id as number,
    lane: row.lane as string | null,
    gone: row.lane !== null && !accounts.get(row.user_id as number)?.known.has(row.lane as string),
    dueAt: row.due_at as number | null,
    leaseUntil: row.lease_until as number | null,
    abandoned: row.oldest !== null && (row.oldest as number) <= now,
    ready: accounts.get(row.user_id as number)?.ready.has(row.lane as string | null) ?? false,
  }));
}

interface Accounts {
  known: Set<string>;
  /** Lanes whose mail can be sent; null for the lane without an account. */
  ready: Set<string | null>;
}

async function accountsOf(store: Store, user: number): Promise<Accounts> {
  const sql = 'select id, status, is_default from accounts where user_id = ?1';
  const [rows = []] = await store.read(user, [{ sql, params: [] }]);
  const connected = rows.filter(({ status }) => status === 'connected').map(({ id }) => id as string);
  return {
    known: new Set(rows.map(({ id }) => id as string)),
    ready: new Set([...connected, ...(rows.some((row) => row.is_default === 1) ? [null] : [])]),
  };
}

/** The due mail of the lane that was queued first, unless another mail of the lane is being sent. */
export async function nextOfLane(tx: Tx, lane: string): Promise<SendJob | undefined> {
  const busy = await tx.get(`${SELECT} and lane = ?2 and lease_until is not null limit 1`, lane);
  if (busy) return undefined;
  return readJob(
    await tx.get(
      `${SELECT} and lane = ?2 and due_at <= ?3 and lease_until is null order by due_at, created_at, record_id limit 1`,
      lane,
      tx.now,
    ),
  );
}

/** Mails whose holder died. */
export async function abandonedJobs(tx: Tx): Promise<SendJob[]> {
  const rows = await tx.all(`${SELECT} and lease_until <= ?2 order by due_at, created_at, record_id`, tx.now);
  return rows.map((row) => readJob(row) as SendJob);
}

/** Waiting mails of the lane. */
export async function waitingOfLane(tx: Tx, lane: string, max: number): Promise<SendJob[]> {
  const sql = `${SELECT} and lane = ?2 and lease_until is null order by due_at, created_at, record_id limit ?3`;
  return (await tx.all(sql, lane, max)).map((row) => readJob(row) as SendJob);
}

/** Waiting mails without an account. */
export async function jobsWithoutLane(tx: Tx, max: number): Promise<SendJob[]> {
  const rows = await tx.all(
    `${SELECT} and lane is null and lease_until is null order by due_at, created_at, record_id limit ?2`,
    max,
  );
  return rows.map((row) => readJob(row) as SendJob);
}

export function putIntoLane(tx: Tx, recordId: string, lane: string): void {
  tx.run(`update jobs set lane = ?3 where ${JOB}`, recordId, lane);
}

export function leaseMail(tx: Tx, recordId: string, holder: string, until: number): void {
  tx.run(
    `update jobs set lease_until = ?4, lease_holder = ?3, attempts = attempts + 1 where ${JOB}`,
    recordId,
    holder,
    until,
  );
}

/** Extends the lease; returns whether the holder still had it. */
export async function renewLease(tx: Tx, recordId: string, holder: string, until: number): Promise<boolean> {
  return (await tx.count(`update jobs set lease_until = ?4 where ${HELD}`, recordId, holder, until)) === 1;
}

/** Marks the mail if the holder's lease has not expired; returns whether it did. */
export async function markJob(tx: Tx, recordId: string, holder: string): Promise<boolean> {
  const sql = `update jobs set marked_at = ?4 where ${HELD} and lease_until > ?4`;
  return (await tx.count(sql, recordId, holder, tx.now)) === 1;
}

/** Whether the last byte of the mail may have been sent in the current attempt. */
export async function isMarked(tx: Tx, recordId: string): Promise<boolean> {
  return (await tx.get(`select 1 as marked from jobs where ${JOB} and marked_at is not null`, recordId)) !== undefined;
}

export async function isHeld(tx: Tx, recordId: string, holder: string): Promise<boolean> {
  return (await tx.get(`select 1 as held from jobs where ${HELD}`, recordId, holder)) !== undefined;
}

/** Queues the mail again, without lease and mark. */
export function releaseMail(tx: Tx, recordId: string, dueAt: number, error: string | null): void {
  tx.run(
    `update jobs set due_at = ?3, lease_until = null, lease_holder = null, marked_at = null, last_error = ?4 where ${JOB}`,
    recordId,
    dueAt,
    error === null ? null : clean(error),
  );
  tx.wake(dueAt);
}

const SELECT = "select record_id, created_at, marked_at from jobs where user_id = ?1 and kind = 'send'";
const JOB = "user_id = ?1 and kind = 'send' and record_id = ?2";
const HELD = `${JOB} and lease_holder = ?3`;

function readJob(row: Row | undefined): SendJob | undefined {
  return (
    row && {
      recordId: row.record_id as string,
      queuedAt: row.created_at as number,
      marked: row.marked_at !== null,
    }
  );
}

/** The ids of mails that wait to be sent, are being sent, or have waiting recipients. */
export async function mailsToSend(tx: Tx, max: number): Promise<string[]> {
  const rows = await tx.all(
    `select id from emails where user_id = ?1 and (status in ('queued', 'scheduled', 'sending') or (status = 'sent'
      and exists (select 1 from jobs j where j.user_id = ?1 and j.kind = 'send' and j.record_id = emails.id)))
      order by id limit ?2`,
    max,
  );
  return rows.map(({ id }) => id as string);
}
