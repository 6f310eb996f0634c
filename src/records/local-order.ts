// The order of a list by start where some records are on dates: such a record begins at midnight of its date in the time
// zone of the list, as in expanded lists, but the index has midnight UTC. The two are less than a day apart, so the rows of
// a page can only come from the two days around those that the index has for it: these are put in order, and the page is
// taken from them. Everything else stays with the index.
import { limits } from '../limits.ts';
import type { AnyRecord, ColumnType } from '../resources/resource.ts';
import type { Row, Store } from '../store/port.ts';
import { datesAndPlace, documentsOf, type Shift, shiftedEvents, singleEvents } from '../store/tables/list.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import { isServedByIndex } from '../store/tables/lists/indexes.ts';
import { columnValue, sourceOf } from '../store/tables/record-columns.ts';
import { DAY } from '../values/time.ts';
import { TimeZone } from '../values/time-zone.ts';
import type { ListRequest } from './list-plan.ts';

/** More than any offset from UTC moves a row, twice: a row of the page, and one that it changes places with. */
const MARGIN = 2 * DAY;

interface Sized {
  key: number;
  bytes: number;
}

interface Place extends Sized {
  id: string;
  /** In the index, and in the time zone. */
  indexed: number;
  start: number;
  isOnDate: boolean;
}

/** The first row that the index has for the page. */
interface First {
  id: string;
  start: number;
}

/** The rows of a page in the order of the time zone; `rows` are those that the index has for it. */
export async function inLocalOrder(
  store: Store,
  user: number,
  { plan, timezone }: ListRequest,
  rows: Row[],
): Promise<Row[]> {
  const { onDates, range } = plan.resource.list;
  const [first, last] = [rows[0], rows.at(-1)];
  if (!onDates || plan.sort !== range || timezone === 'UTC' || !first || !last) return rows;
  const records = [first, last].map(({ doc }) => JSON.parse(doc as string) as AnyRecord);
  const starts = startsOf(plan, records);
  const zone = new TimeZone(timezone, starts[0] as number);
  const near = planNear(plan, starts);
  const from = { id: records[0]?.id as string, start: starts[0] as number };
  const page = (await fewInOrder(store, user, near, zone, from)) ?? (await manyInOrder(store, user, near, zone, from));
  if (page.length === 0) return rows;
  const keys = fitting(page.slice(0, rows.length)).map(({ key }) => key);
  const [found = []] = await store.read(user, [documentsOf(store.dialect, plan.resource, keys)]);
  const documents = new Map(found.map((row) => [row.key, row]));
  return keys.map((key) => documents.get(key)).filter((row) => row !== undefined); // those that were erased are not there
}

/** As many as fit into one page, at least one. */
export function fitting<T extends { bytes: number }>(entries: T[]): T[] {
  let total = 0;
  const end = entries.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > limits.pageBytes;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/** As the index has them. */
function startsOf({ resource, sort }: ListPlan, records: AnyRecord[]): number[] {
  const type = resource.columns[sort] as ColumnType;
  return records.map((record) => columnValue(type, sourceOf(resource, sort, type, record)) as number);
}

/** The list without what begins long before or after the page. */
function planNear(plan: ListPlan, starts: number[]): ListPlan {
  const column = plan.sort;
  return {
    ...plan,
    conditions: [
      ...plan.conditions,
      { type: 'from', column, value: Math.min(...starts) - MARGIN },
      { type: 'before', column, value: Math.max(...starts) + MARGIN },
    ],
  };
}

/** From the first row of the page on; undefined if there are very many rows, empty if the page is as the index has it. */
async function fewInOrder(
  store: Store,
  user: number,
  near: ListPlan,
  zone: TimeZone,
  from: First,
): Promise<Sized[] | undefined> {
  const query = singleEvents(store.dialect, user, near, limits.rowsInLocalOrder + 1);
  const [rows = []] = await store.read(user, [query], { slow: !isServedByIndex(near) });
  if (rows.length > limits.rowsInLocalOrder) return undefined;
  const around = rows.map((row) => placeOf(row, zone));
  if (!around.some(({ isOnDate }) => isOnDate)) return [];
  const before = ordered(around, near, 'indexed').findIndex(({ id }) => id === from.id);
  return before < 0 ? [] : ordered(around, near, 'start').slice(before); // -1: changed in the meantime
}

function placeOf(row: Row, zone: TimeZone): Place {
  const { key, start_at: indexed, bytes, all_day } = row as { [column: string]: number };
  const isOnDate = all_day === 1;
  const start = isOnDate ? zone.momentOf(indexed as number) : (indexed as number);
  return {
    key: key as number,
    id: row.id as string,
    indexed: indexed as number,
    start,
    bytes: bytes as number,
    isOnDate,
  };
}

/** The same, put in order by the database: there are few dates, because a page has few rows. */
async function manyInOrder(store: Store, user: number, near: ListPlan, zone: TimeZone, from: First): Promise<Sized[]> {
  const { dates, place } = datesAndPlace(store.dialect, user, near, from);
  const [found = [], counted = []] = await store.read(user, [dates, place], { slow: true });
  const shifts = shiftsOf(
    found.map(({ date }) => date as number),
    zone,
  );
  const slice = { max: near.limit, skipped: counted[0]?.n as number };
  const [rows = []] = await store.read(user, [shiftedEvents(store.dialect, user, near, shifts, slice)], { slow: true });
  return rows as unknown as Sized[];
}

/** Dates in a row that are moved by as much have one entry. */
function shiftsOf(dates: readonly number[], zone: TimeZone): Shift[] {
  const shifts: Shift[] = [];
  for (const date of dates) {
    const shift = zone.momentOf(date) - date;
    const last = shifts.at(-1);
    if (last?.shift === shift) last.end = date + 1;
    else shifts.push({ end: date + 1, shift });
  }
  return shifts;
}

function ordered(places: Place[], { order }: ListPlan, by: 'indexed' | 'start'): Place[] {
  const sign = order === 'asc' ? 1 : -1;
  return places.toSorted((a, b) => sign * (a[by] - b[by] || (a.id < b.id ? -1 : 1)));
}
