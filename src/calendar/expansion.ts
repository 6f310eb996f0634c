// Expanded lists: single events and the occurrences of series that overlap a range, ordered and paged together. They are
// chosen by columns and rules alone; only the documents of the page are loaded. A page whose documents grow too large ends
// early, and the total says that there is more.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { ComputedEntry, Page } from '../records/list.ts';
import type { ListRequest } from '../records/list-plan.ts';
import { fitting } from '../records/local-order.ts';
import { inSlices } from '../records/slices.ts';
import type { CalendarEvent } from '../resources/event.ts';
import type { Row, Store, Value } from '../store/port.ts';
import { documentsOf } from '../store/tables/list.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import type { ClosedRange } from '../store/tables/overlap.ts';
import { DAY, startOfDay } from '../values/time.ts';
import { Budget, tooLong } from './budget.ts';
import { candidatesOf } from './candidates.ts';
import { type Entry, expandSeries, type Found, keepMatching } from './expanded-series.ts';
import { recurrenceId } from './occurrence-ids.ts';
import { occurrenceOf } from './occurrences.ts';
import { sortEntries } from './order.ts';

/** `compute` gives events of the list that are not stored. */
export async function expandedPage(
  store: Store,
  user: number,
  request: ListRequest,
  serviceZone: string,
  compute?: (range: ClosedRange) => Promise<ComputedEntry[]>,
): Promise<Page> {
  const { plan } = request;
  const found = await entriesOf(store, user, request, serviceZone);
  if (compute) found.push(...(await computedEntries(request, compute)));
  const entries = await inSlices(sortEntries(found, plan));
  // Each occurrence repeats the document of its series.
  const chosen = fitting(entries.slice(plan.offset, plan.offset + plan.limit));
  const texts = await textsOf(store, user, plan, chosen);
  return { rows: texts.map((doc) => ({ doc })), total: entries.length };
}

async function entriesOf(store: Store, user: number, request: ListRequest, serviceZone: string): Promise<Entry[]> {
  const { plan } = request;
  const range = boundsOf(request);
  const { series, singles } = await candidatesOf(store, user, plan, range, serviceZone);
  const found: Found = { range, shift: dayShift(range, request.timezone), budget: new Budget(), entries: [] };
  for (const row of singles) found.entries.push(singleEntry(row, found.shift));
  await inSlices(expandSeries(series, plan, found));
  return plan.search.length > 0 ? keepMatching(store, user, plan, found.entries) : found.entries;
}

async function computedEntries(
  request: ListRequest,
  compute: (range: ClosedRange) => Promise<ComputedEntry[]>,
): Promise<Entry[]> {
  const range = boundsOf(request);
  const shift = dayShift(range, request.timezone);
  const made = await compute(range);
  return made.map((one) => ({
    ...one,
    start: one.start + shift,
    key: NO_ROW,
    bytes: COMPUTED_BYTES,
    known: undefined,
    original: 0,
  }));
}

const NO_ROW = -1;
const COMPUTED_BYTES = 1000; // about

function boundsOf({ range }: ListRequest): ClosedRange {
  const { from, before } = range;
  if (from === undefined || before === undefined) {
    const message = 'expand=true needs a bounded range: date, or from and to.';
    throw faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'range', message }]);
  }
  const days = (before - from) / DAY;
  if (days > limits.expandDays) throw tooLong(Math.ceil(days));
  return range as ClosedRange;
}

/** From the midnight of a date in UTC to that in the time zone of the list: all-day events come first on their day. */
function dayShift({ local }: ClosedRange, timezone: string): number {
  const date = Math.floor(local.from / DAY) * DAY;
  return startOfDay(date, timezone) - date;
}

function singleEntry(row: Row, shift: number): Entry {
  const { key, id, sorted, bytes, start_at, all_day } = row as { [column: string]: number };
  const start = (start_at as number) + (all_day ? shift : 0);
  const item = { key: key as number, id: id as unknown as string, bytes: bytes as number };
  return { ...item, start, sorted: sorted as Value, known: undefined, original: 0 };
}

async function textsOf(store: Store, user: number, { resource }: ListPlan, entries: Entry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const keys = [...new Set(entries.filter(({ make }) => !make).map(({ key }) => key))];
  const [rows = []] = await store.read(user, [documentsOf(store.dialect, resource, keys)]);
  return inSlices(write(entries, new Map(rows.map((row) => [row.key as number, row.doc as string]))));
}

function* write(entries: Entry[], documents: Map<number, string>): Generator<undefined, string[]> {
  const texts: string[] = [];
  for (const { key, known, original, make } of entries) {
    const text = make ? make() : documents.get(key);
    if (text === undefined) continue; // deleted in the meantime
    if (!known) texts.push(text);
    else {
      const series = JSON.parse(text) as CalendarEvent;
      texts.push(JSON.stringify(occurrenceOf(series, recurrenceId(original, known.allDay))));
    }
    yield;
  }
  return texts;
}
