// The requests about drafts: records with the ETag that the next change needs.
import { DaybookError } from 'daybook-client';
import { daybook } from '../../data/client.ts';
import { currentUser, isSessionOf, requireSession } from '../../data/session.ts';
import type { Email } from '../../data/types.ts';
import type { DraftChange, KeyedRequest } from './local-drafts.ts';

export interface Versioned {
  email: Email;
  etag: string;
}

/** A change that the service has not accepted is sent again by the session of the draft, which knows newer text. */
const RETRIES = 1;

const unanswered = new Map<string, Promise<Versioned>>();

/** While the same request has no answer yet, it is not sent again. */
export function postOnce({ key, path, body }: KeyedRequest): Promise<Versioned> {
  const running = unanswered.get(key);
  if (running) return running;
  const answer = send('POST', path, body, { 'idempotency-key': key }).finally(() => unanswered.delete(key));
  unanswered.set(key, answer);
  return answer;
}

/** The running request of this page, if it was not answered yet. */
export function answerTo({ key }: KeyedRequest): Promise<Versioned> | undefined {
  return unanswered.get(key);
}

const NO_EMAIL = '00000000-0000-0000-0000-000000000000';

/** Whether the service has made this request: it refuses another one with the same key. It forgets keys after a day. */
export async function wasMade({ key }: KeyedRequest): Promise<boolean> {
  try {
    await send('PATCH', `/emails/drafts/${NO_EMAIL}`, {}, { 'idempotency-key': key });
  } catch (error) {
    if (isMissing(error)) return false;
    if (error instanceof DaybookError && error.code === 'IDEMPOTENCY_KEY_REUSED') return true;
    throw error;
  }
  return false;
}

export function patchOnce({ path, body, ...change }: DraftChange): Promise<Versioned> {
  return send('PATCH', path, body, headersOf(change));
}

function headersOf({ key, etag }: Pick<DraftChange, 'key' | 'etag'>): Record<string, string> {
  return { 'idempotency-key': key, 'if-match': etag };
}

export function getEmail(id: string): Promise<Versioned> {
  return send('GET', `/emails/${id}`, undefined, {});
}

async function send(
  method: string,
  path: string,
  body: Record<string, unknown> | undefined,
  headers: Record<string, string>,
): Promise<Versioned> {
  requireSession();
  const answer = await daybook.request<{ data: Email }>(method, path, { body, headers, retries: RETRIES });
  // A proxy that compresses makes tags weak, and If-Match needs a strong one.
  return { email: answer.body.data, etag: answer.headers.get('etag')?.replace('W/', '') ?? '' };
}

/** Browsers send at most 64 kB while a page is closed. */
const KEEPALIVE_CHARS = 30_000;

/** Sends a change while the page is closed; nobody reads the answer. False if it is too long for that, or the session has ended. */
export function sendWhileClosing({ path, body, ...change }: DraftChange): boolean {
  if (!isSessionOf(currentUser())) return false;
  const text = JSON.stringify(body);
  if (text.length > KEEPALIVE_CHARS) return false;
  const headers = { 'content-type': 'application/json', ...headersOf(change) };
  void fetch(`${daybook.baseUrl}${path}`, { method: 'PATCH', headers, body: text, keepalive: true }).catch(() => {});
  return true;
}

/** Whether the same request can succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof DaybookError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** The service says that the mail does not exist; a proxy before it may say 404 for another reason. */
export function isMissing(error: unknown): boolean {
  return error instanceof DaybookError && error.code === 'NOT_FOUND';
}

export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof DaybookError && statuses.includes(error.status);
}
