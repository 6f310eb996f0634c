// Expanded lists: single events and the occurrences of series, ordered and paged together. They are chosen by columns and
// rules alone; only the documents of the page are loaded. A page whose documents grow too large ends early, and the
// total says that there is more.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { documentsOf, type ListPlan, seriesAfter, seriesMembers, singleEvents } from '../store/list.ts';
import type { Row, Store, Value } from '../store/store.ts';
import { formatTime, isWritable } from '../values/time.ts';
import type { Asked } from './queries.ts';
import { type Budget, newBudget, occurrences, type Recurring, spend, tooWide } from './recurrence.ts';

export interface Page {
  /** Each record as JSON. */
  texts: string[];
  total: number;
}

interface Columns {
  key: number;
  id: string;
  /** What the list is sorted by, as the column holds it. */
  sorted: Value;
  /** Of the document. */
  bytes: number;
}

interface Series {
  columns: Columns;
  event: Recurring;
}

/** One item of an expanded list, without its document. */
interface Entry extends Columns {
  start: number;
  /** The values that an occurrence has of its own; null for a single event. */
  own: { start_at: string; end_at: string | null; recurrence_id: string } | null;
}

export async function expandedPage(store: Store, user: number, asked: Asked, serviceZone: string): Promise<Page> {
  const { plan } = asked;
  const all = await entriesOf(store, user, asked, serviceZone);
  all.sort(ordering(plan));
  const chosen = fitting(all.slice(plan.offset, plan.offset + plan.limit));
  return { texts: await textsOf(store, user, plan, chosen), total: all.length };
}

async function entriesOf(store: Store, user: number, asked: Asked, serviceZone: string): Promise<Entry[]> {
  const { from, before } = boundsOf(asked);
  const { plan } = asked;
  const slow = plan.search.length > 0;
  const most = limits.occurrences;
  const budget = newBudget();
  const entries: Entry[] = [];
  const series: Series[] = [];
  for (let after = '', more = true; more; ) {
    const batch = seriesAfter(store, user, plan, after, SERIES_AT_ONCE);
    // The single events come with the first batch, so that both are of one moment unless there are many series.
    const first = after === '' ? [singleEvents(store, user, plan, most + 1)] : [];
    // The engine looks into each document: where there are many, that must not hold up other requests.
    const [rows = [], singles = []] = await store.read(user, [batch, ...first], { slow: slow || after !== '' });
    spend(budget, 0);
    for (const row of singles) entries.push({ ...columnsOf(row), start: row.start_at as number, own: null });
    for (const row of rows) series.push(seriesOf(row));
    if (Math.max(series.length, singles.length) > most) throw tooWide();
    after = rows.at(-1)?.id as string;
    more = rows.length === SERIES_AT_ONCE;
  }
  return entries.concat(series.flatMap((one) => occurrencesOf(one, plan, from, before, serviceZone, budget)));
}

const SERIES_AT_ONCE = 100;

function boundsOf({ range: { from, before } }: Asked): { from: number; before: number } {
  if (from === undefined || before === undefined) {
    const message = 'expand=true needs a bounded range: date, or from and to.';
    throw faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'range', message }]);
  }
  if (before - from > limits.expandDays * 24 * 3_600_000) throw tooWide();
  return { from, before };
}

function columnsOf(row: Row): Columns {
  return { key: row.key as number, id: row.id as string, sorted: row.sorted as Value, bytes: row.bytes as number };
}

function seriesOf(row: Row): Series {
  const values = JSON.parse(row.members as string) as unknown[];
  const event = Object.fromEntries(seriesMembers.map((name, index) => [name, values[index]])) as unknown as Recurring;
  return { columns: columnsOf(row), event };
}

function occurrencesOf(
  { columns, event }: Series,
  plan: ListPlan,
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget,
): Entry[] {
  const length = event.end_at === null ? null : Date.parse(event.end_at) - Date.parse(event.start_at);
  return occurrences(event, from, before, serviceZone, budget).map((start) => {
    const at = formatTime(start);
    const end = length !== null && isWritable(start + length) ? formatTime(start + length) : null;
    const sorted = plan.sort === 'start_at' ? start : columns.sorted;
    return { ...columns, sorted, start, own: { start_at: at, end_at: end, recurrence_id: at } };
  });
}

/** The order of every list: ties by id and then by start. No column that events are sorted by can be null. */
function ordering({ order }: ListPlan): (a: Entry, b: Entry) => number {
  const direction = order === 'asc' ? 1 : -1;
  return (a, b) =>
    direction * (compare(a.sorted, b.sorted) || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.start - b.start));
}

// Times as numbers; texts by code points, as both engines compare them.
function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return (a as number) - (b as number);
}

// As many as one page may hold, at least one. Each occurrence repeats the document of its series.
function fitting(entries: Entry[]): Entry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += entry.bytes;
    return index > 0 && bytes > limits.pageChars;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

async function textsOf(store: Store, user: number, { resource }: ListPlan, entries: Entry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const keys = [...new Set(entries.map(({ key }) => key))];
  const [rows = []] = await store.read(user, [documentsOf(store.lists, resource, keys)]);
  const documents = new Map(rows.map((row) => [row.key, row.doc as string]));
  // What was deleted meanwhile is not there any more.
  return entries.flatMap(({ key, own }) => {
    const text = documents.get(key);
    if (text === undefined) return [];
    return own === null ? [text] : [JSON.stringify({ ...JSON.parse(text), ...own })];
  });
}
