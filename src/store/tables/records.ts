// Record rows: reads and stores the record's text as it is served, its columns, its body and its tags.
import { limits } from '../../limits.ts';
import {
  type AnyRecord,
  asideOf,
  type ColumnType,
  commonFields,
  perResource,
  type Resource,
} from '../../resources/resource.ts';
import { handleOf, readHandle, readId } from '../../values/ids.ts';
import { jsonInSlices } from '../../values/json-slices.ts';
import type { DeliveredBy } from '../../values/mail-facts.ts';
import { briefContent, isBrief } from '../engine/large-texts.ts';
import { createCache, perDialect } from '../engine/statement-cache.ts';
import { isTimeKeyed, keyRange } from '../engine/time-keys.ts';
import type { Query, Row, Tx, Value } from '../port.ts';
import { markOf } from './etags.ts';
import {
  columnReaders,
  columnsOf,
  columnValue,
  columnValues,
  foldedColumns,
  tableColumns,
  tagsOf,
} from './record-columns.ts';

/** A stored record. */
export interface Stored<R = AnyRecord> {
  key: number;
  record: R;
  /** The seq of its last change: the record's version. */
  seq: number;
  /** The row of its body; null if it has none. */
  body: number | null;
  /** The record as JSON, complete unless `isBrief`. */
  text: string;
  /** The members in the side table, as JSON without braces. */
  content: string | null;
  /** Whether a huge content was not loaded: `text`, `content` and `record` lack it (see `whole`). */
  isBrief: boolean;
  /** Set if its ETag depends on the text. */
  etag?: string;
  /** Sealed passwords, if the resource has them. */
  secrets?: string | null;
}

/** The record's JSON in its two parts. */
export interface Pieces {
  doc: string;
  /** The members for the side table, without braces; null if all are null. */
  content: string | null;
  /** Whether the content is unchanged, and was not loaded. */
  isBrief: boolean;
}

/** Joins the two parts into one JSON text. */
export function splice(resource: Resource, doc: string, content: string | null): string {
  const rest = content ?? emptyContent(resource);
  return rest === '' ? doc : `${doc.slice(0, -1)},${rest}}`;
}

/** The JSON of a record whose members of the side table are null, without these. */
export function withoutContent(resource: Resource, text: string): string {
  const end = `,${emptyContent(resource)}}`;
  return end.length > 2 && text.endsWith(end) ? `${text.slice(0, -end.length)}}` : text;
}

/** The parts of a record whose content is the stored one; undefined if it is not. */
export function samePieces(resource: Resource, record: AnyRecord, before: Stored | null): Pieces | undefined {
  if (before === null || !sameContent(resource, before.record, record)) return undefined;
  return { doc: docOf(resource, record), content: before.content, isBrief: before.isBrief };
}

/** Yields between slices of a long text, so that other requests can be handled. */
export function* piecesOf(resource: Resource, record: AnyRecord): Generator<undefined, Pieces> {
  return { doc: docOf(resource, record), content: yield* contentOf(resource, record), isBrief: false };
}

/** The part of the record that is stored in its row, as JSON. */
export function docOf(resource: Resource, record: AnyRecord): string {
  const doc: Record<string, unknown> = {};
  for (const field of docFields(resource)) doc[field] = record[field];
  return JSON.stringify(doc);
}

function* contentOf(resource: Resource, record: AnyRecord): Generator<undefined, string | null> {
  const aside = asideOf(resource);
  if (aside.some((field) => record[field] === undefined)) throw new Error('a content to be stored was not loaded');
  if (aside.every((field) => record[field] === null)) return null;
  const members: string[] = [];
  for (const field of aside) members.push(`"${field}":${yield* jsonInSlices(record[field], limits.largeText)}`);
  return members.join(',');
}

/** Whether the fields of the side table are equal in both. */
export function sameContent(resource: Resource, a: AnyRecord, b: AnyRecord): boolean {
  return asideOf(resource).every((field) => a[field] === b[field]);
}

const docFields = perResource((resource) => {
  const aside = asideOf(resource);
  const own = Object.keys(resource.fields).filter((field) => !aside.includes(field));
  const [id, ...common] = commonFields(resource) as [string, ...string[]];
  return [id, ...own, ...common];
});

/** Every field of a record in the order of the response; the fields of the side table come last. */
export const servedFields = perResource((resource) => [...docFields(resource), ...asideOf(resource)]);

/** The select columns and joins for the text of a record `r`: `doc` and `content`. */
export const textOf = perResource((resource) =>
  asideOf(resource).length === 0
    ? { columns: 'r.doc, null as content', join: '' }
    : { columns: 'r.doc, b.content', join: 'left join bodies b on b.user_id = ?1 and b.body = r.body' },
);

/** The same as textOf, without huge contents. */
export const briefTextOf = perResource((resource) => {
  const { columns, join } = textOf(resource);
  return { columns: join === '' ? columns : `r.doc, ${briefContent}`, join };
});

/** The beginning of a statement for readStored, up to its conditions. */
export const selectStored = perResource((resource) => {
  const { columns, join } = briefTextOf(resource);
  const secrets = resource.secrets ? 'r.secrets, ' : '';
  return `select r.key, r.seq, r.body, r.deleted_at, ${secrets}${columns} from ${resource.table} r ${join} where r.user_id = ?1 and`;
});

/** The query for the rows of an id or a handle, without a huge content; null if it is neither. */
export function findQuery(resource: Resource, idOrHandle: string): Query | null {
  const select = selectStored(resource);
  const id = readId(idOrHandle);
  if (id) return { sql: `${select} r.id = ?2`, params: [id] };
  const handle = readHandle(idOrHandle);
  return handle ? { sql: `${select} r.handle = ?2 limit 2`, params: [handle] } : null;
}

/** The record as JSON, without a content that was left out. */
export function readText(resource: Resource, row: Row): string {
  return isBrief(row) ? (row.doc as string) : splice(resource, row.doc as string, row.content as string | null);
}

export function readStored<R = AnyRecord>(resource: Resource, row: Row): Stored<R> {
  const text = readText(resource, row);
  const isWithout = isBrief(row);
  return {
    key: row.key as number,
    seq: row.seq as number,
    body: row.body as number | null,
    text,
    content: isWithout ? null : (row.content as string | null),
    isBrief: isWithout,
    record: JSON.parse(text),
    ...markOf(resource, row.seq as number, row.doc as string),
    ...(resource.secrets && { secrets: row.secrets as string | null }),
  };
}

const insertSql = perDialect((dialect) =>
  perResource((resource) => {
    const names = tableColumns(resource).slice(1); // except the user, which is ?1
    const places = names.map((_, index) => `?${index + 2}`).join(', ');
    const [key, value] = isTimeKeyed(resource)
      ? ['key, ', `${dialect.freeKey(resource.table, names.length + 2)}, `]
      : ['', ''];
    return `insert into ${resource.table} (user_id, ${key}${names.join(', ')}) values (?1, ${value}${places})`;
  }),
);

/** Columns that are not derived from the fields of a record. */
export interface OwnColumns {
  doc: string;
  seq: number;
  body: number | null;
  secrets: string | null;
}

export async function insertRow(
  tx: Tx,
  resource: Resource,
  record: AnyRecord,
  { doc, seq, body, secrets }: OwnColumns,
): Promise<number> {
  const values = [
    record.id,
    handleOf(record.id),
    seq,
    body,
    doc,
    ...columnValues(resource, columnsOf(resource), record),
  ];
  if (resource.secrets) values.push(secrets);
  if (resource.firstSeq) values.push(seq);
  if (resource.deliveredBy) values.push((record.delivered_by as DeliveredBy | undefined) ?? 'other');
  const key = tx.insert(insertSql(tx.dialect)(resource), ...values, ...keyRange(resource, record));
  putTags(tx, resource, record.id, null, record);
  return key;
}

/** Returns the key, which changes if the record's time changes. */
export async function updateRow(
  tx: Tx,
  resource: Resource,
  before: Stored,
  record: AnyRecord,
  { doc, seq, body, secrets }: OwnColumns,
): Promise<number> {
  const names: string[] = [];
  const params: Value[] = [before.key, seq, body, doc];
  // Only changed columns: an updated column costs its indexes, whether it differs or not.
  for (const { name, type, read } of columnReaders(resource)) {
    const value = read(record);
    if (Object.is(read(before.record), value)) continue;
    names.push(name);
    params.push(columnValue(type, value));
  }
  if (resource.secrets && secrets !== before.secrets) {
    names.push('secrets');
    params.push(secrets);
  }
  putTags(tx, resource, record.id, before.record, record);
  const range = keyRange(resource, record);
  const moved = range.length > 0 && !(before.key >= (range[0] as number) && before.key <= (range[1] as number));
  if (!moved) {
    tx.run(updateSql(resource)(names), ...params);
    return before.key;
  }
  const key = `key = ${tx.dialect.freeKey(resource.table, names.length + 6)}`;
  const row = await tx.get(`${updateText(resource, names, [key])} returning key`, ...params, ...range);
  return row?.key as number;
}

// Few combinations of columns change together, so their statements are kept.
const updateSql = perResource((resource) => {
  const known = createCache<string>(200);
  return (names: readonly string[]): string => {
    const key = names.join();
    const sql = known.get(key) ?? updateText(resource, names);
    known.set(key, sql);
    return sql;
  };
});

function updateText({ table }: Resource, names: readonly string[], further: readonly string[] = []): string {
  const places = ['seq', 'body', 'doc', ...names].map((name, index) => `${name} = ?${index + 3}`);
  return `update ${table} set ${[...places, ...further].join(', ')} where user_id = ?1 and key = ?2`;
}

export function deleteRow(tx: Tx, resource: Resource, stored: Stored): void {
  tx.run(`delete from ${resource.table} where user_id = ?1 and key = ?2`, stored.key);
  putTags(tx, resource, stored.record.id, stored.record, null);
}

/** Sets the columns of a row anew, and its document where there is another; its seq stays, and the log gets no entry. */
export function putColumns(tx: Tx, resource: Resource, key: number, record: AnyRecord, doc: string | null): void {
  const names = Object.keys(resource.columns);
  const values = columnValues(resource, resource.columns, record);
  const places = names.map((name, index) => `${name} = ?${index + 3}`);
  if (doc !== null) places.push(`doc = ?${names.length + 3}`);
  const sql = `update ${resource.table} set ${places.join(', ')} where user_id = ?1 and key = ?2`;
  tx.run(sql, key, ...values, ...(doc === null ? [] : [doc]));
}

/** Stores a document with another derived value; its seq stays, and the log gets no entry. */
export function putDoc(tx: Tx, resource: Resource, key: number, doc: string): void {
  tx.run(`update ${resource.table} set doc = ?3 where user_id = ?1 and key = ?2`, key, doc);
}

/** Recomputes a record's folded columns. The row must have them, and the key. */
export function refoldRow(tx: Tx, resource: Resource, row: Row, record: AnyRecord): void {
  const columns = Object.fromEntries(
    foldedColumns(resource).map((name) => [name, resource.columns[name] as ColumnType]),
  );
  const names = Object.keys(columns);
  const values = columnValues(resource, columns, record);
  if (names.every((name, index) => row[name] === values[index])) return;
  const places = names.map((name, index) => `${name} = ?${index + 3}`).join(', ');
  tx.run(`update ${resource.table} set ${places} where user_id = ?1 and key = ?2`, row.key as number, ...values);
}

function putTags(tx: Tx, resource: Resource, id: string, from: AnyRecord | null, to: AnyRecord | null): void {
  if (!resource.tags || (from && to && from[resource.tags] === to[resource.tags])) return;
  const table = `${resource.table}_tags`;
  const [before, after] = [from ? tagsOf(resource, from) : [], to ? tagsOf(resource, to) : []];
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
