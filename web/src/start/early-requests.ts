// Requests that are sent while the code of the app is still loaded and compiled: the session, and then what the screen of
// the address shows first. The client of the app takes their answers instead of asking again.

const API = '/api/v1';
/** An answer that was not taken soon is out of date: nothing says what has changed since. */
const LONGEST_AGE = 10_000;

const answers = new Map<string, { at: number; response: Promise<Response> }>();

/** A path below /api/v1 and its query, with the parameters in the order of the app. */
export type EarlyRequest = readonly [path: string, query?: Readonly<Record<string, unknown>>];

export function requestEarly(...[path, query = {}]: EarlyRequest): Promise<Response> {
  const pairs = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const address = location.origin + API + path + (pairs.size > 0 ? `?${pairs}` : '');
  const response = fetch(address);
  response.catch(() => {}); // the caller that takes the answer handles the error
  answers.set(address, { at: Date.now(), response });
  return response;
}

/** As fetch, but with the answer of an early request of the same address, once. */
export const fetchWithEarly: typeof fetch = (input, init) => {
  const address = String(input);
  const early = (init?.method ?? 'GET') === 'GET' ? answers.get(address) : undefined;
  answers.delete(address);
  if (!early || Date.now() - early.at > LONGEST_AGE) return fetch(input, init);
  return untilAborted(early.response, init?.signal);
};

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
