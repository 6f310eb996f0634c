// What is known of an account's messages at its server: where each lies and which marks it had when it was last seen.
// That is the base from which a change there and a change here are told apart.
import { indexKey } from '../values/text.ts';
import type { Query, Row, Store, Tx } from './store.ts';

/** A place at the server. */
export interface Spot {
  path: string;
  uidValidity: number;
  uid: number;
}

export interface MessageRow extends Spot {
  accountId: string;
  emailId: string;
  /** What it is known by when its place has changed: its Message-ID, or a digest of its head. */
  identity: string;
  size: number;
  seen: boolean;
  flagged: boolean;
}

const COLUMNS = 'm.account_id, m.path, m.uid_validity, m.uid, m.email_id, m.identity, m.size, m.seen, m.flagged';
const SPOT = 'user_id = ?1 and account_id = ?2 and path = ?3 and uid_validity = ?4 and uid = ?5';

function readMessageRow(row: Row): MessageRow {
  return {
    accountId: row.account_id as string,
    path: row.path as string,
    uidValidity: row.uid_validity as number,
    uid: row.uid as number,
    emailId: row.email_id as string,
    identity: row.identity as string,
    size: row.size as number,
    seen: row.seen === 1,
    flagged: row.flagged === 1,
  };
}

async function readRows(store: Store, user: number, sql: string, ...params: Query['params']): Promise<MessageRow[]> {
  const [rows = []] = await store.read(user, [{ sql, params }]);
  return rows.map(readMessageRow);
}

/** The messages of a folder as it was in this life of the folder: every one, or those with these UIDs. */
export async function rowsOfFolder(
  store: Store,
  user: number,
  accountId: string,
  path: string,
  uidValidity: number,
  uids?: number[],
): Promise<MessageRow[]> {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3 and m.uid_validity = ?4`;
  if (!uids || uids.length > UIDS_AT_ONCE) {
    const wanted = uids && new Set(uids);
    const rows = await readRows(store, user, sql, accountId, path, uidValidity);
    return wanted ? rows.filter(({ uid }) => wanted.has(uid)) : rows;
  }
  if (uids.length === 0) return [];
  const { lists } = store;
  return readRows(store, user, `${sql} and m.uid ${lists.in(5)}`, accountId, path, uidValidity, lists.of(uids));
}

const UIDS_AT_ONCE = 500; // more are picked out of all

/** The messages of a folder in all its lives. */
export function rowsAtPath(store: Store, user: number, accountId: string, path: string): Promise<MessageRow[]> {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3`;
  return readRows(store, user, sql, accountId, path);
}

/** The messages of a folder's former lives: its UIDVALIDITY has changed since. */
export function rowsOfFormerLives(store: Store, user: number, accountId: string, path: string, uidValidity: number) {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3 and m.uid_validity <> ?4`;
  return readRows(store, user, sql, accountId, path, uidValidity);
}

/** The messages in folders that are none of these. */
export function rowsOutside(store: Store, user: number, accountId: string, paths: string[]): Promise<MessageRow[]> {
  const { lists } = store;
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path ${lists.notIn(3)}`;
  return readRows(store, user, sql, accountId, lists.of(paths));
}

/** The messages that are known by this identity and are as large, wherever they lie. */
export function rowsLike(store: Store, user: number, accountId: string, identity: string, size: number) {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.identity = ?3 and m.size = ?4`;
  return readRows(store, user, sql, accountId, indexKey(identity), size);
}

export async function countRows(store: Store, user: number, accountId: string, path: string, uidValidity: number) {
  const sql =
    'select count(*) as n from imap_messages where user_id = ?1 and account_id = ?2 and path = ?3 and uid_validity = ?4';
  const [rows] = await store.read(user, [{ sql, params: [accountId, path, uidValidity] }]);
  return rows?.[0]?.n as number;
}

export async function findAtSpot(tx: Tx, accountId: string, spot: Spot): Promise<MessageRow | undefined> {
  const sql = `select ${COLUMNS} from imap_messages m where m.${SPOT.replaceAll(' and ', ' and m.')}`;
  const row = await tx.get(sql, accountId, spot.path, spot.uidValidity, spot.uid);
  return row && readMessageRow(row);
}

/** Where an email lies at its server, and the folder that stands for there. */
export async function findByEmail(
  tx: Tx,
  emailId: string,
): Promise<{ row: MessageRow; folder: string | null } | undefined> {
  const row = await tx.get(
    `select ${COLUMNS}, f.folder from imap_messages m left join imap_folders f
        on f.user_id = ?1 and f.account_id = m.account_id and f.path = m.path
      where m.user_id = ?1 and m.email_id = ?2`,
    emailId,
  );
  return row && { row: readMessageRow(row), folder: row.folder as string | null };
}

export function putMessageRow(tx: Tx, row: MessageRow): void {
  tx.run(
    `insert into imap_messages (user_id, account_id, path, uid_validity, uid, email_id, identity, size, seen, flagged)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      on conflict (user_id, account_id, path, uid_validity, uid) do update
      set email_id = excluded.email_id, identity = excluded.identity, size = excluded.size, seen = excluded.seen, flagged = excluded.flagged`,
    row.accountId,
    row.path,
    row.uidValidity,
    row.uid,
    row.emailId,
    indexKey(row.identity),
    row.size,
    row.seen ? 1 : 0,
    row.flagged ? 1 : 0,
  );
}

export function deleteMessageRow(tx: Tx, accountId: string, spot: Spot): void {
  tx.run(`delete from imap_messages where ${SPOT}`, accountId, spot.path, spot.uidValidity, spot.uid);
}

/** Whether the mail of one of these came before that time. */
export async function hasOlder(store: Store, user: number, rows: MessageRow[], time: number): Promise<boolean> {
  for (let start = 0; start < rows.length; start += UIDS_AT_ONCE) {
    const ids = rows.slice(start, start + UIDS_AT_ONCE).map(({ emailId }) => emailId);
    const { lists } = store;
    const sql = `select 1 as older from emails where user_id = ?1 and received_at < ?2 and id ${lists.in(3)} limit 1`;
    const [found = []] = await store.read(user, [{ sql, params: [time, lists.of(ids)] }]);
    if (found.length > 0) return true;
  }
  return false;
}

/** Folders that are no longer mirrored: what is known of them and what waits for them goes, the mail stays. */
export function forgetFolder(tx: Tx, accountId: string, path: string): void {
  tx.run(
    `delete from jobs where user_id = ?1 and kind = 'push' and record_id in
      (select m.email_id from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3)`,
    accountId,
    path,
  );
  tx.run('delete from imap_messages where user_id = ?1 and account_id = ?2 and path = ?3', accountId, path);
  tx.run('delete from imap_folders where user_id = ?1 and account_id = ?2 and path = ?3', accountId, path);
}

export function forgetMessages(tx: Tx, accountId: string): void {
  tx.run('delete from imap_messages where user_id = ?1 and account_id = ?2', accountId);
  tx.run('delete from imap_folders where user_id = ?1 and account_id = ?2', accountId);
}

/** For each folder how many of its messages are mails here, and how many of them wait to be brought to the server. */
export const heldQuery = (accountId: string): Query => ({
  sql: `select m.path, sum(case when e.id is null then 0 else 1 end) as mails, sum(case when j.record_id is null then 0 else 1 end) as waiting
    from imap_messages m
      left join emails e on e.user_id = ?1 and e.id = m.email_id
      left join jobs j on j.user_id = ?1 and j.kind = 'push' and j.record_id = m.email_id
    where m.user_id = ?1 and m.account_id = ?2 group by m.path`,
  params: [accountId],
});

/** The mails of an account, or of one that is gone, that have or name this Message-ID and lie at no place of a server. */
export async function unplacedMails(tx: Tx, accountId: string, messageId: string): Promise<string[]> {
  const rows = await tx.all(
    `select e.id from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
      where l.user_id = ?1 and l.message_id = ?2 and e.status in ('sent', 'received', 'queued', 'sending')
        and (e.account_id = ?3 or (e.account_id is not null
          and not exists (select 1 from accounts a where a.user_id = ?1 and a.id = e.account_id)))
        and not exists (select 1 from imap_messages m where m.user_id = ?1 and m.email_id = e.id)
      order by e.id`,
    indexKey(messageId),
    accountId,
  );
  return rows.map((row) => row.id as string);
}
