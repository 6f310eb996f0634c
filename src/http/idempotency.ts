// Idempotency-Key: the answer to a request that changed something is kept in the transaction that made the change, so
// a repeated request gets it back byte for byte and changes nothing. A refused request changes nothing and keeps
// nothing: it may be repeated under the same key when its cause is gone.
import { hash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { findAnswer, keepAnswer } from '../store/answers.ts';
import type { Tx } from '../store/store.ts';
import type { Answer } from './route.ts';

export interface OnceRequest {
  key: string;
  /** Method, path and body: what makes a request the same request. */
  digest: string;
}

export function onceRequest(
  key: string | undefined,
  method: string,
  url: string,
  rawBody: string | undefined,
): OnceRequest | null {
  if (key === undefined) return null;
  if (key.length === 0 || key.length > limits.idempotencyKeyChars || /[^\x20-\x7e]/.test(key)) {
    const message = `Idempotency-Key must have 1 to ${limits.idempotencyKeyChars} printable ASCII characters.`;
    throw new AppError('VALIDATION_ERROR', message, {
      field: 'Idempotency-Key',
      errors: [{ field: 'Idempotency-Key', constraint: 'format', message }],
    });
  }
  const digest = hash('sha256', `${method} ${url}\n${rawBody ?? ''}`, 'base64url');
  return { key, digest };
}

export async function once(
  tx: Tx,
  request: OnceRequest,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const kept = await findAnswer(tx, request.key, limits.idempotencyKept);
  if (kept) {
    if (kept.request !== request.digest)
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used with another request in the last 24 hours; use a new key for a new request.',
      );
    return { answer: { status: kept.status, body: kept.body, etag: kept.etag }, replayed: true };
  }
  const answer = await work();
  keepAnswer(tx, request.key, { request: request.digest, ...answer, recordId: recordIdOf(answer.body) });
  return { answer, replayed: false };
}

// The answer that shows a record begins with its id.
function recordIdOf(body: string): string | null {
  return /^\{"data":\{"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? null;
}
