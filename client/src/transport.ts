// Sends requests to the service and opens its WebSocket: address, authorisation, time limits, retries, errors.
// A request that changes something has an Idempotency-Key, the same in every attempt, so that a retry after a lost
// answer does not do it again.
import { DaybookError, errorOf } from './errors.ts';

export interface TransportOptions {
  /** Where the service is: `http://127.0.0.1:7200`. In a browser the default is the origin of the page. */
  url?: string | URL | undefined;
  /** A token, `dbk_…`. Pages of the service itself use their session cookie instead. */
  token?: string | undefined;
  /** How many times a request is repeated after a temporary failure; default 5. */
  retries?: number | undefined;
  /** The first delay between two attempts in milliseconds; default 250. It doubles with each attempt, up to 10 s. */
  retryDelay?: number | undefined;
  /** How many milliseconds one attempt may take; default 30,000. */
  timeout?: number | undefined;
  /** Default: the global fetch. */
  fetch?: typeof fetch | undefined;
  /** Default: the global WebSocket, which Node has since version 22. */
  WebSocket?: SocketConstructor | undefined;
}

type SocketConstructor = new (url: string, options?: never) => Socket;

/** What is used of a WebSocket: that of the package `ws` has other types of events than that of browsers. */
interface Socket {
  readonly readyState: number;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(): void;
}

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>;

export interface RequestOptions {
  query?: Query | undefined;
  /** Sent as JSON, unless it is FormData. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** How many times it is repeated after a temporary failure. */
  retries?: number | undefined;
  /** Ends the request, its retries included. */
  signal?: AbortSignal | undefined;
  /** How many milliseconds one attempt may take. */
  timeout?: number | undefined;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

// What only browsers have, and what only Node has.
const { location: here, process } = globalThis as {
  location?: { origin: string };
  process?: { versions?: { node?: string } };
};
const isNode = process?.versions?.node !== undefined;

const LONGEST_DELAY = 10_000;
const LONGEST_TIMEOUT = 2 ** 31 - 1; // what a timer takes, and what Infinity becomes
/** A service that asks for a longer pause gets no retry: the caller decides. */
const LONGEST_RETRY_AFTER = 120_000;
const TEMPORARY = [0, 429, 502, 503, 504];

export class Transport {
  /** The address of the API, without a slash at the end: `http://127.0.0.1:7200/api/v1`. */
  readonly baseUrl: string;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions = {}) {
    const { url = here?.origin ?? 'http://127.0.0.1:7200' } = options;
    this.baseUrl = `${new URL(url).href.replace(/\/+$/, '')}/api/v1`;
    this.#options = options;
  }

  /** Sends a request and reads its JSON answer; `path` is below /api/v1. Throws a DaybookError. */
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<T>> {
    return this.#send(method, path, options, async (response) => {
      const { status, headers } = response;
      return { status, headers, body: parse(await response.text()) as T };
    });
  }

  /** Sends a request whose answer is not JSON. The time limit ends with the headers of the answer. */
  response(method: string, path: string, options?: RequestOptions): Promise<Response> {
    return this.#send(method, path, options, (response) => response);
  }

  /** Opens an authorised WebSocket; `path` is below /api/v1. */
  socket(path = '/ws', query: Query = {}): WebSocket {
    const { WebSocket: Socket = globalThis.WebSocket, token } = this.#options;
    if (!Socket) throw new TypeError('This runtime has no WebSocket; pass its constructor as the option WebSocket.');
    const address = this.baseUrl.replace('http', 'ws') + path;
    // Only Node can send a header. Elsewhere the token is in the address, or the browser sends its session cookie.
    const socket =
      token && isNode
        ? new Socket(address + textOf(query), { headers: { authorization: `Bearer ${token}` } } as never)
        : new Socket(address + textOf({ ...query, token }));
    return socket as WebSocket;
  }

  async #send<V>(
    method: string,
    path: string,
    options: RequestOptions = {},
    read: (response: Response) => V | Promise<V>,
  ): Promise<V> {
    const { retries: usual = 5, retryDelay = 250 } = this.#options;
    const { signal, retries = usual } = options;
    const attempt = this.#attempt(method, path, options);
    for (let count = 0; ; count++) {
      try {
        return await attempt(read);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof DaybookError) || count >= retries || !isTemporary(error)) throw error;
        const longest = Math.min(LONGEST_DELAY, retryDelay * 2 ** count);
        await pause((error.retryAfter ?? longest / 2) + (Math.random() * longest) / 2, signal);
      }
    }
  }

  /** A function that sends the request once; the same request each time it is called. */
  #attempt(method: string, path: string, { query, body, headers, signal, timeout }: RequestOptions) {
    const { token, fetch = globalThis.fetch, timeout: usual = 30_000 } = this.#options;
    const address = this.baseUrl + path + textOf(query);
    const isForm = body instanceof FormData;
    const sent = new Headers(headers);
    if (token) sent.set('authorization', `Bearer ${token}`);
    if (method !== 'GET' && !sent.has('idempotency-key')) sent.set('idempotency-key', newKey());
    if (body !== undefined && !isForm) sent.set('content-type', 'application/json');
    const init = { method, headers: sent, body: isForm ? body : (JSON.stringify(body) ?? null) };
    return async <V>(read: (response: Response) => V | Promise<V>): Promise<V> => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), Math.min(timeout ?? usual, LONGEST_TIMEOUT));
      try {
        const signals = signal ? [signal, late.signal] : [late.signal];
        const response = await fetch(address, { ...init, signal: AbortSignal.any(signals) });
        if (!response.ok && response.status !== 304) throw await errorOf(response);
        return await read(response);
      } catch (error) {
        if (error instanceof DaybookError) throw error;
        if (late.signal.aborted)
          throw new DaybookError('TIMEOUT', `${method} ${path} took too long.`, { cause: error });
        const text = `${method} ${this.baseUrl}${path} failed: ${reasonOf(error as Failure)}`;
        throw new DaybookError('NETWORK_ERROR', text, { cause: error });
      } finally {
        clearTimeout(timer);
      }
    };
  }
}

function isTemporary({ status, retryAfter = 0 }: DaybookError): boolean {
  return TEMPORARY.includes(status) && retryAfter <= LONGEST_RETRY_AFTER;
}

interface Failure {
  message: string;
  code?: string;
  cause?: Failure;
}

/** The fetch of Node has the reason in the cause, which has only a code if several addresses were tried. */
function reasonOf({ message, cause }: Failure): string {
  return cause ? `${message} (${cause.message || cause.code})` : message;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new DaybookError('INVALID_ANSWER', 'The answer is not JSON.', { cause });
  }
}

/** `?fields=id,subject&tag=a&tag=b`; values that are null or undefined are left out. */
function textOf(query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Only tags are repeated: a comma may be part of a tag.
    const values = name === 'tag' && Array.isArray(value) ? value : [value];
    for (const one of values) if (one != null) pairs.append(name, String(one));
  }
  return pairs.size > 0 ? `?${pairs}` : '';
}

// crypto.randomUUID is missing on pages without HTTPS.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Waits; rejects at once when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
