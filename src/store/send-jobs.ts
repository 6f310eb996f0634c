// Mails to be sent, as jobs in lanes: a lane for each account, in which one mail at a time is under way. A lease says
// who has it; one that has run out tells that its holder died. The mark says that the mail's last byte may have left.
// A mail that was sent to some has its job for as long as others wait.
import { clean } from '../values/text.ts';
import type { Row, Store, Tx } from './store.ts';

/** The mails of one account that wait or are under way; those without an account have a lane of their own, null. */
export interface Lane {
  user: number;
  lane: string | null;
  /** When the next that waits is due; null where none waits. */
  dueAt: number | null;
  /** How long the lease of the mail under way lasts; null where none is. */
  leaseUntil: number | null;
  /** Whether a lease has run out. */
  abandoned: boolean;
  /** Whether it is the lane of an account that does not exist. */
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
  /** Lanes whose mail can be sent; null for that without an account. */
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

/** The mail of the lane that is due and was queued first, unless another of the lane is under way. */
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

/** Mails of the lane that wait. */
export async function waitingOfLane(tx: Tx, lane: string, most: number): Promise<SendJob[]> {
  const sql = `${SELECT} and lane = ?2 and lease_until is null order by due_at, created_at, record_id limit ?3`;
  return (await tx.all(sql, lane, most)).map((row) => readJob(row) as SendJob);
}

/** Mails that wait and have no account. */
export async function jobsWithoutLane(tx: Tx, most: number): Promise<SendJob[]> {
  const rows = await tx.all(
    `${SELECT} and lane is null and lease_until is null order by due_at, created_at, record_id limit ?2`,
    most,
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

/** Whether the lease was still the holder's, and lasts until then now. */
export async function renewLease(tx: Tx, recordId: string, holder: string, until: number): Promise<boolean> {
  return (await tx.count(`update jobs set lease_until = ?4 where ${HELD}`, recordId, holder, until)) === 1;
}

/** Whether the lease is the holder's and has not run out; then the mail is marked. */
export async function markJob(tx: Tx, recordId: string, holder: string): Promise<boolean> {
  const sql = `update jobs set marked_at = ?4 where ${HELD} and lease_until > ?4`;
  return (await tx.count(sql, recordId, holder, tx.now)) === 1;
}

/** Whether the last byte of the mail may have left in the try that is under way. */
export async function isMarked(tx: Tx, recordId: string): Promise<boolean> {
  return (await tx.get(`select 1 as marked from jobs where ${JOB} and marked_at is not null`, recordId)) !== undefined;
}

export async function isHeld(tx: Tx, recordId: string, holder: string): Promise<boolean> {
  return (await tx.get(`select 1 as held from jobs where ${HELD}`, recordId, holder)) !== undefined;
}

/** Back among those that wait, without lease and mark. */
export function giveBackMail(tx: Tx, recordId: string, dueAt: number, error: string | null): void {
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
