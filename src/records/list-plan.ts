// Turns the options of a list into the plan that the store executes.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { asideOf, type Resource } from '../resources/resource.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import { type Range, rangeOfDate, rangeOfMoments } from '../values/days.ts';
import { parseTime } from '../values/time.ts';
import { filterConditions, rangeConditions } from './list-conditions.ts';
import { planQuery, type QueryPlan } from './query/plan.ts';
import { type InvalidOperator, readQuery } from './query/query.ts';
import { countWords, searchTerms } from './search.ts';

/** The options of every list, and the filters of the resource by their names. */
export interface ListOptions {
  limit?: number;
  offset?: number;
  sort?: string;
  order?: 'asc' | 'desc';
  search?: string;
  /** A search with operators. */
  q?: string;
  /** The time zone of days in `q`, unless `tz` is given. */
  query_timezone?: string;
  include_deleted?: boolean;
  only_deleted?: boolean;
  fields?: string[];
  /** false: without the fields that are stored beside the record. */
  body?: boolean;
  format?: 'json' | 'compact';
  from?: string;
  to?: string;
  tz?: string;
  /** Days, by name or date; takes precedence over `from` and `to`. */
  date?: string;
  /** Series as their occurrences. */
  expand?: boolean;
  [filter: string]: string | number | boolean | string[] | undefined;
}

export interface ListRequest {
  plan: ListPlan;
  /** The range in time, for expanding series. */
  range: Range;
  /** Whether the search cannot match anything, such as one of punctuation only. */
  nothing: boolean;
  timezone: string;
  /** Operators of `q` that were searched as text. */
  invalid: InvalidOperator[];
}

export function planList(resource: Resource, options: ListOptions, serviceZone: string, now: number): ListRequest {
  checkFields(resource, options);
  const timezone = options.tz ?? serviceZone;
  const range = rangeOf(options, timezone, now);
  const search = options.search?.trim() ?? '';
  const terms = search === '' ? [] : searchTerms(search);
  if (terms) checkWords(countWords(terms));
  const trash = options.only_deleted ? 'only' : options.include_deleted ? 'with' : 'without';
  const asked = askedFor(resource, options, serviceZone, now, trash);
  // What an expanded list selects in time, its occurrences decide.
  const times = options.expand ? [] : rangeConditions(resource, range, options.date !== undefined);
  const plan: ListPlan = {
    resource,
    conditions: [...filterConditions(resource, options), ...times, ...(asked.plan?.conditions ?? [])],
    search: terms ?? [],
    query: asked.plan?.query ?? null,
    trash,
    sort: options.sort ?? (resource.list.sorts[0] as string),
    order: options.order ?? resource.list.order,
    limit: Math.min(options.limit ?? limits.pageDefault, limits.pageMax),
    offset: options.offset ?? 0,
    whole: wantsAside(resource, options),
  };
  return { plan, range, nothing: terms === null || asked.plan === undefined, timezone, invalid: asked.invalid };
}

/** What `q` adds to the plan; without a plan nothing can match. */
function askedFor(
  resource: Resource,
  { q = '', tz, query_timezone }: ListOptions,
  serviceZone: string,
  now: number,
  trash: ListPlan['trash'],
): { plan: QueryPlan | undefined; invalid: InvalidOperator[] } {
  if (q.trim() === '') return { plan: { query: null, conditions: [] }, invalid: [] };
  const { node, invalid } = readQuery(q, tz ?? query_timezone ?? serviceZone, now);
  return { plan: node ? planQuery(resource, node, trash) : undefined, invalid };
}

// Ignoring some of the words would return more than was requested.
function checkWords(count: number): void {
  if (count <= limits.searchWords) return;
  const message = `search must have at most ${limits.searchWords} words; this one has ${count}.`;
  throw faulty('INVALID_QUERY', [{ field: 'search', constraint: 'maxWords', message }]);
}

function checkFields(resource: Resource, { body, fields = [] }: ListOptions): void {
  const field = body === false ? asideOf(resource).find((name) => fields.includes(name)) : undefined;
  if (field === undefined) return;
  const message = `fields names ${field}, which body=false leaves out; use one of them.`;
  throw faulty('INVALID_QUERY', [{ field: 'body', constraint: 'exclusive', message }]);
}

// Bodies are not read if no field of them is returned.
function wantsAside(resource: Resource, options: ListOptions): boolean {
  if (options.format === 'compact' || options.body === false) return false;
  return options.fields === undefined || asideOf(resource).some((field) => options.fields?.includes(field));
}

/** The range of `date`, or of `from` and `to`. */
export function rangeOf(options: Pick<ListOptions, 'date' | 'from' | 'to'>, timezone: string, now: number): Range {
  if (options.date !== undefined) {
    const range = rangeOfDate(options.date, timezone, now);
    if (!range) {
      const message = 'date must be today, tomorrow, this_week, this_month or an existing date such as 2026-02-17.';
      throw faulty('INVALID_QUERY', [{ field: 'date', constraint: 'day', message }]);
    }
    return range;
  }
  for (const name of ['from', 'to'] as const) {
    const moment = options[name];
    if (moment !== undefined && parseTime(moment, timezone) === undefined) {
      const message = `${name} is out of range in the time zone ${timezone}.`;
      throw faulty('INVALID_QUERY', [{ field: name, constraint: 'moment', message }]);
    }
  }
  const range = rangeOfMoments(options.from, options.to, timezone);
  if (range.from !== undefined && range.before !== undefined && range.from >= range.before) {
    const message = `from (${options.from}) must not be after to (${options.to}); were they exchanged?`;
    throw faulty('INVALID_QUERY', [{ field: 'from', constraint: 'range', message }]);
  }
  return range;
}
