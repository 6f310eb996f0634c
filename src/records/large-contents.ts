// Very large contents of records, which stay in the store until they are needed: read as bytes to be passed on, or as
// values in slices to be worked on.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { type AnyRecord, asideOf, type Resource } from '../resources/resource.ts';
import { bytesOf, contentQuery, contentRows } from '../store/engine/large-texts.ts';
import type { Store, Tx } from '../store/port.ts';
import type { Stored } from '../store/tables/records.ts';
import { membersOf, parseInSlices } from '../values/served-text.ts';
import { inSlices } from './slices.ts';

/** Reads the content off the main path; undefined if the record was erased in the meantime. */
export async function readContent(store: Store, user: number, body: number): Promise<Buffer | undefined> {
  const [rows = []] = await store.read(user, [contentQuery(store.dialect, body)], { slow: true });
  return inSlices(bytesOf(rows));
}

/** The record with the fields that were left in the store; of each at most about `max` bytes. */
export async function whole(tx: Tx, resource: Resource, stored: Stored, max?: number): Promise<AnyRecord> {
  if (!stored.isBrief || asideOf(resource).every((field) => field in stored.record)) return stored.record;
  await setImmediate();
  const content = await inSlices(bytesOf(await contentRows(tx, stored.body as number)));
  if (!content) throw new Error(`body ${stored.body} is missing`);
  await setImmediate(); // loading it has taken a while
  const values = await valuesOf(resource, content, max);
  await setImmediate();
  return { ...stored.record, ...values };
}

/** The fields that a content has. */
export function valuesOf(resource: Resource, content: Buffer, max?: number): Promise<Record<string, string | null>> {
  return inSlices(readValues(resource, content, max));
}

function* readValues(
  resource: Resource,
  content: Buffer,
  max: number | undefined,
): Generator<undefined, Record<string, string | null>> {
  const values: Record<string, string | null> = {};
  for (const [name, json] of membersOf(content, asideOf(resource)))
    values[name] = yield* parseInSlices(json as Buffer, limits.largeText, max);
  return values;
}
