// The rows of accounts and files: the record as it is served, the seq of its last change, and columns of their own.
import type { Kind } from '../resources/kind.ts';
import { readId } from '../values/ids.ts';
import { contentTag } from './etags.ts';
import type { Query, Row, Store, Tx, Value } from './store.ts';

export interface KindRow<R = Record<string, unknown>> {
  record: R;
  seq: number;
  /** Made from the text too: the time of a check changes without an entry in the log. */
  etag: string;
  /** The record as JSON. */
  text: string;
  /** The row, with the columns of its own. */
  row: Row;
}

type AnyKind = Pick<Kind, 'table'>;

function findQuery({ table }: AnyKind, id: string): Query {
  return { sql: `select * from ${table} where user_id = ?1 and id = ?2`, params: [readId(id) ?? ''] };
}

export async function findKindRow<R>(tx: Tx, kind: AnyKind, id: string): Promise<KindRow<R> | undefined> {
  const { sql, params } = findQuery(kind, id);
  return readKindRow<R>(await tx.get(sql, ...params));
}

export async function getKindRow<R>(
  store: Store,
  user: number,
  kind: AnyKind,
  id: string,
): Promise<KindRow<R> | undefined> {
  const [rows = []] = await store.read(user, [findQuery(kind, id)]);
  return readKindRow<R>(rows[0]);
}

export function readKindRow<R>(row: Row | undefined): KindRow<R> | undefined {
  return row && kindRow(JSON.parse(row.doc as string) as R, row);
}

export function kindRow<R>(record: R, row: Row): KindRow<R> {
  const [seq, text] = [row.seq as number, row.doc as string];
  return { record, seq, etag: contentTag(seq, text), text, row };
}

/** Adds or changes the row; columns that are not given stay as they are. */
export function putKindRow(
  tx: Tx,
  { table }: AnyKind,
  id: string,
  values: { seq: number; doc: string; created_at: number } & Record<string, Value>,
): void {
  const names = Object.keys(values);
  tx.run(
    `insert into ${table} (user_id, id, ${names.join(', ')}) values (?1, ?2, ${names.map((_, index) => `?${index + 3}`).join(', ')})
      on conflict (user_id, id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    id,
    ...Object.values(values),
  );
}

export function deleteKindRow(tx: Tx, { table }: AnyKind, id: string): void {
  tx.run(`delete from ${table} where user_id = ?1 and id = ?2`, id);
}

/** The newest first, and how many there are. */
export function listKindRows({ table }: AnyKind, limit: number, offset: number): [page: Query, total: Query] {
  return [
    {
      sql: `select doc from ${table} where user_id = ?1 order by created_at desc, id desc limit ?2 offset ?3`,
      params: [limit, offset],
      bounded: ['doc'],
    },
    { sql: `select count(*) as total from ${table} where user_id = ?1`, params: [] },
  ];
}
