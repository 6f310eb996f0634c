// The sync report of an account: for each folder, what the server had at the last scan and what is here.
import { AppError } from '../errors.ts';
import { find } from '../records/find.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import type { Store, Tx } from '../store/port.ts';
import { type FolderRow, foldersQuery, readFolderRow } from '../store/tables/imap-folders.ts';
import { heldQuery } from '../store/tables/imap-messages.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { askForSync, readSyncJob, syncJobQuery } from '../store/tables/sync-jobs.ts';
import { formatTime } from '../values/time.ts';

interface FolderReport {
  path: string;
  folder: string;
  uid_validity: number | null;
  /** How many messages the server had. */
  server: number | null;
  /** How many of them are here. */
  daybook: number;
  missing: number | null;
  extra: number | null;
  last_success: string | null;
  last_error: string | null;
  next_try: string | null;
}

export interface SyncReport {
  account_id: string;
  /** off; waiting for an instance; syncing; live: everything is here and the server notifies of changes; error. */
  state: 'off' | 'waiting' | 'syncing' | 'live' | 'error';
  last_error: string | null;
  next_try: string | null;
  /** How many mails have changes that wait to be pushed. */
  waiting_changes: number;
  folders: FolderReport[];
}

export async function reportSync(store: Store, user: number, id: string): Promise<SyncReport> {
  const { record } = await find<AccountRecord>(outside(store, user), account, id);
  const [folderRows = [], heldRows = [], jobRows = []] = await store.read(user, [
    foldersQuery(record.id),
    heldQuery(record.id),
    syncJobQuery(record.id),
  ]);
  const held = new Map(heldRows.map((row) => [row.path as string, row]));
  const named = record.sync.folders;
  // A folder that is not synced is known where something was moved there from here.
  const isMirrored = (row: FolderRow) => row.uidValidity !== null || (named?.includes(row.path) ?? true);
  const folders = folderRows
    .map(readFolderRow)
    .filter(isMirrored)
    .map(
      (row): FolderReport => ({
        path: row.path,
        folder: row.folder,
        uid_validity: row.uidValidity,
        server: row.serverTotal,
        daybook: (held.get(row.path)?.mails as number | undefined) ?? 0,
        missing: row.missing,
        extra: row.extra,
        last_success: timeText(row.lastSuccess),
        last_error: row.lastError,
        next_try: timeText(row.nextTry),
      }),
    );
  const job = jobRows[0] && readSyncJob(jobRows[0]);
  const isHeld = job !== undefined && job.leaseUntil !== null && job.leaseUntil > Date.now();
  const isWhole = folders.length > 0 && folders.every(({ missing, extra }) => missing === 0 && extra === 0);
  const failed = job && job.lastError !== null;
  return {
    account_id: record.id,
    state: !job ? 'off' : isHeld && !failed ? (isWhole ? 'live' : 'syncing') : failed ? 'error' : 'waiting',
    last_error: job?.lastError ?? null,
    next_try: job && !isHeld ? formatTime(job.dueAt) : null,
    waiting_changes: heldRows.reduce((sum, row) => sum + (row.waiting as number), 0),
    folders,
  };
}

/** Requests a scan of the server now. */
export async function requestSync(tx: Tx, id: string): Promise<{ account_id: string }> {
  const { record } = await find<AccountRecord>(tx, account, id);
  if (!(await askForSync(tx, record.id)))
    throw new AppError(
      'SYNC_OFF',
      `The email account ${record.address} is not synced; give it an IMAP server and set sync.enabled to true.`,
    );
  return { account_id: record.id };
}

function timeText(time: number | null): string | null {
  return time === null ? null : formatTime(time);
}
