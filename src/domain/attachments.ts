// What is attached to a mail: files by their id. A mail names only files that its user has.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Attachment, Email } from '../resources/email.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Reading } from '../resources/kinds.ts';
import { type KindRow, readKindRow } from '../store/kind-rows.ts';
import type { Tx } from '../store/store.ts';
import { readId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { saveKind } from './kind-records.ts';

/** The files as attachments, each once; an unknown id is a fault that names it. */
export async function attachFiles(tx: Tx, ids: string[], field: string, reading: Reading): Promise<Attachment[]> {
  const files = await filesBy(tx, ids);
  const attached = new Map<string, Attachment>();
  for (const [index, id] of ids.entries()) {
    const found = files.get(readId(id) ?? '')?.record;
    if (!found) reading.fault(`${field}[${index}]`, 'file', unknownFile(`${field}[${index}]`, id));
    else if (!attached.has(found.id)) {
      const { filename, mime, size } = found;
      attached.set(found.id, { filename, mime, size, path: null, file_id: found.id });
    }
  }
  return [...attached.values()];
}

/** The ids of the files that a mail has attached. */
export function filesOf(mail: Email | null): Set<string> {
  return new Set(mail?.attachments.map((one) => one.file_id).filter((id) => id !== undefined));
}

/**
 * Refuses a mail that claims a file its user does not have; what it had before stays, also when the file has gone. A
 * file that came with another mail and now leaves with this one no longer goes when that one goes.
 */
export async function checkClaims(tx: Tx, record: Email, before: Email | null): Promise<void> {
  const had = filesOf(before);
  const claimed = record.attachments.flatMap(({ file_id: id }, index) =>
    id === undefined || had.has(id) ? [] : [{ id, field: `attachments[${index}].file_id` }],
  );
  if (claimed.length === 0) return;
  const files = await filesBy(
    tx,
    claimed.map(({ id }) => id),
  );
  const faults = claimed
    .filter(({ id }) => !files.has(id))
    .map(({ id, field }) => ({ field, constraint: 'file', message: unknownFile(field, id) }));
  if (faults.length > 0) throw faulty('VALIDATION_ERROR', faults.slice(0, limits.reportedFaults));
  if (record.status === 'received') return;
  for (const stored of files.values())
    if (stored.record.email_id !== null && stored.record.email_id !== record.id) await freeFile(tx, stored);
}

/** From now on it belongs to no mail. */
export async function freeFile(tx: Tx, stored: KindRow<FileRecord>): Promise<void> {
  const record = { ...stored.record, email_id: null, updated_at: formatTime(tx.timestamp) };
  await saveKind(tx, file, 'updated', record, stored, { email_id: null });
}

async function filesBy(tx: Tx, ids: string[]): Promise<Map<string, KindRow<FileRecord>>> {
  const known = [...new Set(ids.map((id) => readId(id)).filter((id) => typeof id === 'string'))];
  if (known.length === 0) return new Map();
  const sql = `select * from files where user_id = ?1 and id ${tx.lists.in(2)}`;
  const rows = await tx.all(sql, tx.lists.of(known));
  return new Map(rows.map((row) => [row.id as string, readKindRow<FileRecord>(row) as KindRow<FileRecord>]));
}

function unknownFile(field: string, id: string): string {
  return `${field}: there is no file ${JSON.stringify(id.slice(0, 60))}; upload it with POST /files first.`;
}
