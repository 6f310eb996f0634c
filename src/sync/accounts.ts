// The sync job of an account: each account with an IMAP server and sync enabled has one, and its lease says which
// instance mirrors it. When an account is removed, what is known of its mailboxes is removed too; its mails stay.
import { isMirrored } from '../accounts/servers.ts';
import type { Store, Tx } from '../store/port.ts';
import { forgetMessages } from '../store/tables/imap-messages.ts';
import { dropJob, ensureJob, putJob } from '../store/tables/jobs.ts';
import { accountsWithoutSync, dropPushes } from '../store/tables/sync-jobs.ts';
import { listUsers } from '../store/tables/users.ts';

type Mirrored = Parameters<typeof isMirrored>[0];

/** Creates, restarts or drops the job after the servers or the sync settings of an account changed. */
export function updateSyncJob(tx: Tx, record: Mirrored): void {
  if (isMirrored(record)) putJob(tx, 'sync', record.id, tx.now);
  else dropJob(tx, 'sync', record.id);
  tx.wake(tx.now);
}

/** After an account got another mailbox, or has none any more: what is known of the former one does not apply. */
export function forgetMailbox(tx: Tx, accountId: string): void {
  dropPushes(tx, accountId);
  forgetMessages(tx, accountId);
}

/** After an account was removed: drops its jobs and what is known of its mailbox. */
export function forgetAccount(tx: Tx, accountId: string): void {
  dropJob(tx, 'sync', accountId);
  forgetMailbox(tx, accountId);
  tx.wake(tx.now);
}

/** Creates the missing jobs of accounts that should be synced. */
export async function ensureSyncJobs(store: Store): Promise<void> {
  for (const { id: user } of await listUsers(store)) {
    for (const record of await accountsWithoutSync(store, user)) {
      if (isMirrored(record)) await store.write(user, async (tx) => ensureJob(tx, 'sync', record.id, tx.now));
    }
  }
}
