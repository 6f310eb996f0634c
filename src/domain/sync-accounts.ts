// Which accounts are mirrored: each that has an IMAP server and whose sync is on has one job, whose lease says who
// mirrors it. What is known of an account's mailbox goes with the account; its mails stay.
import type { AccountRecord } from '../resources/account.ts';
import { dropPushes } from '../store/imap-jobs.ts';
import { forgetMessages } from '../store/imap-rows.ts';
import { dropJob, ensureJob, putJob } from '../store/jobs.ts';
import type { Query, Store, Tx } from '../store/store.ts';
import { listUsers } from '../store/users.ts';

type Mirrored = Pick<AccountRecord, 'id' | 'imap' | 'sync'>;

export function isMirrored({ imap, sync }: Mirrored): boolean {
  return imap !== null && imap !== undefined && sync?.enabled === true;
}

/** After an account was made, or its servers or its sync were changed: whoever mirrors it begins anew. */
export function followAccount(tx: Tx, record: Mirrored): void {
  if (isMirrored(record)) putJob(tx, 'sync', record.id, tx.now);
  else dropJob(tx, 'sync', record.id);
  tx.wake(tx.now);
}

/** After an account has another mailbox, or none: nothing that is known of the former one is true of the next. */
export function forgetMailbox(tx: Tx, accountId: string): void {
  dropPushes(tx, accountId);
  forgetMessages(tx, accountId);
}

/** When an account goes: nobody mirrors it, and nothing waits for its server any more. */
export function forgetAccount(tx: Tx, accountId: string): void {
  dropJob(tx, 'sync', accountId);
  forgetMailbox(tx, accountId);
  tx.wake(tx.now);
}

const withoutJob: Query = {
  sql: `select a.doc from accounts a where a.user_id = ?1 and not exists (
    select 1 from jobs j where j.user_id = ?1 and j.kind = 'sync' and j.record_id = a.id)`,
  params: [],
};

/** Accounts that should be mirrored and have no job get one. */
export async function ensureSyncJobs(store: Store): Promise<void> {
  for (const { id: user } of await listUsers(store)) {
    const [rows = []] = await store.read(user, [withoutJob]);
    for (const row of rows) {
      const record = JSON.parse(row.doc as string) as Mirrored;
      if (isMirrored(record)) await store.write(user, async (tx) => ensureJob(tx, 'sync', record.id, tx.now));
    }
  }
}
