// What follows from every change of an email, whoever makes it: that it is fit to send before it waits, its thread, the end of a snooze by a move, the return
// of a deleted outgoing mail to a draft, and the jobs that its state asks for. Jobs are made from the state alone, so
// there is none without its reason and no reason without its job. The send job of a queued mail stays while it is being
// sent, and after that while recipients wait; a mail that comes into the store as `sending` has none, and is never sent.
import { asEmail, type Email } from '../resources/email.ts';
import { dropUse } from '../store/contents.ts';
import { putEmailFiles } from '../store/email-files.ts';
import { dropJob, type JobKind, putJob } from '../store/jobs.ts';
import type { Stored } from '../store/rows.ts';
import { isMarked } from '../store/send-jobs.ts';
import type { Tx } from '../store/store.ts';
import { checkClaims, filesOf } from './attachments.ts';
import { draftAgain, endSnoozeIfMoved, isOutgoing, isWaiting } from './email-states.ts';
import { eraseFilesOf } from './files.ts';
import { checkFitToSend, checkSender, newMessageId } from './fit-to-send.ts';
import { endWaiting, isPartlySent, partialError, unknownOf } from './recipients.ts';
import { forgetReport, giveReport, takeReports } from './reports.ts';
import { pushErasure, pushIfChanged } from './sync-pushes.ts';
import { forgetLinks, keepLinks, mailsOfThreads, resolveThread } from './threads.ts';

/** What is to be done once the email itself is stored. */
export interface EmailEffects {
  before: Email | null;
  /** Threads that the email has linked to its own. */
  bridged: string[];
}

export async function beforeEmailSaved(tx: Tx, record: Email, stored: Stored | null): Promise<EmailEffects> {
  const before = stored ? asEmail(stored.record) : null;
  if (record.deleted_at !== null && isWaiting(record)) Object.assign(record, draftAgain);
  if (record.deleted_at !== null && isPartlySent(record)) await stopTries(tx, record, before);
  await checkClaims(tx, record, before);
  if (before) endSnoozeIfMoved(before, record);
  if (isWaiting(record) && !(before && isOutgoing(before))) {
    checkFitToSend(record);
    await checkSender(tx, record);
    if (before) await dropUse(tx, 'raw', record.id); // what goes out now will be its source
  }
  if (record.status === 'queued') record.message_id ??= newMessageId(record); // fixed from here on
  await takeReports(tx, record, before);
  return { before, bridged: await resolveThread(tx, record, before) };
}

const DELETED = { code: 'CANCELLED', message: 'the mail was deleted before it was sent to this recipient' };

// Whoever waits does not get a mail that is in the trash. If its last byte may have left, nobody knows; the answer of
// the server is stored if it comes.
async function stopTries(tx: Tx, record: Email, before: Email | null): Promise<void> {
  const isLeaving = before?.deleted_at === null && (await isMarked(tx, record.id));
  record.deliveries = isLeaving ? unknownOf(record) : endWaiting(record.deliveries, 'refused', DELETED);
  if (isLeaving) record.send_attempts++;
  record.send_error = partialError(record.deliveries);
}

/** Another mail that changes with the one that was saved. */
export interface FollowingMail {
  mail: Stored;
  values: Partial<Email>;
}

/** Returns the mails that must follow: into the thread of the record, or because it reports about them. The caller saves them. */
export async function afterEmailSaved(
  tx: Tx,
  record: Email,
  { before, bridged }: EmailEffects,
): Promise<FollowingMail[]> {
  keepLinks(tx, record, before);
  putEmailFiles(tx, record.id, filesOf(record), filesOf(before));
  const had = before ? jobsOf(before) : new Map<JobKind, number>();
  const has = jobsOf(record, tx.now);
  if (record.status === 'sending' && !before) has.delete('send');
  for (const kind of had.keys()) if (!has.has(kind)) dropJob(tx, kind, record.id);
  for (const [kind, dueAt] of has)
    if (!had.has(kind) || (kind !== 'send' && had.get(kind) !== dueAt))
      putJob(tx, kind, record.id, dueAt, kind === 'send' ? record.account_id : null);
  await pushIfChanged(tx, record, before);
  const following = new Map<string, FollowingMail>();
  for (const mail of await mailsOfThreads(tx, bridged))
    following.set(mail.record.id, { mail, values: { thread_id: record.thread_id } });
  for (const { mail, deliveries } of await giveReport(tx, record, before)) {
    const values = following.get(mail.record.id)?.values;
    following.set(mail.record.id, { mail, values: { ...values, deliveries } });
  }
  return [...following.values()];
}

export async function beforeEmailErased(tx: Tx, record: Email): Promise<void> {
  await eraseFilesOf(tx, record.id);
  forgetLinks(tx, record);
  forgetReport(tx, record);
  putEmailFiles(tx, record.id, new Set(), filesOf(record));
  for (const kind of jobsOf(record).keys()) dropJob(tx, kind, record.id);
  await pushErasure(tx, record);
}

// The jobs of an email's state, and when they are due. A queued mail is due at once, and keeps its job until nobody waits.
function jobsOf(record: Email, now = 0): Map<JobKind, number> {
  const jobs = new Map<JobKind, number>();
  if (record.snoozed_until !== null) jobs.set('wake', Date.parse(record.snoozed_until));
  if (record.status === 'scheduled' && record.scheduled_at !== null) jobs.set('queue', Date.parse(record.scheduled_at));
  if (record.status === 'queued' || record.status === 'sending' || isPartlySent(record)) jobs.set('send', now);
  return jobs;
}
