// A list as SQL: the page and its total, from a plan that names columns of the declaration and values, never text
// that a client wrote.
import { limits } from '../limits.ts';
import type { Resource } from '../resources/resource.ts';
import { sortKey } from '../values/text.ts';
import { textOf } from './rows.ts';
import type { Query, SearchTerm, Store, Value } from './store.ts';

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

export function listQueries(
  store: Pick<Store, 'matching'>,
  user: number,
  plan: ListPlan,
): { page: Query; total: Query } {
  const { columns, from } = plan.whole ? textOf(plan.resource) : { columns: 'r.doc', from: `${plan.resource.path} r` };
  const params: Value[] = [];
  const where = conditionsOf(store, user, plan, params);
  const total: Query = {
    sql: `select count(*) as total from ${plan.resource.path} r where ${where}`,
    params: [...params],
  };
  const limit = bind(params, plan.limit);
  const offset = bind(params, plan.offset);
  // Nulls last in both directions, and ties by id in the same direction.
  const order = `r.${plan.sort} ${plan.order} nulls last, r.id ${plan.order}`;
  const page: Query = {
    sql: `select ${columns} from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`,
    params,
    bounded: plan.whole ? ['doc', 'content'] : ['doc'],
  };
  return { page, total };
}

function conditionsOf(store: Pick<Store, 'matching'>, user: number, plan: ListPlan, params: Value[]): string {
  const parts: string[] = [];
  if (plan.search.length > 0) {
    const { sql, value } = store.matching(plan.resource.path, user, plan.search, params.length + 2);
    params.push(value);
    parts.push(sql);
  } else parts.push('r.user_id = ?1');
  if (plan.trash === 'without') parts.push('r.deleted_at is null');
  if (plan.trash === 'only') parts.push('r.deleted_at is not null');
  for (const condition of plan.conditions) parts.push(conditionOf(plan.resource, condition, params));
  return parts.join(' and ');
}

function conditionOf(resource: Resource, condition: Condition, params: Value[]): string {
  switch (condition.kind) {
    case 'equals':
      return `r.${condition.column} = ${bind(params, condition.value)}`;
    case 'contains': {
      const part = sortKey(condition.value, limits.sortKeyChars).replace(/[\\%_]/g, '\\$&');
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

/** The same list of series only, whenever they begin: their occurrences are found by their rules. */
export function seriesOnly(plan: ListPlan): ListPlan {
  const other = plan.conditions.filter(
    (condition) => !('column' in condition) || condition.column !== plan.resource.list.range,
  );
  return { ...plan, conditions: [...other, { kind: 'equals', column: 'recurrence', value: 1 }] };
}
