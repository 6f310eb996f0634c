// Changes of records by the user. A change is shown at once (pending.ts), stored in the browser, and sent in order. If
// the service cannot be reached it waits; if the service refuses it, it is taken back and its caller learns why. The
// idempotency key is stored with it, so that a change that is sent again after a crash is made once. Each tab sends what
// was changed in it, and what tabs that were closed have left, as long as the session is that of the same user.
import { DaybookError } from 'daybook-client';
import { connectionState, untilLive } from '../live/live.ts';
import { refreshAll } from '../live/refresh.ts';
import { currentUser, endSession, isSessionOf, isUnauthorized } from '../session.ts';
import { readValues, removeValue, writeValue } from '../storage/storage.ts';
import { ownTab, withOpenTabs } from '../storage/tabs.ts';
import { createStore, useStore } from '../store.ts';
import { continueAfter, newId } from './mutation-ids.ts';
import { addPending, type PendingChange, removePending } from './pending.ts';
import { type Preparation, prepare } from './preparations.ts';
import { type Request, type Result, sendRequest } from './requests.ts';

/** Everything in it can be stored. */
interface Mutation {
  id: string;
  user: string | undefined;
  /** The tab that sends it. */
  tab: string;
  /** Until it was prepared, a change has no requests. */
  preparation?: Preparation | undefined;
  requests: readonly Request[];
  undo?: readonly Request[];
  changes: readonly PendingChange[];
  /** The results of the requests that were made. */
  results: readonly Result[];
}

interface Waiting {
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

interface Queued {
  mutation: Mutation;
  /** Resolves when it is stored. */
  stored: Promise<void>;
}

/** The first and the longest pause until it is tried again; a connection that is live again ends it. */
const RETRY_AFTER = 3000;
const LONGEST_RETRY = 30_000;
const queue: Queued[] = [];
const waiting = new Map<string, Waiting>();
const count = createStore(0);
const refusals = new Set<RefusalListener>();
let isRunning = false;

/** How many changes were not accepted by the service yet. */
export function useWaitingChanges(): number {
  return useStore(count);
}

/** The same for code outside of components. */
export function waitingChanges(): number {
  return count.get();
}

/** `request`: the one that was refused; undefined if there was none yet. */
type RefusalListener = (error: unknown, request: Request | undefined) => void;

/** Calls the listener when a change of an earlier visit is refused, which no caller waits for. */
export function onRefusal(listener: RefusalListener): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/**
 * Shows the changes and sends the requests, one after the other. Resolves with their results; rejects with the
 * DaybookError if the service refuses one: the changes are then no longer shown, except those of requests before it,
 * which were made.
 */
export function mutate(requests: readonly Request[], changes: readonly PendingChange[] = []): Promise<Result[]> {
  return add({ requests, changes }).done;
}

export interface LaterChange {
  done: Promise<Result[]>;
  /** Makes it undone, and shows these changes until then. */
  undo(changes: readonly PendingChange[]): Promise<Result[]>;
}

/** The same for requests that are known only when they are sent. */
export function mutateLater(preparation: Preparation, changes: readonly PendingChange[]): LaterChange {
  const { mutation, done } = add({ preparation, requests: [], changes });
  return { done, undo: async (shown) => (withdraw(mutation) ? [] : mutate(mutation.undo ?? [], shown)) };
}

function add(change: Pick<Mutation, 'preparation' | 'requests' | 'changes'>) {
  const mutation: Mutation = { id: newId(), user: currentUser(), tab: ownTab, results: [], ...change };
  const done = new Promise<Result[]>((resolve, reject) => waiting.set(mutation.id, { resolve, reject }));
  enqueue({ mutation, stored: writeValue('mutations', mutation.id, mutation) });
  return { mutation, done };
}

/** Forgets a change of which nothing was sent; false if it is too late for that. */
function withdraw({ id, preparation }: Mutation): boolean {
  const at = queue.findIndex(({ mutation }) => mutation.id === id);
  const found = queue[at];
  if (!found || !preparation) return false;
  queue.splice(at, 1);
  count.set(queue.length);
  void found.stored.then(() => removeValue('mutations', id));
  removePending(id);
  waiting.get(id)?.resolve([]);
  waiting.delete(id);
  return true;
}

/** Sends what closed tabs and earlier visits have left, and what has waited for the next sign-in. */
export async function resumeMutations(): Promise<void> {
  await withOpenTabs(async (isOpen) => {
    for (const stored of await readValues<Mutation>('mutations')) {
      continueAfter(stored.id);
      const isOwn = stored.tab === ownTab; // then it is in the queue
      if (isOwn || isOpen(stored.tab) || stored.user !== currentUser()) continue;
      const mutation = { ...stored, tab: ownTab };
      await writeValue('mutations', mutation.id, mutation);
      enqueue({ mutation, stored: Promise.resolve() });
    }
  });
  void run();
}

function enqueue(queued: Queued): void {
  addPending(queued.mutation.id, queued.mutation.changes);
  queue.push(queued);
  count.set(queue.length);
  void run();
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  let failures = 0;
  for (let next = queue[0]; next; next = queue[0]) {
    await next.stored;
    const outcome = await send(next.mutation);
    if (queue[0] !== next) continue; // it was withdrawn
    if (outcome === 'signed-out') break;
    if (outcome === 'unreachable') {
      await reconnection(Math.min(LONGEST_RETRY, RETRY_AFTER * 2 ** failures++));
      continue;
    }
    failures = 0;
    queue.shift();
    count.set(queue.length);
    await removeValue('mutations', next.mutation.id);
    settle(next.mutation, outcome);
  }
  isRunning = false;
}

interface Refused {
  error: unknown;
}
type Outcome = 'done' | Refused | 'unreachable' | 'signed-out';

/** What was made is stored, so that only the rest is sent after an interruption of days. */
async function send(mutation: Mutation): Promise<Outcome> {
  const { id } = mutation;
  try {
    if (!isSessionOf(mutation.user)) return 'signed-out';
    if (mutation.preparation) await prepareRequests(mutation, mutation.preparation);
    const { requests } = mutation;
    for (const [index, request] of requests.entries()) {
      if (index < mutation.results.length) continue;
      if (!isSessionOf(mutation.user)) return 'signed-out';
      mutation.results = [...mutation.results, await sendRequest(request, `${id}-${index}`)];
      if (mutation.results.length < requests.length) await writeValue('mutations', id, mutation);
    }
    return 'done';
  } catch (error) {
    if (isUnauthorized(error)) {
      endSession();
      return 'signed-out';
    }
    const isRefused =
      error instanceof DaybookError && error.status !== 0 && ![429, 502, 503, 504].includes(error.status);
    return isRefused ? { error } : 'unreachable';
  }
}

async function prepareRequests(mutation: Mutation, preparation: Preparation): Promise<void> {
  const { requests, undo, changes } = await prepare(preparation);
  if (!queue.some((one) => one.mutation === mutation)) return; // it was withdrawn
  addPending(mutation.id, changes);
  Object.assign(mutation, { preparation: undefined, requests, undo, changes: [...mutation.changes, ...changes] });
  await writeValue('mutations', mutation.id, mutation);
}

function settle(mutation: Mutation, outcome: 'done' | Refused): void {
  const { id, results } = mutation;
  const caller = waiting.get(id);
  waiting.delete(id);
  if (outcome === 'done') {
    void endPending(mutation);
    caller?.resolve([...results]);
    return;
  }
  // If a part was made, what is true now is neither what was shown nor what was before.
  if (results.length > 0) void endPending(mutation);
  else removePending(id);
  if (caller) caller.reject(outcome.error);
  else for (const listener of refusals) listener(outcome.error, mutation.requests[results.length]);
}

/** The changes are shown until what is on the screen was read after them. */
async function endPending({ id, results, changes }: Mutation): Promise<void> {
  if (changes.length === 0) return;
  const etag = results.at(-1)?.etag;
  // An ETag that is not the place of a change in the log says nothing; then the newest change is waited for.
  await untilLive(etag && /^"?\d/.test(etag) ? etag : undefined).catch(() => {});
  await refreshAll();
  removePending(id);
}

/** Resolves when it is worth trying again. */
function reconnection(longest: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, longest);
    const stop = connectionState.subscribe(() => connectionState.get() === 'live' && end());
  });
}
