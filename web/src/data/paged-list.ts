// A long list of the service, such as the conversations of a folder: only the pages that are looked at are read. It
// follows the change feed, shows pending changes, and stores pages in the browser for times without a connection.
import type { Message } from 'daybook-client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { readCached, writeCached } from './cache.ts';
import { onMessage, onResync } from './feed.ts';
import { Loader } from './loader.ts';
import { type PendingKind, pendingChanges, withPending } from './pending.ts';
import { register } from './refresh.ts';

export interface ListSource<T> {
  /** Identifies the list, its filters included. */
  key: string;
  kind: PendingKind;
  /** The events of the feed that can change the list. */
  events: readonly string[];
  concerns?: (message: Message) => boolean;
  load(page: { limit: number; offset: number }, signal: AbortSignal): Promise<{ data: T[]; meta: { total: number } }>;
  /** Whether a record with pending changes still belongs to the list; default: it does. */
  belongs?: (record: T) => boolean;
}

/** What is known of the list. A new object after every change. */
export interface ListView<T> {
  /** undefined until the first answer. */
  total: number | undefined;
  /** undefined while its page is read. */
  row(index: number): T | undefined;
  /** The index of a record that was read; -1 if it is not among those. */
  indexOf(id: string): number;
  error: Error | undefined;
}

export interface PagedList<T> extends ListView<T> {
  /** Reads the pages with these rows, and keeps them current; called with what is visible. */
  show(first: number, last: number): void;
}

const PAGE = 50;
/** How many rows above and below the visible ones are kept. */
const KEPT = 500;

export function usePagedList<T extends { id: string }>(source: ListSource<T>): PagedList<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the whole source.
  const list = useMemo(() => new LiveList(source), [source.key]);
  list.source = source;
  useEffect(() => list.open(), [list]);
  const view = useSyncExternalStore(list.subscribe, list.get);
  return useMemo(() => ({ ...view, show: list.show }), [view, list]);
}

class LiveList<T extends { id: string }> {
  source: ListSource<T>;
  readonly #rows = new Map<number, T>();
  /** Pages that are current; others are read when they are shown. */
  readonly #current = new Set<number>();
  readonly #listeners = new Set<() => void>();
  readonly #loader: Loader;
  #total: number | undefined;
  #error: Error | undefined;
  #visible: [first: number, last: number] = [0, 0];
  #view: ListView<T>;

  constructor(source: ListSource<T>) {
    this.source = source;
    this.#loader = new Loader((signal) => this.#loadVisible(signal));
    this.#view = this.#makeView();
  }

  readonly get = () => this.#view;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(): () => void {
    const ends = [
      onMessage(this.source.events, (message) => {
        if (this.source.concerns?.(message) ?? true) void this.refresh();
      }),
      onResync(() => void this.refresh()),
      pendingChanges.subscribe(() => this.#update()),
      register(this),
    ];
    void this.#loader.run();
    return () => {
      for (const end of ends) end();
      this.#loader.stop();
    };
  }

  readonly show = (first: number, last: number) => {
    this.#visible = [first, last];
    if (this.#pages().some((page) => !this.#current.has(page))) void this.#loader.run();
  };

  refresh(): Promise<void> {
    this.#current.clear();
    return this.#loader.run();
  }

  /** The pages of the visible rows. Hidden rows move what is visible by a few rows at most. */
  #pages(): number[] {
    const first = Math.floor(Math.max(0, this.#visible[0]) / PAGE);
    const end = this.#total === undefined ? 0 : Math.max(0, this.#total - 1);
    const last = Math.floor(Math.min(this.#visible[1] + 10, end) / PAGE);
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
  }

  async #loadVisible(signal: AbortSignal): Promise<void> {
    if (this.#total === undefined) await this.#loadCached();
    const needed = this.#pages().filter((page) => !this.#current.has(page));
    try {
      await Promise.all(needed.map((page) => this.#loadPage(page, signal)));
      this.#error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.#error = error as Error;
    }
    this.#update();
    // The list was scrolled meanwhile.
    if (!this.#error && this.#pages().some((page) => !this.#current.has(page))) await this.#loadVisible(signal);
  }

  async #loadPage(page: number, signal: AbortSignal): Promise<void> {
    // A change that arrives while the page is read makes it out of date again.
    this.#current.add(page);
    try {
      const { data, meta } = await this.source.load({ limit: PAGE, offset: page * PAGE }, signal);
      this.#put(page, data, meta.total);
      writeCached(`${this.source.key}#${page}`, { data, total: meta.total });
    } catch (error) {
      this.#current.delete(page);
      throw error;
    }
  }

  async #loadCached(): Promise<void> {
    const cached = await readCached<{ data: T[]; total: number }>(`${this.source.key}#0`);
    if (!cached || this.#total !== undefined) return;
    this.#put(0, cached.data, cached.total);
    this.#update();
  }

  #put(page: number, data: readonly T[], total: number): void {
    this.#total = total;
    for (let index = 0; index < PAGE; index++) {
      const record = data[index];
      if (record) this.#rows.set(page * PAGE + index, record);
      else this.#rows.delete(page * PAGE + index);
    }
    // Rows far from those that are visible are read again when they are needed.
    const [first, last] = this.#visible;
    for (const index of this.#rows.keys())
      if (index >= total || index < first - KEPT || index > last + KEPT) {
        this.#rows.delete(index);
        this.#current.delete(Math.floor(index / PAGE));
      }
  }

  #update(): void {
    this.#view = this.#makeView();
    for (const listener of [...this.#listeners]) listener();
  }

  #makeView(): ListView<T> {
    const { kind, belongs = () => true } = this.source;
    const shown = new Map([...this.#rows].map(([index, record]) => [index, withPending(kind, record)] as const));
    const hidden = [...shown]
      .filter(([, record]) => !belongs(record))
      .map(([index]) => index)
      .sort((one, other) => one - other);
    const indexes = new Map<string, number>();
    for (const [index, record] of shown)
      if (belongs(record)) indexes.set(record.id, index - hidden.filter((one) => one < index).length);
    return {
      total: this.#total === undefined ? undefined : this.#total - hidden.length,
      row: (index) => shown.get(hidden.reduce((at, one) => (one <= at ? at + 1 : at), index)),
      indexOf: (id) => indexes.get(id) ?? -1,
      error: this.#error,
    };
  }
}
