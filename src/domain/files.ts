// Files: added with their content, found by the emails that carry them, and gone for good when they are deleted.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { dropUse, filesUsage, useContent } from '../store/contents.ts';
import { isAttached, openEmailWith } from '../store/email-files.ts';
import { type KindRow, readKindRow } from '../store/kind-rows.ts';
import type { Tx } from '../store/store.ts';
import { cleanFilename, cleanMediaType } from '../values/filenames.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { may, type Principal, requireScope } from './access.ts';
import { freeFile } from './attachments.ts';
import { eraseKind, saveKind } from './kind-records.ts';

export interface AboutFile {
  filename: string;
  mime: string;
  /** The email it came with. */
  email_id: string | null;
}

/** Stores the record and gives the content its place; the content is shared with equal ones of the user. */
export async function addFile(
  tx: Tx,
  blobs: Blobs,
  received: Received,
  about: AboutFile,
): Promise<KindRow<FileRecord>> {
  const { sha256, size } = received;
  const now = formatTime(tx.timestamp);
  const record: FileRecord = {
    id: newId(),
    filename: cleanFilename(about.filename, limits.fileNameChars),
    mime: cleanMediaType(about.mime),
    size,
    sha256,
    email_id: about.email_id,
    created_at: now,
    updated_at: now,
  };
  await useContent(tx, 'file', record.id, received);
  blobs.keep(tx.user, received);
  return saveKind(tx, file, 'created', record, null, { email_id: about.email_id });
}

/** A file that a client sends; `quota` is how many bytes the user's files may take, 0 for any. */
export async function uploadFile(
  tx: Tx,
  blobs: Blobs,
  received: Received,
  about: AboutFile,
  quota: number,
): Promise<KindRow<FileRecord>> {
  if (quota > 0) {
    const { used, known } = await filesUsage(tx, received.sha256);
    if (!known && used + received.size > quota)
      throw new AppError(
        'QUOTA_EXCEEDED',
        `The files take ${used} of ${quota} bytes, and this one has ${received.size}; delete some first.`,
        { used, allowed: quota, size: received.size },
      );
  }
  return addFile(tx, blobs, received, about);
}

/**
 * Gone for good, unless a mail that is still to be sent needs it. A file of any other mail is a part of that mail, so
 * removing it needs the right to erase mail. Returns the seq of its last event.
 */
export async function removeFile(tx: Tx, stored: KindRow<FileRecord>, principal: Principal): Promise<number> {
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

/** Gone for good, whoever names it. */
async function eraseFile(tx: Tx, stored: KindRow<FileRecord>): Promise<number> {
  await dropUse(tx, 'file', stored.record.id);
  return eraseKind(tx, file, stored);
}

/** What goes with an email that is erased: its source, and its files but those that a mail to be sent has taken up. */
export async function eraseFilesOf(tx: Tx, emailId: string): Promise<void> {
  await dropUse(tx, 'raw', emailId);
  const rows = await tx.all('select * from files where user_id = ?1 and email_id = ?2 order by id', emailId);
  for (const row of rows) {
    const stored = readKindRow<FileRecord>(row) as KindRow<FileRecord>;
    if (!(await openEmailWith(tx, stored.record.id, emailId))) await eraseFile(tx, stored);
    else await freeFile(tx, stored);
  }
}
