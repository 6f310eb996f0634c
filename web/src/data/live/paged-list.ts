// A long list of the service, such as the conversations of a folder: only the pages that are looked at are read. It
// follows the change feed, shows pending changes, and stores pages in the browser for times without a connection.
import type { Message } from 'daybook-client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { PAGE } from '../../start/first-queries.ts';
import { type PendingKind, pendingChanges, withPending } from '../changes/pending.ts';
import { readCached, writeCached } from '../storage/cache.ts';
import { onMessage, onResync } from './feed.ts';
import { Loader } from './loader.ts';
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

/** How many rows above and below the visible ones are kept. */
const KEPT = 500;
/** How long the answer may take until the page is shown as it was stored. */
const TIMEOUT = 300;

const pageOf = (index: number) => Math.floor(index / PAGE);

export function usePagedList<T extends { id: string }>(source: ListSource<T>): PagedList<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the whole source.
  const list = useMemo(() => new LiveList(source), [source.key]);
  list.source = source;
  useEffect(() => list.open(), [list]);
  const view = useSyncExternalStore(list.subscribe, list.get);
  return useMemo(() => ({ ...view, show: list.show }), [view, list]);
}

export class LiveList<T extends { id: string }> {
  source: ListSource<T>;
  readonly #rows = new Map<number, T>();
  /** Pages that are current; others are read when they are shown. */
  readonly #current = new Set<number>();
  /** Pages that are being read. */
  readonly #loading = new Set<number>();
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
      // A request that runs may be waiting for a connection that was lost.
      onResync(() => {
        this.#leave();
        void this.refresh();
      }),
      pendingChanges.subscribe(() => this.#update()),
      register(this),
    ];
    void this.#loader.run();
    return () => {
      for (const end of ends) end();
      this.#leave();
      // Nothing says what changes until it is opened again.
      this.#current.clear();
    };
  }

  readonly show = (first: number, last: number) => {
    this.#visible = [first, last];
    const pages = this.#pages();
    if (pages.every((page) => this.#current.has(page))) return;
    const isElsewhere = this.#loading.size > 0 && !pages.some((page) => this.#loading.has(page));
    if (isElsewhere) this.#leave();
    void this.#loader.run();
  };

  /** Ends requests for pages that are not looked at any more, so that others need not wait for them. */
  #leave(): void {
    for (const page of this.#loading) this.#current.delete(page);
    this.#loading.clear();
    this.#loader.stop();
  }

  refresh(): Promise<void> {
    this.#current.clear();
    return this.#loader.run();
  }

  /** The pages of the visible rows. Hidden rows move what is visible by a few rows at most. */
  #pages(): number[] {
    const end = this.#total === undefined ? 0 : Math.max(0, this.#total - 1);
    // A list that has become shorter is still scrolled to where its rows were.
    const first = pageOf(Math.min(Math.max(0, this.#visible[0]), end));
    const last = pageOf(Math.min(this.#visible[1] + 10, end));
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
  }

  async #loadVisible(signal: AbortSignal): Promise<void> {
    if (this.#total === undefined) void this.#loadCached(0);
    const asked = new Set<number>();
    // Several times if the list is scrolled meanwhile. Pages that change meanwhile are read by the next load.
    for (;;) {
      const needed = this.#pages().filter((page) => !this.#current.has(page) && !asked.has(page));
      if (needed.length === 0 || signal.aborted) return;
      for (const page of needed) asked.add(page);
      try {
        await Promise.all(needed.map((page) => this.#loadPage(page, signal)));
        if (signal.aborted) return;
        this.#error = undefined;
      } catch (error) {
        if (signal.aborted) return;
        this.#error = error as Error;
        throw error;
      } finally {
        if (!signal.aborted) this.#update();
      }
    }
  }

  async #loadPage(page: number, signal: AbortSignal): Promise<void> {
    // A change that arrives while the page is read makes it out of date again.
    this.#current.add(page);
    this.#loading.add(page);
    const hasRows = this.#rows.has(page * PAGE);
    const timer = setTimeout(() => !hasRows && void this.#loadCached(page), TIMEOUT);
    try {
      const { data, meta } = await this.source.load({ limit: PAGE, offset: page * PAGE }, signal);
      if (signal.aborted) return;
      this.#put(page, data, meta.total);
      writeCached(`${this.source.key}#${page}`, { data, total: meta.total });
    } catch (error) {
      if (!signal.aborted) {
        this.#current.delete(page);
        if (!hasRows) await this.#loadCached(page);
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.#loading.delete(page);
    }
  }

  /** Shows the page as it was stored, unless it was read meanwhile. */
  async #loadCached(page: number): Promise<void> {
    const cached = await readCached<{ data: T[]; total: number }>(`${this.source.key}#${page}`);
    const isRead = this.#current.has(page) && !this.#loading.has(page);
    if (!cached || isRead || this.#rows.has(page * PAGE)) return;
    const known = new Set([...this.#rows.values()].map(({ id }) => id));
    if (this.#total === undefined) this.#put(page, cached.data, cached.total);
    else
      for (const [index, row] of cached.data.entries())
        if (!known.has(row.id)) this.#rows.set(page * PAGE + index, row);
    this.#update();
  }

  #put(page: number, data: readonly T[], total: number): void {
    this.#total = total;
    const ids = new Set(data.map(({ id }) => id));
    // Rows that have moved to this page are still where they were in pages that were read earlier.
    for (const [index, { id }] of this.#rows)
      if (ids.has(id) && pageOf(index) !== page) {
        this.#rows.delete(index);
        this.#current.delete(pageOf(index));
      }
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
        this.#current.delete(pageOf(index));
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
