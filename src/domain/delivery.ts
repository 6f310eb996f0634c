// What happens to a mail while it is being sent. Claimed: leased and `sending`. Marked: its last byte may leave. Settled:
// sent, failed or queued again, in one transaction with its job. A mail whose sender died is tried again if it had no
// mark; with one, whether it was sent is unknown, and only a person sends it again. So nothing is sent twice by itself.
import { limits } from '../limits.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { asEmail, type Email, email, folderOf } from '../resources/email.ts';
import { defaultAccount } from '../store/accounts.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { dropUse, useContent } from '../store/contents.ts';
import { dropJob } from '../store/jobs.ts';
import { findKindRow } from '../store/kind-rows.ts';
import { findQuery, readStored, type Stored } from '../store/rows.ts';
import {
  abandonedJobs,
  giveBackMail,
  isHeld,
  jobsWithoutLane,
  leaseMail,
  markJob,
  nextOfLane,
  putIntoLane,
  waitingOfLane,
} from '../store/send-jobs.ts';
import type { Query, Tx } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import { NO_DOMAIN, newMessageId } from './fit-to-send.ts';
import { changeIfDifferent } from './records.ts';

type SendError = NonNullable<Email['send_error']>;

/** A mail that is ours to send for as long as the lease lasts. */
export interface Claim {
  user: number;
  id: string;
  accountId: string;
  holder: string;
  /** When it was queued: the Date of the message, whenever it is sent. */
  queuedAt: number;
  attempts: number;
}

interface Refusal {
  address: string;
  /** The server's own words. */
  reply: string;
}

export type Outcome =
  | { kind: 'sent'; refused: Refusal[] }
  /** Once more, later. */
  | { kind: 'retry'; error: SendError }
  | { kind: 'failed'; error: SendError }
  /** Nobody knows. */
  | { kind: 'unknown' }
  /** Nothing was tried to the end, and nobody is to blame: back into the queue at once. */
  | { kind: 'given-back' };

export interface RetryRules {
  /** Milliseconds before the second try. */
  base: number;
  /** Milliseconds since it was queued after which a mail is given up. */
  lifetime: number;
}

/** Takes the mail of the lane that is next, if its account can send. */
export async function claimMail(tx: Tx, lane: string, holder: string): Promise<{ claim: Claim; mail: Email } | null> {
  const sender = await findKindRow<AccountRecord>(tx, account, lane);
  if (!sender || !canSend(sender.record)) return null;
  const job = await nextOfLane(tx, lane);
  const before = job && (await findMail(tx, job.recordId));
  if (!job || !before) return null;
  if (asEmail(before.record).status !== 'queued') {
    dropJob(tx, 'send', job.recordId); // not a mail that anybody asked us to send
    return null;
  }
  const values = { ...senderValues(before, sender.record), status: 'sending', send_attempts: attemptsOf(before) + 1 };
  const mail = asEmail((await changeIfDifferent(tx, email, before, values)).record);
  leaseMail(tx, mail.id, holder, tx.now + limits.jobLease);
  const claim = { user: tx.user, id: mail.id, accountId: lane, holder, queuedAt: job.queuedAt };
  return { claim: { ...claim, attempts: mail.send_attempts }, mail };
}

/** Gives mails that have no account the default one; returns how many. */
export async function adoptMails(tx: Tx): Promise<number> {
  const chosen = await defaultAccount(tx);
  const sender = chosen && (await findKindRow<AccountRecord>(tx, account, chosen.id));
  if (!sender || !canSend(sender.record)) return 0;
  const jobs = await jobsWithoutLane(tx, limits.jobBatch);
  for (const { recordId } of jobs) {
    const before = await findMail(tx, recordId);
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
    if (before) await fail(tx, before, ACCOUNT_GONE);
    else dropJob(tx, 'send', recordId);
  }
  return jobs.length;
}

/**
 * Whether the mail is still ours; then it is marked, and its last byte may leave once this is stored. Its bytes are kept
 * with the mark: after it, nothing that could fail on a disk stands between the server's answer and the record.
 */
export async function markMail(tx: Tx, blobs: Blobs, { id, holder }: Claim, source: Received): Promise<boolean> {
  if (!(await markJob(tx, id, holder))) return false;
  blobs.keep(tx.user, source);
  await useContent(tx, 'raw', id, source);
  return true;
}

/** Stores what has come of it. Returns false where the mail is no longer ours. */
export async function settleMail(tx: Tx, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<boolean> {
  const held = await isHeld(tx, claim.id, claim.holder);
  const before = await findMail(tx, claim.id);
  if (!before || !(held || isLateTruth(asEmail(before.record), claim, outcome))) return false;
  // Nobody has these bytes.
  if (outcome.kind !== 'sent' && outcome.kind !== 'unknown') await dropUse(tx, 'raw', claim.id);
  if (outcome.kind === 'sent') await succeed(tx, before, outcome.refused);
  else if (outcome.kind === 'failed') await fail(tx, before, outcome.error);
  else if (outcome.kind === 'unknown') await fail(tx, before, OUTCOME_UNKNOWN);
  else if (outcome.kind === 'given-back') await queueAgain(tx, before, tx.now, asEmail(before.record).send_error);
  else if (tx.now - claim.queuedAt >= rules.lifetime) await fail(tx, before, expired(outcome.error, rules.lifetime));
  else await queueAgain(tx, before, tx.now + retryDelay(claim.attempts, rules.base), outcome.error);
  return true;
}

/** Takes up the mails whose sender died; returns how many. */
export async function recoverMails(tx: Tx): Promise<number> {
  const jobs = await abandonedJobs(tx);
  for (const { recordId, marked } of jobs) {
    const before = await findMail(tx, recordId);
    if (before && asEmail(before.record).status === 'sending' && marked) await fail(tx, before, OUTCOME_UNKNOWN);
    else if (before) await queueAgain(tx, before, tx.now, asEmail(before.record).send_error);
    else dropJob(tx, 'send', recordId);
  }
  return jobs.length;
}

/** base × 2^n ± 20 %, after the first, second, … attempt. */
export function retryDelay(attempts: number, base: number, chance = Math.random()): number {
  const delay = base * 2 ** Math.min(attempts - 1, 30) * (0.8 + 0.4 * chance);
  return Math.round(Math.min(delay, limits.sendDelay));
}

const ACCOUNT_GONE: SendError = {
  code: 'ACCOUNT_GONE',
  message:
    'The email account it was to be sent from does not exist; send it again, and it goes out from the default one.',
};

const OUTCOME_UNKNOWN: SendError = {
  code: 'OUTCOME_UNKNOWN',
  message:
    'The whole mail went out, but the answer of the server did not come back, so it may have been sent or not. Look into the folder of sent mail at the server or ask a recipient; send it again only if it did not arrive.',
};

async function succeed(tx: Tx, before: Stored, refused: Refusal[]): Promise<void> {
  const sentAt = formatTime(tx.now);
  const values = {
    status: 'sent',
    folder: folderOf('sent'),
    sent_at: sentAt,
    received_at: asEmail(before.record).received_at ?? sentAt, // where it stands in lists and threads
    is_read: true,
    send_error: refused.length > 0 ? partlyRefused(refused) : null,
  };
  await changeIfDifferent(tx, email, before, values, 'sent');
}

async function fail(tx: Tx, before: Stored, error: SendError): Promise<void> {
  await changeIfDifferent(tx, email, before, { status: 'failed', send_error: error }, 'send_failed');
}

// A mail that was put into the trash meanwhile becomes a draft there, and its job goes.
async function queueAgain(tx: Tx, before: Stored, dueAt: number, error: SendError | null): Promise<void> {
  await changeIfDifferent(tx, email, before, { status: 'queued', send_error: error });
  giveBackMail(tx, before.record.id, dueAt, error?.message ?? null);
}

// Another instance has given the mail up because our lease ran out, and now the server's answer is here after all.
function isLateTruth(mail: Email, claim: Claim, { kind }: Outcome): boolean {
  const givenUp = mail.status === 'failed' && mail.send_error?.code === OUTCOME_UNKNOWN.code;
  return givenUp && mail.send_attempts === claim.attempts && (kind === 'sent' || kind === 'failed');
}

function partlyRefused(refused: Refusal[]): SendError {
  const told = refused.slice(0, limits.reportedFaults).map(({ address, reply }) => `${address} (${reply})`);
  const more = refused.length - told.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return { code: 'PARTLY_REFUSED', message: `Sent, but the server refused ${told.join(', ')}${rest}.` };
}

function expired(error: SendError, lifetime: number): SendError {
  const days = Math.round((lifetime / 86_400_000) * 100) / 100;
  return { code: error.code, message: `Given up after ${days} days. The last answer: ${error.message}` };
}

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

function attemptsOf({ record }: Stored): number {
  return asEmail(record).send_attempts;
}

async function findMail(tx: Tx, id: string): Promise<Stored | undefined> {
  const { sql, params } = findQuery(email, id) as Query;
  const row = await tx.get(sql, ...params);
  return row && readStored(email, row);
}
