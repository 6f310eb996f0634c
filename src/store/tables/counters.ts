// Updates the counters of a resource with every record that is created, changed or erased, and computes the totals of
// lists from them.
import { type AnyRecord, type ColumnType, isTrashed, type Resource } from '../../resources/resource.ts';
import { chunksOf, parametersOf } from '../engine/statement-cache.ts';
import type { Query, Tx, Value } from '../port.ts';
import {
  type CounterColumn,
  counterColumns,
  counterTablesOf,
  TIME_BUCKET,
  tagColumns,
  timeBucketOf,
} from './counter-tables.ts';
import { type Condition, isSearch, type ListPlan } from './list-plan.ts';
import { columnsOf, columnValue, sourceOf, tagsOf } from './record-columns.ts';

/** Counts the step from one version of a record to the next; null if there is none. */
export function updateCounters(tx: Tx, resource: Resource, before: AnyRecord | null, after: AnyRecord | null): void {
  const [from, to] = [before && bucketOf(resource, before), after && bucketOf(resource, after)];
  const columns = ['trashed', ...counterColumns(resource).map(({ name }) => name)];
  step(tx, `${resource.table}_tally`, columns, from ? [from] : [], to ? [to] : []);
  if (resource.tags && !hasSameTags(resource, before, after))
    step(
      tx,
      `${resource.table}_tag_tally`,
      tagColumns(resource),
      tagBuckets(resource, before),
      tagBuckets(resource, after),
    );
  if (resource.list.range && !hasSameTime(resource, before, after))
    step(tx, `${resource.table}_time_tally`, ['bucket'], timeBuckets(resource, before), timeBuckets(resource, after));
}

// Most changes concern neither, and computing both versions costs more than this comparison.
function hasSameTags({ tags, list }: Resource, before: AnyRecord | null, after: AnyRecord | null): boolean {
  return [tags as string, ...(list.countedByTag ?? [])].every((name) => isSame(before, after, (one) => one[name]));
}

function hasSameTime(resource: Resource, before: AnyRecord | null, after: AnyRecord | null): boolean {
  return isSame(before, after, (record) => sourceOf(resource, resource.list.range as string, 'time', record));
}

function isSame(before: AnyRecord | null, after: AnyRecord | null, read: (record: AnyRecord) => unknown): boolean {
  return before !== null && after !== null && read(before) === read(after) && isTrashed(before) === isTrashed(after);
}

type Bucket = Value[];

function step(tx: Tx, table: string, columns: string[], from: Bucket[], to: Bucket[]): void {
  const gone = from.filter((bucket) => !to.some((other) => sameBucket(bucket, other)));
  const come = to.filter((bucket) => !from.some((other) => sameBucket(bucket, other)));
  if (gone.length + come.length === 0) return;
  addToBuckets(tx, table, columns, [...gone.map((bucket) => [...bucket, -1]), ...come.map((bucket) => [...bucket, 1])]);
}

/** Adds to buckets, each at most once: a row has the values of its columns, and the number to be added. */
export function addToBuckets(tx: Tx, table: string, columns: readonly string[], rows: readonly Value[][]): void {
  for (const some of chunksOf(rows, BUCKETS_AT_ONCE)) tx.run(stepSql(table, columns, some.length), ...some.flat());
}

const BUCKETS_AT_ONCE = [16, 4, 2, 1]; // usually the bucket that a record leaves and the one it enters

function stepSql(table: string, columns: readonly string[], rows: number): string {
  const known = steps.get(`${table} ${rows}`);
  if (known) return known;
  const places = parametersOf(rows, columns.length + 1, 2, '?1, ');
  const sql = `insert into ${table} (user_id, ${columns.join(', ')}, n) values ${places}
    on conflict (user_id, ${columns.join(', ')}) do update set n = ${table}.n + excluded.n`;
  steps.set(`${table} ${rows}`, sql);
  return sql;
}

const steps = new Map<string, string>();

function sameBucket(a: Bucket, b: Bucket): boolean {
  return a.every((value, index) => value === b[index]);
}

function trashedOf(record: AnyRecord): number {
  return isTrashed(record) ? 1 : 0;
}

function bucketOf(resource: Resource, record: AnyRecord): Bucket {
  return [trashedOf(record), ...counterColumns(resource).map((column) => bucketValue(resource, column, record))];
}

function bucketValue(resource: Resource, { name, presence }: CounterColumn, record: AnyRecord): Value {
  if (presence) return record[name] === null ? 0 : 1;
  return columnValue(columnsOf(resource)[name] as ColumnType, record[name]) ?? '';
}

function tagBuckets(resource: Resource, record: AnyRecord | null): Bucket[] {
  if (!record) return [];
  const flags = (resource.list.countedByTag ?? []).map((name) => columnValue('flag', record[name]));
  return tagsOf(resource, record).map((tag) => [tag, trashedOf(record), ...flags]);
}

function timeBuckets(resource: Resource, record: AnyRecord | null): Bucket[] {
  const time = record && sourceOf(resource, resource.list.range as string, 'time', record);
  return record?.deleted_at === null && time ? [[timeBucketOf(Date.parse(time as string))]] : [];
}

/** The total of a list from the counters; null if its filters are not all counted. */
export function totalFromCounters(plan: ListPlan): Query | null {
  if (isSearch(plan)) return null;
  const { resource, conditions, trash } = plan;
  if (conditions.length === 1 && conditions[0]?.type === 'tagged')
    return tagTotal(resource, conditions[0].value, trash);
  const [first] = conditions;
  if (conditions.length === 1 && first?.type === 'equals' && first.column === 'thread_id')
    return conversationTotal(first.value, trash);
  const range = conditions.flatMap((one) => (one.type === 'from' || one.type === 'before' ? [one] : []));
  if (range.length > 0)
    return range.length === conditions.length && isOneRange(range) && trash === 'without'
      ? timeTotal(resource, range)
      : null;
  return bucketTotal(resource, conditions, trash);
}

/** `from` and `after:` can both be given. */
function isOneRange(range: readonly Condition[]): boolean {
  return new Set(range.map(({ type }) => type)).size === range.length;
}

function bucketTotal(resource: Resource, conditions: Condition[], trash: ListPlan['trash']): Query | null {
  const params: Value[] = [];
  const parts = ['user_id = ?1', ...trashParts(trash)];
  for (const condition of conditions) {
    if (condition.type !== 'equals' && condition.type !== 'present') return null;
    const column = counterColumns(resource).find(({ name }) => name === condition.column);
    if (!column || (condition.type === 'present') !== column.presence) return null;
    params.push(condition.type === 'present' ? Number(condition.value) : condition.value);
    parts.push(`${column.name} = ?${params.length + 1}`);
  }
  return {
    sql: `select coalesce(sum(n), 0) as total from ${resource.table}_tally where ${parts.join(' and ')}`,
    params,
  };
}

function tagTotal({ table }: Resource, tag: string, trash: ListPlan['trash']): Query {
  const parts = ['user_id = ?1', 'tag = ?2', ...trashParts(trash)];
  return {
    sql: `select coalesce(sum(n), 0) as total from ${table}_tag_tally where ${parts.join(' and ')}`,
    params: [tag],
  };
}

function conversationTotal(thread: Value, trash: ListPlan['trash']): Query {
  const mails = { without: 'mails', only: 'trashed', with: 'mails + trashed' }[trash];
  const sql = `select coalesce(sum(${mails}), 0) as total from conversations where user_id = ?1 and id = ?2`;
  return { sql, params: [thread] };
}

function trashParts(trash: ListPlan['trash']): string[] {
  return trash === 'with' ? [] : [`trashed = ${trash === 'only' ? 1 : 0}`];
}

// The buckets that are completely inside, and index counts for the two at the ends.
function timeTotal({ table, list }: Resource, range: Extract<Condition, { type: 'from' | 'before' }>[]): Query {
  const bound = (type: string) => range.find((one) => one.type === type)?.value as number | undefined;
  const from = bound('from') ?? Number.MIN_SAFE_INTEGER;
  const before = Math.max(from, bound('before') ?? Number.MAX_SAFE_INTEGER);
  const first = timeBucketOf(from);
  const last = timeBucketOf(before);
  const live = `select count(*) from ${table} where user_id = ?1 and deleted_at is null and ${list.range}`;
  if (first === last) return { sql: `select (${live} >= ?2 and ${list.range} < ?3) as total`, params: [from, before] };
  return {
    sql: `select (${live} >= ?2 and ${list.range} < ?3) + (${live} >= ?4 and ${list.range} < ?5)
      + (select coalesce(sum(n), 0) from ${table}_time_tally where user_id = ?1 and bucket > ?6 and bucket < ?7) as total`,
    params: [from, (first + 1) * TIME_BUCKET, last * TIME_BUCKET, before, first, last],
  };
}

/** Removes empty buckets. */
export function dropEmptyBuckets(tx: Tx, resource: Resource): void {
  for (const { table } of counterTablesOf(resource)) tx.run(`delete from ${table} where user_id = ?1 and n = 0`);
}
