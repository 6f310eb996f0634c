// The filters of a list, and its range in time, as conditions of its plan.
import type { Resource } from '../resources/resource.ts';
import type { Condition } from '../store/tables/list-plan.ts';
import type { ClosedRange } from '../store/tables/overlap.ts';
import { columnValue } from '../store/tables/record-columns.ts';
import type { Range } from '../values/days.ts';
import { clean, indexKey } from '../values/text.ts';

type FilterValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export function filterConditions(resource: Resource, values: FilterValues): Condition[] {
  return Object.entries(resource.list.filters).flatMap(([name, { type, column, read }]): Condition[] => {
    const value = values[name];
    if (value === undefined) return [];
    if (type === 'present') return [{ type, column, value: value as boolean }];
    if (type === 'contains') return [{ type, column, value: value as string }];
    if (type === 'tagged') return [value].flat().map((tag) => ({ type, value: clean((tag as string).trim()) }));
    if (type === 'flag') return [{ type: 'equals', column, value: columnValue('flag', value) }];
    const text = read?.(value as string) ?? (value as string);
    return [{ type, column, value: indexKey(column === 'account_id' ? text.toLowerCase() : text) }];
  });
}

/** `isDays`: what takes place on the days of the range, not only what starts then. */
export function rangeConditions(resource: Resource, range: Range, isDays = false): Condition[] {
  const { range: column, onDates: flag } = resource.list;
  const { from, before, local } = range;
  if (!column) return [];
  if (flag && isDays) return [{ type: 'takesPlace', range: range as ClosedRange }];
  const isSame = local.from === from && local.before === before;
  if (flag && !isSame) return [{ type: 'starts', column, flag, range }];
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push({ type: 'from', column, value: from });
  if (before !== undefined) conditions.push({ type: 'before', column, value: before });
  return conditions;
}
