// What is done for each kind of job that does not wait for another server.
import { calendarNames } from '../calendar/calendars/changes.ts';
import { fireReminders } from '../calendar/reminders/fire.ts';
import { tags } from '../contacts/tags.ts';
import { fillCorrespondents } from '../correspondents/job.ts';
import type { Blobs } from '../files/content-store.ts';
import { unlinkContent } from '../files/unused-contents.ts';
import { filterBatchJob } from '../mail/batches/job.ts';
import { folders } from '../mail/folders.ts';
import { labels } from '../mail/labels.ts';
import { logPreviews, previewJob } from '../mail/previews/job.ts';
import { indexJob, logIndex } from '../records/index-job.ts';
import { nameField } from '../records/names/changes.ts';
import { renameJob } from '../records/names/rename.ts';
import type { JobHandler, JobKind } from '../store/tables/jobs.ts';
import { queueScheduled, wakeSnoozed } from './clock.ts';

/** `log` receives the progress of long work. */
export function jobHandlers(
  blobs: Blobs,
  log: (figures: object, message: string) => void,
): Partial<Record<JobKind, JobHandler>> {
  return {
    wake: wakeSnoozed,
    queue: queueScheduled,
    reminder: fireReminders,
    unlink: unlinkContent(blobs),
    rename: renameJob([calendarNames, ...[folders, labels, tags].map(nameField)]),
    batch: filterBatchJob(),
    correspondents: fillCorrespondents,
    index: indexJob(logIndex(log)),
    preview: previewJob(logPreviews(log)),
  };
}
