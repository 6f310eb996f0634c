// The state of an account's folders at its server, and their sync progress.
import { clean } from '../../values/text.ts';
import type { Row, Store, Tx } from '../port.ts';

export interface FolderRow {
  path: string;
  /** The folder that its mail has here. */
  folder: string;
  uidValidity: number | null;
  /** HIGHESTMODSEQ up to which everything is synced; null if the folder is incomplete, or the server has no MODSEQ. */
  modSeq: string | null;
  serverTotal: number | null;
  missing: number | null;
  extra: number | null;
  lastSuccess: number | null;
  lastError: string | null;
  nextTry: number | null;
}

export const foldersQuery = (accountId: string) => ({
  sql: 'select * from imap_folders where user_id = ?1 and account_id = ?2 order by path',
  params: [accountId],
});

export async function readFolders(store: Store, user: number, accountId: string): Promise<Map<string, FolderRow>> {
  const [rows = []] = await store.read(user, [foldersQuery(accountId)]);
  return new Map(rows.map((row) => [row.path as string, readFolderRow(row)]));
}

export function readFolderRow(row: Row): FolderRow {
  return {
    path: row.path as string,
    folder: row.folder as string,
    uidValidity: row.uid_validity as number | null,
    modSeq: row.mod_seq as string | null,
    serverTotal: row.server_total as number | null,
    missing: row.missing as number | null,
    extra: row.extra as number | null,
    lastSuccess: row.last_success as number | null,
    lastError: row.last_error as string | null,
    nextTry: row.next_try as number | null,
  };
}

/** Adds the folder, or changes its name here. */
export function putFolder(tx: Tx, accountId: string, path: string, folder: string): void {
  tx.run(
    `insert into imap_folders (user_id, account_id, path, folder) values (?1, ?2, ?3, ?4)
      on conflict (user_id, account_id, path) do update set folder = excluded.folder`,
    accountId,
    path,
    folder,
  );
}

/** The result of a scan of the folder. */
export function putFolderScan(
  tx: Tx,
  accountId: string,
  path: string,
  scan: { uidValidity: number; serverTotal: number; missing: number; extra: number },
): void {
  tx.run(
    `update imap_folders set mod_seq = case when uid_validity = ?4 then mod_seq end, uid_validity = ?4, server_total = ?5, missing = ?6, extra = ?7
      where user_id = ?1 and account_id = ?2 and path = ?3`,
    accountId,
    path,
    scan.uidValidity,
    scan.serverTotal,
    scan.missing,
    scan.extra,
  );
}

/** Adds to the number of synced messages. */
export function countFetched(tx: Tx, accountId: string, path: string, brought: number): void {
  tx.run(
    'update imap_folders set missing = case when missing > ?4 then missing - ?4 else 0 end where user_id = ?1 and account_id = ?2 and path = ?3',
    accountId,
    path,
    brought,
  );
}

/** Marks the folder as complete. */
export function putFolderSuccess(tx: Tx, accountId: string, path: string, modSeq: string | null): void {
  tx.run(
    `update imap_folders set mod_seq = ?4, missing = 0, extra = 0, last_error = null, next_try = null
      where user_id = ?1 and account_id = ?2 and path = ?3`,
    accountId,
    path,
    modSeq,
  );
}

/** When the complete folders were last confirmed to be in sync. */
export function putScan(tx: Tx, accountId: string, at: number): void {
  tx.run(
    'update imap_folders set last_success = ?3 where user_id = ?1 and account_id = ?2 and missing = 0 and extra = 0 and last_error is null',
    accountId,
    at,
  );
}

export function putFolderError(tx: Tx, accountId: string, path: string, error: string, nextTry: number): void {
  tx.run(
    'update imap_folders set last_error = ?4, next_try = ?5 where user_id = ?1 and account_id = ?2 and path = ?3',
    accountId,
    path,
    clean(error),
    nextTry,
  );
}

export async function pathOfFolder(tx: Tx, accountId: string, folder: string): Promise<string | undefined> {
  const row = await tx.get(
    'select path from imap_folders where user_id = ?1 and account_id = ?2 and folder = ?3 order by path limit 1',
    accountId,
    folder,
  );
  return row?.path as string | undefined;
}

/** Deletes the folders that are not among these and have no known messages. */
export function forgetEmptyFolders(tx: Tx, accountId: string, paths: string[]): void {
  tx.run(
    `delete from imap_folders where user_id = ?1 and account_id = ?2 and path ${tx.dialect.notIn(3)}
      and not exists (select 1 from imap_messages m where m.user_id = ?1 and m.account_id = ?2 and m.path = imap_folders.path)`,
    accountId,
    tx.dialect.list(paths),
  );
}
