// The plan of a list: columns of the declaration and values, never text from a client; and its conditions as SQL on a
// record `r`.
import type { Resource } from '../../resources/resource.ts';
import type { Range } from '../../values/days.ts';
import { foldedText } from '../../values/text.ts';
import type { Dialect, Search, SearchNode, SearchTerm, Value } from '../port.ts';
import { type ClosedRange, seriesIn, singleIn, startsIn, takesPlaceIn } from './overlap.ts';

export type Condition =
  | { type: 'equals'; column: string; value: Value }
  | { type: 'contains'; column: string; value: string }
  | { type: 'present'; column: string; value: boolean }
  | { type: 'tagged'; value: string; first?: boolean }
  | { type: 'from' | 'before'; column: string; value: number }
  | { type: 'starts'; column: string; flag: string; range: Range }
  | { type: 'series'; range: ClosedRange }
  | { type: 'text'; search: Search }
  | { type: 'not'; part: RowCondition }
  | { type: 'and' | 'or'; parts: RowCondition[] }
  | KeyCondition;

/** Selects records by their keys. */
type KeyCondition = { type: 'takesPlace' | 'single'; range: ClosedRange } | { type: 'ids'; ids: readonly string[] };
/** Of a record itself. */
export type RowCondition = Exclude<Condition, KeyCondition>;

export interface ListPlan {
  resource: Resource;
  conditions: Condition[];
  search: SearchTerm[];
  /** The text that `q` asks for, besides `search`. */
  query?: SearchNode | null;
  trash: 'without' | 'with' | 'only';
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** Whether the fields in the side table are included. */
  whole: boolean;
}

/** What the index is asked for; null if the plan has no search. */
export function searchOf({ search, query, trash }: ListPlan): Search | null {
  const terms = search.map((term): SearchNode => ({ type: 'term', term, scope: 'main' }));
  const parts = query ? [...terms, query] : terms;
  const [first, ...others] = parts;
  if (!first) return null;
  return { node: others.length === 0 ? first : { type: 'and', parts }, trash };
}

/** Whether a search decides which records there are; such a list is read as a slow query. */
export function isSearch(plan: ListPlan): boolean {
  return plan.search.length > 0 || Boolean(plan.query) || plan.conditions.some(hasText);
}

function hasText(condition: Condition): boolean {
  switch (condition.type) {
    case 'text':
      return true;
    case 'not':
      return hasText(condition.part);
    case 'and':
    case 'or':
      return condition.parts.some(hasText);
    default:
      return false;
  }
}

/** The same plan, whose tags are looked up before the records: a rare one would scan all records. */
export function tagsFirst(plan: ListPlan): ListPlan {
  const conditions = plan.conditions.map((one) => (one.type === 'tagged' ? { ...one, first: true } : one));
  return { ...plan, conditions };
}

/** Whose index a text is looked for in. */
export interface IndexOwner {
  dialect: Dialect;
  user: number;
}

/** The condition as SQL; its values are added to the parameters. */
export function conditionOf(resource: Resource, condition: RowCondition, params: Value[], index?: IndexOwner): string {
  const each = (parts: readonly RowCondition[]) => parts.map((part) => conditionOf(resource, part, params, index));
  switch (condition.type) {
    case 'text':
      return textCondition(resource, condition.search, params, index);
    case 'not':
      // A column that is null has no value that a condition could name, so the opposite of the condition is true.
      return `not coalesce(${conditionOf(resource, condition.part, params, index)}, false)`;
    case 'and':
      return `(${each(condition.parts).join(' and ')})`;
    case 'or':
      return `(${each(condition.parts)
        .map((part) => `(${part})`)
        .join(' or ')})`;
    case 'equals':
      // Flags as they are: engines do not know of a parameter that an index has all records with that flag.
      if (typeof condition.value === 'number') return `r.${condition.column} = ${condition.value}`;
      return `r.${condition.column} = ${bind(params, condition.value)}${unusual(resource, condition)}`;
    case 'contains': {
      const part = foldedText(condition.value).replace(/[\\%_]/g, '\\$&');
      return `r.${condition.column} like ${bind(params, `%${part}%`)} escape '\\'`;
    }
    case 'present':
      return `r.${condition.column} is ${condition.value ? 'not null' : 'null'}`;
    case 'tagged': {
      const tagged = `from ${resource.table}_tags t where t.user_id = ?1 and t.tag = ${bind(params, condition.value)}`;
      return condition.first ? `r.id in (select t.id ${tagged})` : `exists (select 1 ${tagged} and t.id = r.id)`;
    }
    case 'from':
      return `r.${condition.column} >= ${bind(params, condition.value)}`;
    case 'before':
      return `r.${condition.column} < ${bind(params, condition.value)}`;
    case 'starts':
      return startsIn(`r.${condition.column}`, `r.${condition.flag}`, condition.range, (value) => bind(params, value));
    case 'series':
      return seriesIn(condition.range, (value) => bind(params, value));
  }
}

/** Says that the value is not the usual one: engines do not know that of a parameter, and need it to use the index. */
function unusual({ list: { usual } }: Resource, { column, value }: { column: string; value: Value }): string {
  const most = usual?.[column];
  return most === undefined || most === value ? '' : ` and r.${column} <> '${most}'`;
}

function textCondition({ table }: Resource, search: Search, params: Value[], index?: IndexOwner): string {
  if (!index) throw new Error('a condition on text needs the index of a user');
  const { sql, value } = index.dialect.matching(table, index.user, search, params.length + 2);
  params.push(value);
  return `(${sql})`;
}

/** The FROM clause for records `r` of the plan, all or those of a few keys, and the conditions that are left. */
export function sourceOf(
  dialect: Dialect,
  { resource: { table }, conditions }: ListPlan,
  params: Value[],
): { from: string; left: RowCondition[]; isByKeys: boolean } {
  const byKeys = conditions.find((one): one is KeyCondition => isKeyCondition(one));
  const left = conditions.filter((one): one is RowCondition => !isKeyCondition(one));
  if (!byKeys) return { from: `${table} r`, left, isByKeys: false };
  return { from: dialect.rowsOf(table, keysOf(dialect, table, byKeys, params)), left, isByKeys: true };
}

export function isKeyCondition({ type }: Condition): boolean {
  return type === 'takesPlace' || type === 'single' || type === 'ids';
}

function keysOf(dialect: Dialect, table: string, condition: KeyCondition, params: Value[]): string {
  const add = (value: Value) => bind(params, value);
  switch (condition.type) {
    case 'ids':
      params.push(dialect.list(condition.ids));
      // The sign keeps SQLite from going through the matches of a search for each id.
      return `select +i.key as key from ${table} i where i.user_id = ?1 and i.id ${dialect.in(params.length + 1)}`;
    case 'single':
      return singleIn(table, condition.range, add);
    case 'takesPlace':
      return takesPlaceIn(table, condition.range, add);
  }
}

/** Adds a parameter and returns its placeholder in the SQL; ?1 is the user. */
export function bind(params: Value[], value: Value): string {
  params.push(value);
  return `?${params.length + 1}`;
}
