// Changes of records by the user. A change is shown at once (pending.ts), stored in the browser, and sent in order. If
// the service cannot be reached it waits; if the service refuses it, it is taken back and its caller learns why. The
// idempotency key is stored with it, so that a change that is sent again after a crash is made once. Each tab sends what
// was changed in it, and what tabs that were closed have left, as long as the session is that of the same user. A
// change of many records is sent in parts, between which others are sent (mutation-order.ts).
import { connectionState, untilLive } from '../live/live.ts';
import { refreshAll } from '../live/refresh.ts';
import { currentUser, endSession, isSessionOf, isUnauthorized } from '../session.ts';
import { readValues, removeValue, writeValue, writeValues } from '../storage/storage.ts';
import { ownTab, withOpenTabs } from '../storage/tabs.ts';
import { useStore } from '../store.ts';
import { continueAfter, newId, partId } from './mutation-ids.ts';
import type { Part } from './mutation-order.ts';
import { enqueue, findQueued, leaveQueue, type Mutation, nextQueued, queuedChanges } from './mutation-queue.ts';
import { addPending, type PendingChange, removePending } from './pending.ts';
import { type Preparation, prepare } from './preparations.ts';
import { isRefusal, type Request, type Result, sendRequest } from './requests.ts';

interface Waiting {
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

/** The first and the longest pause until it is tried again; a connection that is live again ends it. */
const RETRY_AFTER = 3000;
const LONGEST_RETRY = 30_000;
const waiting = new Map<string, Waiting>();
const refusals = new Set<RefusalListener>();
let isRunning = false;

/** How many changes were not accepted by the service yet. */
export function useWaitingChanges(): number {
  return useStore(queuedChanges);
}

/** The same for code outside of components. */
export function waitingChanges(): number {
  return queuedChanges.get();
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
  return addAll([mutationOf({ requests, changes })])[0] as Promise<Result[]>;
}

export interface RequestOfPart extends Omit<Part, 'total'> {
  request: Request;
}

/**
 * Sends requests that do not depend on each other as parts of one change. All of them are stored before the first is
 * sent. A change that the user makes meanwhile waits for one request at most, or for those of the parts that concern the
 * same records. Returns for each part what `mutate` does.
 */
export function mutateInParts(requests: readonly RequestOfPart[]): Promise<Result[]>[] {
  const whole = newId();
  const total = requests.reduce((sum, { size }) => sum + size, 0);
  return addAll(
    requests.map(({ request, ...part }, index) =>
      mutationOf({ requests: [request], changes: [], part: { ...part, total } }, partId(whole, index)),
    ),
  );
}

export interface LaterChange {
  done: Promise<Result[]>;
  /** Makes it undone, and shows these changes until then. */
  undo(changes: readonly PendingChange[]): Promise<Result[]>;
}

/** The same for requests that are known only when they are sent. */
export function mutateLater(preparation: Preparation, changes: readonly PendingChange[]): LaterChange {
  const mutation = mutationOf({ preparation, requests: [], changes });
  const [done] = addAll([mutation]) as [Promise<Result[]>];
  return { done, undo: async (shown) => (withdraw(mutation) ? [] : mutate(mutation.undo ?? [], shown)) };
}

type Given = Pick<Mutation, 'preparation' | 'requests' | 'changes' | 'part'>;

function mutationOf(change: Given, id = newId()): Mutation {
  return { id, user: currentUser(), tab: ownTab, results: [], ...change };
}

function addAll(mutations: readonly Mutation[]): Promise<Result[]>[] {
  const done = mutations.map(
    ({ id }) => new Promise<Result[]>((resolve, reject) => waiting.set(id, { resolve, reject })),
  );
  enqueue(mutations, store(mutations));
  void run();
  return done;
}

function store(mutations: readonly Mutation[]): Promise<void> {
  return writeValues('mutations', new Map(mutations.map((mutation) => [mutation.id, mutation])));
}

/** Forgets a change of which nothing was sent; false if it is too late for that. */
function withdraw({ id, preparation }: Mutation): boolean {
  const found = findQueued(id);
  if (!found || !preparation) return false;
  leaveQueue(found);
  void found.stored.then(() => removeValue('mutations', id));
  removePending(id);
  waiting.get(id)?.resolve([]);
  waiting.delete(id);
  return true;
}

/** Sends what closed tabs and earlier visits have left, and what has waited for the next sign-in. */
export async function resumeMutations(): Promise<void> {
  await withOpenTabs(async (isOpen) => {
    const left: Mutation[] = [];
    for (const stored of await readValues<Mutation>('mutations')) {
      continueAfter(stored.id);
      const isOwn = stored.tab === ownTab; // then it is in the queue
      if (!isOwn && !isOpen(stored.tab) && stored.user === currentUser()) left.push({ ...stored, tab: ownTab });
    }
    await store(left);
    enqueue(left, Promise.resolve());
  });
  void run();
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  let failures = 0;
  for (let next = nextQueued(); next; next = nextQueued()) {
    await next.stored;
    const outcome = await send(next.mutation);
    if (findQueued(next.mutation.id) !== next) continue; // it was withdrawn
    if (outcome === 'signed-out') break;
    if (outcome === 'unreachable') {
      await reconnection(Math.min(LONGEST_RETRY, RETRY_AFTER * 2 ** failures++));
      continue;
    }
    failures = 0;
    leaveQueue(next);
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
    return isRefusal(error) ? { error } : 'unreachable';
  }
}

async function prepareRequests(mutation: Mutation, preparation: Preparation): Promise<void> {
  const { requests, undo, changes } = await prepare(preparation);
  if (findQueued(mutation.id)?.mutation !== mutation) return; // it was withdrawn
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
