// The behaviours that all kinds share: create, get, patch, custom-field merge, remove, erase and restore.
import { add, change } from './changes.ts';
import { draftAgain, folderOf, isWaiting } from './email-states.ts';
import { timesOf } from './event-rules.ts';
import { type Fields, type Item, type Kind, kinds, normal } from './kinds.ts';
import { freshId, type Kept, type Made, type Outcome, recordsOf, refuse, show, type World } from './world.ts';

export function create(world: World, kind: Kind, body: Fields, xSource: string | undefined, made: Made): Outcome {
  const record = newRecord(world, kind, { ...(xSource && { source: xSource }), ...normal(body) }, made);
  const times = kind === 'event' ? timesOf(undefined, body) : {};
  if (!times) return refuse(400, 'VALIDATION_ERROR');
  Object.assign(record, times);
  if (kind === 'contact')
    record.display_name ??= [record.first_name, record.last_name].filter(Boolean).join(' ') || null;
  if (kind === 'email' && body.has_attachments === undefined)
    record.has_attachments = (record.attachments as unknown[]).length > 0;
  if (isAtOdds(kind, record)) return refuse(400, 'VALIDATION_ERROR');
  const { source, source_id } = record;
  const twin = recordsOf(world, kind).find((one) => one.record.source === source && one.record.source_id === source_id);
  if (source_id !== null && twin) return refuse(409, 'CONFLICT', { id: twin.record.id });
  return add(world, kind, record, made);
}

/** A record of the given values and the defaults. */
export function newRecord(world: World, kind: Kind, given: Fields, made: Made): Item {
  const times = { created_at: made.now, updated_at: made.now, deleted_at: null };
  const values: Fields = { ...kinds[kind].defaults, ...given, id: freshId(world, made), ...times };
  const record = values as Item;
  if (kind === 'email') record.folder ??= folderOf(record.status);
  return record;
}

/** With the record's own ETag as If-None-Match there is nothing new to show. */
export function get(kept: Kept, ifNoneMatch: string | undefined): Outcome {
  return ifNoneMatch === undefined ? show(kept) : { status: 304, body: '', events: [], shown: kept };
}

export function patch(world: World, kept: Kept, body: Fields, made: Made): Outcome {
  const times = kept.kind === 'event' ? timesOf(kept.record, body) : {};
  if (!times) return refuse(400, 'VALIDATION_ERROR');
  const values = { ...normal(body), ...times };
  if (isAtOdds(kept.kind, { ...kept.record, ...values })) return refuse(400, 'VALIDATION_ERROR');
  return change(world, kept, values, made);
}

/** A key is replaced, null removes it, other keys stay. */
export function mergeCustom(world: World, kept: Kept, body: Fields, made: Made): Outcome {
  const isWrapped = Object.keys(body).join() === 'custom_fields';
  const merged = { ...(kept.record.custom_fields as Fields | null) };
  for (const [key, value] of Object.entries(isWrapped ? (body.custom_fields as Fields) : body)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  const isStillNone = kept.record.custom_fields === null && Object.keys(merged).length === 0;
  return change(world, kept, { custom_fields: isStillNone ? null : merged }, made);
}

/** Into the trash. A mail that waits to be sent becomes a draft again, so that nothing is sent from there. */
export function remove(world: World, kept: Kept, made: Made): Outcome {
  if (kept.record.deleted_at !== null) return refuse(409, 'ALREADY_DELETED');
  const values = { deleted_at: made.now, ...(isWaiting(kept.record) && draftAgain) };
  const data = { id: kept.record.id, deleted_at: made.now };
  return { ...change(world, kept, values, made), body: { data }, events: [{ event: `${kept.kind}.deleted`, data }] };
}

/** Gone for good, from the trash or not; of the answers that show it nothing is kept but its id. */
export function erase(world: World, { kind, step, record: { id } }: Kept): Outcome {
  world.records.delete(id);
  world.gone.push({ kind, step, id });
  const data = { id, permanent: true };
  for (const answer of world.answers)
    if (JSON.parse(answer.text).data?.id === id) answer.text = JSON.stringify({ data });
  const events = [{ event: `${kind}.deleted`, data }];
  return { status: 200, body: { data: { id, deleted: true } }, events };
}

export function restore(world: World, kept: Kept, made: Made): Outcome {
  if (kept.record.deleted_at === null) return refuse(409, 'NOT_DELETED');
  return change(world, kept, { deleted_at: null }, made, { action: 'restored' });
}

/** A contact has a name. */
function isAtOdds(kind: Kind, { display_name }: Fields): boolean {
  return kind === 'contact' && display_name === null;
}
