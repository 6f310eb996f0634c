// Record rows: the record's text as it is served, its columns from the declaration, its body and its tags beside it.
import { limits } from '../limits.ts';
import { type AnyRecord, asideOf, type ColumnKind, commonColumns, type Resource } from '../resources/resource.ts';
import { handleOf, readHandle, readId } from '../values/ids.ts';
import { clean, sortKey } from '../values/text.ts';
import type { Query, Row, Tx, Value } from './store.ts';

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

export function piecesOf(resource: Resource, record: AnyRecord): Pieces {
  const aside = asideOf(resource);
  const doc: Record<string, unknown> = {};
  for (const field of servedFields(resource)) if (!aside.includes(field)) doc[field] = record[field];
  const members = aside.map((field) => `${JSON.stringify(field)}:${JSON.stringify(record[field])}`).join(',');
  return { doc: JSON.stringify(doc), content: aside.some((field) => record[field] !== null) ? members : null };
}

/** Every field of a record in the order it is served; what is kept aside comes last. */
export function servedFields(resource: Resource): string[] {
  const aside = asideOf(resource);
  const own = Object.keys(resource.fields).filter((field) => !aside.includes(field));
  return ['id', ...own, 'source', 'source_id', 'created_at', 'updated_at', 'deleted_at', ...aside];
}

/** The select list and joins that give `doc` and `content`. */
export function textOf(resource: Resource): { columns: string; from: string } {
  if (asideOf(resource).length === 0) return { columns: 'r.doc, null as content', from: `${resource.path} r` };
  return {
    columns: 'r.doc, b.content',
    from: `${resource.path} r left join bodies b on b.user_id = ?1 and b.body = r.body`,
  };
}

/** The query for the rows that an id or a handle names; null when it is neither. */
export function findQuery(resource: Resource, idOrHandle: string): Query | null {
  const { columns, from } = textOf(resource);
  const select = `select r.key, r.seq, r.body, r.deleted_at, ${columns} from ${from} where r.user_id = ?1 and`;
  const id = readId(idOrHandle);
  if (id) return { sql: `${select} r.id = ?2`, params: [id] };
  const handle = readHandle(idOrHandle);
  return handle ? { sql: `${select} r.handle = ?2 limit 2`, params: [handle] } : null;
}

export function readStored(resource: Resource, row: Row): Stored {
  const text = splice(resource, row.doc as string, row.content as string | null);
  return {
    key: row.key as number,
    seq: row.seq as number,
    body: row.body as number | null,
    text,
    record: JSON.parse(text),
  };
}

export async function insertRow(
  tx: Tx,
  resource: Resource,
  record: AnyRecord,
  doc: string,
  seq: number,
  body: number | null,
): Promise<number> {
  const columns = columnsOf(resource);
  const names = ['id', 'handle', 'seq', 'body', 'doc', ...Object.keys(columns)];
  const sql = `insert into ${resource.path} (user_id, ${names.join(', ')}) values (?1, ${names.map((_, i) => `?${i + 2}`).join(', ')}) returning key`;
  const row = await tx.get(sql, record.id, handleOf(record.id), seq, body, doc, ...columnValues(columns, record));
  await putTags(tx, resource, record.id, [], tagsOf(resource, record));
  return (row as Row).key as number;
}

export async function updateRow(
  tx: Tx,
  resource: Resource,
  before: Stored,
  record: AnyRecord,
  doc: string,
  seq: number,
  body: number | null,
): Promise<void> {
  const columns = columnsOf(resource);
  const names = ['seq', 'body', 'doc', ...Object.keys(columns)];
  const sql = `update ${resource.path} set ${names.map((name, i) => `${name} = ?${i + 3}`).join(', ')} where user_id = ?1 and key = ?2`;
  await tx.run(sql, before.key, seq, body, doc, ...columnValues(columns, record));
  await putTags(tx, resource, record.id, tagsOf(resource, before.record), tagsOf(resource, record));
}

export async function deleteRow(tx: Tx, resource: Resource, stored: Stored): Promise<void> {
  await tx.run(`delete from ${resource.path} where user_id = ?1 and key = ?2`, stored.key);
  await putTags(tx, resource, stored.record.id, tagsOf(resource, stored.record), []);
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
    clean(source),
    clean(sourceId),
  );
  return row?.id as string | undefined;
}

export async function putBody(tx: Tx, body: number, content: string): Promise<void> {
  await tx.run('insert into bodies (user_id, body, content) values (?1, ?2, ?3)', body, content);
}

function columnsOf(resource: Resource): Record<string, ColumnKind> {
  return { ...commonColumns, ...resource.columns };
}

function columnValues(columns: Record<string, ColumnKind>, record: AnyRecord): Value[] {
  return Object.entries(columns).map(([name, kind]) => columnValue(kind, record[name]));
}

/** A field's value as its column holds it; also for the values that lists compare with it. */
export function columnValue(kind: ColumnKind, value: unknown): Value {
  if (kind === 'present') return value === null ? 0 : 1;
  if (value === null || value === undefined) return null;
  if (kind === 'time') return Date.parse(value as string);
  if (kind === 'flag') return value ? 1 : 0;
  return kind === 'key' ? sortKey(value as string, limits.sortKeyChars) : clean(value as string);
}

function tagsOf(resource: Resource, record: AnyRecord): string[] {
  return resource.tags ? (record[resource.tags] as string[]).map(clean) : [];
}

async function putTags(tx: Tx, resource: Resource, id: string, before: string[], after: string[]): Promise<void> {
  const table = `${resource.path}_tags`;
  for (const tag of before) {
    if (!after.includes(tag)) await tx.run(`delete from ${table} where user_id = ?1 and tag = ?2 and id = ?3`, tag, id);
  }
  for (const tag of after) {
    if (!before.includes(tag))
      await tx.run(`insert into ${table} (user_id, tag, id) values (?1, ?2, ?3) on conflict do nothing`, tag, id);
  }
}

function emptyContent(resource: Resource): string {
  return asideOf(resource)
    .map((field) => `${JSON.stringify(field)}:null`)
    .join(',');
}
