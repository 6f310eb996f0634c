// Changes of records by the user. A change is shown at once (pending.ts), stored in the browser, and sent in order. If
// the service cannot be reached it waits; if the service refuses it, it is taken back and its caller learns why. The
// idempotency key is stored with it, so that a change that is sent again after a crash is made once.
import { DaybookError, type Query } from 'daybook-client';
import { daybook } from './client.ts';
import { connectionState, untilLive } from './live.ts';
import { addPending, type PendingChange, removePending } from './pending.ts';
import { refreshAll } from './refresh.ts';
import { endSession, isUnauthorized } from './session.ts';
import { readValues, removeValue, writeValue } from './storage.ts';
import { createStore, useStore } from './store.ts';

export interface Request {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  body?: unknown;
  query?: Query;
  /** The ETag that the record must have. */
  ifMatch?: string;
}

/** Everything in it can be stored. */
interface Mutation {
  id: string;
  requests: readonly Request[];
  changes: readonly PendingChange[];
}

export interface Result {
  body: unknown;
  etag: string | undefined;
}

interface Waiting {
  resolve(results: Result[]): void;
  reject(error: unknown): void;
}

const RETRY_AFTER = 3000;
/** How often a request is repeated after an internal error of the service. */
const INTERNAL_RETRIES = 2;

const queue: Mutation[] = [];
const waiting = new Map<string, Waiting>();
const count = createStore(0);
const refusals = new Set<(error: unknown) => void>();
let isRunning = false;
let serial = 0;

/** How many changes were not accepted by the service yet. */
export function useWaitingChanges(): number {
  return useStore(count);
}

/** The same for code outside of components. */
export function waitingChanges(): number {
  return count.get();
}

/** Calls the listener when a change of an earlier visit is refused, which no caller waits for. */
export function onRefusal(listener: (error: unknown) => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/**
 * Shows the changes and sends the requests, one after the other. Resolves with their results; rejects with the
 * DaybookError if the service refuses one: the changes are then no longer shown.
 */
export async function mutate(requests: readonly Request[], changes: readonly PendingChange[] = []): Promise<Result[]> {
  const mutation: Mutation = { id: newId(), requests, changes };
  addPending(mutation.id, changes);
  const result = new Promise<Result[]>((resolve, reject) => waiting.set(mutation.id, { resolve, reject }));
  await writeValue('mutations', mutation.id, mutation);
  enqueue(mutation);
  return result;
}

/** Sends what an earlier visit has left, and what has waited for the next sign-in. */
export async function resumeMutations(): Promise<void> {
  const known = new Set(queue.map(({ id }) => id));
  for (const mutation of await readValues<Mutation>('mutations')) {
    if (known.has(mutation.id)) continue;
    addPending(mutation.id, mutation.changes);
    enqueue(mutation);
  }
  void run();
}

function enqueue(mutation: Mutation): void {
  queue.push(mutation);
  count.set(queue.length);
  void run();
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = queue[0]; next; next = queue[0]) {
    const outcome = await send(next);
    if (outcome === 'signed-out') break;
    if (outcome === 'unreachable') {
      await reconnection();
      continue;
    }
    queue.shift();
    count.set(queue.length);
    await removeValue('mutations', next.id);
    settle(next, outcome);
  }
  isRunning = false;
}

type Outcome = Result[] | { error: unknown } | 'unreachable' | 'signed-out';

async function send({ id, requests }: Mutation): Promise<Outcome> {
  const results: Result[] = [];
  try {
    for (const [index, request] of requests.entries()) results.push(await sendOne(request, `${id}-${index}`));
    return results;
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

async function sendOne({ method, path, body, query, ifMatch }: Request, key: string): Promise<Result> {
  const headers = { 'idempotency-key': key, ...(ifMatch && { 'if-match': ifMatch }) };
  for (let tries = 0; ; tries++)
    try {
      const answer = await daybook.request(method, path, { body, query, headers, retries: 1 });
      return { body: answer.body, etag: answer.headers.get('etag')?.replace('W/', '') };
    } catch (error) {
      if (!(error instanceof DaybookError) || error.status !== 500 || tries >= INTERNAL_RETRIES) throw error;
    }
}

/** The changes are shown until what is on the screen was read after them. */
function settle({ id }: Mutation, outcome: Result[] | { error: unknown }): void {
  const caller = waiting.get(id);
  waiting.delete(id);
  if ('error' in outcome) {
    removePending(id);
    if (caller) caller.reject(outcome.error);
    else for (const listener of refusals) listener(outcome.error);
    return;
  }
  caller?.resolve(outcome);
  untilLive(outcome.at(-1)?.etag)
    .then(refreshAll)
    .catch(() => {})
    .finally(() => removePending(id));
}

/** Resolves when it is worth trying again. */
function reconnection(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, RETRY_AFTER);
    const stop = connectionState.subscribe(() => connectionState.get() === 'live' && end());
  });
}

/** Sorts by time, so that stored changes are sent in the order in which they were made. */
function newId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0'));
  serial += 1;
  return `${Date.now().toString(36).padStart(9, '0')}-${serial.toString(36).padStart(4, '0')}-${random.join('')}`;
}
