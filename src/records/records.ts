// What every resource can do: create, change, merge custom fields, move to the trash, restore, erase.
import { AppError } from '../errors.ts';
import type { FieldContext, Fields } from '../resources/fields.ts';
import { type AnyRecord, asideOf, originFields, perResource, type Resource } from '../resources/resource.ts';
import type { Tx } from '../store/port.ts';
import { tagOf, type Version } from '../store/tables/etags.ts';
import { findByOrigin } from '../store/tables/record-lookups.ts';
import { type Stored, servedFields } from '../store/tables/records.ts';
import { newId } from '../values/ids.ts';
import type { DeliveredBy } from '../values/mail-facts.ts';
import { formatTime } from '../values/time.ts';
import { zoneName } from '../values/zone-names.ts';
import { find } from './find.ts';
import { whole } from './large-contents.ts';
import { eraseRecord, save } from './save.ts';
import { type Collector, collectFaults, isObject, newValidator, type Validator, validateFields } from './validate.ts';

/** What these functions need from the request besides its body. */
export interface Context {
  timezone: string;
  /** The origin that new records get unless their body names one. */
  source: string;
  /** Who delivers the mail that is created. */
  deliveredBy?: DeliveredBy;
  /** The versions that If-Match allows; null for any. */
  versions: number[] | null;
}

/** The fields that a create accepts. */
export function creatable(resource: Resource): Fields {
  const own = Object.entries(resource.fields).filter(([name]) => !resource.serverFields.includes(name));
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
  const validator = newValidator(zoneOf(resource, body, null, context.timezone));
  const values = validateFields(fields, body, validator, { fixed: servedFields(resource) });
  validator.finish();
  const record = newRecord(tx, resource, values, context.source);
  if (resource.deliveredBy) record.delivered_by = context.deliveredBy;
  resource.settle(record as never, values as never, true, validator);
  validator.finish();
  return insert(tx, resource, record);
}

/** A new record with these values and the defaults, not yet stored. */
export function newRecord(tx: Tx, resource: Resource, values: Record<string, unknown>, source: string): AnyRecord {
  const now = formatTime(tx.timestamp);
  const record: Record<string, unknown> = { id: newId() };
  for (const [name, field] of Object.entries(resource.fields)) record[name] = values[name] ?? field.default;
  record.source = values.source ?? source;
  record.source_id = values.source_id ?? null;
  return Object.assign(record, { created_at: now, updated_at: now, deleted_at: null }) as AnyRecord;
}

/** Stores a new record; throws CONFLICT if one with its source and source_id exists. */
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

const IN_TRASH = { inTrash: true };

export async function patch(tx: Tx, resource: Resource, id: string, body: unknown, context: Context): Promise<Stored> {
  const before = await find(tx, resource, id);
  checkVersion(before, context.versions);
  const validator = newValidator(zoneOf(resource, body, before.record, context.timezone));
  const values = validateFields(patchable(resource), body, validator, { partial: true, fixed: servedFields(resource) });
  validator.finish();
  return apply(tx, resource, before, values, 'updated', validator);
}

/** The time zone in which the times of a body without an offset are read. */
export function zoneOf(resource: Resource, body: unknown, before: AnyRecord | null, serviceZone: string): string {
  const { zoneField } = resource;
  if (!zoneField) return serviceZone;
  const given = isObject(body) && body[zoneField] !== undefined ? body[zoneField] : before?.[zoneField];
  return (typeof given === 'string' ? zoneName(given) : undefined) ?? serviceZone;
}

/**
 * Applies the values of a request. Every successful request is saved and emits its event, even if the
 * record already has these values.
 */
export async function change(
  tx: Tx,
  resource: Resource,
  before: Stored,
  values: Record<string, unknown>,
  action = 'updated',
): Promise<Stored> {
  return apply(tx, resource, before, values, action, { ...collectFaults(), timezone: tx.timezone });
}

async function apply(
  tx: Tx,
  resource: Resource,
  before: Stored,
  values: Record<string, unknown>,
  action: string,
  context: FieldContext & Pick<Collector, 'finish'>,
): Promise<Stored> {
  const known = asideOf(resource).some((field) => field in values) ? await whole(tx, resource, before) : before.record;
  const record = { ...known, ...values };
  resource.settle(record as never, values as never, false, context, known as never);
  context.finish();
  record.updated_at = formatTime(tx.timestamp);
  return save(tx, resource, action, record, { ...before, record: known });
}

/** The same for internal work (sync, sender): saves and emits only if a value differs. */
export async function changeIfDifferent(
  tx: Tx,
  resource: Resource,
  before: Stored,
  values: Record<string, unknown>,
  action = 'updated',
): Promise<Stored> {
  const isDifferent = Object.entries(values).some(([field, value]) => !isEqual(before.record[field], value));
  if (!isDifferent) return before;
  // What has already happened on a server cannot be refused.
  return apply(tx, resource, before, values, action, { fault() {}, finish() {}, timezone: tx.timezone });
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
  const validator = newValidator(context.timezone);
  const values = mergedCustom(resource, before.record.custom_fields, body, validator);
  return change(tx, resource, before, values);
}

/** The custom fields with the keys of a body merged into them, as the value of a request. */
export function mergedCustom(
  resource: Resource,
  before: unknown,
  body: unknown,
  validator: Validator,
): Record<string, unknown> {
  const merged = { ...(before as Record<string, unknown> | null) };
  if (!isObject(body))
    validator.fault(
      'body',
      'type',
      'The body must be a JSON object of the keys to merge, such as {"project": "garden"}.',
    );
  else
    for (const [key, value] of Object.entries(unwrap(body)))
      if (value === null) delete merged[key];
      else merged[key] = value;
  const isEmpty = before === null && Object.keys(merged).length === 0;
  const values = validateFields(
    { custom_fields: resource.fields.custom_fields as never },
    { custom_fields: isEmpty ? null : merged },
    validator,
  );
  validator.finish();
  return values;
}

/** Moves a record to the trash. */
export async function remove(tx: Tx, resource: Resource, id: string, context: Context): Promise<Stored> {
  const before = await find(tx, resource, id, IN_TRASH);
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

/** Erases a record permanently, whether it is in the trash or not. */
export async function erase(
  tx: Tx,
  resource: Resource,
  id: string,
  context: Context,
): Promise<{ id: string; seq: number }> {
  const before = await find(tx, resource, id, IN_TRASH);
  checkVersion(before, context.versions);
  return { id: before.record.id, seq: await eraseRecord(tx, resource, before) };
}

/** Takes a record out of the trash. */
export async function restore(tx: Tx, resource: Resource, id: string): Promise<Stored> {
  return restoreStored(tx, resource, await find(tx, resource, id, IN_TRASH));
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

// {"custom_fields": {…}} alone means its members.
function unwrap(body: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(body);
  return keys.length === 1 && keys[0] === 'custom_fields' && isObject(body.custom_fields) ? body.custom_fields : body;
}

function isEqual(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
