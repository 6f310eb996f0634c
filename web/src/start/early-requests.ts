// Requests that are sent while the code of the app is still loaded and compiled: the session, and then what the screen of
// the address shows first. The client of the app takes their answers instead of asking again.

const API = '/api/v1';
/**
 * Answers that were not taken soon are out of date: nothing says what has changed since. All are as old as the session,
 * because what is read with one session must not be shown with a newer one, which is ahead in the change log.
 */
const LONGEST_AGE = 10_000;
let startedAt = Date.now();

const early = new Map<string, Promise<EarlyAnswer>>();

/** A path below /api/v1 and its query, with the parameters in the order of the app. */
export type EarlyRequest = readonly [path: string, query?: Readonly<Record<string, unknown>>];

/** Read as text, because two readers of one stream are slower. */
interface EarlyAnswer {
  response: Response;
  text: string;
}

/** Sends a request whose answer the client takes. */
export function requestEarly(...request: EarlyRequest): Promise<EarlyAnswer> {
  if (request[0] === '/session') startedAt = Date.now();
  const answer = read(request);
  early.set(addressOf(request), answer);
  return answer;
}

function addressOf([path, query = {}]: EarlyRequest): string {
  const pairs = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return location.origin + API + path + (pairs.size > 0 ? `?${pairs}` : '');
}

function read(request: EarlyRequest): Promise<EarlyAnswer> {
  const answer = fetch(addressOf(request)).then(async (response) => ({ response, text: await response.text() }));
  answer.catch(() => {}); // the caller that takes the answer handles the error
  return answer;
}

/** The body of an answer. */
export interface Answer<T> {
  data: T;
  meta?: { total: number };
}

/** By the name of the request; undefined where the session may not read it. */
export type Answers = Readonly<Record<string, Answer<unknown> | undefined>>;

export interface FirstRequests {
  /** The app sends the same, and takes their answers. */
  shared: Readonly<Record<string, EarlyRequest>>;
  /** Only for the first paint: the live copy reads them itself, since its place in the change log is a later one. */
  own: Readonly<Record<string, EarlyRequest>>;
}

/** Sends requests when there is a session; rejects if there is none or if something cannot be read. */
export async function answersOf(session: Promise<EarlyAnswer>, { shared, own }: FirstRequests): Promise<Answers> {
  // What is read after the session cannot be older than the place in the change log that the session names.
  if (!(await session).response.ok) throw new Error('There is no session.');
  const sent = [
    ...Object.entries(shared).map(([name, request]) => [name, requestEarly(...request)] as const),
    ...Object.entries(own).map(([name, request]) => [name, read(request)] as const),
  ];
  return Object.fromEntries(await Promise.all(sent.map(async ([name, answer]) => [name, await bodyOf(answer)])));
}

async function bodyOf(answer: Promise<EarlyAnswer>): Promise<Answer<unknown> | undefined> {
  const { response, text } = await answer;
  if (response.status === 403) return undefined;
  if (!response.ok) throw new Error(`The service has answered ${response.status}.`);
  return JSON.parse(text);
}

/** As fetch, but with the answer of an early request of the same address, once. */
export const fetchWithEarly: typeof fetch = async (input, init) => {
  if (Date.now() - startedAt > LONGEST_AGE) early.clear();
  const address = String(input);
  const answer = (init?.method ?? 'GET') === 'GET' ? early.get(address) : undefined;
  early.delete(address);
  if (!answer) return fetch(input, init);
  const { response, text } = await untilAborted(answer, init?.signal);
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
