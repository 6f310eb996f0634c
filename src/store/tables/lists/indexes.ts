// Which lists are read by an index alone: it has the records of the list in its order, and no others. Such a list takes
// as long as its page, however many records there are. The indexes are those of the declaration.
import type { ListIndex } from '../../../resources/resource.ts';
import type { Query } from '../../port.ts';
import { totalFromCounters } from '../counters.ts';
import { type Condition, isSearch, type ListPlan } from '../list-plan.ts';

/** What is read for a list and its total: the page, entries of an index in a range of time, or any number of records. */
export type Effort = 'page' | 'range' | 'records';

export function effortOf(plan: ListPlan): Effort {
  if (!isServedByIndex(plan)) return 'records';
  return plan.conditions.some(isOfTime) || totalFromCounters(plan) === null ? 'range' : 'page';
}

export function isServedByIndex(plan: ListPlan): boolean {
  const indexes = plan.resource.list.indexes ?? [];
  const halves = plan.trash === 'with' ? [false, true] : [plan.trash === 'only'];
  return !isSearch(plan) && halves.every((trashed) => indexes.some((index) => serves(index, plan, trashed)));
}

function serves(index: ListIndex, plan: ListPlan, trashed: boolean): boolean {
  if (index.sort !== plan.sort || (index.trashed ?? false) !== trashed) return false;
  const needed = [...(index.equals ?? []), ...Object.keys(index.only ?? {})];
  const others = plan.conditions.filter((condition) => !(isOfTime(condition) && condition.column === plan.sort));
  return (
    others.length === needed.length &&
    others.every((condition) => isExact(index, plan, condition)) &&
    needed.every((column) => others.some((condition) => 'column' in condition && condition.column === column))
  );
}

function isExact({ equals = [], only = {} }: ListIndex, { resource }: ListPlan, condition: Condition): boolean {
  if (condition.type === 'present') return condition.value && only[condition.column] === 'present';
  if (condition.type !== 'equals') return false;
  const { column, value } = condition;
  return only[column] === value || (equals.includes(column) && resource.list.usual?.[column] !== value);
}

type TimeCondition = Extract<Condition, { type: 'from' | 'before' | 'starts' }>;

function isOfTime(condition: Condition): condition is TimeCondition {
  return ['from', 'before', 'starts'].includes(condition.type);
}

/** The query for the number of all records of the user, as `total`. */
export function recordsQuery({ resource: { table } }: ListPlan): Query {
  return { sql: `select coalesce(sum(n), 0) as total from ${table}_tally where user_id = ?1`, params: [] };
}

/** The query for the bytes of all records of the user, as `total`. The texts themselves are not read for it. */
export function bytesQuery({ resource: { table } }: ListPlan): Query {
  return { sql: `select coalesce(sum(octet_length(doc)), 0) as total from ${table} where user_id = ?1`, params: [] };
}
