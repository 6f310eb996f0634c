// The eight behaviours that all record kinds share, once: create, list, get, patch, mergeCustom, remove, erase,
// restore. (The list is in lists.ts, for its length.)
import { AppError } from '../errors.ts';
import type { Fields } from '../resources/kinds.ts';
import { type AnyRecord, originFields, perResource, type Resource } from '../resources/resource.ts';
import { tagOf, type Version } from '../store/etags.ts';
import { bodyQuery, findByOrigin, findQuery, readStored, readText, type Stored, servedFields } from '../store/rows.ts';
import type { Row, Store, Tx } from '../store/store.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { isObject, newReader, type Reader, readFields } from './reading.ts';
import { eraseRecord, save } from './saving.ts';

/** What a behaviour needs to know of the request besides its body. */
export interface Context {
  timezone: string;
  /** The origin that new records get unless their body names one. */
  source: string;
  /** The versions that If-Match allows; null for any. */
  versions: number[] | null;
}

/** The fields that a create accepts. */
export function creatable(resource: Resource, except: readonly string[] = []): Fields {
  const own = Object.entries(resource.fields).filter(([name]) => !except.includes(name));
  return { ...Object.fromEntries(own), ...originFields };
}

/** The fields that PATCH accepts. */
export const patchable = perResource(
  (resource) => Object.fromEntries(resource.patchable.map((name) => [name, resource.fields[name]])) as Fields,
);

export async function create(
  tx: Tx,
  resource: Resource,
  fields: Fields,
  body: unknown,
  context: Context,
): Promise<Stored> {
  const reader = newReader(context.timezone);
  const given = readFields(fields, body, reader, { fixed: servedFields(resource) });
  reader.finish();
  const record = newRecord(tx, resource, given, context.source);
  resource.settle(record as never, given as never, true, reader);
  reader.finish();
  return insert(tx, resource, record);
}

/** A record of the given values and the defaults, not stored yet. */
export function newRecord(tx: Tx, resource: Resource, given: Record<string, unknown>, source: string): AnyRecord {
  const now = formatTime(tx.timestamp);
  const record: Record<string, unknown> = { id: newId() };
  for (const [name, field] of Object.entries(resource.fields)) record[name] = given[name] ?? field.default;
  record.source = given.source ?? source;
  record.source_id = given.source_id ?? null;
  return Object.assign(record, { created_at: now, updated_at: now, deleted_at: null }) as AnyRecord;
}

/** Stores a new record, unless one with its source and source_id stands already. */
export async function insert(tx: Tx, resource: Resource, record: AnyRecord): Promise<Stored> {
  if (record.source_id !== null) {
    const id = await findByOrigin(tx, resource, record.source, record.source_id);
    if (id) {
      const message = `A record of source ${JSON.stringify(record.source)} with source_id ${JSON.stringify(record.source_id)} exists already: ${id}.`;
      throw new AppError('CONFLICT', message, { id });
    }
  }
  return save(tx, resource, 'created', record, null);
}

/** The record for a reader; not found when missing, or in the trash where that hides it. */
export async function get(
  store: Store,
  user: number,
  resource: Resource,
  id: string,
): Promise<{ text: string; seq: number }> {
  const query = findQuery(resource, id, true);
  const [rows] = query ? await store.read(user, [query]) : [[]];
  const row = only(resource, id, rows as Row[]);
  if (row.deleted_at !== null && !resource.trashReadable) throw missing(resource, id);
  if (row.huge) {
    // Apart from the main thread, where the engine can. What is stored under the number of a body never changes.
    const [bodies] = await store.read(user, [bodyQuery(row.body as number)], { slow: true });
    if (!bodies?.[0]) throw missing(resource, id); // erased meanwhile
    row.content = bodies[0].content as string;
  }
  return { text: readText(resource, row), seq: row.seq as number };
}

/** The record for a change, wherever it is. */
export async function findAnywhere(tx: Tx, resource: Resource, id: string): Promise<Stored> {
  const query = findQuery(resource, id);
  const rows = query ? await tx.all(query.sql, ...query.params) : [];
  return readStored(resource, only(resource, id, rows));
}

/** The record for a change that the trash may hide it from. */
export async function find(tx: Tx, resource: Resource, id: string): Promise<Stored> {
  const stored = await findAnywhere(tx, resource, id);
  if (stored.record.deleted_at !== null && !resource.trashReadable) throw missing(resource, id);
  return stored;
}

export async function patch(tx: Tx, resource: Resource, id: string, body: unknown, context: Context): Promise<Stored> {
  const before = await find(tx, resource, id);
  checkVersion(before, context.versions);
  const reader = newReader(context.timezone);
  const given = readFields(patchable(resource), body, reader, { partial: true, fixed: servedFields(resource) });
  reader.finish();
  return change(tx, resource, before, given, reader);
}

/**
 * Applies the values that a request gives. Every request that succeeds is saved and emits its event, also when the
 * record already has these values.
 */
export async function change(
  tx: Tx,
  resource: Resource,
  before: Stored,
  values: Record<string, unknown>,
  reader: Reader,
  action = 'updated',
): Promise<Stored> {
  const record = { ...before.record, ...values };
  resource.settle(record as never, values as never, false, reader);
  reader.finish();
  record.updated_at = formatTime(tx.timestamp);
  return save(tx, resource, action, record, before);
}

/** The same for work of the service itself (sync, sender), which nobody asked for: only a difference is saved. */
export async function changeIfDifferent(
  tx: Tx,
  resource: Resource,
  before: Stored,
  values: Record<string, unknown>,
  action = 'updated',
): Promise<Stored> {
  const isDifferent = Object.entries(values).some(([field, value]) => !isEqual(before.record[field], value));
  // What has happened elsewhere cannot be refused.
  const reader = { ...newReader('UTC'), fault: () => {} };
  return isDifferent ? change(tx, resource, before, values, reader, action) : before;
}

export async function mergeCustom(
  tx: Tx,
  resource: Resource,
  id: string,
  body: unknown,
  context: Context,
): Promise<Stored> {
  const before = await find(tx, resource, id);
  checkVersion(before, context.versions);
  const reader = newReader(context.timezone);
  const merged = { ...(before.record.custom_fields as Record<string, unknown> | null) };
  if (!isObject(body))
    reader.fault('body', 'type', 'The body must be a JSON object of the keys to merge, such as {"project": "garden"}.');
  else
    for (const [key, value] of Object.entries(unwrap(body)))
      if (value === null) delete merged[key];
      else merged[key] = value;
  const empty = before.record.custom_fields === null && Object.keys(merged).length === 0;
  const given = readFields(
    { custom_fields: resource.fields.custom_fields as never },
    { custom_fields: empty ? null : merged },
    reader,
  );
  reader.finish();
  return change(tx, resource, before, given, reader);
}

/** Into the trash. */
export async function remove(tx: Tx, resource: Resource, id: string, context: Context): Promise<Stored> {
  const before = await findAnywhere(tx, resource, id);
  checkVersion(before, context.versions);
  return removeStored(tx, resource, before);
}

export async function removeStored(tx: Tx, resource: Resource, before: Stored): Promise<Stored> {
  if (before.record.deleted_at !== null)
    throw new AppError(
      'ALREADY_DELETED',
      `This ${resource.name} is in the trash since ${before.record.deleted_at}; restore it, or delete it with permanent=true.`,
    );
  const now = formatTime(tx.timestamp);
  return save(tx, resource, 'deleted', { ...before.record, deleted_at: now, updated_at: now }, before);
}

/** Gone for good, from the trash or not. */
export async function erase(
  tx: Tx,
  resource: Resource,
  id: string,
  context: Context,
): Promise<{ id: string; seq: number }> {
  const before = await findAnywhere(tx, resource, id);
  checkVersion(before, context.versions);
  return { id: before.record.id, seq: await eraseRecord(tx, resource, before) };
}

/** Out of the trash. */
export async function restore(tx: Tx, resource: Resource, id: string): Promise<Stored> {
  return restoreStored(tx, resource, await findAnywhere(tx, resource, id));
}

export async function restoreStored(tx: Tx, resource: Resource, before: Stored): Promise<Stored> {
  if (before.record.deleted_at === null)
    throw new AppError('NOT_DELETED', `This ${resource.name} is not in the trash; there is nothing to restore.`);
  return save(
    tx,
    resource,
    'restored',
    { ...before.record, deleted_at: null, updated_at: formatTime(tx.timestamp) },
    before,
  );
}

export function checkVersion(stored: Version, versions: number[] | null): void {
  if (versions === null || versions.includes(stored.seq)) return;
  const etag = tagOf(stored);
  const message = `The record is now at ETag ${etag}; read it again and repeat the change on that version.`;
  throw new AppError('PRECONDITION_FAILED', message, { etag });
}

function only(resource: Resource, id: string, rows: Row[]): Row {
  if (rows.length > 1)
    throw new AppError('AMBIGUOUS_ID', `The handle ${id} fits more than one ${resource.name}; use the whole id.`);
  if (!rows[0]) throw missing(resource, id);
  return rows[0];
}

function missing(resource: Resource, id: string): AppError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return new AppError('NOT_FOUND', `There is no ${resource.name} ${JSON.stringify(shown)}.`);
}

// {"custom_fields": {…}} alone means its members.
function unwrap(body: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(body);
  return keys.length === 1 && keys[0] === 'custom_fields' && isObject(body.custom_fields) ? body.custom_fields : body;
}

function isEqual(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
