// Series that lists have expanded, parsed and ready for the next range. A series is known by the key of its row and valid
// for one version of it (its seq), so nothing has to be told of changes. The cache of a store is shared by all users and
// bounded; what was not used for the longest time goes first.
import { limits } from '../limits.ts';
import { inSlices } from '../records/slices.ts';
import { type CalendarEvent, event } from '../resources/event.ts';
import type { Row, Store } from '../store/port.ts';
import { membersOfRows } from '../store/tables/list.ts';
import { occurrenceOf, spanOfTimes } from './occurrences.ts';
import { Series } from './series.ts';
import { SeriesWindow } from './series-window.ts';
import { SPAN_FIELDS, seriesInput } from './span.ts';

/** A changed occurrence. */
export interface ChangedOccurrence {
  /** Its original start, and its recurrence id. */
  original: number;
  id: string;
  start: number;
  end: number;
  status: string;
  transparency: string;
  /** Its own title, if it has one. */
  title: string | undefined;
}

/** A series as lists need it. */
export interface KnownSeries {
  series: Series;
  window: SeriesWindow;
  allDay: boolean;
  status: string;
  transparency: string;
  calendar: string;
  /** How long its occurrences take, at least a millisecond. */
  length: number;
  changed: ChangedOccurrence[];
  /** The original starts of those that were changed. */
  changedStarts: Set<number>;
  /** Whether it has the words of changed occurrences, also of those that were removed. */
  hasOverrides: boolean;
}

interface Entry {
  seq: number;
  serviceZone: string;
  bytes: number;
  known: KnownSeries;
}

class SeriesCache {
  /** Users in the order of use, the last used last; the series of each by the keys of their rows. */
  readonly #users = new Map<number, UserSeries>();
  #bytes = 0;

  /** The series of a user; the user is now the last used. */
  of(user: number): UserSeries {
    const series = this.#users.get(user) ?? { entries: new Map(), bytes: 0, lists: new KeptLists() };
    this.#users.delete(user);
    this.#users.set(user, series);
    return series;
  }

  put(user: number, key: number, entry: Entry): void {
    const series = this.of(user);
    this.#remove(series, key);
    series.entries.set(key, entry);
    series.bytes += entry.bytes;
    this.#bytes += entry.bytes;
    if (this.#bytes > limits.seriesBytes) this.#shrink();
  }

  // Of the users that were not here for the longest time; of one alone, those that were read first.
  #shrink(): void {
    for (const [user, series] of this.#users) {
      series.lists.clear();
      for (const key of series.entries.keys()) {
        if (this.#bytes <= KEPT * limits.seriesBytes) return;
        this.#remove(series, key);
      }
      this.#users.delete(user);
    }
  }

  #remove(series: UserSeries, key: number): void {
    const bytes = series.entries.get(key)?.bytes ?? 0;
    series.entries.delete(key);
    series.bytes -= bytes;
    this.#bytes -= bytes;
  }
}

interface UserSeries {
  entries: Map<number, Entry>;
  bytes: number;
  /** Series of the lists that were asked for last. */
  lists: KeptLists<unknown>;
}

/** The few that were set last. */
class KeptLists<T> {
  readonly #lists = new Map<string, T>();

  get(name: string): T | undefined {
    return this.#lists.get(name);
  }

  clear(): void {
    this.#lists.clear();
  }

  set(name: string, list: T): void {
    this.#lists.delete(name);
    this.#lists.set(name, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > limits.keptLists) this.#lists.delete(oldest as string);
  }
}

/** What is kept of the lists of a user. */
export function keptLists<T>(store: Store, user: number): KeptLists<T> {
  return cacheOf(store).of(user).lists as KeptLists<T>;
}

const KEPT = 0.9;

const caches = new WeakMap<Store, SeriesCache>();

function cacheOf(store: Store): SeriesCache {
  let cache = caches.get(store);
  if (!cache) {
    cache = new SeriesCache();
    caches.set(store, cache);
  }
  return cache;
}

const MEMBERS = [...SPAN_FIELDS, 'status', 'transparency', 'calendar_name'] as const;
const AT_ONCE = 300;
const AHEAD = 3;
/** So many series, and bytes of them, are read without holding up other requests for long. */
export const FEW_SERIES = 250;
const FEW_BYTES = 1_000_000;

/**
 * The series of these rows (`key`, `seq` and `bytes`), by key. A series that was deleted in the meantime is missing; one that a
 * foreign program has written wrongly is missing too, and reported by its key.
 */
export async function knownSeries(
  store: Store,
  user: number,
  rows: readonly Row[],
  serviceZone: string,
  unreadable: (key: number) => void,
): Promise<Map<number, KnownSeries>> {
  const cache = cacheOf(store);
  const known = new Map<number, KnownSeries>();
  const unknown: { key: number; bytes: number }[] = [];
  let unread = 0;
  const { entries } = cache.of(user);
  for (const { key, seq, bytes } of rows as { key: number; seq: number; bytes: number }[]) {
    const found = entries.get(key);
    if (found?.seq === seq && found.serviceZone === serviceZone) known.set(key, found.known);
    else {
      unknown.push({ key, bytes });
      unread += bytes;
    }
  }
  const slow = unknown.length > FEW_SERIES || unread > FEW_BYTES;
  const read = async (keys: number[]): Promise<Row[]> => {
    const query = membersOfRows(store.dialect, event, keys, MEMBERS, ['last_start']);
    return (await store.read(user, [query], { slow }))[0] ?? [];
  };
  const ahead: Promise<Row[]>[] = []; // read while others are parsed
  const batches = batchesOf(unknown);
  for (let next = 0; next < batches.length || ahead.length > 0; ) {
    for (; next < batches.length && ahead.length < AHEAD; next++) ahead.push(read(batches[next] as number[]));
    for (const one of ahead) one.catch(() => {}); // it is awaited, unless another fails first
    const found = (await ahead.shift()) as Row[];
    const take = (row: Row, entry: Entry | undefined) => {
      if (!entry) return unreadable(row.key as number);
      cache.put(user, row.key as number, entry);
      known.set(row.key as number, entry.known);
    };
    await inSlices(parseAll(found, serviceZone, take));
  }
  return known;
}

/** The keys in batches of a bounded number and size. */
function batchesOf(rows: readonly { key: number; bytes: number }[]): number[][] {
  const batches: number[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const batch = batches.at(-1);
    bytes += row.bytes;
    if (batch && batch.length < AT_ONCE && bytes <= limits.pageBytes) batch.push(row.key);
    else {
      batches.push([row.key]);
      bytes = row.bytes;
    }
  }
  return batches;
}

function* parseAll(
  rows: Row[],
  serviceZone: string,
  take: (row: Row, entry: Entry | undefined) => void,
): Generator<undefined, void> {
  for (const row of rows) {
    take(row, yield* readEntry(row, serviceZone));
    yield;
  }
}

// One series that a foreign program has written wrongly must not make the list of all others fail.
function* readEntry(row: Row, serviceZone: string): Generator<undefined, Entry | undefined> {
  const { text, members } = row as { text: string | null; members: string | null };
  try {
    const record = text === null ? recordOf(JSON.parse(members as string) as unknown[]) : JSON.parse(text);
    if (!hasDates(record as CalendarEvent)) return undefined;
    const known = yield* parse(record as CalendarEvent, serviceZone, row.last_start as number | null);
    const bytes = bytesOf(record as CalendarEvent);
    return { seq: row.seq as number, serviceZone, bytes, known };
  } catch {
    return undefined;
  }
}

function recordOf(values: unknown[]): unknown {
  const record: Record<string, unknown> = {};
  for (let index = 0; index < MEMBERS.length; index++) record[MEMBERS[index] as string] = values[index];
  return record;
}

// Dates are parsed when a list needs them, which must not fail either.
function hasDates({ recurrence }: CalendarEvent): boolean {
  const lists: unknown[] = [recurrence?.exdates ?? [], recurrence?.rdates ?? []];
  return lists.every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'));
}

// Measured: a parsed series takes about this much, and its rule, dates and overrides a few times their text.
const SERIES_BYTES = 3500;
const BYTES_OF_TEXT = 5;

// Most series have one short rule, whose text need not be made to know that it is short.
function bytesOf({ recurrence, overrides }: CalendarEvent): number {
  const isShort = overrides === null && Object.values(recurrence ?? {}).every(isFew);
  return SERIES_BYTES + (isShort ? 0 : BYTES_OF_TEXT * JSON.stringify([recurrence, overrides]).length);
}

function isFew(part: unknown): boolean {
  if (!Array.isArray(part)) return true;
  return part.length <= FEW_VALUES && part.every((value) => typeof value !== 'object');
}

const FEW_VALUES = 20;

function* parse(
  record: CalendarEvent,
  serviceZone: string,
  lastStart: number | null,
): Generator<undefined, KnownSeries> {
  const series = new Series(seriesInput(record, serviceZone, lastStart));
  if (record.overrides) yield* series.findEnds(); // with pauses, before `has` needs them
  const { start, end } = spanOfTimes(record);
  const changed = Object.entries(record.overrides ?? {}).flatMap(([id, override]): ChangedOccurrence[] => {
    const original = Date.parse(id);
    if (!series.has(original)) return []; // the rule has changed since, or it was removed
    const span = spanOfTimes(occurrenceOf(record, id));
    const { status, transparency } = { ...record, ...override } as CalendarEvent;
    return [{ original, id, ...span, status, transparency, title: override.title as string | undefined }];
  });
  return {
    series,
    window: new SeriesWindow(series),
    allDay: record.all_day,
    status: record.status,
    transparency: record.transparency,
    calendar: record.calendar_name,
    length: end - start,
    changed,
    changedStarts: new Set(changed.map(({ original }) => original)),
    hasOverrides: record.overrides !== null,
  };
}
