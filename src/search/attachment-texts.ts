// The texts of attachments: a job for each mail reads them in the background and adds them to the index. The mail itself
// is stored before, and found by everything else meanwhile.
import type { Blobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { documentType } from '../protocols/documents/document-text.ts';
import { createDocumentReader, type DocumentReader } from '../protocols/documents/read-document.ts';
import type { EraseHook, SaveHook } from '../records/effects.ts';
import { lookUp } from '../records/find.ts';
import { indexedText } from '../records/indexed-text.ts';
import { whole } from '../records/large-contents.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import { type AnyRecord, isTrashed } from '../resources/resource.ts';
import type { Store, Tx } from '../store/port.ts';
import { filesById } from '../store/tables/files.ts';
import { dropJob, type Job, type JobHandler, putJob, settleJob } from '../store/tables/jobs.ts';
import { attachmentTexts, dropAttachmentTexts, putAttachmentTexts } from '../store/tables/search/attachment-texts.ts';
import { WorkerProblem } from '../values/worker-pool.ts';

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

export async function searchedTextsOf(tx: Tx, record: AnyRecord): Promise<readonly string[]> {
  return asEmail(record).attachments.length > 0 ? attachmentTexts(tx, record.id) : [];
}

interface Readable {
  fileId: string;
  type: NonNullable<ReturnType<typeof documentType>>;
}

interface Document extends Readable {
  sha256: string;
}

function readable({ attachments }: Email): Readable[] {
  return attachments
    .flatMap(({ file_id: fileId, filename, mime }) => {
      const type = documentType(filename, mime);
      return fileId !== undefined && type ? [{ fileId, type }] : [];
    })
    .slice(0, limits.documentsPerMail);
}

/** The job, and the thread that it reads in. */
export function createAttachmentReader(blobs: Blobs) {
  const reader = createDocumentReader();
  return { extract: attachmentTextsJob(blobs, reader), close: () => reader.close() };
}

export function attachmentTextsJob(blobs: Blobs, reader: DocumentReader): JobHandler {
  return async (store, job, holder) => {
    const texts: string[] = [];
    // If the process has ended with every try, nothing is read.
    const documents = job.attempts > limits.documentTries ? [] : await documentsOf(store, job.user, job.recordId);
    for (const document of documents) {
      const text = await textOf(blobs, reader, job, document);
      if (text === undefined) return;
      if (text.trim() !== '') texts.push(text);
    }
    await store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      const stored = await lookUp(tx, email, job.recordId);
      if (!stored) return;
      putAttachmentTexts(tx, job.recordId, texts);
      if (texts.length === 0) return;
      const { words, digits } = indexedText(email, await whole(tx, email, stored), texts);
      tx.search.put(email.table, stored.key, words, digits, isTrashed(stored.record));
    });
  };
}

/** The documents of a mail that can be read, with their contents; none if it was erased. */
function documentsOf(store: Store, user: number, id: string): Promise<Document[]> {
  return store.write(user, async (tx) => {
    const stored = await lookUp(tx, email, id);
    if (!stored) return [];
    const wanted = readable(asEmail(stored.record));
    const ids = wanted.map(({ fileId }) => fileId);
    const files = new Map((await filesById(tx, ids)).map(({ record }) => [record.id, record]));
    return wanted.flatMap((one) => {
      const file = files.get(one.fileId);
      return file && file.size <= limits.documentBytes ? [{ ...one, sha256: file.sha256 }] : [];
    });
  });
}

/** Empty for a document that could not be read in so many tries; undefined if the service stops. */
async function textOf(
  blobs: Blobs,
  reader: DocumentReader,
  { user, attempts }: Job,
  { type, sha256 }: Document,
): Promise<string | undefined> {
  if (!blobs.has(user, sha256)) return '';
  try {
    return await reader.read(type, await blobs.readWhole(user, sha256));
  } catch (error) {
    const reason = error instanceof WorkerProblem ? error.reason : undefined;
    if (reason === 'closed') return undefined;
    if (reason !== undefined && attempts >= limits.documentTries) return '';
    throw error; // the job is tried again
  }
}
