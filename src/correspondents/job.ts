// Fills the correspondents from stored mail and contacts, after an upgrade or on copied records: a job for each user,
// which does a batch in each transaction and goes on after a crash. What is saved meanwhile is counted when it is saved.
import { limits } from '../limits.ts';
import { createPause } from '../records/slices.ts';
import type { AnyRecord } from '../resources/resource.ts';
import type { ReadStore, Store, Tx } from '../store/port.ts';
import { dropJobsForAll, type JobHandler, putJob, putJobForAll, settleJob } from '../store/tables/jobs.ts';
import { dropNote, readNote, readNoteAlone, writeNote } from '../store/tables/notes.ts';
import { clearCorrespondents } from '../store/tables/personal/correspondents.ts';
import { docsAfter } from '../store/tables/record-lookups.ts';
import { changeUses, sources } from './keep.ts';

/** To be raised when the rows hold something else. */
const VERSION = '1';
const NOTE = 'correspondents';

/** How far a job is: JSON in its `record_id`, so that its progress is stored with it. */
interface Progress {
  /** The place in `sources`. */
  source: number;
  /** The id of the last record that is counted. */
  after: string;
}

/** Whether the rows were computed by the current rules; the job may still be running. */
export async function areCorrespondentsCurrent(store: ReadStore): Promise<boolean> {
  return (await readNote(store, NOTE)) === VERSION;
}

/** Has the rows computed anew at the next start, in a transaction of the catalogue. */
export function forgetCorrespondents(tx: Tx): void {
  dropNote(tx, NOTE);
}

/**
 * Has all rows computed anew by jobs, unless another instance that started at the same time has done so. Open writes end
 * first: what they count would be added to rows that are deleted, or remain without them.
 */
export async function renewCorrespondents(store: Store): Promise<void> {
  const begin: Progress = { source: 0, after: '' };
  await store.administer(async (tx) => {
    if ((await readNoteAlone(tx, NOTE)) === VERSION) return;
    clearCorrespondents(tx);
    dropJobsForAll(tx, 'correspondents');
    const tables = sources.map(({ resource }) => resource.table);
    putJobForAll(tx, 'correspondents', JSON.stringify(begin), tables);
    writeNote(tx, NOTE, VERSION);
  });
}

export const fillCorrespondents: JobHandler = async (store, job, holder) => {
  const { source, after } = JSON.parse(job.recordId) as Progress;
  await store.write(job.user, async (tx) => {
    if (!(await settleJob(tx, job, holder))) return;
    const found = sources[source];
    if (!found) return; // all are done
    const { correspondentsBatch: max, correspondentsBatchBytes: bytes, correspondentsBatchUses } = limits;
    const pause = createPause();
    let last: string | undefined;
    let uses = 0;
    for (const { id, doc } of await docsAfter(tx, found.resource, after, { max, bytes })) {
      const added = found.usesIn(JSON.parse(doc) as AnyRecord);
      uses += added.length;
      if (last !== undefined && uses > correspondentsBatchUses) break;
      await changeUses(tx, [], added);
      last = id;
      await pause();
    }
    const next: Progress = last === undefined ? { source: source + 1, after: '' } : { source, after: last };
    putJob(tx, 'correspondents', JSON.stringify(next), tx.now);
  });
};
