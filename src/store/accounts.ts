// Email accounts as the sender needs them: which one a mail goes through; and what else must follow them.
import type { AccountRecord } from '../resources/account.ts';
import { readId } from '../values/ids.ts';
import type { JobKind } from './jobs.ts';
import type { ReadStore, Row, Tx } from './store.ts';

export interface Account {
  id: string;
  address: string;
  fromName: string | null;
  status: string;
}

export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return readAccount(await tx.get(`${ACCOUNT} and id = ?2`, readId(id) ?? id));
}

export async function defaultAccount(tx: Tx): Promise<Account | undefined> {
  return readAccount(await tx.get(`${ACCOUNT} and is_default = 1`));
}

const ACCOUNT = 'select id, address, from_name, status from accounts where user_id = ?1';

function readAccount(row: Row | undefined): Account | undefined {
  return (
    row && {
      id: row.id as string,
      address: row.address as string,
      fromName: row.from_name as string | null,
      status: row.status as string,
    }
  );
}

export async function countAccounts(tx: Tx): Promise<number> {
  return (await tx.get('select count(*) as accounts from accounts where user_id = ?1'))?.accounts as number;
}

/** The id of the account that was made first. */
export async function oldestAccount(tx: Tx): Promise<string | undefined> {
  const row = await tx.get('select id from accounts where user_id = ?1 order by created_at, id limit 1');
  return row?.id as string | undefined;
}

const ALL = 'select doc from accounts where user_id = ?1 order by created_at, id';

/** The accounts of a user, the oldest first: they are few. */
export async function allAccounts(tx: Pick<Tx, 'all'>): Promise<AccountRecord[]> {
  return (await tx.all(ALL)).map(({ doc }) => JSON.parse(doc as string) as AccountRecord);
}

/** The same without a transaction. */
export function readAccounts(store: ReadStore, user: number): Promise<AccountRecord[]> {
  return allAccounts({ all: async (sql) => (await store.read(user, [{ sql, params: [] }]))[0] ?? [] });
}

/** Replaces the document without an entry in the change log. Its ETag is made from this text too. */
export function putAccountDoc(tx: Tx, id: string, doc: string): void {
  tx.run('update accounts set doc = ?3 where user_id = ?1 and id = ?2', id, doc);
}

/** The account's own jobs, and what was known of its mailboxes. */
export function forgetAccount(tx: Tx, id: string): void {
  tx.run("delete from jobs where user_id = ?1 and record_id = ?2 and kind in ('check', 'check_imap', 'sync')", id);
  tx.run('delete from imap_messages where user_id = ?1 and account_id = ?2', id);
  tx.run('delete from imap_folders where user_id = ?1 and account_id = ?2', id);
}

/** Mail of the account that waits to be tried again is due now, in the order in which it was queued. */
export async function hurrySends(tx: Tx, id: string): Promise<void> {
  const hurried = await tx.count(
    `update jobs set due_at = created_at
      where user_id = ?1 and kind = 'send' and due_at > ?3 and lease_until is null
      and exists (select 1 from emails e where e.user_id = ?1 and e.id = jobs.record_id and e.account_id = ?2)`,
    id,
    tx.now,
  );
  if (hurried > 0) tx.wake(tx.now);
}

/** Why a check waits: it is of no use to hurry one whose login was refused. */
export const REFUSED = 'the login was refused';

/** The check is made now, if it waits for its time. */
export function hurryCheck(tx: Tx, id: string, kind: JobKind): void {
  tx.run(
    `update jobs set due_at = ?3 where user_id = ?1 and kind = ?5 and record_id = ?2
      and due_at > ?3 and lease_until is null and (last_error is null or last_error <> ?4)`,
    id,
    tx.now,
    REFUSED,
    kind,
  );
  tx.wake(tx.now);
}
