// What a person can do about a mail that was not sent, by the code of its error.
import type { Email } from '../../data/types.ts';
import type { Words } from '../../words/words.ts';

export type FailureAdvice = keyof Words['today']['advice'];

const ADVICE: Readonly<Record<string, FailureAdvice>> = {
  AUTH_FAILED: 'account',
  ACCOUNT_GONE: 'accountGone',
  FROM_MISMATCH: 'sender',
  BAD_ADDRESS: 'address',
  NO_RECIPIENTS: 'address',
  RECIPIENTS_REFUSED: 'address',
  TOO_LARGE: 'tooLarge',
  OUTCOME_UNKNOWN: 'unknown',
  RESTORED: 'restored',
  CONNECTION_FAILED: 'connection',
  TIMEOUT: 'connection',
  TLS_FAILED: 'connection',
  PROTOCOL_ERROR: 'connection',
  DEFERRED: 'connection',
};

export function adviceFor({ send_error }: Pick<Email, 'send_error'>): FailureAdvice {
  return ADVICE[send_error?.code ?? ''] ?? 'other';
}
