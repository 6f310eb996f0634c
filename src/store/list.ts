// A list as SQL: the page and its total, from a plan that names columns of the declaration and values, never text
// that a client wrote.
import type { Resource } from '../resources/resource.ts';
import { foldedText } from '../values/text.ts';
import { textOf } from './rows.ts';
import type { Lists, Matching, Query, SearchTerm, Store, Value } from './store.ts';
import { tallied } from './tallies.ts';

export type Condition =
  | { kind: 'equals'; column: string; value: Value }
  | { kind: 'contains'; column: string; value: string }
  | { kind: 'present'; column: string; value: boolean }
  | { kind: 'tagged'; value: string }
  | { kind: 'from' | 'before'; column: string; value: number };

export interface ListPlan {
  resource: Resource;
  conditions: Condition[];
  search: SearchTerm[];
  trash: 'without' | 'with' | 'only';
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** Whether what is kept aside is wanted too. */
  whole: boolean;
}

export interface ListQueries {
  total: Query;
  page: Query;
  /** Page and total at once, where the engine can: each row has the `total`. Rows further back may be missing. */
  once?: Query;
  /** Then the page, if there are few matches in all: it is less to sort them than to look for the newest first. */
  few?: Query;
}

/** A part of the selected records, in their order or from the end. */
interface Slice {
  most: number;
  skipped: number;
  backwards?: boolean;
  /** Common tables, with one `found` whose total goes with every row. */
  found?: string;
}

export function listQueries(store: Pick<Store, 'matching'>, user: number, plan: ListPlan): ListQueries {
  const { params, where, total, quick } = selectionOf(store, user, plan);
  const slice = { most: plan.limit, skipped: plan.offset };
  const few = pageQuery(plan, where, params, slice);
  if (!quick) return { total, page: few };
  const page = pageQuery(plan, quick.newest, quick.params, slice);
  if (!quick.once) return { total, page };
  const { found, newest } = quick.once;
  return { total, page, few, once: pageQuery(plan, newest, quick.params, { ...slice, found }) };
}

/** The query for a page in the second half of a list, read from the end: its rows come in reverse. */
export function pageFromEnd(store: Pick<Store, 'matching'>, user: number, plan: ListPlan, total: number): Query {
  const { params, where } = selectionOf(store, user, plan);
  const left = Math.max(0, total - plan.offset); // those on the page and after it
  const limit = Math.min(plan.limit, left);
  return pageQuery(plan, where, params, { most: limit, skipped: left - limit, backwards: true });
}

function pageQuery(
  plan: ListPlan,
  where: string,
  given: readonly Value[],
  { most, skipped, backwards = false, found }: Slice,
): Query {
  const { columns, from } = plan.whole ? textOf(plan.resource) : { columns: 'r.doc', from: `${plan.resource.path} r` };
  const params = [...given];
  const page = `limit ${bind(params, most)} offset ${bind(params, skipped)}`;
  // Nulls last in both directions, and ties by id in the same direction.
  const direction = (plan.order === 'asc') === backwards ? 'desc' : 'asc';
  const orderBy = (sort: string, id: string) =>
    `order by ${sort} ${direction} nulls ${backwards ? 'first' : 'last'}, ${id} ${direction}`;
  const order = orderBy(`r.${plan.sort}`, 'r.id');
  const bounded = plan.whole ? ['doc', 'content'] : ['doc'];
  if (plan.offset === 0 && plan.search.length === 0)
    return { sql: `select ${columns} from ${from} where ${where} ${order} ${page}`, params, bounded };
  // The rows are chosen by their keys first: what is skipped or sorted out is not read. The order of what was chosen is
  // that of the choice's own columns, or SQLite would walk all records in that order to find these.
  const keys = `select r.key as chosen, r.${plan.sort} as sorted, r.id as tied from ${plan.resource.path} r where ${where} ${order} ${page}`;
  const [record, ...joins] = from.split(' left join ');
  const sql = `${found ? `with ${found} select found.total, ` : 'select '}${columns}
    from ${found ? `found left join (${keys}) c on true` : `(${keys}) c`} left join ${record} on r.user_id = ?1 and r.key = c.chosen
    ${joins.map((join) => `left join ${join}`).join(' ')} ${orderBy('c.sorted', 'c.tied')}`;
  return { sql, params, bounded };
}

interface Selection {
  params: Value[];
  /** Which records, as a condition. */
  where: string;
  /** How many. */
  total: Query;
  /** For a search in the order of its index: the condition for the newest only, and for those counted as they are found. */
  quick?: { params: Value[]; newest: string; once: ReturnType<NonNullable<Matching['once']>> | undefined };
}

function selectionOf(store: Pick<Store, 'matching'>, user: number, plan: ListPlan): Selection {
  const { resource, conditions, search, trash } = plan;
  const params: Value[] = [];
  const matching = search.length > 0 ? store.matching(resource.path, user, { terms: search, trash }, 2) : null;
  if (matching) params.push(matching.value);
  const parts = [matching?.sql ?? 'r.user_id = ?1'];
  if (trash === 'without') parts.push('r.deleted_at is null');
  if (trash === 'only') parts.push('r.deleted_at is not null');
  for (const condition of conditions) parts.push(conditionOf(resource, condition, params));
  const where = parts.join(' and ');
  const counted: Query = {
    sql: `select count(*) as total from ${resource.path} r where ${where}`,
    params: [...params],
  };
  const alone = matching && conditions.length === 0;
  const total = alone && matching.total ? { sql: matching.total, params: [...params] } : (tallied(plan) ?? counted);
  if (!alone || !matching.newest || !isDefaultOrder(plan)) return { params, where, total };
  const most = params.length + 2;
  const quick = {
    params: [...params, plan.offset + plan.limit],
    newest: matching.newest(most),
    once: matching.once?.(most),
  };
  return { params, where, total, quick };
}

function isDefaultOrder({ resource, sort, order }: ListPlan): boolean {
  return sort === resource.list.sorts[0] && order === resource.list.order;
}

function conditionOf(resource: Resource, condition: Condition, params: Value[]): string {
  switch (condition.kind) {
    case 'equals':
      return `r.${condition.column} = ${bind(params, condition.value)}`;
    case 'contains': {
      const part = foldedText(condition.value).replace(/[\\%_]/g, '\\$&');
      return `r.${condition.column} like ${bind(params, `%${part}%`)} escape '\\'`;
    }
    case 'present':
      return `r.${condition.column} is ${condition.value ? 'not null' : 'null'}`;
    case 'tagged':
      return `exists (select 1 from ${resource.path}_tags t where t.user_id = ?1 and t.tag = ${bind(params, condition.value)} and t.id = r.id)`;
    case 'from':
      return `r.${condition.column} >= ${bind(params, condition.value)}`;
    case 'before':
      return `r.${condition.column} < ${bind(params, condition.value)}`;
  }
}

// The number of the parameter that the value gets; ?1 is the user.
function bind(params: Value[], value: Value): string {
  params.push(value);
  return `?${params.length + 1}`;
}

/** The single events of a plan, without their documents: what is needed to order them and to know their size. */
export function singleEvents(store: Pick<Store, 'matching'>, user: number, plan: ListPlan, most: number): Query {
  const conditions: Condition[] = [...plan.conditions, { kind: 'equals', column: 'recurrence', value: 0 }];
  const { params, where } = selectionOf(store, user, { ...plan, conditions });
  const columns = `r.key, r.id, r.start_at, r.${plan.sort} as sorted, octet_length(r.doc) as bytes`;
  return { sql: `select ${columns} from ${plan.resource.path} r where ${where} limit ${bind(params, most)}`, params };
}

/** What the occurrences of a series follow from. */
export const seriesMembers = ['start_at', 'end_at', 'timezone', 'recurrence'];

/**
 * The series of a plan, whenever they begin, without their documents: a batch of them in the order of their ids, after
 * the given one.
 */
export function seriesAfter(
  store: Pick<Store, 'matching' | 'members'>,
  user: number,
  plan: ListPlan,
  after: string,
  most: number,
): Query {
  const { range } = plan.resource.list;
  const others = plan.conditions.filter((condition) => !('column' in condition) || condition.column !== range);
  const conditions: Condition[] = [...others, { kind: 'equals', column: 'recurrence', value: 1 }];
  const { params, where } = selectionOf(store, user, { ...plan, conditions });
  const columns = `r.key, r.id, r.${plan.sort} as sorted, octet_length(r.doc) as bytes`;
  const sql = `select ${columns}, ${store.members('r.doc', seriesMembers)} as members from ${plan.resource.path} r
    where ${where} and r.id > ${bind(params, after)} order by r.id limit ${bind(params, most)}`;
  return { sql, params };
}

/** The query for the documents of these rows. */
export function documentsOf(lists: Lists, { path }: Resource, keys: readonly number[]): Query {
  const sql = `select r.key, r.doc from ${path} r where r.user_id = ?1 and r.key ${lists.in(2)}`;
  return { sql, params: [lists.of(keys)] };
}
