// Sends one message to a receiver, signed, and says in plain words what came of it.
import { limits } from '../limits.ts';
import { failure } from '../protocols/net/hints.ts';
import { type AddressCheck, REFUSED_ADDRESS, REFUSED_NAME, tooLate } from '../protocols/net/hosts.ts';
import { endpointOf, post } from '../protocols/net/post.ts';
import { oneLine } from '../records/compact.ts';
import type { WebhookMessage } from './messages.ts';
import { signaturesOf } from './secrets.ts';

export interface SendOutcome {
  ok: boolean;
  /** Of the answer; null if there was none. */
  status: number | null;
  /** In milliseconds. */
  duration: number;
  /** The beginning of the body of the answer; null if there was none. */
  answer: string | null;
  /** What is wrong, and what can be done about it; null if the message was accepted. */
  error: string | null;
  hint: string | null;
  /** The wait that the receiver asks for, in milliseconds. */
  retryAfter: number | null;
}

export interface Receiver {
  url: string;
  /** Each signs the message. */
  secrets: readonly string[];
}

/** Never throws; a signal that aborts ends the request. */
export async function sendMessage(
  { url: address, secrets }: Receiver,
  { id, body }: WebhookMessage,
  check: AddressCheck,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const url = new URL(address);
  const began = Date.now();
  const timestamp = Math.floor(began / 1000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signaturesOf(secrets, { id, timestamp, body }),
  };
  const signal = AbortSignal.any([AbortSignal.timeout(limits.webhookTime), stopped]);
  try {
    const { status, retryAfter, beginning } = await post(url, headers, body, check, signal);
    const ok = status >= 200 && status < 300;
    const words = ok
      ? { error: null, hint: null }
      : { error: statusWords(status, beginning), hint: statusHint(status) };
    const wait = status === 429 || status === 503 ? waitOf(retryAfter) : null;
    return { ok, status, duration: Date.now() - began, answer: beginning, ...words, retryAfter: wait };
  } catch (error) {
    const words = explain(url, signal.aborted ? tooLate() : error);
    return { ok: false, status: null, duration: Date.now() - began, answer: null, ...words, retryAfter: null };
  }
}

/** The outcome if the secret cannot be read, without a request. */
export function unreadableSecret(): SendOutcome {
  const error = 'The secret cannot be read: it was sealed with another key than the one in use, or was changed.';
  const hint = 'Restore the key of the service, or make a new secret with rotate-secret and give it to the receiver.';
  return { ok: false, status: null, duration: 0, answer: null, error, hint, retryAfter: null };
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), limits.webhookRetryAfter);
}

const SHOWN = 200; // characters of an answer that are stored with each attempt

function statusWords(status: number, beginning: string): string {
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  const said = oneLine(beginning, SHOWN);
  const end = /[.!?…]$/.test(said) ? '' : '.';
  return `The receiver answered with status ${status}${redirect}${said && `: ${said}`}${end}`;
}

function statusHint(status: number): string {
  if (status >= 300 && status < 400) return 'Set url to the address that it redirects to.';
  if (status === 401 || status === 403 || status === 400)
    return 'Check that the receiver verifies messages with the secret of this webhook, and compares the body as it was received.';
  if (status === 404 || status === 405) return 'Check the path of the URL, and that the receiver accepts POST there.';
  if (status === 410) return 'The receiver wants no more messages: this answer to a change disables the webhook.';
  if (status === 413) return 'Set body to false, or let the receiver accept larger messages.';
  if (status === 429 || status === 503) return 'The receiver is busy; the message is sent again later.';
  return 'Look into the log of the receiver; the message is sent again later.';
}

const HINTS: Record<string, string> = {
  EAI_AGAIN: 'Check the network of this machine.',
  ECONNREFUSED: 'Check the port, and that the receiver is running.',
  ETIMEDOUT: 'Check the host and the port; a firewall may be in between.',
  ETOOLATE: `A receiver must answer within ${limits.webhookTime / 1000} seconds; let it store the message first and work on it afterwards.`,
};

const OWN_NETWORK =
  'Daybook connects to public addresses only. If the receiver is yours, give --allow-hosts and its address to the service.';

function explain(url: URL, problem: unknown): { error: string; hint: string } {
  const { code = '' } = problem as { code?: string };
  const error = failure('HTTPS', endpointOf(url), problem, (text) => text).message;
  const isRefused = code === REFUSED_ADDRESS || code === REFUSED_NAME;
  if (isRefused && url.protocol === 'http:')
    return { error: `${url.hostname} is not an address to which http is allowed.`, hint: `Use https. ${OWN_NETWORK}` };
  if (isRefused) return { error, hint: `Check the spelling of the host. ${OWN_NETWORK}` };
  const isTls = /CERT|TLS|SSL|SIGNED|UNABLE_TO|EPROTO/.test(code);
  if (isTls)
    return { error, hint: 'The certificate of the receiver must be valid for its name and of a known authority.' };
  return {
    error,
    hint: HINTS[code] ?? 'Check the URL, and that the receiver is running; the message is sent again later.',
  };
}
