// The counter tables: their columns, and how they are rebuilt from the records. A counter table has a bucket for each
// combination of the values of its columns: the columns that a list filters by and that have few values. Every record
// is in exactly one bucket, so the total for any of these filters is a sum over buckets.
import { type ColumnType, commonColumns, perResource, type Resource } from '../../resources/resource.ts';
import { resources } from '../../resources/resources.ts';
import type { Tx } from '../port.ts';

export interface CounterColumn {
  name: string;
  type: 'integer' | 'text';
  /** Its value as SQL, from the record's own columns. */
  of: string;
  /** Whether only its presence is counted. */
  presence: boolean;
}

export const counterColumns = perResource((resource): CounterColumn[] => {
  const types: Record<string, ColumnType> = { ...commonColumns, ...resource.columns };
  return resource.list.counted.map((name) => {
    const presence = types[name] === 'time';
    if (presence) return { name, type: 'integer', of: `case when r.${name} is null then 0 else 1 end`, presence };
    if (types[name] === 'flag' || types[name] === 'present')
      return { name, type: 'integer', of: `r.${name}`, presence };
    return { name, type: 'text', of: `coalesce(r.${name}, '')`, presence };
  });
});

/** Milliseconds per time bucket: about 25 days. */
export const TIME_BUCKET = 2 ** 31;

export function timeBucketOf(time: number): number {
  return Math.floor(time / TIME_BUCKET);
}

interface CounterTable {
  table: string;
  /** The key columns of the table. The count itself is `n`. */
  columns: string[];
  /** The columns that are text; the others are integers. */
  texts: string[];
  /** The statement that counts the records `r` that meet a condition, of one user or of all. */
  counting(condition: string): string;
}

const TRASHED = 'case when r.deleted_at is null then 0 else 1 end';

export function counterTablesOf(resource: Resource): CounterTable[] {
  const { tags, list } = resource;
  return [bucketTable(resource), ...(tags ? [tagTable(resource)] : []), ...(list.range ? [timeTable(resource)] : [])];
}

function bucketTable(resource: Resource): CounterTable {
  const columns = counterColumns(resource);
  const values = ['r.user_id', TRASHED, ...columns.map(({ of }) => of)];
  const places = values.map((_, index) => index + 1).join(', ');
  return {
    table: `${resource.table}_tally`,
    columns: ['user_id', 'trashed', ...columns.map(({ name }) => name)],
    texts: columns.filter(({ type }) => type === 'text').map(({ name }) => name),
    counting: (condition) =>
      `select ${values.join(', ')}, count(*) from ${resource.table} r where ${condition} group by ${places}`,
  };
}

/** The columns of the counters of tags besides the user. */
export const tagColumns = perResource(({ list }) => ['tag', 'trashed', ...(list.countedByTag ?? [])]);

function tagTable(resource: Resource): CounterTable {
  const { table, list } = resource;
  const values = ['t.user_id', 't.tag', TRASHED, ...(list.countedByTag ?? []).map((name) => `r.${name}`)];
  const places = values.map((_, index) => index + 1).join(', ');
  return {
    table: `${table}_tag_tally`,
    columns: ['user_id', ...tagColumns(resource)],
    texts: ['tag'],
    counting: (condition) =>
      `select ${values.join(', ')}, count(*) from ${table}_tags t join ${table} r on r.user_id = t.user_id and r.id = t.id where ${condition} group by ${places}`,
  };
}

function timeTable({ table, list }: Resource): CounterTable {
  const time = `r.${list.range}`;
  const bucket = `(${time} - ((${time} % ${TIME_BUCKET}) + ${TIME_BUCKET}) % ${TIME_BUCKET}) / ${TIME_BUCKET}`; // rounded down, before 1970 too
  return {
    table: `${table}_time_tally`,
    columns: ['user_id', 'bucket'],
    texts: [],
    counting: (condition) =>
      `select r.user_id, ${bucket}, count(*) from ${table} r where ${condition} and r.deleted_at is null and ${time} is not null group by 1, 2`,
  };
}

/** Fills the empty tables from the records. */
export function fillCounters(tx: Tx): void {
  for (const table of resources.flatMap(counterTablesOf)) tx.run(fillStatement(table));
}

export function fillStatement({ table, columns, counting }: CounterTable): string {
  return `insert into ${table} (${columns.join(', ')}, n) ${counting('true')}`;
}
