// The only place that stores a record and its change: row, body, tags, search words and log entry, in the caller's
// transaction. The hooks of the resource run here too, so that no caller can forget them.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { type AnyRecord, type BaseRecord, isTrashed, type Resource } from '../resources/resource.ts';
import { isHuge } from '../store/engine/large-texts.ts';
import type { Tx } from '../store/port.ts';
import { appendChange, dropBody, forgetRecord, putBody } from '../store/tables/changes.ts';
import { updateCounters } from '../store/tables/counters.ts';
import { markOf } from '../store/tables/etags.ts';
import { forgetAnswers } from '../store/tables/idempotency.ts';
import {
  deleteRow,
  insertRow,
  type OwnColumns,
  type Pieces,
  piecesOf,
  type Stored,
  sameContent,
  samePieces,
  splice,
  updateRow,
} from '../store/tables/records.ts';
import { type AfterSave, effectsOf, type Following, mergeFollowing } from './effects.ts';
import { indexedText, searchChanged } from './indexed-text.ts';
import { whole } from './large-contents.ts';
import { createPause, inSlices } from './slices.ts';

/** Stores a new or changed record and appends `<resource>.<action>` to the change log. */
export async function save<R extends BaseRecord>(
  tx: Tx,
  resource: Resource,
  action: string,
  saved: R,
  before: Stored<R> | null,
  secrets: string | null = before?.secrets ?? null,
): Promise<Stored<R>> {
  const stored = await saveAny(tx, resource, action, saved as never, before as Stored | null, secrets);
  return stored as unknown as Stored<R>;
}

async function saveAny(
  tx: Tx,
  resource: Resource,
  action: string,
  record: AnyRecord,
  before: Stored | null,
  secrets: string | null,
): Promise<Stored> {
  // A clock that was years ahead may have dated the record; it is not followed (store/engine/clock.ts).
  if (Date.parse(record.updated_at) < Date.parse(record.created_at)) record.updated_at = record.created_at;
  const following: AfterSave[] = [];
  for (const hook of effectsOf(resource).save) {
    const begun = hook(tx, record, before, secrets);
    const afterwards = begun instanceof Promise ? await begun : begun; // most have nothing to wait for
    if (afterwards) following.push(afterwards);
  }
  const seq = await tx.nextSeq();
  const {
    doc,
    content,
    isBrief: isUnread,
  } = samePieces(resource, record, before) ?? (await newPieces(resource, record));
  const isLarge = isUnread || (content?.length ?? 0) > limits.largeText;
  if (isLarge) await setImmediate();
  const isBrief = isUnread || isHuge(content);
  const text = isBrief ? doc : splice(resource, doc, content);
  const body = isUnread && before ? before.body : bodyPlace(resource, record, content, seq, before);
  const logged = action === 'deleted' ? JSON.stringify({ id: record.id, deleted_at: record.deleted_at }) : null;
  if (body === seq) putBody(tx, seq, content as string);
  if (isLarge) await setImmediate();
  const stored = putRecord(tx, resource, before, record, { doc, seq, body, secrets }); // its key is awaited after all statements are sent
  stored.catch(() => {}); // if a later statement fails too, that error is thrown
  updateCounters(tx, resource, before?.record ?? null, record);
  appendChange(tx, seq, {
    event: `${resource.name}.${action}`,
    recordId: record.id,
    doc: logged ?? (body === null ? text : doc),
    body: logged ? null : body,
    replaced: before && before.body !== body ? before.body : null,
    previous: before?.seq ?? null,
  });
  const key = await stored;
  if (isLarge) await setImmediate();
  if (following.length > 0) await saveFollowing(tx, resource, record, following);
  return {
    key,
    record,
    seq,
    body,
    text,
    content: isBrief ? null : content,
    isBrief,
    secrets,
    ...markOf(resource, seq, doc),
  };
}

function newPieces(resource: Resource, record: AnyRecord): Promise<Pieces> {
  return inSlices(piecesOf(resource, record));
}

async function saveFollowing(tx: Tx, resource: Resource, record: AnyRecord, hooks: AfterSave[]): Promise<void> {
  const following: Following[] = [];
  for (const hook of hooks) following.push(...(await hook()));
  const pause = createPause(); // they can be many: the mails of a conversation that is merged
  for (const { stored, values } of mergeFollowing(following)) {
    await save(tx, resource, 'updated', { ...stored.record, ...values, updated_at: record.updated_at }, stored);
    await pause();
  }
}

// Bytes of a text that are indexed, each character as the longest escape.
const INDEXED = limits.htmlChars * 6;

/** Stores the row and its search words; returns the key of the row. */
async function putRecord(
  tx: Tx,
  resource: Resource,
  before: Stored | null,
  record: AnyRecord,
  columns: OwnColumns,
): Promise<number> {
  const key = before
    ? await updateRow(tx, resource, before, record, columns)
    : await insertRow(tx, resource, record, columns);
  if (!resource.search) return key;
  if (before && key !== before.key) tx.search.remove(resource.table, before.key);
  if (!before || key !== before.key || searchChanged(resource, before.record, record)) {
    const known = before ? await whole(tx, resource, { ...before, record }, INDEXED) : record;
    const derived = await effectsOf(resource).searchedTexts?.(tx, record, limits.derivedBytes);
    const { words, digits } = indexedText(resource, known, derived);
    tx.search.put(resource.table, key, words, digits, isTrashed(record));
  }
  return key;
}

/** Erases a record, and its content from the change log. */
export async function eraseRecord<R extends BaseRecord>(
  tx: Tx,
  resource: Resource,
  erased: Stored<R>,
): Promise<number> {
  const stored = erased as unknown as Stored;
  const gone = JSON.stringify({ id: stored.record.id, permanent: true });
  for (const hook of effectsOf(resource).erase) await hook(tx, stored.record);
  if (stored.isBrief) await setImmediate();
  await forgetRecord(tx, stored.seq, gone);
  dropBody(tx, stored.body); // the change that stored it may have been pruned from the log
  if (stored.isBrief) await setImmediate();
  forgetAnswers(tx, stored.record.id, `{"data":${gone}}`);
  deleteRow(tx, resource, stored);
  if (resource.search) tx.search.remove(resource.table, stored.key);
  updateCounters(tx, resource, stored.record, null);
  const seq = await tx.nextSeq();
  appendChange(tx, seq, {
    event: `${resource.name}.deleted`,
    recordId: stored.record.id,
    doc: gone,
    body: null,
    replaced: null,
    previous: null,
  });
  return seq;
}

/**
 * Adds an entry to the log that is not a change of a record, such as the progress of a sync; returns its seq. `previous`
 * is the entry before it that has to be cleared with it.
 */
export async function emit(
  tx: Tx,
  event: string,
  recordId: string,
  data: unknown,
  previous: number | null = null,
): Promise<number> {
  const doc = JSON.stringify(data);
  const seq = await tx.nextSeq();
  appendChange(tx, seq, { event, recordId, doc, body: null, replaced: null, previous });
  return seq;
}

// A body is stored once, under the seq of the change that wrote it, and stays there while flags and labels change.
function bodyPlace(
  resource: Resource,
  record: AnyRecord,
  content: string | null,
  seq: number,
  before: Stored | null,
): number | null {
  if (content === null) return null;
  if (before && before.body !== null && sameContent(resource, before.record, record)) return before.body;
  return seq;
}
