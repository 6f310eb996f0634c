// From the parameters of a list to the plan that the store carries out.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { asideOf, type Resource } from '../resources/resource.ts';
import type { Condition, ListPlan } from '../store/list.ts';
import { columnValue } from '../store/rows.ts';
import { clean, indexKey } from '../values/text.ts';
import { parseTime } from '../values/time.ts';
import type { Given } from './list-parameters.ts';
import { countWords, searchTerms } from './search.ts';
import { type Range, rangeOfDate, rangeOfMoments } from './time.ts';

export interface Asked {
  plan: ListPlan;
  /** The range in time, for expanding series. */
  range: Range;
  /** A search that can find nothing, such as one of punctuation only. */
  nothing: boolean;
  timezone: string;
}

export function planList(resource: Resource, given: Given, serviceZone: string, now: number): Asked {
  const timezone = (given.tz as string | undefined) ?? serviceZone;
  const range = rangeOf(given, timezone, now);
  const search = (given.search as string | undefined)?.trim() ?? '';
  const terms = search === '' ? [] : searchTerms(search);
  if (terms) checkWords(countWords(terms));
  const plan: ListPlan = {
    resource,
    conditions: [...filterConditions(resource, given), ...rangeConditions(resource, range)],
    search: terms ?? [],
    trash: given.only_deleted ? 'only' : given.include_deleted ? 'with' : 'without',
    sort: (given.sort as string | undefined) ?? (resource.list.sorts[0] as string),
    order: (given.order as 'asc' | 'desc' | undefined) ?? resource.list.order,
    limit: Math.min((given.limit as number | undefined) ?? limits.pageDefault, limits.pageMax),
    offset: (given.offset as number | undefined) ?? 0,
    whole: wantsAside(resource, given),
  };
  return { plan, range, nothing: terms === null, timezone };
}

// To leave some of the words out would find more than was asked for.
function checkWords(count: number): void {
  if (count <= limits.searchWords) return;
  const message = `search must have at most ${limits.searchWords} words; this one has ${count}.`;
  throw faulty('INVALID_QUERY', [{ field: 'search', constraint: 'maxWords', message }]);
}

// Bodies are left where they are when nothing of them is shown.
function wantsAside(resource: Resource, given: Given): boolean {
  if (given.format === 'compact') return false;
  return given.fields === undefined || asideOf(resource).some((field) => (given.fields as string[]).includes(field));
}

function filterConditions(resource: Resource, given: Given): Condition[] {
  return Object.entries(resource.list.filters).flatMap(([name, { kind, column, read }]): Condition[] => {
    const value = given[name];
    if (value === undefined) return [];
    if (kind === 'present') return [{ kind, column, value: value as boolean }];
    if (kind === 'contains') return [{ kind, column, value: value as string }];
    if (kind === 'tagged') return [value].flat().map((tag) => ({ kind, value: clean(tag as string) }));
    if (kind === 'flag') return [{ kind: 'equals', column, value: columnValue('flag', value) }];
    const text = read?.(value as string) ?? (value as string);
    return [{ kind, column, value: indexKey(column === 'account_id' ? text.toLowerCase() : text) }];
  });
}

function rangeOf(given: Given, timezone: string, now: number): Range {
  if (given.date !== undefined) {
    const range = rangeOfDate(given.date as string, timezone, now);
    if (!range) {
      const message = 'date must be today, tomorrow, this_week, this_month or an existing date such as 2026-02-17.';
      throw faulty('INVALID_QUERY', [{ field: 'date', constraint: 'day', message }]);
    }
    return range;
  }
  for (const name of ['from', 'to'] as const) {
    const moment = given[name] as string | undefined;
    if (moment !== undefined && parseTime(moment, timezone) === undefined) {
      const message = `${name} is out of range in the time zone ${timezone}.`;
      throw faulty('INVALID_QUERY', [{ field: name, constraint: 'moment', message }]);
    }
  }
  const range = rangeOfMoments(given.from as string | undefined, given.to as string | undefined, timezone);
  if (range.from !== undefined && range.before !== undefined && range.from >= range.before) {
    const message = `from (${given.from}) must not be after to (${given.to}); were they exchanged?`;
    throw faulty('INVALID_QUERY', [{ field: 'from', constraint: 'range', message }]);
  }
  return range;
}

function rangeConditions(resource: Resource, { from, before }: Range): Condition[] {
  const column = resource.list.range;
  if (!column) return [];
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push({ kind: 'from', column, value: from });
  if (before !== undefined) conditions.push({ kind: 'before', column, value: before });
  return conditions;
}
