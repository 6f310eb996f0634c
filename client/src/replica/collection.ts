// The copy of one list: filled from the pages of the list, kept by the messages of the feed.
import { type AnyRecord, concerns, type Kind, keyOf, type Source, sources } from './kinds.ts';
import type { Listener, Notifier } from './listeners.ts';

/** Which records of a kind a collection holds: all, or those that fit the filters. */
export interface CollectionOptions {
  /** What it holds; default: the name of the collection. */
  kind?: Kind;
  /** Emails: only so many, those with the latest `received_at`. */
  newest?: number;
  /** Only records whose field has this value; `label` and `tag` are one of several. */
  folder?: string;
  label?: string;
  tag?: string;
  account_id?: string;
  thread_id?: string;
  calendar_name?: string;
  status?: string;
  source?: string;
  is_read?: boolean;
  is_starred?: boolean;
  has_attachments?: boolean;
}

/** The records of a collection. The functions can be passed on: `useSyncExternalStore(emails.subscribe, emails.values)`. */
export interface Collection<T> {
  /** The record with this id, or name where there is no id; settings have neither. */
  readonly get: (id?: string) => T | undefined;
  /** All records, in no particular order. The same array until something changes. */
  readonly values: () => readonly T[];
  readonly size: number;
  readonly subscribe: (listener: Listener<T>) => () => void;
}

/** Events of which the data is not the record that they are named after. */
const OTHER_DATA = /\.(task|reminder)/;

export interface Message {
  event: string;
  seq: number;
  timestamp: string;
  data: AnyRecord;
}

export interface Kept {
  records: AnyRecord[];
  /** Of a collection with `newest`: the place of the latest record that it does not hold. */
  floor: string;
}

export class LiveCollection implements Collection<AnyRecord> {
  readonly source: Source;
  readonly filters: Readonly<Record<string, string | boolean>>;
  readonly newest: number | undefined;
  /** Whether the list was read completely. */
  isLoaded = false;
  /** Whether the list has to be read, again or for the first time. */
  isStale = true;
  readonly #name: string;
  readonly #kind: Kind;
  readonly #notifier: Notifier;
  readonly #records = new Map<string, AnyRecord>();
  #values: AnyRecord[] | undefined;
  #floor = '';
  /** While the list is read: the records that need not be taken from it any more. */
  #seen: Set<string> | undefined;

  constructor(name: string, options: CollectionOptions, notifier: Notifier) {
    const { kind = name as Kind, newest, ...filters } = options;
    const source = sources[kind];
    if (!source) throw new TypeError(`"${kind}" is not a kind; there are ${Object.keys(sources).join(', ')}.`);
    this.source = source;
    this.filters = filters;
    this.newest = newest;
    this.#name = name;
    this.#kind = kind;
    this.#notifier = notifier;
  }

  /** Whether the list is being read. */
  get isLoading(): boolean {
    return this.#seen !== undefined;
  }

  get size(): number {
    return this.#records.size;
  }

  readonly get = (id = ''): AnyRecord | undefined => this.#records.get(id);

  readonly values = (): readonly AnyRecord[] => {
    this.#values ??= [...this.#records.values()];
    return this.#values;
  };

  readonly subscribe = (listener: Listener<AnyRecord>): (() => void) => this.#notifier.subscribe(listener, this.#name);

  apply({ event, data }: Message): void {
    if (!concerns(this.source, event)) return;
    if (this.source.isReadAgain) {
      if (event !== 'counts.updated' || this.#kind in data) this.isStale = true;
    } else if (this.#kind === 'tasks' || !OTHER_DATA.test(event)) {
      const id = keyOf(data);
      this.#seen?.add(id);
      // The entries of an erased record have lost their content.
      const isGone = event.endsWith('.deleted') || data.permanent;
      this.#put(id, isGone || !this.#fits(data) ? undefined : data);
      this.#trim();
    }
  }

  /** Replaces the records by those of the list. What messages change meanwhile is later than the list. */
  async load(pages: AsyncIterable<AnyRecord[]>): Promise<void> {
    const seen = new Set<string>();
    this.#seen = seen;
    this.#floor = '';
    this.isStale = false;
    try {
      for await (const page of pages)
        for (const record of page) {
          const id = keyOf(record);
          if (!seen.has(id) && this.#fits(record)) this.#put(id, record);
          seen.add(id);
        }
      for (const id of this.#records.keys()) if (!seen.has(id)) this.#put(id, undefined);
      this.isLoaded = true;
    } catch (error) {
      this.isStale = true;
      this.isLoaded = false;
      throw error;
    } finally {
      this.#seen = undefined;
      this.#trim();
    }
  }

  keep(): Kept | undefined {
    return this.isLoaded && !this.isLoading ? { records: [...this.values()], floor: this.#floor } : undefined;
  }

  resume({ records, floor }: Kept): void {
    for (const record of records) this.#put(keyOf(record), record);
    this.#floor = floor;
    this.isLoaded = true;
    this.isStale = this.source.isReadAgain === true; // counts are not in the log
  }

  #fits(record: AnyRecord): boolean {
    const hasValue = ([field, value]: [string, unknown]) => {
      const own = record[field] ?? record[`${field}s`];
      return Array.isArray(own) ? own.includes(value) : own === value;
    };
    const isAbove = !this.#floor || placeOf(record) > this.#floor;
    return isAbove && !record.deleted_at && Object.entries(this.filters).every(hasValue);
  }

  #put(id: string, record: AnyRecord | undefined): void {
    const previous = this.#records.get(id);
    if (JSON.stringify(previous) === JSON.stringify(record)) return;
    if (record) this.#records.set(id, record);
    else this.#records.delete(id);
    this.#values = undefined;
    this.#notifier.notify({ collection: this.#name, id, record, previous });
  }

  /** Removes the oldest if there are too many; if there are few, the list is read again for older ones. */
  #trim(): void {
    const { newest } = this;
    if (!newest || this.isLoading) return;
    while (this.size > newest) {
      const [id, record] = [...this.#records].reduce((one, other) =>
        placeOf(other[1]) < placeOf(one[1]) ? other : one,
      );
      this.#floor = placeOf(record);
      this.#put(id, undefined);
    }
    if (this.#floor && this.size < newest / 2) this.isStale = true;
  }
}

/** The place in the order of `received_at`, as text that can be compared; those without it come first. */
function placeOf({ received_at, id }: AnyRecord): string {
  return `${(received_at ?? '').slice(0, -1)} ${id}`;
}
