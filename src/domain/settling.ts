// What becomes of a mail after a try, in one transaction with its job: sent, failed or queued again; or, where it was
// sent to some already, what is known of the others. A mail that was sent to anyone is sent and stays so.
import { limits } from '../limits.ts';
import { asEmail, type Email, email, type Failure, folderOf } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';
import { dropUse } from '../store/contents.ts';
import { findQuery, readStored, type Stored } from '../store/rows.ts';
import { giveBackMail, isHeld } from '../store/send-jobs.ts';
import type { Query, Tx } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import { endWaiting, isPartlySent, NO_ANSWER, partialError, resultOf, unknownOf, withResults } from './recipients.ts';
import { changeIfDifferent } from './records.ts';

/** A mail that is ours to send for as long as the lease lasts. */
export interface Claim {
  user: number;
  id: string;
  accountId: string;
  holder: string;
  /** When it was queued: the Date of the message, whenever it is sent. */
  queuedAt: number;
  attempts: number;
  /** Whom this try is for. */
  recipients: string[];
  /** Whether others have the mail already: then these get the same bytes. */
  isRest: boolean;
}

/** `results` say what the server has said of recipients, each by its address in the mail. */
export type Outcome =
  /** The server has taken the mail, for at least one of them. */
  | { kind: 'sent'; results: Delivery[] }
  /** Once more, later. */
  | { kind: 'retry'; error: Failure; results?: Delivery[] }
  | { kind: 'failed'; error: Failure; results?: Delivery[] }
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

const OUTCOME_UNKNOWN: Failure = {
  code: 'OUTCOME_UNKNOWN',
  message:
    'The whole mail went out, but the answer of the server did not come back, so it may have been sent or not. Look into the folder of sent mail at the server or ask a recipient; send it again only if it did not arrive.',
};

/** Stores what has come of a try. Returns false where the mail is no longer ours. */
export async function settleMail(tx: Tx, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<boolean> {
  const held = await isHeld(tx, claim.id, claim.holder);
  const before = await findMail(tx, claim.id);
  if (!before || !(held || isLateTruth(asEmail(before.record), claim, outcome))) return false;
  if (claim.isRest) await settleRest(tx, before, claim, outcome, rules);
  else await settleFirst(tx, before, claim, outcome, rules);
  return true;
}

/** base × 2^n ± 20 %, after the first, second, … attempt. */
export function retryDelay(attempts: number, base: number, chance = Math.random()): number {
  const delay = base * 2 ** Math.min(attempts - 1, 30) * (0.8 + 0.4 * chance);
  return Math.round(Math.min(delay, limits.sendDelay));
}

/** A mail that nobody has yet. */
async function settleFirst(tx: Tx, before: Stored, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<void> {
  const mail = asEmail(before.record);
  const results = 'results' in outcome ? outcome.results : undefined;
  const known = results ? withResults(mail, results) : mail.deliveries;
  // Nobody has these bytes.
  if (outcome.kind !== 'sent' && outcome.kind !== 'unknown') await dropUse(tx, 'raw', claim.id);
  if (outcome.kind === 'sent') await succeed(tx, before, known, claim, rules);
  else if (outcome.kind === 'failed') await failMail(tx, before, outcome.error, known);
  else if (outcome.kind === 'unknown') await failUnknown(tx, before);
  else if (outcome.kind === 'given-back') await queueAgain(tx, before, tx.now, mail.send_error, known);
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
    received_at: asEmail(before.record).received_at ?? sentAt, // where it stands in lists and threads
    is_read: true,
    deliveries,
    send_error: partialError(deliveries),
  };
  const sent = await changeIfDifferent(tx, email, before, values, 'sent');
  waitIfPartly(tx, sent, nextTry(tx, claim, rules));
}

/** A mail that some have: only those who wait are concerned. */
async function settleRest(tx: Tx, before: Stored, claim: Claim, outcome: Outcome, rules: RetryRules): Promise<void> {
  const { recipients } = claim;
  const mail = asEmail(before.record);
  if (outcome.kind === 'given-back') return giveBackMail(tx, mail.id, tx.now, null);
  if (outcome.kind === 'unknown') return saveDelivery(tx, before, unknownOf(mail), claim.attempts);
  const left = { sent: 'waiting', retry: 'waiting', failed: 'refused' } as const;
  const error = 'error' in outcome ? outcome.error : null;
  const results = outcome.results ?? recipients.map((address) => resultOf(address, left[outcome.kind], error));
  const known = withResults(mail, results);
  const deliveries = isOver(tx, claim, rules) ? giveUp(known, rules) : known;
  await saveDelivery(tx, before, deliveries, claim.attempts, nextTry(tx, claim, rules));
}

/** Fails a mail that nobody has. Whoever waits, waits no longer. */
export async function failMail(
  tx: Tx,
  before: Stored,
  error: Failure,
  known = asEmail(before.record).deliveries,
): Promise<void> {
  const values = { status: 'failed', send_error: error, deliveries: endWaiting(known, 'refused', error) };
  await changeIfDifferent(tx, email, before, values, 'send_failed');
}

/** Fails a mail of which nobody knows whether anyone has it. */
export async function failUnknown(tx: Tx, before: Stored): Promise<void> {
  const deliveries = unknownOf(asEmail(before.record));
  const values = { status: 'failed', send_error: OUTCOME_UNKNOWN, deliveries };
  await changeIfDifferent(tx, email, before, values, 'send_failed');
}

// A mail that was put into the trash meanwhile becomes a draft there, and its job goes.
export async function queueAgain(
  tx: Tx,
  before: Stored,
  dueAt: number,
  error: Failure | null,
  deliveries = asEmail(before.record).deliveries,
): Promise<void> {
  await changeIfDifferent(tx, email, before, { status: 'queued', send_error: error, deliveries });
  giveBackMail(tx, before.record.id, dueAt, error?.message ?? null);
}

/** Stores what is known of the recipients of a mail that was sent; those who still wait are tried at `dueAt`. */
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
  if (!isPartlySent(mail)) return; // its job has gone with the waiting
  const last = mail.deliveries.find(({ status }) => status === 'waiting');
  giveBackMail(tx, mail.id, dueAt, last?.message ?? null);
}

// Another instance has given the mail up because our lease ran out, and now the server's answer is here after all.
function isLateTruth(mail: Email, claim: Claim, { kind }: Outcome): boolean {
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
  return { code: error.code, message: `Given up after ${days} days. The last answer: ${error.message}` };
}

export async function findMail(tx: Tx, id: string): Promise<Stored | undefined> {
  const { sql, params } = findQuery(email, id) as Query;
  const row = await tx.get(sql, ...params);
  return row && readStored(email, row);
}
