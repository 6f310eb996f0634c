// Translates the result of an SMTP exchange into the outcome for the mail and each recipient, and the status of the
// server.
import type { ServerUse } from '../accounts/status.ts';
import { NO_ANSWER, resultOf } from '../mail/recipients.ts';
import type { Taken } from '../protocols/smtp/connection.ts';
import type { Rejection, SmtpFault } from '../protocols/smtp/faults.ts';
import type { Delivery } from '../resources/email-facts.ts';
import type { Claim, Outcome } from './settle.ts';

/** The outcome of an attempt, and the error of the server, if there is one. */
export interface Attempt {
  outcome: Outcome | { kind: 'lost' };
  server?: { use: ServerUse; detail: string };
}

export function retry(code: string, message: string): Attempt {
  return { outcome: { kind: 'retry', error: { code, message } } };
}

/** The server accepted the mail. `to` are the recipients of the claim in the form of the SMTP envelope. */
export function taken({ recipients }: Claim, to: string[], { accepted, rejected }: Taken): Attempt {
  const isAccepted = new Set(accepted);
  const results = resultsOf(recipients, to, rejected, (address, recipient) =>
    isAccepted.has(recipient) ? resultOf(address, 'sent') : resultOf(address, 'unknown', NO_ANSWER),
  );
  return { outcome: { kind: 'sent', results } };
}

// A wrong password fails every mail; a server that is unavailable once may be restarting. A failure after the login
// concerns this mail only, not the server.
export function readFault(
  fault: SmtpFault,
  claim: Claim,
  to: string[],
  use: ServerUse | null,
  opening: boolean,
): Attempt {
  const { kind, code, message, rejected } = fault;
  const error = { code, message };
  if (kind === 'unknown') return { outcome: { kind: 'unknown' } };
  const results = (left: 'refused' | 'waiting') =>
    resultsOf(claim.recipients, to, rejected ?? [], (address) => resultOf(address, left, error));
  if (kind === 'refused') return { outcome: { kind: 'failed', error, results: results('refused') } };
  if (kind === 'deferred' && rejected) return { outcome: { kind: 'retry', error, results: results('waiting') } };
  const ofServer = opening && (kind === 'login' || (kind === 'connection' && claim.attempts > 1));
  return { ...retry(code, message), ...(ofServer && use && { server: { use, detail: message } }) };
}

/** The result for each recipient; `otherwise` is the result for those that the server did not reject. */
function resultsOf(
  recipients: string[],
  to: string[],
  rejected: Rejection[],
  otherwise: (address: string, recipient: string) => Delivery,
): Delivery[] {
  const replies = new Map(rejected.map((one) => [one.address, one]));
  return recipients.map((address, index) => {
    const recipient = to[index] ?? '';
    const rejection = replies.get(recipient);
    if (!rejection) return otherwise(address, recipient);
    return rejection.isFinal
      ? resultOf(address, 'refused', { code: 'REFUSED', message: rejection.reply })
      : resultOf(address, 'waiting', { code: 'DEFERRED', message: rejection.reply });
  });
}
