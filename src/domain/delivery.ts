// What happens to a mail while it is being sent. Claimed: leased and, unless some have it already, `sending`. Marked: its
// last byte may leave. What comes then is in settling.ts. A mail whose sender died is tried again if it had no mark;
// with one, whether it was sent is unknown, and only a person sends it again. So nothing is sent twice by itself.
import { limits } from '../limits.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { asEmail, type Email, email, type Failure } from '../resources/email.ts';
import { defaultAccount } from '../store/accounts.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { useContent } from '../store/contents.ts';
import { dropJob } from '../store/jobs.ts';
import { findKindRow } from '../store/kind-rows.ts';
import type { Stored } from '../store/rows.ts';
import {
  abandonedJobs,
  giveBackMail,
  jobsWithoutLane,
  leaseMail,
  markJob,
  nextOfLane,
  putIntoLane,
  waitingOfLane,
} from '../store/send-jobs.ts';
import type { Tx } from '../store/store.ts';
import { isSenderOf, NO_DOMAIN, newMessageId } from './fit-to-send.ts';
import { endWaiting, isPartlySent, openRecipients, unknownOf } from './recipients.ts';
import { changeIfDifferent } from './records.ts';
import { type Claim, failMail, failUnknown, findMail, queueAgain, saveDelivery } from './settling.ts';

/** Takes the mail of the lane that is next, if its account can send. */
export async function claimMail(tx: Tx, lane: string, holder: string): Promise<{ claim: Claim; mail: Email } | null> {
  const sender = await findKindRow<AccountRecord>(tx, account, lane);
  if (!sender || !canSend(sender.record)) return null;
  const job = await nextOfLane(tx, lane);
  const before = job && (await findMail(tx, job.recordId));
  if (!job || !before) return null;
  const { status } = asEmail(before.record);
  const isRest = isPartlySent(asEmail(before.record));
  if (status !== 'queued' && !isRest) {
    dropJob(tx, 'send', job.recordId); // not a mail that anybody asked us to send
    return null;
  }
  const attempts = asEmail(before.record).send_attempts + 1;
  const values = { ...senderValues(before, sender.record), status: 'sending', send_attempts: attempts };
  // A try for the rest is counted when it is over: until then nothing about the mail is different.
  const { record } = isRest ? before : await changeIfDifferent(tx, email, before, values);
  const mail = asEmail(record);
  leaseMail(tx, mail.id, holder, tx.now + limits.jobLease);
  const claim = { user: tx.user, id: mail.id, accountId: lane, holder, queuedAt: job.queuedAt, attempts, isRest };
  return { claim: { ...claim, recipients: openRecipients(mail) }, mail };
}

/** Gives mails that have no account the default one; returns how many. */
export async function adoptMails(tx: Tx): Promise<number> {
  const chosen = await defaultAccount(tx);
  const sender = chosen && (await findKindRow<AccountRecord>(tx, account, chosen.id));
  if (!sender || !canSend(sender.record)) return 0;
  const jobs = await jobsWithoutLane(tx, limits.jobBatch);
  for (const { recordId } of jobs) {
    const before = await findMail(tx, recordId);
    if (before && !isSenderOf(asEmail(before.record), sender.record)) {
      await failMail(tx, before, fromMismatch(sender.record));
      continue;
    }
    if (before) await changeIfDifferent(tx, email, before, senderValues(before, sender.record));
    putIntoLane(tx, recordId, sender.record.id);
  }
  return jobs.length;
}

/** Fails the mails of an account that was removed: it will not come back. Returns how many. */
export async function failWithoutAccount(tx: Tx, lane: string): Promise<number> {
  if (await findKindRow(tx, account, lane)) return 0;
  const jobs = await waitingOfLane(tx, lane, limits.jobBatch);
  for (const { recordId } of jobs) {
    const before = await findMail(tx, recordId);
    if (!before) dropJob(tx, 'send', recordId);
    else if (isPartlySent(asEmail(before.record)))
      await saveDelivery(tx, before, endWaiting(asEmail(before.record).deliveries, 'refused', REST_ACCOUNT_GONE));
    else await failMail(tx, before, ACCOUNT_GONE);
  }
  return jobs.length;
}

/**
 * Whether the mail is still ours; then it is marked, and its last byte may leave once this is stored. New bytes are kept
 * with the mark: after it, no disk write is needed between the server's answer and the record.
 */
export async function markMail(tx: Tx, blobs: Blobs, { id, holder }: Claim, source: Received | null): Promise<boolean> {
  if (!(await markJob(tx, id, holder))) return false;
  if (!source) return true;
  blobs.keep(tx.user, source);
  await useContent(tx, 'raw', id, source);
  return true;
}

/** Takes up the mails whose sender died; returns how many. */
export async function recoverMails(tx: Tx): Promise<number> {
  const jobs = await abandonedJobs(tx);
  for (const { recordId, marked } of jobs) {
    const before = await findMail(tx, recordId);
    const mail = before && asEmail(before.record);
    if (before && mail && isPartlySent(mail)) {
      if (marked) await saveDelivery(tx, before, unknownOf(mail), mail.send_attempts + 1);
      else giveBackMail(tx, recordId, tx.now, null);
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
    message: `The mail has no account of its own, and the default account sends as ${address}, which is not its from_address.`,
  };
}

const REST_ACCOUNT_GONE: Failure = {
  code: ACCOUNT_GONE.code,
  message: 'the email account that the mail was sent from was removed before it was sent to this recipient',
};

function canSend({ status, smtp }: AccountRecord): boolean {
  return status === 'connected' && Boolean(smtp);
}

// What the mail lacks to be sent through the account. A Message-ID without a domain was made when it had no sender.
function senderValues(before: Stored, { id, address, from_name }: AccountRecord): Partial<Email> {
  const mail = asEmail(before.record);
  const from = mail.from_address === null ? { from_address: address, from_name } : {};
  const sender = { ...mail, ...from, account_id: id };
  const unsigned = mail.message_id === null || mail.message_id.endsWith(`@${NO_DOMAIN}>`);
  return { ...from, account_id: id, ...(unsigned && mail.send_attempts === 0 && { message_id: newMessageId(sender) }) };
}
