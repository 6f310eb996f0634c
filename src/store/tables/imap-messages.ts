// The known state of an account's messages at its server: the location of each and its flags at the last scan. The
// comparison with it distinguishes a change at the server from a change here.
import { indexKey } from '../../values/text.ts';
import type { Query, Row, Store, Tx } from '../port.ts';

/** A location at the server. */
export interface Location {
  path: string;
  uidValidity: number;
  uid: number;
}

export interface MessageRow extends Location {
  accountId: string;
  emailId: string;
  /** Identifies the message after it was moved: its Message-ID, or a digest of its header. */
  identity: string;
  size: number;
  seen: boolean;
  flagged: boolean;
}

const COLUMNS = 'm.account_id, m.path, m.uid_validity, m.uid, m.email_id, m.identity, m.size, m.seen, m.flagged';
const AT_LOCATION = 'where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3 and m.uid_validity = ?4 and m.uid = ?5';

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

/** The messages of a folder for its current UIDVALIDITY: all, or those with these UIDs. */
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
  const { dialect } = store;
  return readRows(store, user, `${sql} and m.uid ${dialect.in(5)}`, accountId, path, uidValidity, dialect.list(uids));
}

const UIDS_AT_ONCE = 500; // with more, all are read and filtered

/** The messages of a folder for any UIDVALIDITY. */
export function rowsAtPath(store: Store, user: number, accountId: string, path: string): Promise<MessageRow[]> {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3`;
  return readRows(store, user, sql, accountId, path);
}

/** The messages of a folder with a former UIDVALIDITY. */
export function rowsOfFormerValidity(store: Store, user: number, accountId: string, path: string, uidValidity: number) {
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = ?3 and m.uid_validity <> ?4`;
  return readRows(store, user, sql, accountId, path, uidValidity);
}

/** The messages in folders that are not among these. */
export function rowsOutside(store: Store, user: number, accountId: string, paths: string[]): Promise<MessageRow[]> {
  const { dialect } = store;
  const sql = `select ${COLUMNS} from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path ${dialect.notIn(3)}`;
  return readRows(store, user, sql, accountId, dialect.list(paths));
}

/** The messages with this identity and size, in any folder. */
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

export async function findAtLocation(tx: Tx, accountId: string, location: Location): Promise<MessageRow | undefined> {
  const sql = `select ${COLUMNS} from imap_messages m ${AT_LOCATION}`;
  const row = await tx.get(sql, accountId, location.path, location.uidValidity, location.uid);
  return row && readMessageRow(row);
}

/** The location of an email at its server, and the folder that this mailbox is mapped to. */
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

export function deleteMessageRow(tx: Tx, accountId: string, location: Location): void {
  tx.run(`delete from imap_messages as m ${AT_LOCATION}`, accountId, location.path, location.uidValidity, location.uid);
}

/** Whether the mail of one of these was received before that time. */
export async function hasOlder(store: Store, user: number, rows: MessageRow[], time: number): Promise<boolean> {
  for (let start = 0; start < rows.length; start += UIDS_AT_ONCE) {
    const ids = rows.slice(start, start + UIDS_AT_ONCE).map(({ emailId }) => emailId);
    const { dialect } = store;
    const sql = `select 1 as older from emails where user_id = ?1 and received_at < ?2 and id ${dialect.in(3)} limit 1`;
    const [found = []] = await store.read(user, [{ sql, params: [time, dialect.list(ids)] }]);
    if (found.length > 0) return true;
  }
  return false;
}

/** Forgets folders that are no longer synced: their state and jobs are deleted, the mail stays. */
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

/** The number of messages per folder that are mails here, and of those that wait for a push. */
export const heldQuery = (accountId: string): Query => ({
  sql: `select m.path, sum(case when e.id is null then 0 else 1 end) as mails, sum(case when j.record_id is null then 0 else 1 end) as waiting
    from imap_messages m
      left join emails e on e.user_id = ?1 and e.id = m.email_id
      left join jobs j on j.user_id = ?1 and j.kind = 'push' and j.record_id = m.email_id
    where m.user_id = ?1 and m.account_id = ?2 group by m.path`,
  params: [accountId],
});

/** The mails of an account, or of a removed one, that have or refer to this Message-ID and are not at a server. */
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
