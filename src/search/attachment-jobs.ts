// The jobs that read the texts of attachments and index them: one for each mail whose attachments have changed, and one
// for each user that goes through the mails whose texts are missing.
import type { Blobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { createDocumentReader, type DocumentReader } from '../protocols/documents/read-document.ts';
import { lookUp } from '../records/find.ts';
import { indexedText } from '../records/indexed-text.ts';
import { whole } from '../records/large-contents.ts';
import { asEmail, email } from '../resources/email.ts';
import { isTrashed } from '../resources/resource.ts';
import type { Store, Tx } from '../store/port.ts';
import { filesById } from '../store/tables/files.ts';
import { type Job, type JobHandler, putJob, readPreviewTask, settleJob } from '../store/tables/jobs.ts';
import { nextMailToRead, putAttachmentTexts } from '../store/tables/search/attachment-texts.ts';
import { WorkerProblem } from '../values/worker-pool.ts';
import { type ReadableFile, readable } from './attachment-texts.ts';

/** The jobs, and the reader that they share. */
export function createAttachmentReader(blobs: Blobs) {
  const reader = createDocumentReader();
  return {
    handlers: { extract: attachmentTextsJob(blobs, reader), extract_all: missingTextsJob(blobs, reader) },
    close: () => reader.close(),
  };
}

/** Reads the texts of one mail. */
export function attachmentTextsJob(blobs: Blobs, reader: DocumentReader): JobHandler {
  return async (store, job, holder) => {
    const texts = await textsOfMail(store, blobs, reader, job, job.recordId);
    if (!texts) return;
    await store.write(job.user, async (tx) => {
      if (await settleJob(tx, job, holder)) await storeTexts(tx, job.recordId, texts);
    });
  };
}

/** Reads the texts of the next mail where they are missing, and goes on with the others. */
export function missingTextsJob(blobs: Blobs, reader: DocumentReader): JobHandler {
  return async (store, job, holder) => {
    const task = readPreviewTask(job.recordId);
    const { found, last, attached } = await nextMailToRead(store, job.user, task.after);
    const texts = found === undefined ? [] : await textsOfMail(store, blobs, reader, job, found);
    if (!texts) return;
    await store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      if (found !== undefined) await storeTexts(tx, found, texts);
      if (last === undefined) return;
      const left = { after: last, done: Math.min(task.done + attached, task.total), total: task.total };
      putJob(tx, 'extract_all', JSON.stringify(left), tx.now);
    });
  };
}

/** Undefined if the service stops. */
async function textsOfMail(
  store: Store,
  blobs: Blobs,
  reader: DocumentReader,
  job: Job,
  id: string,
): Promise<string[] | undefined> {
  const texts: string[] = [];
  let room = limits.documentChars;
  // If the process has ended with every try, nothing is read.
  const documents = job.attempts > limits.documentTries ? [] : await documentsOf(store, job.user, id);
  for (const document of documents) {
    if (room <= 0) break;
    const text = await textOf(blobs, reader, job, document);
    if (text === undefined) return undefined;
    const some = text.slice(0, room);
    if (some.trim() === '') continue;
    texts.push(some);
    room -= some.length;
  }
  return texts;
}

async function storeTexts(tx: Tx, id: string, texts: readonly string[]): Promise<void> {
  const stored = await lookUp(tx, email, id);
  if (!stored) return;
  putAttachmentTexts(tx, id, texts);
  if (texts.length === 0) return;
  const { words, digits } = indexedText(email, await whole(tx, email, stored), texts);
  tx.search.put(email.table, stored.key, words, digits, isTrashed(stored.record));
}

interface Document extends ReadableFile {
  sha256: string;
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
      const most = one.type === 'pdf' ? limits.pdfBytes : limits.documentBytes;
      return file && file.size <= most ? [{ ...one, sha256: file.sha256 }] : [];
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
