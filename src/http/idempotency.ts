// Idempotency-Key: the answer to a request that changed something is kept in the transaction that made the change, so
// a repeated request gets it back byte for byte and changes nothing. A refused request changes nothing and keeps
// nothing: it may be repeated under the same key when its cause is gone.
import { createHash } from 'node:crypto';
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
  rawBody: Buffer | string | undefined,
  digestOf: (parts: (Buffer | string)[]) => string = plainDigest,
): OnceRequest | null {
  if (key === undefined) return null;
  if (key.length === 0 || key.length > limits.idempotencyKeyChars || /[^\x20-\x7e]/.test(key)) {
    const message = `Idempotency-Key must have 1 to ${limits.idempotencyKeyChars} printable ASCII characters.`;
    throw new AppError('VALIDATION_ERROR', message, {
      field: 'Idempotency-Key',
      errors: [{ field: 'Idempotency-Key', constraint: 'format', message }],
    });
  }
  return { key, digest: digestOf([`${method} ${url}\n`, rawBody ?? '']) };
}

function plainDigest(parts: (Buffer | string)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('base64url');
}

export async function once(
  tx: Tx,
  request: OnceRequest,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const kept = await recall(tx, request);
  if (kept) return { answer: kept, replayed: true };
  const answer = await work();
  keepAnswer(tx, request.key, { request: request.digest, ...answer, recordId: recordIdOf(answer.body) });
  return { answer, replayed: false };
}

/** The answer that was given to this request before, if any. */
export async function recall(tx: Tx, request: OnceRequest): Promise<Answer | undefined> {
  const kept = await findAnswer(tx, request.key, limits.idempotencyKept);
  if (kept && kept.request !== request.digest)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request in the last 24 hours; use a new key for a new request.',
    );
  return kept && { status: kept.status, body: kept.body, etag: kept.etag };
}

/** Keeps the answer that the client really got, where more followed after the write; unless it was emptied meanwhile. */
export async function replaceAnswer(tx: Tx, request: OnceRequest, before: Answer, answer: Answer): Promise<void> {
  const kept = await findAnswer(tx, request.key, limits.idempotencyKept);
  if (kept?.body === before.body)
    keepAnswer(tx, request.key, { request: request.digest, ...answer, recordId: kept.recordId });
}

// The answer that shows a record begins with its id.
function recordIdOf(body: string): string | null {
  return /^\{"data":\{"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? null;
}
