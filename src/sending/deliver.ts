// The states of a mail that is being sent. Claimed: leased and, unless some recipients have it already, `sending`.
// Marked: its last byte may be sent. settle.ts stores the outcome. A mail whose process died is retried if it has no
// mark; with a mark the outcome is unknown, and only a person sends it again, so that nothing is sent twice
// automatically.
import type { Blobs, Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { endWaiting, isPartlySent, openRecipients, unknownOf } from '../mail/recipients.ts';
import { draftSender, isSenderOf } from '../mail/senders.ts';
import { lookUp } from '../records/find.ts';
import { whole } from '../records/large-contents.ts';
import { changeIfDifferent } from '../records/records.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { asEmail, type Email, email, type Failure } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { defaultAccount } from '../store/tables/accounts.ts';
import { useContent } from '../store/tables/contents.ts';
import { dropJob } from '../store/tables/jobs.ts';
import type { Stored } from '../store/tables/records.ts';
import {
  abandonedJobs,
  jobsWithoutLane,
  leaseMail,
  markJob,
  nextOfLane,
  putIntoLane,
  releaseMail,
  waitingOfLane,
} from '../store/tables/send-jobs.ts';
import { NO_DOMAIN, newMessageId } from './fit-to-send.ts';
import { type Claim, failMail, failUnknown, queueAgain, saveDelivery } from './settle.ts';

/** Claims the next mail of the lane, if its account can send. */
export async function claimMail(tx: Tx, lane: string, holder: string): Promise<{ claim: Claim; mail: Email } | null> {
  const sender = await lookUp<AccountRecord>(tx, account, lane);
  if (!sender || !canSend(sender.record)) return null;
  const job = await nextOfLane(tx, lane);
  const before = job && (await lookUp(tx, email, job.recordId));
  if (!job || !before) return null;
  const { status } = asEmail(before.record);
  const isRest = isPartlySent(asEmail(before.record));
  if (status !== 'queued' && !isRest) {
    dropJob(tx, 'send', job.recordId); // it is not waiting to be sent
    return null;
  }
  const attempts = asEmail(before.record).send_attempts + 1;
  const values = { ...(await senderValues(tx, before, sender.record)), status: 'sending', send_attempts: attempts };
  // An attempt for the remaining recipients is counted when it is over: the record does not change before.
  const claimed = isRest ? before : await changeIfDifferent(tx, email, before, values);
  const mail = asEmail(await whole(tx, email, claimed));
  leaseMail(tx, mail.id, holder, tx.now + limits.jobLease);
  const claim = { user: tx.user, id: mail.id, accountId: lane, holder, queuedAt: job.queuedAt, attempts, isRest };
  return { claim: { ...claim, recipients: openRecipients(mail) }, mail };
}

/** Assigns the default account to mails without one; returns how many mails there were. */
export async function adoptMails(tx: Tx): Promise<number> {
  const chosen = await defaultAccount(tx);
  const sender = chosen && (await lookUp<AccountRecord>(tx, account, chosen.id));
  if (!sender || !canSend(sender.record)) return 0;
  const jobs = await jobsWithoutLane(tx, limits.jobBatch);
  for (const { recordId } of jobs) {
    const before = await lookUp(tx, email, recordId);
    if (before && !(await isSenderOf(tx, asEmail(before.record), sender.record))) {
      await failMail(tx, before, fromMismatch(sender.record));
      continue;
    }
    if (before) await changeIfDifferent(tx, email, before, await senderValues(tx, before, sender.record));
    putIntoLane(tx, recordId, sender.record.id);
  }
  return jobs.length;
}

/** Fails the mails of an account that was removed; returns how many. */
export async function failWithoutAccount(tx: Tx, lane: string): Promise<number> {
  if (await lookUp(tx, account, lane)) return 0;
  const jobs = await waitingOfLane(tx, lane, limits.jobBatch);
  for (const { recordId } of jobs) {
    const before = await lookUp(tx, email, recordId);
    if (!before) dropJob(tx, 'send', recordId);
    else if (isPartlySent(asEmail(before.record)))
      await saveDelivery(tx, before, endWaiting(asEmail(before.record).deliveries, 'refused', REST_ACCOUNT_GONE));
    else await failMail(tx, before, ACCOUNT_GONE);
  }
  return jobs.length;
}

/**
 * Marks the mail if this process still holds its lease; its last byte may be sent after the commit. The source is
 * stored in the same transaction, so that no other disk write is needed between the reply of the server and the record.
 */
export async function markMail(tx: Tx, blobs: Blobs, { id, holder }: Claim, source: Received | null): Promise<boolean> {
  if (!(await markJob(tx, id, holder))) return false;
  if (!source) return true;
  blobs.keep(tx.user, source);
  await useContent(tx, 'raw', id, source);
  return true;
}

/** Recovers mails whose process died; returns how many. */
export async function recoverMails(tx: Tx): Promise<number> {
  const jobs = await abandonedJobs(tx);
  for (const { recordId, marked } of jobs) {
    const before = await lookUp(tx, email, recordId);
    const mail = before && asEmail(before.record);
    if (before && mail && isPartlySent(mail)) {
      if (marked) await saveDelivery(tx, before, unknownOf(mail), mail.send_attempts + 1);
      else releaseMail(tx, recordId, tx.now, null);
    } else if (before && mail?.status === 'sending' && marked) await failUnknown(tx, before);
    else if (before && mail) await queueAgain(tx, before, tx.now, mail.send_error);
    else dropJob(tx, 'send', recordId);
  }
  return jobs.length;
}

const ACCOUNT_GONE: Failure = {
  code: 'ACCOUNT_GONE',
  message:
    'The email account it was to be sent from does not exist; send it again, and it goes out from the default one.',
};

function fromMismatch({ address }: AccountRecord): Failure {
  return {
    code: 'FROM_MISMATCH',
    message: `The mail has no account of its own, and the default account sends as ${address} or as its identities, none of which is its from_address.`,
  };
}

const REST_ACCOUNT_GONE: Failure = {
  code: ACCOUNT_GONE.code,
  message: 'the email account that the mail was sent from was removed before it was sent to this recipient',
};

function canSend({ status, smtp }: AccountRecord): boolean {
  return status === 'connected' && Boolean(smtp);
}

// The missing fields of a mail that is sent through the account. A Message-ID in NO_DOMAIN was made without a sender.
async function senderValues(tx: Tx, before: Stored, { id }: AccountRecord): Promise<Partial<Email>> {
  const mail = asEmail(before.record);
  const from = mail.from_address === null ? await missingSender(tx, mail, id) : {};
  const sender = { ...mail, ...from, account_id: id };
  const unsigned = mail.message_id === null || mail.message_id.endsWith(`@${NO_DOMAIN}>`);
  return { ...from, account_id: id, ...(unsigned && mail.send_attempts === 0 && { message_id: newMessageId(sender) }) };
}

// That of the default identity, as a draft would have it; a given Reply-To stays.
async function missingSender(tx: Tx, mail: Email, accountId: string): Promise<Partial<Email>> {
  const { from_address, from_name, reply_to } = await draftSender(tx, { account_id: accountId });
  return { from_address, from_name, ...(reply_to && !mail.reply_to && { reply_to }) };
}
