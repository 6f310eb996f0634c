// Record rows: the record's text as it is served, its columns from the declaration, its body and its tags beside it.
import { limits } from '../limits.ts';
import {
  type AnyRecord,
  asideOf,
  type ColumnKind,
  commonColumns,
  perResource,
  type Resource,
} from '../resources/resource.ts';
import { handleOf, readHandle, readId } from '../values/ids.ts';
import { jsonInSlices } from '../values/json-slices.ts';
import { clean, foldedText, indexKey, sortKey } from '../values/text.ts';
import type { Query, Row, Tx, Value } from './store.ts';
import { isTimeKeyed, keysOfTime } from './time-keys.ts';

/** A record as it stands in the store. */
export interface Stored {
  key: number;
  record: AnyRecord;
  /** The seq of its last change: the record's version. */
  seq: number;
  /** Where its body is kept; null when it has none. */
  body: number | null;
  /** The record as JSON, complete. */
  text: string;
  /** The members that are kept aside, as JSON without braces. */
  content: string | null;
}

/** The record's JSON in its two pieces. */
export interface Pieces {
  doc: string;
  /** The members that are kept aside, without braces; null when all are null. */
  content: string | null;
}

/** One JSON text from the two pieces. */
export function splice(resource: Resource, doc: string, content: string | null): string {
  const rest = content ?? emptyContent(resource);
  return rest === '' ? doc : `${doc.slice(0, -1)},${rest}}`;
}

/** Yields between slices of a long text, so that other requests can be served meanwhile. */
export function* piecesOf(resource: Resource, record: AnyRecord, before: Stored | null): Generator<undefined, Pieces> {
  const doc: Record<string, unknown> = {};
  for (const field of docFields(resource)) doc[field] = record[field];
  const same = before !== null && sameContent(resource, before.record, record);
  return { doc: JSON.stringify(doc), content: same ? before.content : yield* contentOf(resource, record) };
}

function* contentOf(resource: Resource, record: AnyRecord): Generator<undefined, string | null> {
  const aside = asideOf(resource);
  if (aside.every((field) => record[field] === null)) return null;
  const members: string[] = [];
  for (const field of aside) members.push(`"${field}":${yield* jsonInSlices(record[field], limits.largeText)}`);
  return members.join(',');
}

/** Whether the two have the same in the fields that are kept aside. */
export function sameContent(resource: Resource, a: AnyRecord, b: AnyRecord): boolean {
  return asideOf(resource).every((field) => a[field] === b[field]);
}

const docFields = perResource((resource) => {
  const aside = asideOf(resource);
  const own = Object.keys(resource.fields).filter((field) => !aside.includes(field));
  return ['id', ...own, 'source', 'source_id', 'created_at', 'updated_at', 'deleted_at'];
});

/** Every field of a record in the order it is served; what is kept aside comes last. */
export const servedFields = perResource((resource) => [...docFields(resource), ...asideOf(resource)]);

/** The select list and joins that give `doc` and `content`. */
export const textOf = perResource((resource) => {
  if (asideOf(resource).length === 0) return { columns: 'r.doc, null as content', from: `${resource.path} r` };
  return {
    columns: 'r.doc, b.content',
    from: `${resource.path} r left join bodies b on b.user_id = ?1 and b.body = r.body`,
  };
});

const findSql = perResource((resource) => selectFor(resource, textOf(resource).columns));

// A huge content is left out, and `huge` is true; bodyQuery reads it. Neither engine loads a text to know its bytes.
const isHuge = `octet_length(b.content) > ${limits.hugeBytes}`;
const findBriefSql = perResource((resource) =>
  asideOf(resource).length === 0
    ? findSql(resource)
    : selectFor(resource, `r.doc, case when ${isHuge} then null else b.content end as content, ${isHuge} as huge`),
);

function selectFor(resource: Resource, columns: string): string {
  const { from } = textOf(resource);
  return `select r.key, r.seq, r.body, r.deleted_at, ${columns} from ${from} where r.user_id = ?1 and`;
}

/** The query for a content that was left out. */
export function bodyQuery(body: number): Query {
  return { sql: 'select content from bodies where user_id = ?1 and body = ?2', params: [body] };
}

/** The query for the rows that an id or a handle names, perhaps without a huge content; null when it is neither. */
export function findQuery(resource: Resource, idOrHandle: string, isBrief = false): Query | null {
  const select = isBrief ? findBriefSql(resource) : findSql(resource);
  const id = readId(idOrHandle);
  if (id) return { sql: `${select} r.id = ?2`, params: [id] };
  const handle = readHandle(idOrHandle);
  return handle ? { sql: `${select} r.handle = ?2 limit 2`, params: [handle] } : null;
}

/** The record as JSON, complete. */
export function readText(resource: Resource, row: Row): string {
  return splice(resource, row.doc as string, row.content as string | null);
}

export function readStored(resource: Resource, row: Row): Stored {
  const text = readText(resource, row);
  return {
    key: row.key as number,
    seq: row.seq as number,
    body: row.body as number | null,
    text,
    content: row.content as string | null,
    record: JSON.parse(text),
  };
}

function insertSql(tx: Tx, resource: Resource): string {
  let sql = tx.texts.get(resource);
  if (sql === undefined) {
    const names = ['id', 'handle', 'seq', 'body', 'doc', ...Object.keys(columnsOf(resource))];
    const places = names.map((_, index) => `?${index + 2}`).join(', ');
    const [key, value] = isTimeKeyed(resource)
      ? ['key, ', `${tx.freeKey(resource.path, names.length + 2)}, `]
      : ['', ''];
    sql = `insert into ${resource.path} (user_id, ${key}${names.join(', ')}) values (?1, ${value}${places})`;
    tx.texts.set(resource, sql);
  }
  return sql;
}

export async function insertRow(
  tx: Tx,
  resource: Resource,
  record: AnyRecord,
  doc: string,
  seq: number,
  body: number | null,
): Promise<number> {
  const values = [record.id, handleOf(record.id), seq, body, doc, ...columnValues(columnsOf(resource), record)];
  const key = tx.insert(insertSql(tx, resource), ...values, ...keyRange(resource, record));
  putTags(tx, resource, record.id, [], tagsOf(resource, record));
  return key;
}

/** Returns the key, which another time gives another. */
export async function updateRow(
  tx: Tx,
  resource: Resource,
  before: Stored,
  record: AnyRecord,
  doc: string,
  seq: number,
  body: number | null,
): Promise<number> {
  const columns = columnsOf(resource);
  // Only what differs: a column that is set costs its indexes, whether it changes or not.
  const changed = Object.entries(columns).filter(([name, kind]) => {
    const field = fieldOf(name, kind);
    return !Object.is(before.record[field], record[field]);
  });
  const values = changed.map(([name, kind]) => columnValue(kind, record[fieldOf(name, kind)]));
  const places = ['seq', 'body', 'doc', ...changed.map(([name]) => name)]
    .map((name, index) => `${name} = ?${index + 3}`)
    .join(', ');
  const range = keyRange(resource, record);
  const moved = range.length > 0 && !(before.key >= (range[0] as number) && before.key <= (range[1] as number));
  const key = moved ? `, key = ${tx.freeKey(resource.path, changed.length + 6)}` : '';
  const sql = `update ${resource.path} set ${places}${key} where user_id = ?1 and key = ?2`;
  const params = [before.key, seq, body, doc, ...values];
  if (!moved) tx.run(sql, ...params);
  const row = moved ? await tx.get(`${sql} returning key`, ...params, ...range) : undefined;
  putTags(tx, resource, record.id, tagsOf(resource, before.record), tagsOf(resource, record));
  return (row?.key as number | undefined) ?? before.key;
}

/** The least and the greatest key that a record can have; none where keys are numbered in turn. */
function keyRange(resource: Resource, record: AnyRecord): number[] {
  if (!isTimeKeyed(resource)) return [];
  const time = record[resource.list.sorts[0] as string] as string | null;
  return keysOfTime(time === null ? null : Date.parse(time));
}

export function deleteRow(tx: Tx, resource: Resource, stored: Stored): void {
  tx.run(`delete from ${resource.path} where user_id = ?1 and key = ?2`, stored.key);
  putTags(tx, resource, stored.record.id, tagsOf(resource, stored.record), []);
}

/** The id of the record that has this source and source_id. */
export async function findByOrigin(
  tx: Tx,
  resource: Resource,
  source: string,
  sourceId: string,
): Promise<string | undefined> {
  const row = await tx.get(
    `select id from ${resource.path} where user_id = ?1 and source = ?2 and source_id = ?3`,
    indexKey(source),
    indexKey(sourceId),
  );
  return row?.id as string | undefined;
}

export function putBody(tx: Tx, body: number, content: string): void {
  tx.run('insert into bodies (user_id, body, content) values (?1, ?2, ?3)', body, content);
}

/** The columns of a record's table but its key, which is the store's own. */
export const tableColumns = perResource((resource) => [
  'user_id',
  'id',
  'handle',
  'seq',
  'body',
  'doc',
  ...Object.keys(columnsOf(resource)),
]);

export const columnsOf = perResource(
  (resource): Record<string, ColumnKind> => ({ ...commonColumns, ...resource.columns }),
);

function columnValues(columns: Record<string, ColumnKind>, record: AnyRecord): Value[] {
  return Object.entries(columns).map(([name, kind]) => columnValue(kind, record[fieldOf(name, kind)]));
}

/** The field that a column is made from. */
function fieldOf(column: string, kind: ColumnKind): string {
  return kind === 'folded' ? column.replace(/_folded$/, '') : column;
}

/** The columns that hold folded text, which SQL cannot make. */
export const foldedColumns = perResource((resource) =>
  Object.keys(resource.columns).filter((name) => ['key', 'folded'].includes(resource.columns[name] as string)),
);

/** Folds a record's columns anew. The row must have them, and the key. */
export function refoldRow(tx: Tx, resource: Resource, row: Row, record: AnyRecord): void {
  const columns = Object.fromEntries(
    foldedColumns(resource).map((name) => [name, resource.columns[name] as ColumnKind]),
  );
  const names = Object.keys(columns);
  const values = columnValues(columns, record);
  if (names.every((name, index) => row[name] === values[index])) return;
  const places = names.map((name, index) => `${name} = ?${index + 3}`).join(', ');
  tx.run(`update ${resource.path} set ${places} where user_id = ?1 and key = ?2`, row.key as number, ...values);
}

/** A field's value as its column holds it; also for the values that lists compare with it. */
export function columnValue(kind: ColumnKind, value: unknown): Value {
  if (kind === 'present') return value === null ? 0 : 1;
  if (value === null || value === undefined) return null;
  if (kind === 'time') return Date.parse(value as string);
  if (kind === 'flag') return value ? 1 : 0;
  if (kind === 'folded') return foldedText(value as string);
  return kind === 'key' ? sortKey(value as string, limits.sortKeyChars) : indexKey(value as string);
}

/** The tags of a record as their table holds them. */
export function tagsOf(resource: Resource, record: AnyRecord): string[] {
  return resource.tags ? [...new Set((record[resource.tags] as string[]).map(clean))] : [];
}

function putTags(tx: Tx, resource: Resource, id: string, before: string[], after: string[]): void {
  const table = `${resource.path}_tags`;
  const gone = before.filter((tag) => !after.includes(tag));
  const come = after.filter((tag) => !before.includes(tag));
  for (const tag of gone) tx.run(`delete from ${table} where user_id = ?1 and tag = ?2 and id = ?3`, tag, id);
  for (const tag of come)
    tx.run(`insert into ${table} (user_id, tag, id) values (?1, ?2, ?3) on conflict do nothing`, tag, id);
}

const emptyContent = perResource((resource) =>
  asideOf(resource)
    .map((field) => `"${field}":null`)
    .join(','),
);
