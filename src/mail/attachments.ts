// Attachments of a mail: files by their id. A mail can refer only to files of its own user.
import { faulty } from '../errors.ts';
import { freeFile } from '../files/files.ts';
import { limits } from '../limits.ts';
import type { Attachment, Email } from '../resources/email.ts';
import type { FieldContext } from '../resources/fields.ts';
import type { FileRecord } from '../resources/file.ts';
import type { Tx } from '../store/port.ts';
import { filesById } from '../store/tables/files.ts';
import type { Stored } from '../store/tables/records.ts';
import { readId } from '../values/ids.ts';

/** Returns the files as attachments, without duplicates; reports each unknown id as a fault. */
export async function attachFiles(tx: Tx, ids: string[], field: string, context: FieldContext): Promise<Attachment[]> {
  const files = await filesBy(tx, ids);
  const attached = new Map<string, Attachment>();
  for (const [index, id] of ids.entries()) {
    const found = files.get(readId(id) ?? '')?.record;
    if (!found) context.fault(`${field}[${index}]`, 'file', unknownFile(`${field}[${index}]`, id));
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
 * Refuses a mail that refers to a file its user does not have. Attachments that the mail had before are accepted even
 * if the file no longer exists. A file that came with another mail is detached from it, so that erasing that mail does
 * not erase the file.
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

async function filesBy(tx: Tx, ids: string[]): Promise<Map<string, Stored<FileRecord>>> {
  const known = [...new Set(ids.map((id) => readId(id)).filter((id) => typeof id === 'string'))];
  return new Map((await filesById(tx, known)).map((stored) => [stored.record.id, stored]));
}

function unknownFile(field: string, id: string): string {
  return `${field}: there is no file ${JSON.stringify(id.slice(0, 60))}; upload it with POST /files first.`;
}
