// The hooks of sync on changes of emails and accounts: a state that the mail server does not have yet is pushed, and a
// synced account has its sync job.
import { connectionOf, readSealed } from '../accounts/servers.ts';
import { mailsOf } from '../mail/effects.ts';
import type { EraseHook, SaveHook } from '../records/effects.ts';
import type { AccountRecord } from '../resources/account.ts';
import { asEmail } from '../resources/email.ts';
import { forgetAccount, forgetMailbox, updateSyncJob } from './accounts.ts';
import { sameState, stateOf } from './merge.ts';
import { pushErasure, settlePush } from './push-jobs.ts';

export const pushSaved: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  if (!before || sameState(stateOf(before), stateOf(record))) return undefined; // the change does not concern the server
  return async () => {
    await settlePush(tx, record);
    return [];
  };
};

export const pushErased: EraseHook = (tx, erased) => pushErasure(tx, asEmail(erased));

/** The session of the account restarts when its connection or its sync settings changed. */
export const mirrorSaved: SaveHook = (tx, saved, stored, secrets) => {
  const record = saved as unknown as AccountRecord;
  const before = stored ? (stored.record as unknown as AccountRecord) : null;
  return () => {
    const connection = connectionOf('imap', record, readSealed(secrets));
    const isNew = !before || connection !== connectionOf('imap', before, readSealed(stored?.secrets));
    if (before && isOtherMailbox(before, record)) forgetMailbox(tx, record.id);
    if (isNew || JSON.stringify(record.sync) !== JSON.stringify(before.sync)) updateSyncJob(tx, record);
    return [];
  };
};

export const mirrorErased: EraseHook = (tx, { id }) => forgetAccount(tx, id);

// The port and the security do not identify a mailbox; host and user do.
function isOtherMailbox({ imap: before }: AccountRecord, { imap: now }: AccountRecord): boolean {
  if (before === null) return false;
  return now === null || now.host.toLowerCase() !== before.host.toLowerCase() || now.user !== before.user;
}
