// The jobs that read the texts of attachments and index them: one for each mail whose attachments have changed, and one
// for each user that goes through the mails whose texts are missing.
import type { Blobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { previewOf } from '../mail/previews/preview.ts';
import { documentType } from '../protocols/documents/document-text.ts';
import { createDocumentReader, type DocumentReader } from '../protocols/documents/read-document.ts';
import { lookUp } from '../records/find.ts';
import { indexedText } from '../records/indexed-text.ts';
import { whole } from '../records/large-contents.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import { isTrashed } from '../resources/resource.ts';
import type { Store, Tx } from '../store/port.ts';
import { filesById } from '../store/tables/files.ts';
import {
  type Job,
  type JobHandler,
  putJob,
  readPreviewTask,
  renewJob,
  returnJob,
  settleJob,
} from '../store/tables/jobs.ts';
import { docOf, putDoc } from '../store/tables/records.ts';
import { attachmentTexts, nextMailToRead, putAttachmentTexts } from '../store/tables/search/attachment-texts.ts';
import { isBlank } from '../values/html-text.ts';
import { isAttachedMail } from '../values/mail-facts.ts';
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

/** Reads the texts of one mail, or only indexes those that are stored. */
export function attachmentTextsJob(blobs: Blobs, reader: DocumentReader): JobHandler {
  return async (store, job, holder) => {
    const known = await store.write(job.user, (tx) => attachmentTexts(tx, job.recordId));
    const texts = known ?? (await textsOfMail({ store, blobs, reader, job, holder }, job.recordId));
    if (texts === 'stopped') return;
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
    const texts = found === undefined ? 'unread' : await textsOfMail({ store, blobs, reader, job, holder }, found);
    if (texts === 'stopped') return;
    await store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      if (found !== undefined) await storeTexts(tx, found, texts);
      if (last === undefined) return;
      const left = { after: last, done: Math.min(task.done + attached, task.total), total: task.total };
      putJob(tx, 'extract_all', JSON.stringify(left), tx.now);
    });
  };
}

interface Work {
  store: Store;
  blobs: Blobs;
  reader: DocumentReader;
  job: Job;
  holder: string;
}

/** Unread if a content is missing, stopped if the service stops or another instance has the job. */
type Texts = string[] | 'unread' | 'stopped';

async function textsOfMail(work: Work, id: string): Promise<Texts> {
  const { store, blobs, reader, job, holder } = work;
  // Should the service have ended with it again and again, it is left alone.
  if (job.attempts > limits.documentClaims) return 'unread';
  const texts: string[] = [];
  const documents = await documentsOf(store, job.user, id);
  let room = limits.documentChars;
  let failures = 0; // of the reader, with all documents of the mail
  for (let at = 0; at < documents.length && room > 0 && failures < limits.documentFailures; ) {
    const { type, sha256 } = documents[at] as Document;
    if (!blobs.has(job.user, sha256)) return 'unread';
    // The lease lasts for one document of each mail that is read at a time.
    const isHeld = await store.write(job.user, (tx) => renewJob(tx, job, holder, tx.now + limits.jobLease));
    if (!isHeld) return 'stopped';
    try {
      const text = (await reader.read(type, await blobs.readWhole(job.user, sha256))).slice(0, room);
      room -= text.length;
      if (text.trim() !== '') texts.push(text);
      at++;
    } catch (error) {
      if (!(error instanceof WorkerProblem)) throw error;
      if (error.reason === 'closed') {
        await store.write(job.user, (tx) => returnJob(tx, job, holder));
        return 'stopped';
      }
      failures++;
      if (failures >= limits.documentTries) at++;
    }
  }
  return texts;
}

async function storeTexts(tx: Tx, id: string, texts: readonly string[] | 'unread'): Promise<void> {
  if (texts === 'unread') return;
  const stored = await lookUp(tx, email, id);
  if (!stored) return;
  putAttachmentTexts(tx, id, texts);
  if (texts.length === 0) return;
  const record = await whole(tx, email, stored);
  const { words, digits } = indexedText(email, record, texts);
  tx.search.put(email.table, stored.key, words, digits, isTrashed(stored.record));
  const preview = previewOfAttachedText(asEmail(record), texts);
  if (preview) putDoc(tx, email, stored.key, docOf(email, { ...stored.record, preview }));
}

/** For a mail that was stored before mail without a text had the preview of one that is attached. */
function previewOfAttachedText(
  { preview, body_plain, body_html, attachments }: Email,
  [text = '']: readonly string[],
): string {
  if (preview || !isBlank(body_plain, body_html)) return '';
  const first = attachments.find(({ filename, mime }) => documentType(filename, mime));
  return first && isAttachedMail(first) ? previewOf(text, null) : '';
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
