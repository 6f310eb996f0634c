// Expanded lists: single events and the occurrences of series, ordered and paged together. They are chosen by columns and
// rules alone; only the documents of the page are loaded. A page whose documents grow too large ends early, and the
// total says that there is more.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { documentsOf, type ListPlan, seriesAfter, seriesMembers, singleEvents } from '../store/list.ts';
import type { Row, Store, Value } from '../store/store.ts';
import { formatTime, isWritable } from '../values/time.ts';
import type { Asked } from './queries.ts';
import { Budget, occurrences, type Recurring, tooLong, tooMany } from './recurrence.ts';
import { inSlices } from './slices.ts';

export interface Page {
  /** Each record as JSON. */
  texts: string[];
  total: number;
}

/** A single event or a series, without its document. */
interface Item {
  key: number;
  id: string;
  /** What the list is sorted by, as the column has it. */
  sorted: Value;
  /** Of the document. */
  bytes: number;
  /** Of a single event one. */
  starts: number[];
  /** Of a series: how long its occurrences take, null without an end. */
  length?: number | null;
}

interface Entry {
  item: Item;
  start: number;
}

export async function expandedPage(store: Store, user: number, asked: Asked, serviceZone: string): Promise<Page> {
  const { plan } = asked;
  const entries = ordered(await itemsOf(store, user, asked, serviceZone), plan);
  const chosen = fitting(entries.slice(plan.offset, plan.offset + plan.limit));
  return { texts: await textsOf(store, user, plan, chosen), total: entries.length };
}

async function itemsOf(store: Store, user: number, asked: Asked, serviceZone: string): Promise<Item[]> {
  const { from, before } = boundsOf(asked);
  const { plan } = asked;
  const slow = plan.search.length > 0;
  const most = limits.occurrences;
  const budget = new Budget();
  const items: Item[] = [];
  let series = 0;
  for (let after = '', more = true; more; ) {
    const batch = seriesAfter(store, user, plan, after, SERIES_AT_ONCE);
    // The single events come with the first batch, so that both are of one moment unless there are many series.
    const first = after === '' ? [singleEvents(store, user, plan, most + 1)] : [];
    // The engine looks into each document: where there are many, that must not hold up other requests.
    const [rows = [], singles = []] = await store.read(user, [batch, ...first], { slow: slow || after !== '' });
    series += rows.length;
    if (singles.length > most) throw tooMany('single events');
    if (series > most) throw tooMany('series');
    for (const row of singles) items.push(itemOf(row, [row.start_at as number]));
    await inSlices(expand(rows, items, from, before, serviceZone, budget));
    after = rows.at(-1)?.id as string;
    more = rows.length === SERIES_AT_ONCE;
  }
  return items;
}

const SERIES_AT_ONCE = 100;

function boundsOf({ range: { from, before } }: Asked): { from: number; before: number } {
  if (from === undefined || before === undefined) {
    const message = 'expand=true needs a bounded range: date, or from and to.';
    throw faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'range', message }]);
  }
  const days = (before - from) / (24 * 3_600_000);
  if (days > limits.expandDays) throw tooLong(Math.ceil(days));
  return { from, before };
}

function itemOf(row: Row, starts: number[]): Item {
  const { key, id, sorted, bytes } = row;
  return { key: key as number, id: id as string, sorted: sorted as Value, bytes: bytes as number, starts };
}

function* expand(
  rows: Row[],
  items: Item[],
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget,
): Generator<undefined, void> {
  for (const row of rows) {
    const event = recurringOf(row);
    const starts = yield* occurrences(event, from, before, serviceZone, budget);
    const length = event.end_at === null ? null : Date.parse(event.end_at) - Date.parse(event.start_at);
    if (starts.length > 0) items.push({ ...itemOf(row, starts), length });
    yield;
  }
}

function recurringOf(row: Row): Recurring {
  const values = JSON.parse(row.members as string) as unknown[];
  return Object.fromEntries(seriesMembers.map((name, index) => [name, values[index]])) as unknown as Recurring;
}

/** The order of every list: ties by id and then by start. No column that events are sorted by can be null. */
function ordered(items: Item[], { sort, order }: ListPlan): Entry[] {
  const byStart = sort === 'start_at';
  items.sort((a, b) => (byStart ? 0 : compare(a.sorted, b.sorted)) || (a.id < b.id ? -1 : 1));
  const entries = items.flatMap((item) => item.starts.map((start) => ({ item, start })));
  if (byStart) entries.sort((a, b) => a.start - b.start); // keeps the order of ids where starts are equal
  return order === 'asc' ? entries : entries.reverse();
}

function compare(a: Value, b: Value): number {
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : (a as number) - (b as number);
}

// By code points, as both engines compare texts. UTF-16 differs from that only in its surrogates, which stand for the
// highest code points.
function compareTexts(a: string, b: string): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one !== other) return Number(isSurrogate(one)) - Number(isSurrogate(other)) || one - other;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}

// As many as one page may hold, at least one. Each occurrence repeats the document of its series.
function fitting(entries: Entry[]): Entry[] {
  let bytes = 0;
  const end = entries.findIndex(({ item }, index) => {
    bytes += item.bytes;
    return index > 0 && bytes > limits.pageChars;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

async function textsOf(store: Store, user: number, { resource }: ListPlan, entries: Entry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const keys = [...new Set(entries.map(({ item }) => item.key))];
  const [rows = []] = await store.read(user, [documentsOf(store.lists, resource, keys)]);
  return inSlices(write(entries, new Map(rows.map((row) => [row.key as number, row.doc as string]))));
}

function* write(entries: Entry[], documents: Map<number, string>): Generator<undefined, string[]> {
  const texts: string[] = [];
  for (const { item, start } of entries) {
    const text = documents.get(item.key);
    if (text === undefined) continue; // deleted meanwhile
    texts.push(item.length === undefined ? text : occurrenceText(text, start, item.length));
    yield;
  }
  return texts;
}

function occurrenceText(text: string, start: number, length: number | null): string {
  const at = formatTime(start);
  const end = length !== null && isWritable(start + length) ? formatTime(start + length) : null;
  return JSON.stringify({ ...JSON.parse(text), start_at: at, end_at: end, recurrence_id: at });
}
