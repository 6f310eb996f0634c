// The list behaviour: a page of records as stored text, and its total. Nothing is parsed unless a part of the
// fields, a compact line or an expanded series is requested; fields of the side table are cut out of its text, not
// parsed.
import { limits } from '../limits.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { isBrief, withContent } from '../store/engine/large-texts.ts';
import type { Query, Row, Store, Value } from '../store/port.ts';
import { type ListQueries, listQueries, pageFromEnd } from '../store/tables/list.ts';
import { isSearch, type ListPlan } from '../store/tables/list-plan.ts';
import { bytesQuery, effortOf, recordsQuery } from '../store/tables/lists/indexes.ts';
import { readText } from '../store/tables/records.ts';
import type { ServedText } from '../values/served-text.ts';
import { type CompactList, compactList, type Meta } from './compact.ts';
import { readContent } from './large-contents.ts';
import { type ListOptions, type ListRequest, planList } from './list-plan.ts';
import { inLocalOrder } from './local-order.ts';
import { pick } from './single.ts';

export interface Page {
  /** Each with the `doc` of a record; with its `content` too if it is requested. */
  rows: Row[];
  total: number;
}

/** A page of records, each as JSON; or compact lines, where the options ask for them. */
export type ListResult = { texts: ServedText[]; meta: Meta } | CompactList;

/** An all-day event of an expanded list that is not stored, such as a birthday. */
export interface ComputedEntry {
  id: string;
  /** Its date, as midnight UTC. */
  start: number;
  /** What the list is sorted by, as a column would have it. */
  sorted: Value;
  /** The record as JSON. */
  make(): string;
}

/** Reads a page of records that are made from the stored ones, such as the occurrences of a series. */
export type ExpandedPage = (store: Store, user: number, request: ListRequest, serviceZone: string) => Promise<Page>;

export async function list(
  store: Store,
  user: number,
  resource: Resource,
  options: ListOptions,
  serviceZone: string,
  expandedPage?: ExpandedPage,
): Promise<ListResult> {
  const now = Date.now();
  const request = planList(resource, options, serviceZone, now);
  const { limit, offset } = request.plan;
  const { rows, total } = await (options.expand && expandedPage && !request.nothing
    ? expandedPage(store, user, request, serviceZone)
    : firstPage(store, user, request));
  const { invalid } = request;
  const meta = {
    ...{ total, limit, offset, has_more: offset + rows.length < total },
    ...(invalid.length > 0 && { invalid_operators: invalid }),
  };
  if (options.format === 'compact') {
    const records = rows.map(({ doc }) => JSON.parse(doc as string) as AnyRecord);
    return compactList(resource, records, meta, options, request.timezone, now);
  }
  return { texts: await textsOf(store, user, resource, rows, options.fields), meta };
}

/** The rows of a page, and the total. */
export async function firstPage(store: Store, user: number, request: ListRequest): Promise<Page> {
  const { rows, total } = await pageOf(store, user, request);
  return { rows: await inLocalOrder(store, user, request, rows), total };
}

async function pageOf(store: Store, user: number, request: ListRequest): Promise<Page> {
  if (request.nothing) return { rows: [], total: 0 };
  const { limit, offset } = request.plan;
  const queries = listQueries(store.dialect, user, request.plan);
  const { page, total } = queries;
  if (queries.once && limit > 0) return pageAtOnce(store, user, request, queries);
  const slow = await isSlow(store, user, request.plan);
  if (slow && !isSearch(request.plan)) return slowPage(store, user, request, queries);
  if (limit > 0 && !slow && offset >= limits.deepOffset) return deepPage(store, user, request, page, total);
  const [counts, rows = []] = await store.read(user, limit === 0 ? [total] : [total, page], { slow });
  return { rows, total: counts?.[0]?.total as number };
}

/** Whether what has to be read for the list may take long: nothing is read that an index does not have in its order. */
async function isSlow(store: Store, user: number, plan: ListPlan): Promise<boolean> {
  if (isSearch(plan)) return true;
  const effort = effortOf(plan);
  if (effort === 'page') return false;
  const totalOf = async (query: Query) => (await store.read(user, [query]))[0]?.[0]?.total as number;
  const count = await totalOf(recordsQuery(plan));
  if (effort === 'range') return count > limits.countedAtOnce;
  // The columns of a long record lie on a page behind its text, so each of its pages is read to filter or sort it.
  return count > limits.recordsAtOnce || (await totalOf(bytesQuery(plan))) > limits.recordBytesAtOnce;
}

// The first query returns the total, but rows of the page may lie further back than it has searched.
async function pageAtOnce(store: Store, user: number, { plan }: ListRequest, queries: ListQueries): Promise<Page> {
  const { once, few, page } = queries;
  const [both = []] = await store.read(user, [once as Query], { slow: true });
  const total = both[0]?.total as number;
  const found = both.filter(({ doc }) => doc !== null);
  if (found.length >= Math.min(plan.limit, total - plan.offset)) return { rows: found, total };
  const [rows = []] = await store.read(user, [total <= limits.fewMatches ? (few as Query) : page], { slow: true });
  return { rows, total };
}

// With few matches they are sorted; with many, the first ones are soon found in the order of the list.
async function slowPage(
  store: Store,
  user: number,
  { plan }: ListRequest,
  { total: count, page, few = page }: ListQueries,
): Promise<Page> {
  const [counts] = await store.read(user, [count], { slow: true });
  const total = counts?.[0]?.total as number;
  if (plan.limit === 0 || plan.offset >= total) return { rows: [], total };
  const [rows = []] = await store.read(user, [total <= limits.fewMatches ? few : page], { slow: true });
  return { rows, total };
}

// Skipping many rows is slow, so it is done on the slow reader and from the nearer end.
async function deepPage(store: Store, user: number, { plan }: ListRequest, page: Query, count: Query): Promise<Page> {
  const [counts] = await store.read(user, [count]);
  const total = counts?.[0]?.total as number;
  if (plan.offset >= total) return { rows: [], total };
  const fromEnd = plan.offset > total / 2;
  const query = fromEnd ? pageFromEnd(store.dialect, user, plan, total) : page;
  const [rows = []] = await store.read(user, [query], { slow: true });
  if (!fromEnd) return { rows, total };
  // The page ended early because of its size: it must start at its first row, so it is read forwards.
  if (rows.length < Math.min(plan.limit, total - plan.offset))
    return { rows: (await store.read(user, [page], { slow: true }))[0] ?? [], total };
  return { rows: rows.toReversed(), total };
}

/** The rows of a page as they are served. */
export async function textsOf(
  store: Store,
  user: number,
  resource: Resource,
  rows: Row[],
  fields: string[] | undefined,
): Promise<ServedText[]> {
  const texts: ServedText[] = [];
  for (const row of rows) {
    const large = isBrief(row) ? await readContent(store, user, row.body as number) : null;
    if (large === undefined) continue; // erased in the meantime
    if (fields) texts.push(pickRow(resource, row, large, fields));
    else if (large) texts.push(withContent(row.doc as string, large));
    else texts.push(row.content === undefined ? (row.doc as string) : readText(resource, row));
  }
  return texts;
}

function pickRow(resource: Resource, row: Row, large: Buffer | null, fields: string[]): ServedText {
  const record = JSON.parse(row.doc as string) as AnyRecord;
  return pick(resource, record, large ?? (row.content as string | null | undefined), fields);
}
