// Requests that are sent while the code of the app is still loaded and compiled: the session, and then what the screen of
// the address shows first. The client of the app takes their answers instead of asking again.

const API = '/api/v1';
/** An answer that was not taken soon is out of date: nothing says what has changed since. */
const LONGEST_AGE = 10_000;

const early = new Map<string, { at: number; answer: Promise<EarlyAnswer> }>();

/** A path below /api/v1 and its query, with the parameters in the order of the app. */
export type EarlyRequest = readonly [path: string, query?: Readonly<Record<string, unknown>>];

/** Read as text, because two readers of one stream are slower. */
export interface EarlyAnswer {
  response: Response;
  text: string;
}

export function requestEarly(...[path, query = {}]: EarlyRequest): Promise<EarlyAnswer> {
  const pairs = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const address = location.origin + API + path + (pairs.size > 0 ? `?${pairs}` : '');
  const answer = read(address);
  answer.catch(() => {}); // the caller that takes the answer handles the error
  early.set(address, { at: Date.now(), answer });
  return answer;
}

async function read(address: string): Promise<EarlyAnswer> {
  const response = await fetch(address);
  return { response, text: await response.text() };
}

/** The body of an answer. */
export interface Answer<T> {
  data: T;
  meta?: { total: number };
}

/** By the name of the request; undefined where the session may not read it. */
export type Answers = Readonly<Record<string, Answer<unknown> | undefined>>;

/** Sends requests when there is a session; rejects if there is none or if something cannot be read. */
export async function answersOf(
  session: Promise<EarlyAnswer>,
  requests: Readonly<Record<string, EarlyRequest>>,
): Promise<Answers> {
  // What is read after the session cannot be older than the place in the change log that the session names.
  if (!(await session).response.ok) throw new Error('There is no session.');
  const named = Object.entries(requests).map(async ([name, request]) => [name, await bodyOf(requestEarly(...request))]);
  return Object.fromEntries(await Promise.all(named));
}

async function bodyOf(answer: Promise<EarlyAnswer>): Promise<Answer<unknown> | undefined> {
  const { response, text } = await answer;
  if (response.status === 403) return undefined;
  if (!response.ok) throw new Error(`The service has answered ${response.status}.`);
  return JSON.parse(text);
}

/** As fetch, but with the answer of an early request of the same address, once. */
export const fetchWithEarly: typeof fetch = async (input, init) => {
  const address = String(input);
  const found = (init?.method ?? 'GET') === 'GET' ? early.get(address) : undefined;
  early.delete(address);
  if (!found || Date.now() - found.at > LONGEST_AGE) return fetch(input, init);
  const { response, text } = await untilAborted(found.answer, init?.signal);
  return new Response(text, response);
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
