// What follows here from what is seen at a server: a mail takes on the marks and the folder it has there, is found
// again at another place, or goes into the trash when it is gone there. Each in the caller's transaction.
import { AppError } from '../errors.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import { contentOf } from '../store/contents.ts';
import {
  deleteMessageRow,
  findAtSpot,
  findByEmail,
  type MessageRow,
  putMessageRow,
  type Spot,
  unplacedMails,
} from '../store/imap-rows.ts';
import { dropJob } from '../store/jobs.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import { isOutgoing } from './email-states.ts';
import { changeIfDifferent, findAnywhere, removeStored } from './records.ts';
import { save } from './saving.ts';
import { type MailState, merge, stateOf, TRASH, valuesFor } from './sync-merge.ts';
import { settlePush } from './sync-pushes.ts';

/** A message as it lies at the server now. */
export interface Sighting extends Spot {
  seen: boolean;
  flagged: boolean;
  folder: string;
}

/** The folder that a message had here, and when it was last known to be there. */
export interface FormerPlace {
  folder: string;
  lastSeen: number | null;
}

/** A known message has been seen: with other marks, or at another place. */
export async function meetMessage(tx: Tx, row: MessageRow, now: Sighting, former: FormerPlace): Promise<void> {
  if (!(await findAtSpot(tx, row.accountId, row))) return; // dealt with meanwhile
  deleteMessageRow(tx, row.accountId, row);
  const { path, uidValidity, uid, seen, flagged } = now;
  putMessageRow(tx, { ...row, path, uidValidity, uid, seen, flagged });
  const mail = await findMail(tx, row.emailId);
  if (!mail) return; // erased here; it will be deleted there too
  const record = asEmail(mail.record);
  const base = { seen: row.seen, flagged: row.flagged, folder: former.folder };
  // Both have moved it. Ours is the earlier one if the message was still at its old place after it.
  const serverIsLater = former.lastSeen !== null && Date.parse(record.updated_at) < former.lastSeen;
  await become(tx, mail, merge(base, now, stateOf(record), serverIsLater));
}

async function become(tx: Tx, mail: Stored, wanted: MailState): Promise<void> {
  const record = asEmail(mail.record);
  const values = valuesFor(record, wanted);
  const restores = record.deleted_at !== null && values.deleted_at === null;
  const saved = restores
    ? await save(tx, email, 'restored', { ...mail.record, ...values, updated_at: formatTime(tx.timestamp) }, mail)
    : await changeIfDifferent(tx, email, mail, values);
  await settlePush(tx, asEmail(saved.record));
}

/** The server calls the folder otherwise that the mail was put into here. */
export async function renameFolder(tx: Tx, emailId: string, from: string, to: string): Promise<void> {
  const mail = await findMail(tx, emailId);
  const state = mail && stateOf(asEmail(mail.record));
  if (mail && state?.folder === from) await become(tx, mail, { ...state, folder: to });
}

/** A mail that lies nowhere, as far as is known, has come back to the server: it has a place, and is what it is there. */
export async function returnMessage(tx: Tx, mail: Stored, row: MessageRow, now: Sighting): Promise<void> {
  putMessageRow(tx, row);
  const own = await changeIfDifferent(tx, email, mail, { account_id: row.accountId });
  await become(tx, own, now);
}

/**
 * A known message is nowhere at the server any more: into the trash, where it can be restored from. One that was taken
 * out of the trash here before the server emptied its own stays: that it is wanted was said later.
 */
export async function loseMessage(tx: Tx, row: MessageRow): Promise<void> {
  const still = await findAtSpot(tx, row.accountId, row);
  if (!still || still.emailId !== row.emailId) return;
  const { folder } = (await findByEmail(tx, row.emailId)) ?? {};
  deleteMessageRow(tx, row.accountId, row);
  dropJob(tx, 'push', row.emailId);
  const mail = await findMail(tx, row.emailId);
  if (!mail || mail.record.deleted_at !== null) return;
  const isRestored = folder === TRASH && stateOf(asEmail(mail.record)).folder !== TRASH;
  if (!isRestored) await removeStored(tx, email, mail);
}

/** What a new message at the server is here: a mail that has its place now, one that is just being sent, or unknown. */
export type Adoption = 'adopted' | 'under way' | 'unknown';

/**
 * A message is new at the server, but may not be here: a mail that Daybook has sent and that the server keeps a copy
 * of, or one whose place was lost, also with an account that was removed. A Message-ID alone says little: a draft keeps
 * it when it is written anew, and anyone can use it again. What came from a server must be as large as what is kept of
 * it, or have the same source where that has been fetched.
 */
export async function adoptMessage(
  tx: Tx,
  accountId: string,
  messageId: string,
  now: Sighting,
  about: Pick<MessageRow, 'identity' | 'size'>,
  source?: { sha256: string },
): Promise<Adoption> {
  for (const id of await unplacedMails(tx, accountId, messageId)) {
    const mail = await findMail(tx, id);
    const record = mail && asEmail(mail.record);
    if (!mail || !record || !isSame(record, messageId, now.folder)) continue;
    if (isOutgoing(record)) return 'under way';
    const { path, uidValidity, uid, seen, flagged } = now;
    const row = { accountId, emailId: id, path, uidValidity, uid, seen, flagged, ...about };
    // What was sent from here keeps what was done to it here; otherwise the server knows better.
    if (record.source === 'imap') {
      const kept = await contentOf(tx, 'raw', id);
      if (kept && (source ? kept.sha256 !== source.sha256 : kept.size !== about.size)) continue;
      await returnMessage(tx, mail, row, now);
    } else {
      putMessageRow(tx, row);
      const own = await changeIfDifferent(tx, email, mail, { account_id: accountId });
      await settlePush(tx, asEmail(own.record));
    }
    return 'adopted';
  }
  return 'unknown';
}

// A mail to oneself is there twice with one Message-ID: as it was sent, and as it came.
function isSame(mail: Email, messageId: string, folder: string): boolean {
  if (mail.message_id !== messageId) return false;
  if (mail.status === 'received') return mail.source === 'imap' && folder !== 'SENT';
  return folder === 'SENT';
}

async function findMail(tx: Tx, id: string): Promise<Stored | undefined> {
  return findAnywhere(tx, email, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
}
