// The columns of a record's table, from its declaration, and their values; the tags of a record as they are stored.
import { limits } from '../../limits.ts';
import {
  type AnyRecord,
  type ColumnType,
  commonColumns,
  perResource,
  type Resource,
} from '../../resources/resource.ts';
import { clean, foldedText, indexKey, sortKey } from '../../values/text.ts';
import type { Value } from '../port.ts';

/** The columns of a record's table except its key, which the store assigns. */
export const tableColumns = perResource((resource) => [
  'user_id',
  'id',
  'handle',
  'seq',
  'body',
  'doc',
  ...Object.keys(columnsOf(resource)),
  ...(resource.secrets ? ['secrets'] : []),
  ...(resource.firstSeq ? ['first_seq'] : []),
  ...(resource.deliveredBy ? ['delivered_by'] : []),
]);

export const columnsOf = perResource(
  (resource): Record<string, ColumnType> => ({ ...commonColumns, ...resource.columns }),
);

/** The columns of the declaration, and how the value of each is found in a record. */
export const columnReaders = perResource((resource) =>
  Object.entries(columnsOf(resource)).map(([name, type]) => {
    const field = fieldOf(name, type);
    const read = resource.columnSources[name] ?? ((record: AnyRecord) => record[field]);
    return { name, type, read };
  }),
);

export function columnValues(resource: Resource, columns: Record<string, ColumnType>, record: AnyRecord): Value[] {
  return Object.entries(columns).map(([name, type]) => columnValue(type, sourceOf(resource, name, type, record)));
}

/** What a column is made from. */
export function sourceOf({ columnSources }: Resource, column: string, type: ColumnType, record: AnyRecord): unknown {
  const source = columnSources[column];
  return source ? source(record) : record[fieldOf(column, type)];
}

function fieldOf(column: string, type: ColumnType): string {
  return type === 'folded' ? column.replace(/_folded$/, '') : column;
}

/** The columns with folded text, which SQL cannot compute. */
export const foldedColumns = perResource((resource) =>
  Object.keys(resource.columns).filter((name) => ['key', 'folded'].includes(resource.columns[name] as string)),
);

/** The value of a field in its column; also for values that lists compare with it. */
export function columnValue(type: ColumnType, value: unknown): Value {
  if (type === 'present') return value === null ? 0 : 1;
  if (value === null || value === undefined) return null;
  if (type === 'time') return Date.parse(value as string);
  if (type === 'flag') return value ? 1 : 0;
  if (type === 'number') return value as number;
  if (type === 'folded') return foldedText(value as string);
  return type === 'key' ? sortKey(value as string, limits.sortKeyChars) : indexKey(value as string);
}

/** The tags of a record as they are stored. */
export function tagsOf(resource: Resource, record: AnyRecord): string[] {
  return resource.tags ? [...new Set((record[resource.tags] as string[]).map(clean))] : [];
}
