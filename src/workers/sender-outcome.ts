// What an exchange with an SMTP server means for the mail, for each of its recipients, and for the server.
import type { ServerUse } from '../domain/account-status.ts';
import { NO_ANSWER, resultOf } from '../domain/recipients.ts';
import type { Claim, Outcome } from '../domain/settling.ts';
import type { Taken } from '../mail/smtp.ts';
import type { Rejection, SmtpFault } from '../mail/smtp-faults.ts';
import type { Delivery } from '../resources/email-facts.ts';

/** What came of an attempt, and what is wrong with the server, if anything is. */
export interface Attempt {
  outcome: Outcome | { kind: 'lost' };
  server?: { use: ServerUse; detail: string };
}

export function retry(code: string, message: string): Attempt {
  return { outcome: { kind: 'retry', error: { code, message } } };
}

/** The server has taken the mail. `to` are the recipients of the claim as the server was told them. */
export function taken({ recipients }: Claim, to: string[], { accepted, rejected }: Taken): Attempt {
  const isAccepted = new Set(accepted);
  const results = resultsOf(recipients, to, rejected, (address, told) =>
    isAccepted.has(told) ? resultOf(address, 'sent') : resultOf(address, 'unknown', NO_ANSWER),
  );
  return { outcome: { kind: 'sent', results } };
}

// A password that is wrong is wrong for all mails; a server that is away once may have been restarted. What happens
// after the login says something of this mail, and nothing of the server.
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
  const ofServer = opening && (kind === 'login' || (kind === 'line' && claim.attempts > 1));
  return { ...retry(code, message), ...(ofServer && use && { server: { use, detail: message } }) };
}

/** What the server has said of each recipient; `unsaid` tells it of those whom it has not rejected. */
function resultsOf(
  recipients: string[],
  to: string[],
  rejected: Rejection[],
  unsaid: (address: string, told: string) => Delivery,
): Delivery[] {
  const said = new Map(rejected.map((one) => [one.address, one]));
  return recipients.map((address, index) => {
    const told = to[index] ?? '';
    const rejection = said.get(told);
    if (!rejection) return unsaid(address, told);
    return rejection.isFinal
      ? resultOf(address, 'refused', { code: 'REFUSED', message: rejection.reply })
      : resultOf(address, 'waiting', { code: 'DEFERRED', message: rejection.reply });
  });
}
