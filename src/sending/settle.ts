// Stores the outcome of an attempt in one transaction with its job: sent, failed or queued again; or, where some
// recipients have the mail already, the results of the others. A mail that was sent to anyone stays `sent`.
import { limits } from '../limits.ts';
import {
  endWaiting,
  isPartlySent,
  NO_ANSWER,
  partialError,
  resultOf,
  unknownOf,
  withResults,
} from '../mail/recipients.ts';
import { lookUp } from '../records/find.ts';
import { changeIfDifferent } from '../records/records.ts';
import { asEmail, type Email, email, type Failure, folderOf } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';
import type { Tx } from '../store/port.ts';
import { dropUse } from '../store/tables/contents.ts';
import type { Stored } from '../store/tables/records.ts';
import { isHeld, releaseMail } from '../store/tables/send-jobs.ts';
import { backOff } from '../values/back-off.ts';
import { formatTime } from '../values/time.ts';

/** A mail that this process may send as long as the lease lasts. */
export interface Claim {
  user: number;
  id: string;
  accountId: string;
  holder: string;
  /** When it was queued: the Date of the message, however often it is tried. */
  queuedAt: number;
  attempts: number;
  /** The recipients of this attempt. */
  recipients: string[];
  /** Whether other recipients have the mail already: then these get the same bytes. */
  isRest: boolean;
}

/** `results` are the replies of the server for recipients, each with its address in the mail. */
export type Outcome =
  /** The server accepted the mail for at least one recipient. */
  | { kind: 'sent'; results: Delivery[] }
  /** A temporary failure. */
  | { kind: 'retry'; error: Failure; results?: Delivery[] }
  | { kind: 'failed'; error: Failure; results?: Delivery[] }
  /** The server may or may not have accepted the mail. */
  | { kind: 'unknown' }
  /** The attempt was aborted without a failure: the mail is queued again immediately. */
  | { kind: 'released' };

export interface RetryRules {
  /** Milliseconds before the second try. */
  base: number;
  /** Milliseconds after which sending a queued mail fails permanently. */
  lifetime: number;
}

const OUTCOME_UNKNOWN: Failure = {
  code: 'OUTCOME_UNKNOWN',
  message:
    'The whole mail was transmitted, but the server did not reply, so it is unknown whether it was sent. Check the folder of sent mail at the server or ask a recipient; send it again only if it did not arrive.',
};

/** Stores the outcome of an attempt. Returns false if this process no longer holds the mail. */
export async function settleMail(tx: Tx, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<boolean> {
  const held = await isHeld(tx, claim.id, claim.holder);
  const before = await lookUp(tx, email, claim.id);
  if (!before || !(held || isLateReply(asEmail(before.record), claim, outcome))) return false;
  if (claim.isRest) await settleRest(tx, before, claim, outcome, rules);
  else await settleFirst(tx, before, claim, outcome, rules);
  return true;
}

/** The delay after this many attempts: base × 2^(attempts - 1) ± 20 %. */
export function retryDelay(attempts: number, base: number, random?: number): number {
  return backOff({ base, max: limits.sendDelay, jitter: 0.2 }, attempts - 1, random);
}

/** For a mail that no recipient has yet. */
async function settleFirst(tx: Tx, before: Stored, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<void> {
  const mail = asEmail(before.record);
  const results = 'results' in outcome ? outcome.results : undefined;
  const known = results ? withResults(mail, results) : mail.deliveries;
  // No recipient has these bytes.
  if (outcome.kind !== 'sent' && outcome.kind !== 'unknown') await dropUse(tx, 'raw', claim.id);
  if (outcome.kind === 'sent') await succeed(tx, before, known, claim, rules);
  else if (outcome.kind === 'failed') await failMail(tx, before, outcome.error, known);
  else if (outcome.kind === 'unknown') await failUnknown(tx, before);
  else if (outcome.kind === 'released') await queueAgain(tx, before, tx.now, mail.send_error, known);
  else if (isOver(tx, claim, rules)) await failMail(tx, before, expired(outcome.error, rules), known);
  else await queueAgain(tx, before, nextTry(tx, claim, rules), outcome.error, known);
}

async function succeed(tx: Tx, before: Stored, known: Delivery[], claim: Claim, rules: RetryRules): Promise<void> {
  const sentAt = formatTime(tx.timestamp);
  const deliveries = isOver(tx, claim, rules) ? giveUp(known, rules) : known;
  const values = {
    status: 'sent',
    folder: folderOf('sent'),
    sent_at: sentAt,
    received_at: asEmail(before.record).received_at ?? sentAt, // its position in lists and conversations
    is_read: true,
    deliveries,
    send_error: partialError(deliveries),
  };
  const sent = await changeIfDifferent(tx, email, before, values, 'sent');
  waitIfPartly(tx, sent, nextTry(tx, claim, rules));
}

/** For a mail that some recipients have: only the others are concerned. */
async function settleRest(tx: Tx, before: Stored, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<void> {
  const { recipients } = claim;
  const mail = asEmail(before.record);
  if (outcome.kind === 'released') return releaseMail(tx, mail.id, tx.now, null);
  if (outcome.kind === 'unknown') return saveDelivery(tx, before, unknownOf(mail), claim.attempts);
  const left = { sent: 'waiting', retry: 'waiting', failed: 'refused' } as const;
  const error = 'error' in outcome ? outcome.error : null;
  const results = outcome.results ?? recipients.map((address) => resultOf(address, left[outcome.kind], error));
  const known = withResults(mail, results);
  const deliveries = isOver(tx, claim, rules) ? giveUp(known, rules) : known;
  await saveDelivery(tx, before, deliveries, claim.attempts, nextTry(tx, claim, rules));
}

/** Fails a mail that no recipient has, and ends the waiting of its recipients. */
export async function failMail(
  tx: Tx,
  before: Stored,
  error: Failure,
  known = asEmail(before.record).deliveries,
): Promise<void> {
  const values = { status: 'failed', send_error: error, deliveries: endWaiting(known, 'refused', error) };
  await changeIfDifferent(tx, email, before, values, 'send_failed');
}

/** Fails a mail that may or may not have been accepted. */
export async function failUnknown(tx: Tx, before: Stored): Promise<void> {
  const deliveries = unknownOf(asEmail(before.record));
  const values = { status: 'failed', send_error: OUTCOME_UNKNOWN, deliveries };
  await changeIfDifferent(tx, email, before, values, 'send_failed');
}

// A mail that was moved to the trash in the meantime becomes a draft, and its job is dropped.
export async function queueAgain(
  tx: Tx,
  before: Stored,
  dueAt: number,
  error: Failure | null,
  deliveries = asEmail(before.record).deliveries,
): Promise<void> {
  await changeIfDifferent(tx, email, before, { status: 'queued', send_error: error, deliveries });
  releaseMail(tx, before.record.id, dueAt, error?.message ?? null);
}

/** Stores the deliveries of a sent mail; recipients that still wait are tried at `dueAt`. */
export async function saveDelivery(
  tx: Tx,
  before: Stored,
  deliveries: Delivery[],
  attempts = asEmail(before.record).send_attempts,
  dueAt = tx.now,
): Promise<void> {
  const values = { deliveries, send_attempts: attempts, send_error: partialError(deliveries) };
  waitIfPartly(tx, await changeIfDifferent(tx, email, before, values), dueAt);
}

function waitIfPartly(tx: Tx, { record }: Stored, dueAt: number): void {
  const mail = asEmail(record);
  if (!isPartlySent(mail)) return; // its job was dropped
  const last = mail.deliveries.find(({ status }) => status === 'waiting');
  releaseMail(tx, mail.id, dueAt, last?.message ?? null);
}

// Another instance recovered the mail because the lease expired, and the reply of the server arrived afterwards.
function isLateReply(mail: Email, claim: Claim, { kind }: Outcome): boolean {
  const isUnknown = claim.isRest
    ? claim.recipients.every((one) =>
        mail.deliveries.some(({ address, code }) => address === one && code === NO_ANSWER.code),
      )
    : mail.status === 'failed' && mail.send_error?.code === OUTCOME_UNKNOWN.code;
  return isUnknown && mail.send_attempts === claim.attempts && (kind === 'sent' || kind === 'failed');
}

function nextTry(tx: Tx, { attempts }: Claim, { base }: RetryRules): number {
  return tx.now + retryDelay(attempts, base);
}

function isOver(tx: Tx, { queuedAt }: Claim, { lifetime }: RetryRules): boolean {
  return tx.now - queuedAt >= lifetime;
}

function giveUp(deliveries: Delivery[], rules: RetryRules): Delivery[] {
  return endWaiting(deliveries, 'refused', ({ code, message }) =>
    expired({ code: code ?? 'DEFERRED', message: message ?? '' }, rules),
  );
}

function expired(error: Failure, { lifetime }: RetryRules): Failure {
  const days = Math.round((lifetime / 86_400_000) * 100) / 100;
  return { code: error.code, message: `Given up after ${days} days. The last reply: ${error.message}` };
}
