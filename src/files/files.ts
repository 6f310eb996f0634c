// Files: adds them with their content, finds them for emails, and erases them.
import { may, type Principal, requireScope } from '../access/access.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { lookUp } from '../records/find.ts';
import { eraseRecord, save } from '../records/save.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Tx } from '../store/port.ts';
import { dropUse, filesUsage, useContent } from '../store/tables/contents.ts';
import { isAttached, openEmailWith } from '../store/tables/email-files.ts';
import { filesOfEmail } from '../store/tables/files.ts';
import type { Stored } from '../store/tables/records.ts';
import { cleanFilename, cleanMediaType } from '../values/filenames.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import type { Blobs, Received } from './content-store.ts';

export interface AboutFile {
  filename: string;
  mime: string;
  /** The email it came with. */
  email_id: string | null;
  /** The values that an export recorded. */
  restored?: Pick<FileRecord, 'id' | 'created_at' | 'updated_at'> | undefined;
}

/** Stores the record and its content; equal contents of a user are shared. */
export async function addFile(tx: Tx, blobs: Blobs, received: Received, about: AboutFile): Promise<Stored<FileRecord>> {
  const { sha256, size } = received;
  const now = formatTime(tx.timestamp);
  const { id = newId(), created_at = now, updated_at = now } = about.restored ?? {};
  const record: FileRecord = {
    id,
    filename: cleanFilename(about.filename, limits.fileNameChars),
    mime: cleanMediaType(about.mime),
    size,
    sha256,
    email_id: about.email_id,
    created_at,
    updated_at,
  };
  await useContent(tx, 'file', record.id, received);
  blobs.keep(tx.user, received);
  return save(tx, file, 'created', record, null);
}

/** Adds a file with the id that an export recorded. An equal file is reused; the id of a different file is not. */
export async function restoreFile(
  tx: Tx,
  blobs: Blobs,
  received: Received,
  about: AboutFile,
): Promise<Stored<FileRecord>> {
  const existing = about.restored && (await lookUp<FileRecord>(tx, file, about.restored.id));
  if (!existing) return addFile(tx, blobs, received, about);
  const { sha256, email_id } = existing.record;
  if (sha256 !== received.sha256 || email_id !== about.email_id)
    return addFile(tx, blobs, received, { ...about, restored: undefined });
  blobs.keep(tx.user, received);
  return existing;
}

/** Throws if the user's files would have more bytes than `quota` with this one; 0 is no limit. */
export async function requireQuota(tx: Tx, received: Received, quota: number): Promise<void> {
  if (quota === 0) return;
  const { used, known } = await filesUsage(tx, received.sha256);
  if (!known && used + received.size > quota)
    throw new AppError(
      'QUOTA_EXCEEDED',
      `The files take ${used} of ${quota} bytes, and this one has ${received.size}; delete some first.`,
      { used, allowed: quota, size: received.size },
    );
}

/** Adds a file that a client uploads, within the quota of the user. */
export async function uploadFile(
  tx: Tx,
  blobs: Blobs,
  received: Received,
  about: AboutFile,
  quota: number,
): Promise<Stored<FileRecord>> {
  await requireQuota(tx, received, quota);
  return addFile(tx, blobs, received, about);
}

/**
 * Erases a file, unless a mail that is still to be sent needs it. A file of any other mail is a part of that mail, so
 * removing it needs the right to erase mail. Returns the seq of its last event.
 */
export async function removeFile(tx: Tx, stored: Stored<FileRecord>, principal: Principal): Promise<number> {
  const user = await openEmailWith(tx, stored.record.id);
  if (user)
    throw new AppError(
      'FILE_IN_USE',
      `The email ${user.id} is ${user.status} and has this file attached; take it out there first.`,
      { email_id: user.id },
    );
  if (!may(principal, 'emails:erase') && (stored.record.email_id !== null || (await isAttached(tx, stored.record.id))))
    requireScope(principal, 'emails:erase', 'An email has this file attached.');
  return eraseFile(tx, stored);
}

/** Erases a file, even if mails refer to it. */
async function eraseFile(tx: Tx, stored: Stored<FileRecord>): Promise<number> {
  await dropUse(tx, 'file', stored.record.id);
  return eraseRecord(tx, file, stored);
}

/** Erases what belongs to an erased email: its source, and its files except those that an outgoing mail uses. */
export async function eraseFilesOf(tx: Tx, emailId: string): Promise<void> {
  await dropUse(tx, 'raw', emailId);
  for (const stored of await filesOfEmail(tx, emailId)) {
    if (!(await openEmailWith(tx, stored.record.id, emailId))) await eraseFile(tx, stored);
    else await freeFile(tx, stored);
  }
}

/** Detaches the file from its mail. */
export async function freeFile(tx: Tx, stored: Stored<FileRecord>): Promise<void> {
  const record = { ...stored.record, email_id: null, updated_at: formatTime(tx.timestamp) };
  await save(tx, file, 'updated', record, stored);
}
