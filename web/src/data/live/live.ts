// The live copy of what every screen needs (folders, labels, accounts, settings, unsent mail), and the connection to the
// change feed. Long lists, such as conversations, are read in pages (paged-list.ts) and follow the same feed.
import type { Collection, Kinds, Replica, ReplicaSnapshot } from 'daybook-client';
import { useSyncExternalStore } from 'react';
import { daybook } from '../client.ts';
import { endSession, isUnauthorized, may } from '../session.ts';
import { readValue, writeValue } from '../storage/storage.ts';
import { createStore, useStore } from '../store.ts';
import { setTimeZoneSource } from '../time-zone.ts';
import type { CurrentSession } from '../types.ts';
import { emitMessage, emitResync } from './feed.ts';

/** The collections, each with the scope that reads it. */
const COLLECTIONS = {
  folders: { scope: 'emails:read', options: {} },
  labels: { scope: 'emails:read', options: {} },
  drafts: { scope: 'emails:read', options: { kind: 'emails', status: 'draft' } },
  scheduled: { scope: 'emails:read', options: { kind: 'emails', status: 'scheduled' } },
  queued: { scope: 'emails:read', options: { kind: 'emails', status: 'queued' } },
  sending: { scope: 'emails:read', options: { kind: 'emails', status: 'sending' } },
  failed: { scope: 'emails:read', options: { kind: 'emails', status: 'failed' } },
  trustedSenders: { scope: 'emails:read', options: {} },
  accounts: { scope: 'accounts:read', options: {} },
  identities: { scope: 'accounts:read', options: {} },
  calendars: { scope: 'events:read', options: {} },
  tags: { scope: 'contacts:read', options: {} },
  settings: { scope: null, options: {} },
} as const;

type Collections = typeof COLLECTIONS;
export type CollectionName = keyof Collections;
type KindOf<N extends CollectionName> = Collections[N]['options'] extends { kind: infer K extends keyof Kinds }
  ? K
  : N & keyof Kinds;
export type RecordOf<N extends CollectionName> = Kinds[KindOf<N>];

export type Connection = 'connecting' | 'live' | 'offline';

const SNAPSHOT = 'replica';
const SNAPSHOT_DELAY = 2000;

/** How long the start and the answer to a question may take until the service counts as not reached. */
const TIMEOUT = 3000;

let replica: Replica<Record<string, object>> | undefined;
let snapshotTimer: ReturnType<typeof setTimeout> | undefined;
let startTimer: ReturnType<typeof setTimeout> | undefined;
/** Counts starts and stops: what belongs to an earlier one has no effect any more. */
let current = 0;
let wasLive = false;
let hasStoredCopy = false;
let isChecking = false;
let restart = () => {};
const connection = createStore<Connection>('connecting');
/** Changes with each replica, so that hooks subscribe again. */
const generation = createStore(0);

export const connectionState = { get: connection.get, subscribe: connection.subscribe };

export function useConnection(): Connection {
  return useStore(connection);
}

/** Starts the live copy for this session, with the stored copy until it is live. */
export async function startLive(session: CurrentSession): Promise<void> {
  stopLive();
  const own = ++current;
  const from = await readValue<ReplicaSnapshot>('values', SNAPSHOT);
  if (own === current) start(session, from);
}

export function stopLive(): void {
  current += 1;
  end();
  hasStoredCopy = false;
  connection.set('connecting');
}

/** Asks whether the connection is alive, and opens it anew if it is not: after sleep, or when an answer is missing. */
export function checkConnection(): void {
  const asked = replica;
  if (!asked || isChecking || connection.get() !== 'live') return;
  isChecking = true;
  void isAlive(asked).then((isFine) => {
    isChecking = false;
    if (!isFine && replica === asked) restart();
  });
}

async function isAlive(asked: Replica<Record<string, object>>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), TIMEOUT));
  const answered = daybook.session
    .get(undefined, { retries: 0, timeout: TIMEOUT })
    .then(({ seq }) => asked.until(seq))
    .then(
      () => true,
      () => false,
    );
  return Promise.race([answered, late]);
}

function start(session: CurrentSession, from: ReplicaSnapshot | undefined): void {
  const names = (Object.keys(COLLECTIONS) as CollectionName[]).filter((name) => {
    const { scope } = COLLECTIONS[name];
    return scope === null || may(session, scope);
  });
  const readable = ['email', 'event', 'contact', 'file'].filter((one) => may(session, `${one}s:read`));
  const started = daybook.replica({
    kinds: Object.fromEntries(names.map((name) => [name, COLLECTIONS[name].options])),
    body: false,
    events: [...readable.map((one) => `${one}.*`), ...(may(session, 'accounts:read') ? ['sync.*'] : [])],
    from,
    onMessage: emitMessage,
  }) as unknown as Replica<Record<string, object>>;
  replica = started;
  restart = () => {
    const snapshot = started.snapshot();
    end();
    connection.set('offline');
    start(session, snapshot);
  };
  started.subscribe(() => replica === started && follow(started, session.seq));
  // Without a stored copy it says nothing until it is live.
  startTimer = setTimeout(() => connection.get() === 'connecting' && connection.set('offline'), TIMEOUT);
  hasStoredCopy = from !== undefined;
  generation.set((count) => count + 1);
}

function end(): void {
  clearTimeout(snapshotTimer);
  clearTimeout(startTimer);
  snapshotTimer = undefined;
  replica?.close();
  replica = undefined;
}

/** Resolves when the app has every change up to this ETag or seq; without one, every change that is stored now. */
export async function untilLive(position?: string | number): Promise<void> {
  for (let asked = replica; asked; asked = replica)
    try {
      return await asked.until(position);
    } catch (error) {
      // It was opened anew meanwhile.
      if (replica === asked) throw error;
    }
}

/** Resolves when the collections are filled, from the service or from the stored copy; or when neither can be had. */
export function untilFilled(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (connection.get() === 'connecting' && !hasStoredCopy) return;
      for (const stop of subscriptions) stop();
      resolve();
    };
    const subscriptions = [connection.subscribe(look), generation.subscribe(look)];
    look();
  });
}

/** All records of a collection, in no particular order; none if the session may not read them. */
export function useCollection<N extends CollectionName>(name: N): readonly RecordOf<N>[] {
  useStore(generation);
  const found = collection(name);
  return useSyncExternalStore(found.subscribe, found.values);
}

/** The same for code outside of components. */
export function collection<N extends CollectionName>(name: N): Collection<RecordOf<N>> {
  const found = replica?.[name as keyof typeof replica] as Collection<RecordOf<N>> | undefined;
  return found ?? (NOTHING as unknown as Collection<RecordOf<N>>);
}

const NO_RECORDS: readonly never[] = [];
const NOTHING = { get: () => undefined, values: () => NO_RECORDS, size: 0, subscribe: () => () => {} };

setTimeZoneSource(() => collection('settings').get()?.timezone);

function follow(followed: Replica<Record<string, object>>, seq: number): void {
  const before = connection.get();
  const { state, error } = followed;
  if (state === 'live') {
    connection.set('live');
    // At the start nothing was missed if nothing has changed since the session was read. Later, what was read while the
    // connection was interrupted can be out of date or have failed.
    const isUnchanged = !wasLive && before === 'connecting' && followed.seq === seq;
    wasLive = true;
    if (before !== 'live' && !isUnchanged) emitResync();
    snapshotTimer ??= setTimeout(storeSnapshot, SNAPSHOT_DELAY);
  } else if (state === 'offline') connection.set('offline');
  // The service does not have the changes since then any more: everything is read anew, like after an interruption.
  else if (state === 'loading' && before === 'live') connection.set('offline');
  else if (state === 'failed' && error && isUnauthorized(error)) endSession();
  else if (state === 'failed') {
    // Something else than the service has answered, for example the sign-in page of a network.
    connection.set('offline');
    clearTimeout(startTimer);
    startTimer = setTimeout(restart, TIMEOUT);
  }
}

function storeSnapshot(): void {
  snapshotTimer = undefined;
  const snapshot = replica?.snapshot();
  if (snapshot) void writeValue('values', SNAPSHOT, snapshot);
}
