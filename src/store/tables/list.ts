// A list as SQL: the page and its total, from a plan with columns of the declaration and values, never text from a
// client.
import { limits } from '../../limits.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Dialect, Matching, Query, Value } from '../port.ts';
import { totalFromCounters } from './counters.ts';
import { bind, conditionOf, isSearch, type ListPlan, searchOf, sourceOf, tagsFirst } from './list-plan.ts';
import { isServedByIndex } from './lists/indexes.ts';
import { firstOf, halvesOf, pageQuery, type Selected } from './lists/page.ts';

export interface ListQueries {
  total: Query;
  page: Query;
  /** Page and total in one query, if the engine can: each row has the `total`. Rows further back may be missing. */
  once?: Query;
  /** The page if there are few matches in total: sorting them is cheaper than looking for the first ones in order. */
  few?: Query;
}

export function listQueries(dialect: Dialect, user: number, plan: ListPlan): ListQueries {
  const { total, quick, ...selection } = selectionOf(dialect, user, plan);
  const slice = { max: plan.limit, skipped: plan.offset };
  const few = pageQuery(dialect, plan, selection, slice);
  const sorted = sortedPage(dialect, user, plan);
  if (!quick) return { total, page: few, ...(sorted && { few: sorted }) };
  const quickly = (where: string) => ({ ...selection, where, params: quick.params });
  const page = pageQuery(dialect, plan, quickly(quick.newest), slice);
  if (!quick.once) return { total, page };
  const { found, newest } = quick.once;
  return { total, page, few, once: pageQuery(dialect, plan, quickly(newest), { ...slice, found }) };
}

// What no index has in the order of the list is looked for in that order, or found by its tags or by an index in the
// usual order, and then sorted.
function sortedPage(dialect: Dialect, user: number, plan: ListPlan): Query | undefined {
  const isTagged = plan.conditions.some(({ type }) => type === 'tagged');
  const usual = plan.resource.list.sorts[0] as string;
  if (isSearch(plan) || isServedByIndex(plan) || (!isTagged && plan.sort === usual)) return undefined;
  const selection = selectionOf(dialect, user, isTagged ? tagsFirst(plan) : plan);
  const { from, where } = selection;
  const slice = { max: plan.limit, skipped: plan.offset, isSorted: true };
  if (isTagged) return pageQuery(dialect, plan, selection, slice);
  const params = [...selection.params];
  const selects = halvesOf(plan).map((half) => `select r.key from ${from} where ${where}${half} order by r.${usual}`);
  const keys = firstOf(selects, bind(params, limits.fewMatches));
  const found = { from: dialect.rowsOf(plan.resource.table, keys), where: 'true', params, index: {} };
  return pageQuery(dialect, { ...plan, trash: 'without' }, found, slice);
}

/** The query for a page in the second half of a list, read from the end: its rows are in reverse order. */
export function pageFromEnd(dialect: Dialect, user: number, plan: ListPlan, total: number): Query {
  const selection = selectionOf(dialect, user, plan);
  const left = Math.max(0, total - plan.offset); // rows on the page and after it
  const limit = Math.min(plan.limit, left);
  return pageQuery(dialect, plan, selection, { max: limit, skipped: left - limit, backwards: true });
}

interface Selection extends Selected {
  /** The count. */
  total: Query;
  /**
   * For a search in index order: the condition for the newest only, and for matches that are counted in the same pass.
   */
  quick?: { params: Value[]; newest: string; once: ReturnType<NonNullable<Matching['once']>> | undefined };
}

/** The records of a plan `r`: their conditions with the parameters, and their number. */
export function selectionOf(dialect: Dialect, user: number, plan: ListPlan): Selection {
  const { resource, conditions, trash } = plan;
  const params: Value[] = [];
  const search = searchOf(plan);
  const matching = search && dialect.matching(resource.table, user, search, 2);
  if (matching) params.push(matching.value);
  const index = matching?.index === undefined ? {} : { index: matching.index };
  const { from, left, isByKeys } = sourceOf(dialect, plan, params);
  const parts = matching ? [matching.sql] : isByKeys ? ['true'] : ['r.user_id = ?1'];
  if (trash === 'without') parts.push('r.deleted_at is null');
  if (trash === 'only') parts.push('r.deleted_at is not null');
  for (const condition of left) parts.push(conditionOf(resource, condition, params, { dialect, user }));
  const where = parts.join(' and ');
  const counted: Query = {
    sql: `select count(*) as total from ${from} where ${where}`,
    params: [...params],
    ...index,
  };
  const alone = matching && conditions.length === 0;
  const total =
    alone && matching.total
      ? { sql: matching.total, params: [...params], ...index }
      : (totalFromCounters(plan) ?? counted);
  if (!alone || !matching.newest || !isDefaultOrder(plan)) return { params, index, from, where, total };
  const max = params.length + 2;
  const quick = {
    params: [...params, plan.offset + plan.limit],
    newest: matching.newest(max),
    once: matching.once?.(max),
  };
  return { params, index, from, where, total, quick };
}

function isDefaultOrder({ resource, sort, order }: ListPlan): boolean {
  return sort === resource.list.sorts[0] && order === resource.list.order;
}

/** What can be read of single events: columns, what they are sorted by, the size of their documents, and of these `status` and `transparency`. */
export type SingleColumn =
  | ('key' | 'id' | 'start_at' | 'all_day' | 'last_at' | 'calendar_name')
  | ('sorted' | 'bytes' | 'members');

/** What is needed to order them and to know their size. */
export const LIST_COLUMNS: readonly SingleColumn[] = ['key', 'id', 'start_at', 'all_day', 'sorted', 'bytes'];

/** Single events of a plan, without their documents. */
export function singleEvents(
  dialect: Dialect,
  user: number,
  plan: ListPlan,
  max: number,
  names: readonly SingleColumn[] = LIST_COLUMNS,
): Query {
  const { params, from, where } = selectionOf(dialect, user, plan);
  const made: { [name: string]: string } = {
    sorted: `r.${plan.sort} as sorted`,
    bytes: 'octet_length(r.doc) as bytes',
    members: `${dialect.members('r.doc', ['status', 'transparency'])} as members`,
  };
  const columns = names.map((name) => made[name] ?? `r.${name}`).join(', ');
  return { sql: `select ${columns} from ${from} where ${where} limit ${bind(params, max)}`, params };
}

/** The queries for what has to be known to put many events in the order of a time zone. */
export function datesAndPlace(dialect: Dialect, user: number, plan: ListPlan, first: { start: number; id: string }) {
  const { params, from, where } = selectionOf(dialect, user, plan);
  const dates = `select distinct r.start_at as date from ${from} where ${where} and r.all_day = 1 order by r.start_at`;
  const counted = [...params];
  const [start, id] = [bind(counted, first.start), bind(counted, first.id)];
  const sign = plan.order === 'asc' ? '<' : '>';
  const before = `(r.start_at ${sign} ${start} or (r.start_at = ${start} and r.id ${sign} ${id}))`;
  return {
    /** Each `date` of the all-day events. */
    dates: { sql: dates, params } satisfies Query,
    /** How many events (`n`) the index has before the first. */
    place: { sql: `select count(*) as n from ${from} where ${where} and ${before}`, params: counted } satisfies Query,
  };
}

/** What is added to the start of all-day events whose date is before the end; the last one has no end. */
export interface Shift {
  end: number;
  shift: number;
}

/** Events of a plan in the order of a time zone, without their documents. */
export function shiftedEvents(
  dialect: Dialect,
  user: number,
  plan: ListPlan,
  shifts: readonly Shift[],
  { max, skipped }: { max: number; skipped: number },
): Query {
  const { params, from, where } = selectionOf(dialect, user, plan);
  const cases = shifts.map(({ end, shift }) => `when r.start_at < ${bind(params, end)} then ${bind(params, shift)}`);
  const start = `r.start_at + case when r.all_day = 0 then 0 ${cases.join(' ')} else 0 end`;
  const sql = `select r.key, octet_length(r.doc) as bytes from ${from} where ${where}
    order by ${start} ${plan.order}, r.id ${plan.order} limit ${bind(params, max)} offset ${bind(params, skipped)}`;
  return { sql, params };
}

/** Series of a plan, without their documents; `seq` says whether what is known of one is still true. */
export function seriesOf(dialect: Dialect, user: number, plan: ListPlan, max: number): Query {
  const { params, from, where } = selectionOf(dialect, user, plan);
  const columns = `r.key, r.seq, r.id, r.${plan.sort} as sorted, octet_length(r.doc) as bytes`;
  return { sql: `select ${columns} from ${from} where ${where} limit ${bind(params, max)}`, params };
}

/** The query for a row if the user has more than so many series. */
export function seriesAfter(count: number): Query {
  const sql = 'select r.seq from events r where r.user_id = ?1 and r.recurrence = 1 order by r.seq limit 1 offset ?2';
  return { sql, params: [count] };
}

/** The query for a row that changes with every change of one of the user's series: each gives it a seq of its own. */
export function seriesVersion(): Query {
  return {
    sql: 'select count(*) as n, max(r.seq) as seq from events r where r.user_id = ?1 and r.recurrence = 1',
    params: [],
  };
}

/**
 * The query for members of the documents of these rows, with their seq and the columns named: the document itself, or of
 * one that is long the members as a JSON array.
 */
export function membersOfRows(
  dialect: Dialect,
  { table }: Resource,
  keys: readonly number[],
  members: readonly string[],
  columns: readonly string[],
): Query {
  const others = columns.map((column) => `, r.${column}`).join('');
  const isLong = `octet_length(r.doc) > ${LONG_DOCUMENT}`;
  const sql = `select r.key, r.seq${others}, case when ${isLong} then null else r.doc end as text,
    case when ${isLong} then ${dialect.members('r.doc', members)} end as members
    from ${dialect.rowsOf(table, dialect.keysIn(2))}`;
  return { sql, params: [dialect.list(keys)] };
}

export const LONG_DOCUMENT = 4000; // bytes: a shorter one is sooner read than taken apart by the engine

/** The query for the title and calendar of the events of these rows. */
export function titlesOf(dialect: Dialect, { table }: Resource, keys: readonly number[]): Query {
  const sql = `select r.key, r.id, r.calendar_name, ${dialect.members('r.doc', ['title', 'calendar_name'])} as members
    from ${dialect.rowsOf(table, dialect.keysIn(2))} order by r.key`;
  return { sql, params: [dialect.list(keys)] };
}

/** The query for the documents of these rows. */
export function documentsOf(dialect: Dialect, { table }: Resource, keys: readonly number[]): Query {
  const sql = `select r.key, r.doc from ${dialect.rowsOf(table, dialect.keysIn(2))}`;
  return { sql, params: [dialect.list(keys)] };
}
