// Live queries: the answer of a request, read again when the feed has a change that concerns it, kept for the next time
// it is shown, and stored in the browser so that it can be shown without a connection.
import type { Message } from 'daybook-client';
import { useEffect, useSyncExternalStore } from 'react';
import { readCached, writeCached } from '../storage/cache.ts';
import { onMessage, onResync } from './feed.ts';
import { Loader } from './loader.ts';
import { register } from './refresh.ts';

export interface QueryState<T> {
  data: T | undefined;
  /** Why the last attempt failed; `data` is then that of an earlier one, if there was one. */
  error: Error | undefined;
  isLoading: boolean;
}

export interface QueryOptions {
  /** The events of the feed that can change the answer. Without them it is read again each time it is shown. */
  events?: readonly string[];
  /** Whether this message changes it; default: every message of `events`. */
  concerns?: (message: Message) => boolean;
  /** Whether it is stored in the browser; default true. */
  isStored?: boolean;
}

const MOST_KEPT = 200;
const queries = new Map<string, LiveQuery<unknown>>();

/** The answer of `load`, live. `key` identifies the request; null asks for nothing. */
export function useQuery<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  options: QueryOptions = {},
): QueryState<T> {
  const query = key === null ? undefined : queryOf(key, load, options);
  useEffect(() => query?.show(), [query]);
  return useSyncExternalStore(query?.subscribe ?? subscribeToNothing, query?.get ?? getNothing) as QueryState<T>;
}

/** Reads it before it is shown, for example the conversation under the pointer. */
export function prefetch<T>(key: string, load: (signal: AbortSignal) => Promise<T>, options: QueryOptions = {}): void {
  void queryOf(key, load, options).prefetch();
}

/** Replaces what is known, for example with the record that a write has returned. */
export function setQueryData<T>(key: string, data: T): void {
  queries.get(key)?.replace(data);
}

const NOTHING: QueryState<never> = { data: undefined, error: undefined, isLoading: false };
const getNothing = () => NOTHING;
const subscribeToNothing = () => () => {};

function queryOf<T>(key: string, load: (signal: AbortSignal) => Promise<T>, options: QueryOptions): LiveQuery<T> {
  let query = queries.get(key) as LiveQuery<T> | undefined;
  if (query) {
    queries.delete(key); // to the end, which is the most recently used
    query.load = load;
  } else query = new LiveQuery(key, load, options);
  queries.set(key, query as LiveQuery<unknown>);
  for (const [other, one] of queries) {
    if (queries.size <= MOST_KEPT) break;
    if (!one.isIdle) continue;
    one.stop();
    queries.delete(other);
  }
  return query;
}

export class LiveQuery<T> {
  readonly #key: string;
  readonly #options: QueryOptions;
  readonly #loader: Loader;
  readonly #listeners = new Set<() => void>();
  #state: QueryState<T> = { data: undefined, error: undefined, isLoading: true };
  #shown = 0;
  #isStale = true;
  /** Counts replacements, which are newer than the answer of a request that runs. */
  #replacements = 0;
  #subscriptions: readonly (() => void)[] = [];
  load: (signal: AbortSignal) => Promise<T>;

  constructor(key: string, load: (signal: AbortSignal) => Promise<T>, options: QueryOptions) {
    this.#key = key;
    this.load = load;
    this.#options = options;
    this.#loader = new Loader((signal) => this.#read(signal));
    this.#follow();
  }

  /** It is not needed any more; if it is shown again nevertheless, it is read again. */
  stop(): void {
    for (const end of this.#subscriptions) end();
    this.#subscriptions = [];
    this.#isStale = true;
    this.#loader.stop();
  }

  get isIdle(): boolean {
    return this.#shown === 0;
  }

  readonly get = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** While it is shown it follows the feed. */
  show(): () => void {
    this.#shown += 1;
    if (this.#subscriptions.length === 0) this.#follow();
    const unregister = register(this);
    if (this.#isStale || !this.#options.events) void this.refresh();
    return () => {
      this.#shown -= 1;
      unregister();
    };
  }

  async prefetch(): Promise<void> {
    if (this.#isStale && this.#state.data === undefined) await this.refresh();
  }

  refresh(): Promise<void> {
    return this.#loader.run();
  }

  replace(data: T): void {
    this.#replacements += 1;
    this.#set({ data, error: undefined, isLoading: false });
    this.#store(data);
  }

  #follow(): void {
    this.#subscriptions = [
      onMessage(this.#options.events ?? [], (message) => {
        if (this.#options.concerns?.(message) ?? true) this.#invalidate(() => this.refresh());
      }),
      // A request that runs may be waiting for a connection that was lost.
      onResync(() => this.#invalidate(() => this.#loader.restart())),
    ];
  }

  #set(state: QueryState<T>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  #invalidate(read: () => Promise<void>): void {
    this.#isStale = true;
    if (this.#shown > 0) void read();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const stored = this.#state.data === undefined ? this.#showStored() : undefined;
    const replacements = this.#replacements;
    this.#isStale = false;
    try {
      const data = await this.load(signal);
      if (signal.aborted) return;
      if (replacements !== this.#replacements) return await this.#read(signal);
      this.#set({ data, error: undefined, isLoading: false });
      this.#store(data);
    } catch (error) {
      await stored;
      if (signal.aborted) return;
      this.#isStale = true;
      this.#set({ data: this.#state.data, error: error as Error, isLoading: false });
      // Nobody waits for what is not shown; it is read when it is.
      if (this.#shown > 0) throw error;
    }
  }

  async #showStored(): Promise<void> {
    if (this.#options.isStored === false) return;
    const stored = await readCached<T>(this.#key);
    if (stored !== undefined && this.#state.data === undefined)
      this.#set({ data: stored, error: undefined, isLoading: true });
  }

  #store(data: T): void {
    if (this.#options.isStored !== false) writeCached(this.#key, data);
  }
}
