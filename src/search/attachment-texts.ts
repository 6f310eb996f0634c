// The texts of attachments: they are read in the background (attachment-jobs.ts) and added to the index. The mail itself
// is stored before, and found by everything else meanwhile.
import { limits } from '../limits.ts';
import { documentType } from '../protocols/documents/document-text.ts';
import type { EraseHook, SaveHook } from '../records/effects.ts';
import { asEmail, type Email } from '../resources/email.ts';
import type { AnyRecord } from '../resources/resource.ts';
import type { Tx } from '../store/port.ts';
import { dropJob, putJob } from '../store/tables/jobs.ts';
import { attachmentTexts, bytesOfTexts, dropAttachmentTexts } from '../store/tables/search/attachment-texts.ts';

/** Has the texts read when the attachments change. */
export const keepAttachmentTexts: SaveHook = (tx, saved, before) => {
  const record = asEmail(saved);
  if (record.attachments === before?.record.attachments) return undefined;
  if (before) dropAttachmentTexts(tx, record.id);
  if (readable(record).length === 0) return undefined;
  return () => {
    putJob(tx, 'extract', record.id, tx.now);
    return [];
  };
};

export const eraseAttachmentTexts: EraseHook = (tx, { id }) => {
  dropAttachmentTexts(tx, id);
  dropJob(tx, 'extract', id);
};

/** The texts of a mail that is indexed; those of more than `max` bytes are left to the job. */
export async function searchedTextsOf(tx: Tx, record: AnyRecord, max = Infinity): Promise<readonly string[]> {
  if (asEmail(record).attachments.length === 0) return [];
  if (max < Infinity && (await bytesOfTexts(tx, record.id)) > max) {
    putJob(tx, 'extract', record.id, tx.now);
    return [];
  }
  return (await attachmentTexts(tx, record.id)) ?? [];
}

/** An attachment whose text can be read. */
export interface ReadableFile {
  fileId: string;
  type: NonNullable<ReturnType<typeof documentType>>;
}

export function readable({ attachments }: Email): ReadableFile[] {
  return attachments
    .flatMap(({ file_id: fileId, filename, mime }) => {
      const type = documentType(filename, mime);
      return fileId !== undefined && type ? [{ fileId, type }] : [];
    })
    .slice(0, limits.documentsPerMail);
}
