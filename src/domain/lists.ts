// The list behaviour: a page of records as stored text, and its total. Nothing is parsed unless a part of the
// fields, a compact line or an expanded series is asked for.
import { limits } from '../limits.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { type ListQueries, listQueries, pageFromEnd } from '../store/list.ts';
import { readText } from '../store/rows.ts';
import type { Query, Row, Store } from '../store/store.ts';
import { compactList } from './compact.ts';
import { expandedPage, type Page } from './expansion.ts';
import type { Given } from './list-parameters.ts';
import { type Asked, planList } from './queries.ts';

export async function list(
  store: Store,
  user: number,
  resource: Resource,
  given: Given,
  serviceZone: string,
): Promise<string> {
  const now = Date.now();
  const asked = planList(resource, given, serviceZone, now);
  const { limit, offset } = asked.plan;
  const { texts, total } = await pageOf(store, user, asked, Boolean(given.expand), serviceZone);
  const meta = { total, limit, offset, has_more: offset + texts.length < total };
  if (given.format === 'compact') {
    const records = texts.map((text) => JSON.parse(text) as AnyRecord);
    return JSON.stringify(compactList(resource, records, meta, given, asked.timezone, now));
  }
  const shown = given.fields ? texts.map((text) => pick(text, given.fields as string[])) : texts;
  return `{"data":[${shown.join(',')}],"meta":${JSON.stringify(meta)}}`;
}

async function pageOf(store: Store, user: number, asked: Asked, expand: boolean, serviceZone: string): Promise<Page> {
  if (asked.nothing) return { texts: [], total: 0 };
  if (expand) return expandedPage(store, user, asked, serviceZone);
  const { resource, search, limit, offset } = asked.plan;
  const queries = listQueries(store, user, asked.plan);
  const { page, total } = queries;
  const slow = search.length > 0;
  if (queries.once && limit > 0) return pageAtOnce(store, user, asked, queries);
  if (limit > 0 && !slow && offset >= limits.deepOffset) return deepPage(store, user, asked, page, total);
  const [counts, rows = []] = await store.read(user, limit === 0 ? [total] : [total, page], { slow });
  return { texts: textsOf(resource, rows), total: counts?.[0]?.total as number };
}

// The first answer has the total, but some rows of the page may lie further back than it has looked.
async function pageAtOnce(store: Store, user: number, { plan }: Asked, queries: ListQueries): Promise<Page> {
  const { once, few, page } = queries;
  const [both = []] = await store.read(user, [once as Query], { slow: true });
  const total = both[0]?.total as number;
  const found = both.filter(({ doc }) => doc !== null);
  const whole = found.length >= Math.min(plan.limit, total - plan.offset);
  if (whole) return { texts: textsOf(plan.resource, found), total };
  const [rows = []] = await store.read(user, [total <= limits.fewMatches ? (few as Query) : page], { slow: true });
  return { texts: textsOf(plan.resource, rows), total };
}

// Skipping many rows takes a while, so it is done where nobody waits for it, and from the nearer end.
async function deepPage(store: Store, user: number, { plan }: Asked, page: Query, count: Query): Promise<Page> {
  const [counts] = await store.read(user, [count]);
  const total = counts?.[0]?.total as number;
  if (plan.offset >= total) return { texts: [], total };
  const fromEnd = plan.offset > total / 2;
  const query = fromEnd ? pageFromEnd(store, user, plan, total) : page;
  const [rows = []] = await store.read(user, [query], { slow: true });
  if (!fromEnd) return { texts: textsOf(plan.resource, rows), total };
  // Ended early because it is large: then its beginning is what must be shown.
  if (rows.length < Math.min(plan.limit, total - plan.offset))
    return { texts: textsOf(plan.resource, (await store.read(user, [page], { slow: true }))[0] ?? []), total };
  return { texts: textsOf(plan.resource, rows.toReversed()), total };
}

function textsOf(resource: Resource, rows: Row[]): string[] {
  return rows.map((row) => (row.content === undefined ? (row.doc as string) : readText(resource, row)));
}

function pick(text: string, fields: string[]): string {
  const record = JSON.parse(text) as AnyRecord;
  const picked: Record<string, unknown> = { id: record.id };
  for (const field of fields) picked[field] = record[field];
  return JSON.stringify(picked);
}
