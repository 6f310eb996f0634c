// The query for a page of selected records: their keys in the order of the list, then their texts.
import { asideOf, type Resource } from '../../../resources/resource.ts';
import type { Dialect, Query, Value } from '../../port.ts';
import { bind, isKeyCondition, isSearch, type ListPlan } from '../list-plan.ts';
import { briefTextOf } from '../records.ts';
import { isServedByIndex } from './indexes.ts';

/** Records `r` of the user. */
export interface Selected {
  params: Value[];
  /** Of queries with these parameters. */
  index: Pick<Query, 'index'>;
  /** The records, and the condition that they meet. */
  from: string;
  where: string;
}

/** A slice of the selected records, from the beginning or from the end. */
interface Slice {
  max: number;
  skipped: number;
  backwards?: boolean;
  /** Common table expressions, including `found`, whose total is in every row. */
  found?: string;
  /** Whether the records are found by their conditions and then sorted, and not in the order of the list. */
  isSorted?: boolean;
}

export function pageQuery(
  dialect: Dialect,
  plan: ListPlan,
  { from, where, params: fixedParams, index }: Selected,
  { max, skipped, backwards = false, found, isSorted = false }: Slice,
): Query {
  const { columns, join } = textFor(plan);
  const params = [...fixedParams];
  const page = `limit ${bind(params, max)} offset ${bind(params, skipped)}`;
  const parts = partsOf(dialect, plan);
  const sorted = isSorted ? dialect.unindexed(`r.${plan.sort}`) : `r.${plan.sort}`;
  const size = { bounded: hasContent(plan) ? ['doc', 'content'] : ['doc'] };
  if (parts.length === 1 && plan.offset === 0 && !isSearch(plan)) {
    const order = orderBy(plan, sorted, 'r.id', backwards);
    return { sql: `select ${columns} from ${from} ${join} where ${where} ${order} ${page}`, params, ...size };
  }
  // The rows are selected by their keys first, so that skipped rows are not read. The outer order uses the columns of
  // the inner select, otherwise SQLite would scan all records in that order.
  const keysOf = ({ condition, isOneKind }: Part) =>
    `select r.key as chosen, r.${plan.sort} as sorted, r.id as tied from ${from} where ${where}${condition}
      ${orderBy(plan, sorted, 'r.id', backwards, isOneKind)}`;
  const selects = parts.map(keysOf);
  const keys =
    selects.length === 1
      ? selects[0]
      : `${firstOf(selects, bind(params, max + skipped))} ${orderBy(plan, 'sorted', 'tied', backwards)}`;
  const sql = `${found ? `with ${found} select found.total, ` : 'select '}${columns}
    from ${found ? `found left join (${keys} ${page}) c on true` : `(${keys} ${page}) c`} left join ${plan.resource.table} r on r.user_id = ?1 and r.key = c.chosen
    ${join} ${orderBy(plan, 'c.sorted', 'c.tied', backwards)}`;
  return { sql, params, ...size, ...index };
}

/** The first rows of each select, together. */
export function firstOf(selects: string[], max: string): string {
  return selects.map((select, index) => `select * from (${select} limit ${max}) part${index}`).join(' union all ');
}

/** Records that an index has in the order of the list. */
interface Part {
  condition: string;
  /** Whether it has only records without a value to sort by, or none of them. */
  isOneKind: boolean;
}

/** The parts of a list that indexes may have in its order, but not together. */
function partsOf(dialect: Dialect, plan: ListPlan): Part[] {
  const { resource, sort, order, trash } = plan;
  const halves = halvesOf(plan);
  const isServed = isServedByIndex(trash === 'with' ? { ...plan, trash: 'without' } : plan);
  // Read in the other order, an index with nulls last has them first.
  const isOneKind = isServed && !dialect.movesNulls && hasNulls(plan) && order !== resource.list.order;
  const kinds = isOneKind ? [` and r.${sort} is not null`, ` and r.${sort} is null`] : [''];
  return halves.flatMap((half) => kinds.map((kind) => ({ condition: half + kind, isOneKind })));
}

/** The conditions for what is outside the trash and for what is in it, which no index has together; or none. */
export function halvesOf(plan: ListPlan): string[] {
  const isWhole = plan.trash !== 'with' || isSearch(plan) || plan.conditions.some(isKeyCondition);
  return isWhole ? [''] : [' and r.deleted_at is null', ' and r.deleted_at is not null'];
}

// Nulls last in both directions, and ties by id in the same direction.
function orderBy(plan: ListPlan, sort: string, id: string, backwards: boolean, isOneKind = false): string {
  const direction = (plan.order === 'asc') === backwards ? 'desc' : 'asc';
  const nulls = hasNulls(plan) ? ` nulls ${backwards === isOneKind ? 'last' : 'first'}` : '';
  return `order by ${sort} ${direction}${nulls}, ${id} ${direction}`;
}

function hasNulls({ resource, sort }: ListPlan): boolean {
  return resource.fields[sort]?.nullable === true && !(sort in resource.columnSources);
}

/** The columns and joins for a record `r`; `body` is the location of a huge content, which is left out. */
function textFor(plan: ListPlan): { columns: string; join: string } {
  if (!hasContent(plan)) return { columns: 'r.doc', join: '' };
  const { columns, join } = briefTextOf(plan.resource);
  return { columns: `${columns}, r.body`, join };
}

function hasContent({ whole, resource }: { whole: boolean; resource: Resource }): boolean {
  return whole && asideOf(resource).length > 0;
}
