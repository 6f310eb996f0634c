// The occurrences of series for an expanded list: those that overlap its range, the changed ones where they were moved to,
// and only those whose own status and text fit the list.
import { indexedText } from '../records/indexed-text.ts';
import { hasTerms } from '../records/search.ts';
import { inSlices } from '../records/slices.ts';
import { type CalendarEvent, event } from '../resources/event.ts';
import type { AnyRecord } from '../resources/resource.ts';
import type { Row, Store, Value } from '../store/port.ts';
import { documentsOf } from '../store/tables/list.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import type { ClosedRange } from '../store/tables/overlap.ts';
import { columnValue } from '../store/tables/record-columns.ts';
import type { Budget } from './budget.ts';
import type { Candidate } from './candidates.ts';
import { recurrenceId } from './occurrence-ids.ts';
import { occurrenceOf } from './occurrences.ts';
import type { ChangedOccurrence, KnownSeries } from './series-cache.ts';

/** A single event or an occurrence, without its document. */
export interface Entry {
  key: number;
  id: string;
  /** Of the document. */
  bytes: number;
  /** The moment that it is ordered by. */
  start: number;
  /** What the list is sorted by, as the column has it. */
  sorted: Value;
  /** Of an occurrence: its series, and its original start. */
  known: KnownSeries | undefined;
  original: number;
  /** Of an event that is not stored: its record as JSON. */
  make?: () => string;
}

/** What has been found so far, and what is looked for. */
export interface Found {
  range: ClosedRange;
  /** What is added to the start of all-day events, to order them among moments. */
  shift: number;
  budget: Budget;
  entries: Entry[];
}

/** Adds the occurrences of all series of a list. */
export function* expandSeries(
  candidates: readonly Candidate[],
  plan: ListPlan,
  found: Found,
): Generator<undefined, void> {
  const status = plan.conditions.flatMap((one) =>
    one.type === 'equals' && one.column === 'status' ? [one.value] : [],
  )[0];
  for (const [index, one] of candidates.entries()) {
    const { known } = one;
    if (status === undefined || known.status === status) {
      const starts = known.window.starts(...reachOf(known, found.range), found.budget);
      addAll(one, starts ?? (yield* known.series.starts(...reachOf(known, found.range), found.budget)), found);
    }
    for (const changed of known.changed)
      if (status === undefined || changed.status === status) addChanged(one, changed, plan.sort, found);
    if (index % BETWEEN_PAUSES === 0) yield;
  }
}

const BETWEEN_PAUSES = 20;

/** Where the starts of occurrences lie that overlap the range: what begins before it reaches into it if it is long. */
export function reachOf(known: KnownSeries, range: ClosedRange): [from: number, before: number] {
  const { from, before } = known.allDay ? range.local : range;
  return [from - known.length + 1, before];
}

function addAll(
  { key, id, bytes, sorted, known }: Candidate,
  starts: readonly number[],
  { shift, entries }: Found,
): void {
  const added = known.allDay ? shift : 0;
  for (const original of starts)
    if (!known.changedStarts.has(original))
      entries.push({ key, id, bytes, start: original + added, sorted, known, original });
}

function addChanged(
  { key, id, bytes, ...one }: Candidate,
  changed: ChangedOccurrence,
  sort: string,
  found: Found,
): void {
  const { known } = one;
  const { from, before } = known.allDay ? found.range.local : found.range;
  if (changed.start >= before || changed.end <= from) return;
  found.budget.find();
  const sorted = sort === 'title' && changed.title !== undefined ? columnValue('key', changed.title) : one.sorted;
  const start = changed.start + (known.allDay ? found.shift : 0);
  found.entries.push({ key, id, bytes, start, sorted, known, original: changed.original });
}

/**
 * Only what has the words of the search itself. The index has the words of a series and of its changed occurrences
 * together.
 */
export async function keepMatching(store: Store, user: number, plan: ListPlan, entries: Entry[]): Promise<Entry[]> {
  const keys = [...new Set(entries.filter(({ known }) => known?.hasOverrides).map(({ key }) => key))];
  if (keys.length === 0) return entries;
  const matching = new Map<number, (original: number) => boolean>();
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const query = documentsOf(store.dialect, event, keys.slice(at, at + AT_ONCE));
    const [rows = []] = await store.read(user, [query], { slow: true });
    await inSlices(matchAll(rows, plan, matching));
  }
  return entries.filter(({ key, original }) => matching.get(key)?.(original) ?? true);
}

const AT_ONCE = 100;

function* matchAll(
  rows: readonly Row[],
  { search }: ListPlan,
  matching: Map<number, (original: number) => boolean>,
): Generator<undefined, void> {
  const matches = (record: object) => hasTerms(indexedText(event, record as AnyRecord), search);
  for (const row of rows) {
    const series = JSON.parse(row.doc as string) as CalendarEvent;
    const usual = matches({ ...series, overrides: null });
    const changed = new Map<string, boolean>();
    for (const id of Object.keys(series.overrides ?? {})) {
      changed.set(id, matches(occurrenceOf(series, id)));
      yield;
    }
    matching.set(row.key as number, (original) => changed.get(recurrenceId(original, series.all_day)) ?? usual);
  }
}
