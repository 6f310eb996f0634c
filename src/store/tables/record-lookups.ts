// Record lookups: one by its id in a transaction, several by their ids or sources, all of a resource page by page.
import { limits } from '../../limits.ts';
import { perResource, type Resource } from '../../resources/resource.ts';
import { searchedResources } from '../../resources/resources.ts';
import { indexKey } from '../../values/text.ts';
import type { Dialect, Query, ReadStore, Row, Store, Tx } from '../port.ts';
import { foldedColumns } from './record-columns.ts';
import { findQuery, readStored, readText, type Stored, selectStored, textOf } from './records.ts';

const PAGE = 100;

/** Where records are looked up: in a transaction, or outside of one. */
export type Source = Pick<Tx, 'all'>;

/** The committed records of a user, for reading only. */
export function outside(store: ReadStore, user: number): Source {
  return { all: async (sql, ...params) => (await store.read(user, [{ sql, params }]))[0] ?? [] };
}

/** The rows of each query, as `read` of the store gives them, in a transaction. */
export async function readIn(tx: Tx, queries: readonly Query[]): Promise<Row[][]> {
  const results: Row[][] = [];
  for (const { sql, params } of queries) results.push(await tx.all(sql, ...params));
  return results;
}

/** The rows of an id or a handle: more than one if a handle is ambiguous. */
export async function findRows(source: Source, resource: Resource, idOrHandle: string): Promise<Row[]> {
  const query = findQuery(resource, idOrHandle);
  return query ? source.all(query.sql, ...query.params) : [];
}

/** The id of the record that has this source and source_id. */
export async function findByOrigin(
  tx: Tx,
  resource: Resource,
  source: string,
  sourceId: string,
): Promise<string | undefined> {
  const row = await tx.get(
    `select id from ${resource.table} where user_id = ?1 and source = ?2 and source_id = ?3`,
    indexKey(source),
    indexKey(sourceId),
  );
  return row?.id as string | undefined;
}

export async function hasRecord(tx: Tx, resource: Resource, id: string): Promise<boolean> {
  return (await tx.get(`select id from ${resource.table} where user_id = ?1 and id = ?2`, id)) !== undefined;
}

/** Records to change by a name, at most `max`; `until`: only those that were created up to this seq of the log, or this id. */
interface Named {
  name: string;
  until: number | string | undefined;
  max: number;
}

/**
 * The condition that a record `r` was created after ?3. Neither ids nor times answer that well: they depend on the clocks
 * of instances. So ?3 is a seq, except in tasks that an earlier version began. Without `first_seq`, the changes of a record lead back to its creation, the only one without a
 * previous change. The cross join begins with that change: SQLite would read the log since ?3 for each one.
 */
function createdLater({ firstSeq }: Resource, bound: number | string): string {
  if (typeof bound === 'string') return 'r.id > ?3';
  if (firstSeq) return 'r.first_seq > ?3';
  return `exists (with recursive later(previous) as (
    select c.previous from changes c where c.user_id = ?1 and c.seq = r.seq and c.seq > ?3
    union all
    select c.previous from later l cross join changes c where c.user_id = ?1 and c.seq = l.previous and l.previous > ?3)
  select 1 from later where previous is null)`;
}

/** A record that was found, and the size of its text. */
export interface Found {
  key: number;
  bytes: number;
}

/** Records whose column has this name, either in the trash or not. Without their texts, which can be large. */
export async function findNamed(
  tx: Tx,
  resource: Resource,
  { column, name, trash, until, max }: Named & { column: string; trash: 'without' | 'only' },
): Promise<Found[]> {
  const bound = until === undefined ? '' : `and not (${createdLater(resource, until)})`;
  const sql = `${selectFound(resource)} r.${column} = ?2
    and r.deleted_at is ${trash === 'only' ? 'not null' : 'null'} ${bound} limit ${max}`;
  return (await tx.all(sql, name, ...(until === undefined ? [] : [until]))) as unknown as Found[];
}

/** Records that have this tag, those in the trash included. The index of tags finds them. */
export async function findTagged(tx: Tx, resource: Resource, { name, until, max }: Named): Promise<Found[]> {
  const { table } = resource;
  const bound =
    until === undefined
      ? ''
      : `and not exists (select 1 from ${table} r where r.user_id = ?1 and r.id = t.id and ${createdLater(resource, until)})`;
  const sql = `${selectFound(resource)} r.id in (select t.id from ${table}_tags t
    where t.user_id = ?1 and t.tag = ?2 ${bound} order by t.id limit ${max})`;
  return (await tx.all(sql, name, ...(until === undefined ? [] : [until]))) as unknown as Found[];
}

/** The beginning of a statement for records with the size of their texts, up to its conditions. */
export const selectFound = perResource((resource) => {
  const { join } = textOf(resource);
  const content = join === '' ? '' : ' + coalesce(octet_length(b.content), 0)';
  return `select r.key, r.id, r.seq, octet_length(r.doc)${content} as bytes from ${resource.table} r ${join} where r.user_id = ?1 and`;
});

/** A record that was found in this transaction. */
export async function readFound(tx: Tx, resource: Resource, { key }: Found): Promise<Stored | undefined> {
  const row = await tx.get(`${selectStored(resource)} r.key = ?2`, key);
  return row && readStored(resource, row);
}

/** The source_ids that records of this source have. */
export async function knownOrigins(
  store: Store,
  user: number,
  resource: Resource,
  source: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { dialect } = store;
  const sql = `select source_id from ${resource.table} where user_id = ?1 and source = ?2 and source_id ${dialect.in(3)}`;
  const params = [indexKey(source), dialect.list(sourceIds.map(indexKey))];
  const [rows = []] = await store.read(user, [{ sql, params }]);
  return new Set(rows.map(({ source_id }) => source_id as string));
}

/** The ids that exist. */
export async function knownIds(
  store: Store,
  user: number,
  resource: Resource,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { dialect } = store;
  const sql = `select id from ${resource.table} where user_id = ?1 and id ${dialect.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [dialect.list([...ids])] }]);
  return new Set(rows.map(({ id }) => id as string));
}

/** Records that have this value in a column, without those in the trash. */
export interface Chosen {
  column: string;
  value: string;
}

/** Each record as JSON in the order of the ids: the chosen ones, or all, including those in the trash. */
export async function* walkRecords(
  store: ReadStore,
  user: number,
  resource: Resource,
  chosen?: Chosen,
): AsyncGenerator<string> {
  const { columns, join } = textOf(resource);
  const only = chosen ? `and r.${chosen.column} = ?3 and r.deleted_at is null` : '';
  const sql = `select r.id, ${columns} from ${resource.table} r ${join} where r.user_id = ?1 and r.id > ?2 ${only} order by r.id limit ${PAGE}`;
  const values = chosen ? [chosen.value] : [];
  for (let last = ''; ; ) {
    const [rows = []] = await store.read(user, [{ sql, params: [last, ...values], bounded: ['doc', 'content'] }]);
    if (rows.length === 0) return;
    for (const row of rows) yield readText(resource, row);
    last = rows.at(-1)?.id as string;
  }
}

/** The next rows after an id, with their text, their key and the columns with folded text. */
export async function rowsToIndex(tx: Tx, resource: Resource, after: string, max: number): Promise<Row[]> {
  const { columns, join } = textOf(resource);
  const folded = foldedColumns(resource).map((name) => `r.${name}, `);
  const sql = `select r.key, r.id, r.deleted_at, ${folded.join('')}${columns} from ${resource.table} r ${join}
    where r.user_id = ?1 and r.id > ?2 order by r.id limit ${max}`;
  return tx.all(sql, after);
}

/** The next records after an id, their ids and documents: a batch by their number and size, but at least one. */
export async function docsAfter(
  tx: Tx,
  { table }: Resource,
  after: string,
  batch: { max: number; bytes: number },
): Promise<{ id: string; doc: string }[]> {
  const next = `from ${table} where user_id = ?1 and id > ?2 order by id limit`;
  const sizes = await tx.all(`select octet_length(doc) as bytes ${next} ${batch.max}`, after);
  let total = 0;
  const over = sizes.findIndex(({ bytes }) => {
    total += bytes as number;
    return total > batch.bytes;
  });
  const count = over < 0 ? sizes.length : Math.max(1, over);
  return (await tx.all(`select id, doc ${next} ?3`, after, count)) as { id: string; doc: string }[];
}

/** The sizes of the next records after an id, as `bytes`. */
export async function sizesToIndex(tx: Tx, { table }: Resource, after: string, max: number): Promise<number[]> {
  const rows = await tx.all(
    `select octet_length(r.doc) + coalesce((select octet_length(b.content) from bodies b where b.user_id = ?1 and b.body = r.body), 0)
        + coalesce((select octet_length(t.texts) from attachment_texts t where t.user_id = ?1 and t.email_id = r.id), 0) as bytes
      from ${table} r where r.user_id = ?1 and r.id > ?2 order by r.id limit ${max}`,
    after,
  );
  return rows.map(({ bytes }) => bytes as number);
}

interface PreviewRow {
  id: string;
  key: number;
  doc: string;
  /** The beginning of its content. */
  content: string | null;
}

const TO_PREVIEW = `select r.key, r.id, r.doc, r.body, coalesce(octet_length(b.content), 0) as bytes from emails r
  left join bodies b on b.user_id = ?1 and b.body = r.body
  where r.user_id = ?1 and r.id > ?2 order by r.id limit ${limits.previewBatch}`;
const CONTENT = `select substr(content, 1, ${limits.previewHtmlChars}) as content from bodies where user_id = ?1 and body = ?2`;

/** The next mails after an id: a batch by their number and the size of their contents, but at least one. */
export async function* rowsToPreview(tx: Tx, after: string): AsyncGenerator<PreviewRow> {
  let bytes = 0;
  for (const row of await tx.all(TO_PREVIEW, after)) {
    if (bytes > 0 && bytes + (row.bytes as number) > limits.previewBatchBytes) return;
    bytes += row.bytes as number;
    const found: Row | undefined = row.body === null ? undefined : await tx.get(CONTENT, row.body as number);
    const content = (found?.content as string | undefined) ?? null;
    yield { id: row.id as string, key: row.key as number, doc: row.doc as string, content };
  }
}

/** The query for the beginnings of the contents of records, by `id`. */
export function beginningsQuery(dialect: Dialect, { table }: Resource, ids: readonly string[], chars: number): Query {
  const sql = `select r.id, substr(b.content, 1, ${chars}) as content from ${table} r
    join bodies b on b.user_id = ?1 and b.body = r.body where r.user_id = ?1 and r.id ${dialect.in(2)}`;
  return { sql, params: [dialect.list(ids)] };
}

export async function countRecords(
  store: ReadStore,
  user: number,
  resource: Resource,
  chosen?: Chosen,
): Promise<number> {
  const only = chosen ? `and ${chosen.column} = ?2 and deleted_at is null` : '';
  const sql = `select count(*) as n from ${resource.table} where user_id = ?1 ${only}`;
  const [rows = []] = await store.read(user, [{ sql, params: chosen ? [chosen.value] : [] }]);
  return rows[0]?.n as number;
}

/** How many records there are, of all users and resources. */
export async function countAllRecords(store: ReadStore): Promise<number> {
  const counts = searchedResources.map(({ table }) => `(select count(*) from ${table})`).join(' + ');
  const [row] = await store.catalogue(`select ${counts} as n`);
  return row?.n as number;
}
