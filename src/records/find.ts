// Finds a record by id or handle: as JSON text for a response, or as a value to work with.
import { AppError } from '../errors.ts';
import { type AnyRecord, isTrashed, type Resource } from '../resources/resource.ts';
import { isBrief } from '../store/engine/large-texts.ts';
import type { Row, Store } from '../store/port.ts';
import { markOf } from '../store/tables/etags.ts';
import { findRows, type Source } from '../store/tables/record-lookups.ts';
import { findQuery, readStored, readText, type Stored } from '../store/tables/records.ts';
import { readContent, valuesOf } from './large-contents.ts';

/** The record as text, without a huge content; throws NOT_FOUND if it is missing or hidden by the trash. */
export async function get(
  store: Store,
  user: number,
  resource: Resource,
  id: string,
): Promise<Pick<Stored, 'text' | 'seq' | 'isBrief' | 'body' | 'etag'>> {
  const row = await readRow(store, user, resource, id);
  const { seq, body } = row as { seq: number; body: number | null };
  const text = readText(resource, row);
  return { text, seq, isBrief: isBrief(row), body, ...markOf(resource, seq, row.doc as string) };
}

/** The record as a value; without a huge content if the fields stored beside the record are not needed. */
export async function getRecord(
  store: Store,
  user: number,
  resource: Resource,
  id: string,
  needsContent: boolean,
): Promise<AnyRecord> {
  const row = await readRow(store, user, resource, id);
  const record = JSON.parse(readText(resource, row)) as AnyRecord;
  if (!needsContent || !isBrief(row)) return record;
  const content = await readContent(store, user, row.body as number);
  if (!content) throw missing(resource, id); // erased in the meantime
  return { ...record, ...(await valuesOf(resource, content)) };
}

async function readRow(store: Store, user: number, resource: Resource, id: string): Promise<Row> {
  const query = findQuery(resource, id);
  const [rows = []] = query ? await store.read(user, [query]) : [];
  const row = only(resource, id, rows);
  if (row.deleted_at !== null && !resource.trash?.readable) throw missing(resource, id);
  return row;
}

/** The record, in the trash or not; undefined if it does not exist. */
export async function lookUp<R = AnyRecord>(
  source: Source,
  resource: Resource,
  id: string,
): Promise<Stored<R> | undefined> {
  const rows = await findRows(source, resource, id);
  if (rows.length > 1) throw ambiguous(resource, id);
  return rows[0] && readStored<R>(resource, rows[0]);
}

/** The record; throws NOT_FOUND if it does not exist, or is in the trash and `inTrash` is false. */
export async function find<R = AnyRecord>(
  source: Source,
  resource: Resource,
  id: string,
  { inTrash = resource.trash?.readable ?? false } = {},
): Promise<Stored<R>> {
  const stored = await lookUp(source, resource, id);
  if (!stored || (isTrashed(stored.record) && !inTrash)) throw missing(resource, id);
  return stored as Stored<R>;
}

function only(resource: Resource, id: string, rows: Row[]): Row {
  if (rows.length > 1) throw ambiguous(resource, id);
  if (!rows[0]) throw missing(resource, id);
  return rows[0];
}

function ambiguous(resource: Resource, id: string): AppError {
  return new AppError('AMBIGUOUS_ID', `The handle ${id} fits more than one ${nounOf(resource)}; use the whole id.`);
}

function nounOf({ name }: Resource): string {
  return name.replaceAll('_', ' ');
}

export function missing(resource: Resource, id: string): AppError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return new AppError('NOT_FOUND', `There is no ${nounOf(resource)} ${JSON.stringify(shown)}.`);
}
