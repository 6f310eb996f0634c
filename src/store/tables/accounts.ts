// Queries on email accounts for sending: which account a mail is sent through, and the jobs that depend on accounts.
import type { AccountRecord } from '../../resources/account.ts';
import { readId } from '../../values/ids.ts';
import type { ReadStore, Row, Tx } from '../port.ts';
import type { JobKind } from './jobs.ts';

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

/** The id of the oldest account. */
export async function oldestAccount(tx: Tx): Promise<string | undefined> {
  const row = await tx.get('select id from accounts where user_id = ?1 order by created_at, id limit 1');
  return row?.id as string | undefined;
}

const ALL = 'select doc from accounts where user_id = ?1 order by created_at, id';

/** The accounts of a user, oldest first. */
export async function allAccounts(tx: Pick<Tx, 'all'>): Promise<AccountRecord[]> {
  return (await tx.all(ALL)).map(({ doc }) => JSON.parse(doc as string) as AccountRecord);
}

/** The same without a transaction. */
export function readAccounts(store: ReadStore, user: number): Promise<AccountRecord[]> {
  return allAccounts({ all: async (sql) => (await store.read(user, [{ sql, params: [] }]))[0] ?? [] });
}

/** Replaces the document without an entry in the change log. Its ETag also depends on this text. */
export function putAccountDoc(tx: Tx, id: string, doc: string): void {
  tx.run('update accounts set doc = ?3 where user_id = ?1 and id = ?2', id, doc);
}

/** Makes mail of the account that waits for a retry due now, in the order in which it was queued. */
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

/** The code of a check that is delayed because the login was refused: it must not run earlier. */
export const LOGIN_REFUSED = 'LOGIN_REFUSED';

/** Makes a waiting check due now. */
export function hurryCheck(tx: Tx, id: string, kind: JobKind): void {
  tx.run(
    `update jobs set due_at = ?3 where user_id = ?1 and kind = ?5 and record_id = ?2
      and due_at > ?3 and lease_until is null and (last_error is null or last_error <> ?4)`,
    id,
    tx.now,
    LOGIN_REFUSED,
    kind,
  );
  tx.wake(tx.now);
}
