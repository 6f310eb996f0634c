// The tallies of a kind of record: raised and lowered with every record that comes, changes or goes, and the totals of
// lists from them.
import type { AnyRecord, ColumnKind, Resource } from '../resources/resource.ts';
import type { Condition, ListPlan } from './list.ts';
import { piecesOf, placesOf } from './lists.ts';
import { columnsOf, columnValue, tagsOf } from './rows.ts';
import type { Query, Tx, Value } from './store.ts';
import { BUCKET, bucketOf, type TallyColumn, tallyColumns } from './tally-columns.ts';
import { tallyCounts } from './tally-fills.ts';

/** Counts the step from one version of a record to the next; null where there is none. */
export function tally(tx: Tx, resource: Resource, before: AnyRecord | null, after: AnyRecord | null): void {
  const [from, to] = [before && cellOf(resource, before), after && cellOf(resource, after)];
  const columns = ['trashed', ...tallyColumns(resource).map(({ name }) => name)];
  step(tx, `${resource.path}_tally`, columns, from ? [from] : [], to ? [to] : []);
  if (resource.tags)
    step(tx, `${resource.path}_tag_tally`, ['tag', 'trashed'], tagCells(resource, before), tagCells(resource, after));
  if (resource.list.range)
    step(tx, `${resource.path}_time_tally`, ['bucket'], timeCells(resource, before), timeCells(resource, after));
}

type Cell = Value[];

function step(tx: Tx, table: string, columns: string[], from: Cell[], to: Cell[]): void {
  const gone = from.filter((cell) => !to.some((other) => sameCell(cell, other)));
  const come = to.filter((cell) => !from.some((other) => sameCell(cell, other)));
  if (gone.length + come.length === 0) return;
  const rows = [...gone.map((cell) => [...cell, -1]), ...come.map((cell) => [...cell, 1])];
  for (const some of piecesOf(rows, CELLS_AT_ONCE)) tx.run(stepSql(table, columns, some.length), ...some.flat());
}

const CELLS_AT_ONCE = [16, 4, 2, 1]; // nearly always the one that a record leaves and the one that it comes to

function stepSql(table: string, columns: string[], rows: number): string {
  const known = steps.get(`${table} ${rows}`);
  if (known) return known;
  const places = placesOf(rows, columns.length + 1, 2, '?1, ');
  const sql = `insert into ${table} (user_id, ${columns.join(', ')}, n) values ${places}
    on conflict (user_id, ${columns.join(', ')}) do update set n = ${table}.n + excluded.n`;
  steps.set(`${table} ${rows}`, sql);
  return sql;
}

const steps = new Map<string, string>();

function sameCell(a: Cell, b: Cell): boolean {
  return a.every((value, index) => value === b[index]);
}

function trashedOf(record: AnyRecord): number {
  return record.deleted_at === null ? 0 : 1;
}

function cellOf(resource: Resource, record: AnyRecord): Cell {
  return [trashedOf(record), ...tallyColumns(resource).map((column) => cellValue(resource, column, record))];
}

function cellValue(resource: Resource, { name, presence }: TallyColumn, record: AnyRecord): Value {
  if (presence) return record[name] === null ? 0 : 1;
  return columnValue(columnsOf(resource)[name] as ColumnKind, record[name]) ?? '';
}

function tagCells(resource: Resource, record: AnyRecord | null): Cell[] {
  return record ? tagsOf(resource, record).map((tag) => [tag, trashedOf(record)]) : [];
}

function timeCells({ list }: Resource, record: AnyRecord | null): Cell[] {
  const time = record?.[list.range as string];
  return record && record.deleted_at === null && time ? [[bucketOf(Date.parse(time as string))]] : [];
}

/** The total of a list from the tallies; null where its filters are not all tallied. */
export function tallied({ resource, conditions, search, trash }: ListPlan): Query | null {
  if (search.length > 0) return null;
  if (conditions.length === 1 && conditions[0]?.kind === 'tagged')
    return tagTotal(resource, conditions[0].value, trash);
  const range = conditions.filter(({ kind }) => kind === 'from' || kind === 'before');
  if (range.length > 0)
    return range.length === conditions.length && trash === 'without' ? timeTotal(resource, range) : null;
  return cellTotal(resource, conditions, trash);
}

function cellTotal(resource: Resource, conditions: Condition[], trash: ListPlan['trash']): Query | null {
  const params: Value[] = [];
  const parts = ['user_id = ?1', ...trashParts(trash)];
  for (const condition of conditions) {
    if (condition.kind !== 'equals' && condition.kind !== 'present') return null;
    const column = tallyColumns(resource).find(({ name }) => name === condition.column);
    if (!column || (condition.kind === 'present') !== column.presence) return null;
    params.push(condition.kind === 'present' ? Number(condition.value) : condition.value);
    parts.push(`${column.name} = ?${params.length + 1}`);
  }
  return {
    sql: `select coalesce(sum(n), 0) as total from ${resource.path}_tally where ${parts.join(' and ')}`,
    params,
  };
}

function tagTotal({ path }: Resource, tag: string, trash: ListPlan['trash']): Query {
  const parts = ['user_id = ?1', 'tag = ?2', ...trashParts(trash)];
  return {
    sql: `select coalesce(sum(n), 0) as total from ${path}_tag_tally where ${parts.join(' and ')}`,
    params: [tag],
  };
}

function trashParts(trash: ListPlan['trash']): string[] {
  return trash === 'with' ? [] : [`trashed = ${trash === 'only' ? 1 : 0}`];
}

// The buckets that lie wholly inside, and what the index has of the two at the ends.
function timeTotal({ path, list }: Resource, range: Condition[]): Query {
  const bound = (kind: string) => range.find((one) => one.kind === kind)?.value as number | undefined;
  const from = bound('from') ?? Number.MIN_SAFE_INTEGER;
  const before = Math.max(from, bound('before') ?? Number.MAX_SAFE_INTEGER);
  const first = bucketOf(from);
  const last = bucketOf(before);
  const live = `select count(*) from ${path} where user_id = ?1 and deleted_at is null and ${list.range}`;
  if (first === last) return { sql: `select (${live} >= ?2 and ${list.range} < ?3) as total`, params: [from, before] };
  return {
    sql: `select (${live} >= ?2 and ${list.range} < ?3) + (${live} >= ?4 and ${list.range} < ?5)
      + (select coalesce(sum(n), 0) from ${path}_time_tally where user_id = ?1 and bucket > ?6 and bucket < ?7) as total`,
    params: [from, (first + 1) * BUCKET, last * BUCKET, before, first, last],
  };
}

/** Takes the cells out that have nothing left in them. */
export function dropEmptyCells(tx: Tx, resource: Resource): void {
  for (const { table } of tallyCounts(resource)) tx.run(`delete from ${table} where user_id = ?1 and n = 0`);
}
