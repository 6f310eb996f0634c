// The one place where a record and its change are stored: row, body, tags, search words and log entry together, in
// the caller's transaction. What else must follow from a change of an email (threads, jobs) hangs on here too, so no
// caller can forget it.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { asEmail } from '../resources/email.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { forgetAnswers } from '../store/answers.ts';
import { appendChange, dropBody, forgetRecord } from '../store/changes.ts';
import { deleteRow, insertRow, piecesOf, putBody, type Stored, sameContent, splice, updateRow } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { tally } from '../store/tallies.ts';
import { afterEmailSaved, beforeEmailErased, beforeEmailSaved } from './email-effects.ts';
import { indexedText, searchChanged } from './search.ts';
import { inSlices } from './slices.ts';

/** Stores a new or changed record and tells the log `<resource>.<action>`. */
export async function save(
  tx: Tx,
  resource: Resource,
  action: string,
  record: AnyRecord,
  before: Stored | null,
): Promise<Stored> {
  // Also where a clock that was years ahead has dated the record, and is not followed (store/clock.ts).
  if (Date.parse(record.updated_at) < Date.parse(record.created_at)) record.updated_at = record.created_at;
  const effects = resource.name === 'email' ? await beforeEmailSaved(tx, asEmail(record), before) : null;
  const seq = await tx.nextSeq();
  const { doc, content } = await inSlices(piecesOf(resource, record, before));
  const rest = (content?.length ?? 0) > limits.largeText ? setImmediate : () => undefined;
  await rest();
  const text = splice(resource, doc, content);
  const body = bodyPlace(resource, record, content, seq, before);
  const told = action === 'deleted' ? JSON.stringify({ id: record.id, deleted_at: record.deleted_at }) : null;
  if (body === seq) putBody(tx, seq, content as string);
  await rest();
  const stored = putRecord(tx, resource, before, record, doc, seq, body); // its key is awaited when all is sent
  stored.catch(() => {}); // where what follows fails too, that is thrown
  tally(tx, resource, before?.record ?? null, record);
  appendChange(tx, seq, {
    event: `${resource.name}.${action}`,
    recordId: record.id,
    doc: told ?? (body === null ? text : doc),
    body: told ? null : body,
    replaced: before && before.body !== body ? before.body : null,
    previous: before?.seq ?? null,
  });
  const key = await stored;
  await rest();
  if (effects) {
    const following = await afterEmailSaved(tx, asEmail(record), effects);
    for (const { mail, values } of following)
      await save(tx, resource, 'updated', { ...mail.record, ...values, updated_at: record.updated_at }, mail);
  }
  return { key, record, seq, body, text, content };
}

/** The row and its words; returns its key. */
async function putRecord(
  tx: Tx,
  resource: Resource,
  before: Stored | null,
  record: AnyRecord,
  doc: string,
  seq: number,
  body: number | null,
): Promise<number> {
  const key = before
    ? await updateRow(tx, resource, before, record, doc, seq, body)
    : await insertRow(tx, resource, record, doc, seq, body);
  if (before && key !== before.key) tx.search.remove(resource.path, before.key);
  if (!before || key !== before.key || searchChanged(resource, before.record, record)) {
    const { words, digits } = indexedText(resource, record);
    tx.search.put(resource.path, key, words, digits, record.deleted_at !== null);
  }
  return key;
}

/** Removes a record for good, and its content from the log. */
export async function eraseRecord(tx: Tx, resource: Resource, stored: Stored): Promise<number> {
  const gone = JSON.stringify({ id: stored.record.id, permanent: true });
  if (resource.name === 'email') await beforeEmailErased(tx, asEmail(stored.record));
  await forgetRecord(tx, stored.seq, gone);
  dropBody(tx, stored.body); // the change that brought it may be no longer in the log
  forgetAnswers(tx, stored.record.id, `{"data":${gone}}`);
  deleteRow(tx, resource, stored);
  tx.search.remove(resource.path, stored.key);
  tally(tx, resource, stored.record, null);
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

// A body is written once, at the seq of the change that brought it, and stays there while flags and labels change.
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
