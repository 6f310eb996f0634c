// The sync jobs: one for each account that is synced, leased while an instance syncs it, and one for each mail whose
// state has to be pushed to the server.
import type { AccountRecord } from '../../resources/account.ts';
import { clean } from '../../values/text.ts';
import type { Row, Store, Tx } from '../port.ts';

export interface SyncJob {
  user: number;
  accountId: string;
  dueAt: number;
  attempts: number;
  leaseUntil: number | null;
  holder: string | null;
  lastError: string | null;
}

export function readSyncJob(row: Row): SyncJob {
  return {
    user: row.user_id as number,
    accountId: row.record_id as string,
    dueAt: row.due_at as number,
    attempts: row.attempts as number,
    leaseUntil: row.lease_until as number | null,
    holder: row.lease_holder as string | null,
    lastError: row.last_error as string | null,
  };
}

/** The sync jobs of all accounts of all users. */
export async function listSyncJobs(store: Store): Promise<SyncJob[]> {
  const rows = await store.catalogue(
    "select j.* from users u join jobs j on j.user_id = u.user_id and j.kind = 'sync' order by j.user_id, j.record_id",
  );
  return rows.map(readSyncJob);
}

export const syncJobQuery = (accountId: string) => ({
  sql: "select * from jobs where user_id = ?1 and kind = 'sync' and record_id = ?2",
  params: [accountId],
});

/** Requests a scan of the server now, even during a scan. Returns whether the account has a job. */
export async function askForSync(tx: Tx, accountId: string): Promise<boolean> {
  const sql = "update jobs set due_at = ?3 where user_id = ?1 and kind = 'sync' and record_id = ?2";
  const asked = (await tx.count(sql, accountId, tx.now)) === 1;
  if (asked) tx.wake(tx.now);
  return asked;
}

/** Leases the sync of an account, if it is due and not leased. */
export async function claimSync(tx: Tx, accountId: string, holder: string, leaseMs: number): Promise<boolean> {
  const sql = `update jobs set lease_until = ?4, lease_holder = ?3, attempts = attempts + 1
    where user_id = ?1 and kind = 'sync' and record_id = ?2 and due_at <= ?5 and (lease_until is null or lease_until <= ?5)`;
  return (await tx.count(sql, accountId, holder, tx.now + leaseMs, tx.now)) === 1;
}

export async function renewSync(tx: Tx, accountId: string, holder: string, leaseMs: number): Promise<boolean> {
  const sql = `update jobs set lease_until = ?4 where user_id = ?1 and kind = 'sync' and record_id = ?2 and lease_holder = ?3`;
  return (await tx.count(sql, accountId, holder, tx.now + leaseMs)) === 1;
}

/** Whether the holder still has the lease: then it is the only writer in this transaction. */
export async function holdsSync(tx: Tx, accountId: string, holder: string): Promise<boolean> {
  const sql =
    "select 1 as held from jobs where user_id = ?1 and kind = 'sync' and record_id = ?2 and lease_holder = ?3";
  return (await tx.get(sql, accountId, holder)) !== undefined;
}

/** Clears the last error after a success. */
export function clearSyncFault(tx: Tx, accountId: string, holder: string): void {
  tx.run(
    "update jobs set last_error = null where user_id = ?1 and kind = 'sync' and record_id = ?2 and lease_holder = ?3",
    accountId,
    holder,
  );
}

/** Releases the account for any instance. */
export async function releaseSync(tx: Tx, accountId: string, holder: string): Promise<void> {
  const sql = `update jobs set lease_until = null, lease_holder = null, attempts = 0
    where user_id = ?1 and kind = 'sync' and record_id = ?2 and lease_holder = ?3`;
  if ((await tx.count(sql, accountId, holder)) === 1) tx.wake(tx.now);
}

/** Releases the account for a later attempt, which may count as the first. Returns whether the holder had the lease. */
export async function postponeSync(
  tx: Tx,
  accountId: string,
  holder: string,
  dueAt: number,
  error: string,
  isFirst = false,
): Promise<boolean> {
  const sql = `update jobs set due_at = ?4, lease_until = null, lease_holder = null, last_error = ?5${isFirst ? ', attempts = 0' : ''}
    where user_id = ?1 and kind = 'sync' and record_id = ?2 and lease_holder = ?3`;
  const was = (await tx.count(sql, accountId, holder, dueAt, clean(error))) === 1;
  if (was) tx.wake(dueAt);
  return was;
}

/** The mails of an account whose changes wait to be pushed. */
export async function duePushes(
  store: Store,
  user: number,
  accountId: string,
  now: number,
  max: number,
): Promise<{ emailId: string; attempts: number }[]> {
  const [rows = []] = await store.read(user, [
    {
      sql: `select j.record_id, j.attempts from jobs j
        where j.user_id = ?1 and j.kind = 'push' and j.due_at <= ?3
          and exists (select 1 from imap_messages m where m.user_id = ?1 and m.email_id = j.record_id and m.account_id = ?2)
        order by j.due_at limit ?4`,
      params: [accountId, now, max],
    },
  ]);
  return rows.map((row) => ({ emailId: row.record_id as string, attempts: row.attempts as number }));
}

/** When the first of them is due. */
export async function nextPush(store: Store, user: number, accountId: string): Promise<number | null> {
  const [rows] = await store.read(user, [
    {
      sql: `select min(j.due_at) as at from jobs j where j.user_id = ?1 and j.kind = 'push'
        and exists (select 1 from imap_messages m where m.user_id = ?1 and m.email_id = j.record_id and m.account_id = ?2)`,
      params: [accountId],
    },
  ]);
  return (rows?.[0]?.at as number | null | undefined) ?? null;
}

export function postponePush(tx: Tx, emailId: string, dueAt: number, error: string): void {
  tx.run(
    `update jobs set due_at = ?3, attempts = attempts + 1, last_error = ?4 where user_id = ?1 and kind = 'push' and record_id = ?2`,
    emailId,
    dueAt,
    clean(error),
  );
}

export function dropPushes(tx: Tx, accountId: string): void {
  tx.run(
    `delete from jobs where user_id = ?1 and kind = 'push'
      and record_id in (select m.email_id from imap_messages m where m.user_id = ?1 and m.account_id = ?2)`,
    accountId,
  );
}

/** The accounts of a user without a sync job. */
export async function accountsWithoutSync(store: Store, user: number): Promise<AccountRecord[]> {
  const sql = `select a.doc from accounts a where a.user_id = ?1 and not exists (
    select 1 from jobs j where j.user_id = ?1 and j.kind = 'sync' and j.record_id = a.id)`;
  const [rows = []] = await store.read(user, [{ sql, params: [] }]);
  return rows.map(({ doc }) => JSON.parse(doc as string) as AccountRecord);
}
