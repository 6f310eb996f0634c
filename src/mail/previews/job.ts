// Computes the previews of mail that was stored before mail had them, or by earlier rules: a job for each user, which does
// a batch in each transaction and goes on after a crash. It is work of the service on a derived value: versions and
// `updated_at` stay, and nothing is emitted.
import { limits } from '../../limits.ts';
import { createPause } from '../../records/slices.ts';
import { asEmail, email } from '../../resources/email.ts';
import type { AnyRecord } from '../../resources/resource.ts';
import type { ReadStore, Store, Tx } from '../../store/port.ts';
import {
  dropJobsForAll,
  type JobHandler,
  type PreviewTask,
  putJob,
  putPreviewJobs,
  readPreviewTask,
  settleJob,
} from '../../store/tables/jobs.ts';
import { readNote, readNoteAlone, writeNote } from '../../store/tables/notes.ts';
import { rowsToPreview } from '../../store/tables/record-lookups.ts';
import { docOf, putDoc } from '../../store/tables/records.ts';
import { textsIn } from './content-prefix.ts';
import { previewOf } from './preview.ts';

/** To be raised when preview.ts, page-lines.ts or quotes/ give something else for mail that is stored. */
const VERSION = '1';
const NOTE = 'previews';

/** Whether the previews were computed by the current rules; the job may still be running. */
export async function arePreviewsCurrent(store: ReadStore): Promise<boolean> {
  return (await readNote(store, NOTE)) === VERSION;
}

/** Has all previews computed again by jobs, unless another instance that started at the same time has done so. */
export async function renewPreviews(store: Store): Promise<void> {
  await store.administer(async (tx) => {
    if ((await readNoteAlone(tx, NOTE)) === VERSION) return;
    dropJobsForAll(tx, 'preview');
    putPreviewJobs(tx);
    writeNote(tx, NOTE, VERSION);
  });
}

/** Called after each batch; `done` equals `total` after the last. */
export type PreviewReport = (user: number, task: PreviewTask) => void;

export function previewJob(report: PreviewReport): JobHandler {
  return async (store, job, holder) => {
    const task = readPreviewTask(job.recordId);
    const next = await store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return undefined;
      const { after, count } = await fillBatch(tx, task.after);
      if (after === undefined) return { ...task, done: task.total };
      const { total } = task;
      const left = { after, done: Math.min(task.done + count, total), total };
      putJob(tx, 'preview', JSON.stringify(left), tx.now);
      return left;
    });
    if (next) report(job.user, next);
  };
}

/** Returns the id of the last mail and how many there were; undefined after the last batch. */
async function fillBatch(tx: Tx, after: string): Promise<{ after: string | undefined; count: number }> {
  const pause = createPause();
  let last: string | undefined;
  let count = 0;
  for await (const row of rowsToPreview(tx, after)) {
    const record = JSON.parse(row.doc) as AnyRecord;
    const { preview: before } = asEmail(record);
    const { plain, html } = textsIn(row.content);
    // A mail without a text may have the preview of one that is attached to it.
    const preview = previewOf(plain, html) || (before ?? '');
    if (preview !== before) putDoc(tx, email, row.key, docOf(email, { ...record, preview }));
    last = row.id;
    count++;
    await pause();
  }
  return { after: last, count };
}

/** A report that logs the beginning, the progress from time to time, and the end. */
export function logPreviews(log: (figures: object, message: string) => void): PreviewReport {
  const logged = new Map<number, number>(); // when, by user
  return (user, { done, total }) => {
    if (done === total) {
      logged.delete(user);
      log({ user, emails: total }, 'previews of emails computed');
    } else if (Date.now() - (logged.get(user) ?? 0) >= limits.complaints) {
      logged.set(user, Date.now());
      log({ user, done, total }, 'computing previews of emails');
    }
  };
}
