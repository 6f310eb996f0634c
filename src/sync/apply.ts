// Applies what a scan found to the store: a mail gets the flags and the folder of its message, a moved message its new
// location, and a mail whose message was removed goes to the trash. Each in the transaction of the caller.
import { isOutgoing } from '../mail/states.ts';
import { lookUp } from '../records/find.ts';
import { changeIfDifferent, removeStored } from '../records/records.ts';
import { save } from '../records/save.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { contentOf } from '../store/tables/contents.ts';
import {
  deleteMessageRow,
  findAtLocation,
  findByEmail,
  type Location,
  type MessageRow,
  putMessageRow,
  unplacedMails,
} from '../store/tables/imap-messages.ts';
import { dropJob } from '../store/tables/jobs.ts';
import type { Stored } from '../store/tables/records.ts';
import { formatTime } from '../values/time.ts';
import { type MailState, merge, stateOf, TRASH, valuesFor } from './merge.ts';
import { settlePush } from './push-jobs.ts';

/** A message as it is at the server now. */
export interface ServerMessage extends Location {
  seen: boolean;
  flagged: boolean;
  folder: string;
}

/** The folder that a message had, and when it was last known to be there. */
export interface FormerLocation {
  folder: string;
  lastSeen: number | null;
}

/** A known message has other flags, or another location. */
export async function applyMessage(tx: Tx, row: MessageRow, now: ServerMessage, former: FormerLocation): Promise<void> {
  if (!(await findAtLocation(tx, row.accountId, row))) return; // handled in the meantime
  deleteMessageRow(tx, row.accountId, row);
  const { path, uidValidity, uid, seen, flagged } = now;
  putMessageRow(tx, { ...row, path, uidValidity, uid, seen, flagged });
  const mail = await lookUp(tx, email, row.emailId);
  if (!mail) return; // erased here; it will be deleted there too
  const record = asEmail(mail.record);
  const base = { seen: row.seen, flagged: row.flagged, folder: former.folder };
  // Where both sides moved it: the move here is the earlier one if the message was still at its old location after it.
  const serverIsLater = former.lastSeen !== null && Date.parse(record.updated_at) < former.lastSeen;
  await applyState(tx, mail, merge(base, now, stateOf(record), serverIsLater));
}

async function applyState(tx: Tx, mail: Stored, wanted: MailState): Promise<void> {
  const record = asEmail(mail.record);
  const values = valuesFor(record, wanted);
  const restores = record.deleted_at !== null && values.deleted_at === null;
  const saved = restores
    ? await save(tx, email, 'restored', { ...mail.record, ...values, updated_at: formatTime(tx.timestamp) }, mail)
    : await changeIfDifferent(tx, email, mail, values);
  await settlePush(tx, asEmail(saved.record));
}

/** The server has another name for the folder that the mail was moved to here. */
export async function renameFolder(tx: Tx, emailId: string, from: string, to: string): Promise<void> {
  const mail = await lookUp(tx, email, emailId);
  const state = mail && stateOf(asEmail(mail.record));
  if (mail && state?.folder === from) await applyState(tx, mail, { ...state, folder: to });
}

/** The message of a mail without a known location is at the server again: it gets that location and that state. */
export async function applyReturn(tx: Tx, mail: Stored, row: MessageRow, now: ServerMessage): Promise<void> {
  putMessageRow(tx, row);
  const own = await changeIfDifferent(tx, email, mail, { account_id: row.accountId });
  await applyState(tx, own, now);
}

/**
 * A known message no longer exists at the server: the mail goes to the trash, from which it can be restored. A mail
 * that was restored from the trash here before the server emptied its trash stays: the restore was the later decision.
 */
export async function applyRemoval(tx: Tx, row: MessageRow): Promise<void> {
  const still = await findAtLocation(tx, row.accountId, row);
  if (!still || still.emailId !== row.emailId) return;
  const { folder } = (await findByEmail(tx, row.emailId)) ?? {};
  deleteMessageRow(tx, row.accountId, row);
  dropJob(tx, 'push', row.emailId);
  const mail = await lookUp(tx, email, row.emailId);
  if (!mail || mail.record.deleted_at !== null) return;
  const isRestored = folder === TRASH && stateOf(asEmail(mail.record)).folder !== TRASH;
  if (!isRestored) await removeStored(tx, email, mail);
}

/** What a new message at the server is here: a mail that now has its location, one that is being sent, or unknown. */
export type Adoption = 'adopted' | 'sending' | 'unknown';

/**
 * A message that is new at the server may exist here: as a sent mail of which the server keeps a copy, or as a mail
 * whose location was lost, for example with an account that was removed. The Message-ID alone is not proof: a draft
 * keeps it when it is edited, and anyone can reuse it. A mail that came from a server must also have the size of the
 * message, or the same source where that has been fetched.
 */
export async function adoptMessage(
  tx: Tx,
  accountId: string,
  messageId: string,
  now: ServerMessage,
  about: Pick<MessageRow, 'identity' | 'size'>,
  source?: { sha256: string },
): Promise<Adoption> {
  for (const id of await unplacedMails(tx, accountId, messageId)) {
    const mail = await lookUp(tx, email, id);
    const record = mail && asEmail(mail.record);
    if (!mail || !record || !isSame(record, messageId, now.folder)) continue;
    if (isOutgoing(record)) return 'sending';
    const { path, uidValidity, uid, seen, flagged } = now;
    const row = { accountId, emailId: id, path, uidValidity, uid, seen, flagged, ...about };
    // A mail that was sent from here keeps its state; otherwise the state at the server wins.
    if (record.source === 'imap') {
      const kept = await contentOf(tx, 'raw', id);
      if (kept && (source ? kept.sha256 !== source.sha256 : kept.size !== about.size)) continue;
      await applyReturn(tx, mail, row, now);
    } else {
      putMessageRow(tx, row);
      const own = await changeIfDifferent(tx, email, mail, { account_id: accountId });
      await settlePush(tx, asEmail(own.record));
    }
    return 'adopted';
  }
  return 'unknown';
}

// A mail to oneself exists twice with one Message-ID: as sent and as received.
function isSame(mail: Email, messageId: string, folder: string): boolean {
  if (mail.message_id !== messageId) return false;
  if (mail.status === 'received') return mail.source === 'imap' && folder !== 'SENT';
  return folder === 'SENT';
}
