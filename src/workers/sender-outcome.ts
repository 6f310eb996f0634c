// What an exchange with an SMTP server means for the mail, for each of its recipients, and for the server.
import type { ServerUse } from '../domain/account-status.ts';
import { resultOf } from '../domain/recipients.ts';
import type { Claim, Outcome } from '../domain/settling.ts';
import type { Rejection, SmtpFault } from '../mail/smtp-faults.ts';
import type { Delivery } from '../resources/email.ts';

/** What came of an attempt, and what is wrong with the server, if anything is. */
export interface Attempt {
  outcome: Outcome | { kind: 'lost' };
  server?: { use: ServerUse; detail: string };
}

export function retry(code: string, message: string): Attempt {
  return { outcome: { kind: 'retry', error: { code, message } } };
}

/** The server has taken the mail, but not for these. `to` are the recipients of the claim as the server was told them. */
export function sentExcept({ recipients }: Claim, to: string[], rejected: Rejection[]): Attempt {
  const said = byRecipient(to, rejected);
  const results = recipients.map((address, index) => resultAfter(address, said[index]));
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
  const said = byRecipient(to, rejected ?? []);
  if (kind === 'refused') {
    const results = claim.recipients.map((address, index) =>
      said[index] ? resultAfter(address, said[index]) : resultOf(address, 'refused', error),
    );
    return { outcome: { kind: 'failed', error, results } };
  }
  if (kind === 'deferred' && rejected) {
    const results = claim.recipients.map((address, index) => resultAfter(address, said[index]));
    return { outcome: { kind: 'retry', error, results } };
  }
  const ofServer = opening && (kind === 'login' || (kind === 'line' && claim.attempts > 1));
  return { ...retry(code, message), ...(ofServer && use && { server: { use, detail: message } }) };
}

function byRecipient(to: string[], rejected: Rejection[]): (Rejection | undefined)[] {
  const said = new Map(rejected.map((one) => [one.address, one]));
  return to.map((address) => said.get(address));
}

function resultAfter(address: string, rejection: Rejection | undefined): Delivery {
  if (!rejection) return resultOf(address, 'sent');
  const { isFinal, reply } = rejection;
  return isFinal
    ? resultOf(address, 'refused', { code: 'REFUSED', message: reply })
    : resultOf(address, 'waiting', { code: 'DEFERRED', message: reply });
}
