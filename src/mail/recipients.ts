// The delivery state of each recipient of an outgoing mail (`deliveries`): sent, waiting for a retry, refused, or
// unknown. A retry is for the waiting recipients only, so that nobody receives the mail twice.
import { limits } from '../limits.ts';
import type { Email, Failure } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';
import { envelopeAddress } from '../values/addresses.ts';

/** All recipients without duplicates, in the order of to, cc and bcc. */
export function recipientsOf({ to_addresses, cc_addresses, bcc_addresses }: Email): string[] {
  const found = new Map<string, string>();
  for (const { address } of [...to_addresses, ...cc_addresses, ...bcc_addresses]) {
    const key = envelopeAddress(address) ?? address;
    if (!found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}

/** The recipients of the next attempt: all for the first, then the waiting ones. */
export function openRecipients(mail: Email): string[] {
  return mail.deliveries.length === 0 ? recipientsOf(mail) : waitingOf(mail).map(({ address }) => address);
}

/** A mail that was sent to some, and is tried again for others. */
export function isPartlySent(mail: Email): boolean {
  return mail.status === 'sent' && waitingOf(mail).length > 0;
}

function waitingOf({ deliveries }: Email): Delivery[] {
  return deliveries.filter(({ status }) => status === 'waiting');
}

/** The deliveries updated with the results of an attempt. */
export function withResults(mail: Email, results: Delivery[]): Delivery[] {
  const known = new Map(results.map((one) => [one.address, one]));
  const before =
    mail.deliveries.length > 0 ? mail.deliveries : recipientsOf(mail).map((address) => resultOf(address, 'waiting'));
  return before.map((one) => replace(one, known.get(one.address)));
}

export function resultOf(address: string, status: Delivery['status'], error: Failure | null = null): Delivery {
  const message = error && clip(error.message);
  return { address, status, code: error?.code ?? null, message };
}

// An earlier report about the recipient is kept.
function replace(before: Delivery, now: Delivery = before): Delivery {
  return before.report ? { ...now, report: before.report } : now;
}

/** Ends all retries. The reason may depend on the result of the last attempt. */
export function endWaiting(
  deliveries: Delivery[],
  status: 'refused' | 'unknown',
  why: Failure | ((last: Delivery) => Failure),
): Delivery[] {
  return deliveries.map((one) =>
    one.status === 'waiting'
      ? replace(one, resultOf(one.address, status, typeof why === 'function' ? why(one) : why))
      : one,
  );
}

/** Why it is unknown whether a recipient received the mail. */
export const NO_ANSWER: Failure = {
  code: 'OUTCOME_UNKNOWN',
  message: 'the whole mail was sent, but the server did not respond; ask the recipient',
};

/** The deliveries of a mail whose last attempt ended without an answer from the server. */
export function unknownOf(mail: Email): Delivery[] {
  return endWaiting(withResults(mail, []), 'unknown', NO_ANSWER);
}

/** The `send_error` of a sent mail: which recipients were refused, and which are unknown. */
export function partialError(deliveries: Delivery[]): Failure | null {
  const refused = deliveries.filter(({ status }) => status === 'refused');
  const unknown = deliveries.filter(({ status }) => status === 'unknown');
  if (refused.length + unknown.length === 0) return null;
  const sentences = [
    refused.length > 0 ? `Sent, but not to ${named(refused)}.` : '',
    unknown.length > 0 ? `Whether it was sent to ${named(unknown)} is not known.` : '',
  ];
  return {
    code: unknown.length > 0 ? 'OUTCOME_UNKNOWN' : 'PARTLY_REFUSED',
    message: sentences.filter(Boolean).join(' '),
  };
}

function named(some: Delivery[]): string {
  const shown = some.slice(0, limits.reportedFaults).map(({ address, message }) => `${address} (${message})`);
  const more = some.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function clip(text: string): string {
  return text.length > limits.deliveryWords ? `${text.slice(0, limits.deliveryWords)}…` : text;
}
