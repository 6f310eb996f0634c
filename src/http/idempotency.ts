// Idempotency-Key: the response to a write is stored in the same transaction, so a repeated request of the same token
// gets it again byte for byte and changes nothing. A refused request changes nothing and stores nothing: it may be repeated with the same
// key when its cause is resolved.
import { createHash } from 'node:crypto';
import type { Principal } from '../access/access.ts';
import type { Secrets } from '../accounts/secrets.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { createPause } from '../records/slices.ts';
import type { Tx } from '../store/port.ts';
import { findAnswer, keepAnswer } from '../store/tables/idempotency.ts';
import type { JsonResponse } from './responses.ts';

export interface OnceRequest {
  key: string;
  /** Token, method, path and body identify a request: a response is not for a token that may read less. */
  digest: string;
  /** Seals the response, if it contains a secret. */
  secrets?: Secrets;
}

export async function onceRequest(
  key: string | undefined,
  { token }: Principal,
  method: string,
  url: string,
  rawBody: Buffer | string | undefined,
  digestOf: (parts: (Buffer | string)[]) => string | Promise<string> = plainDigest,
): Promise<OnceRequest | null> {
  if (key === undefined) return null;
  if (key.length === 0 || key.length > limits.idempotencyKeyChars || /[^\x20-\x7e]/.test(key)) {
    const message = `Idempotency-Key must have 1 to ${limits.idempotencyKeyChars} printable ASCII characters.`;
    throw new AppError('VALIDATION_ERROR', message, {
      field: 'Idempotency-Key',
      errors: [{ field: 'Idempotency-Key', constraint: 'format', message }],
    });
  }
  return { key, digest: await digestOf([`${token ?? ''} ${method} ${url}\n`, rawBody ?? '']) };
}

const DIGEST_STEP = 64 * 1024;

// In slices: a large body takes more than 100 ms on a processor without SHA instructions.
async function plainDigest(parts: (Buffer | string)[]): Promise<string> {
  const digest = createHash('sha256');
  const pause = createPause();
  for (const part of parts) {
    for (let begin = 0; begin < part.length; begin += DIGEST_STEP) {
      digest.update(part.slice(begin, begin + DIGEST_STEP));
      await pause();
    }
  }
  return digest.digest('base64url');
}

/** Executes the work and stores its response, or returns the stored response. */
export async function once<V>(
  tx: Tx,
  request: OnceRequest,
  work: () => Promise<V>,
  respond: (value: V) => JsonResponse,
): Promise<{ response: JsonResponse; value?: V; replayed: boolean }> {
  const kept = await recall(tx, request);
  if (kept) return { response: kept, replayed: true };
  const value = await work();
  const response = respond(value);
  keepAnswer(tx, request.key, { request: request.digest, ...response, body: sealed(request, String(response.body)) });
  return { response, value, replayed: false };
}

/** The stored response to this request, if any. */
export async function recall(tx: Tx, request: OnceRequest): Promise<JsonResponse | undefined> {
  const kept = await findAnswer(tx, request.key, limits.idempotencyKept);
  if (kept && kept.request !== request.digest)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request, or by another token, in the last 24 hours; use a new key for a new request.',
    );
  if (!kept) return undefined;
  const { status, left, etag, recordId } = kept;
  return { status, body: opened(request, kept.body), left, etag, recordId };
}

function placeOf({ key }: OnceRequest): string {
  return `response ${key}`;
}

function sealed(request: OnceRequest, body: string): string {
  return request.secrets?.seal(body, placeOf(request)) ?? body;
}

/** A response that was cleared, because its record was erased, is not sealed. */
function opened(request: OnceRequest, stored: string): string {
  if (!request.secrets || stored.startsWith('{')) return stored;
  try {
    return request.secrets.open(stored, placeOf(request));
  } catch {
    throw new AppError('CONFLICT', 'The response cannot be repeated, because the key of the service was replaced.');
  }
}

/** Stores the response that the client received, if work followed the write; unless it was cleared in the meantime. */
export async function replaceResponse(
  tx: Tx,
  request: OnceRequest,
  before: JsonResponse,
  response: JsonResponse,
): Promise<void> {
  const kept = await findAnswer(tx, request.key, limits.idempotencyKept);
  if (kept?.body === before.body)
    keepAnswer(tx, request.key, { request: request.digest, ...response, body: String(response.body) });
}
