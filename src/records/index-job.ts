// Indexes stored records again after an upgrade that adds words to the index: a job for each user and resource, which
// does a batch in each transaction and goes on after a crash. Requests are served meanwhile: searches find what they
// found before, and more with each batch.
import { limits } from '../limits.ts';
import type { Resource } from '../resources/resource.ts';
import { searchedResources } from '../resources/resources.ts';
import type { Tx } from '../store/port.ts';
import { type IndexTask, type JobHandler, putJob, settleJob } from '../store/tables/jobs.ts';
import { sizesToIndex } from '../store/tables/record-lookups.ts';
import { indexPage } from './search-index.ts';

/** Called after each batch; `done` equals `total` after the last. */
type IndexReport = (user: number, task: IndexTask) => void;

export function indexJob(report: IndexReport): JobHandler {
  return async (store, job, holder) => {
    const task = JSON.parse(job.recordId) as IndexTask;
    const resource = searchedResources.find(({ table }) => table === task.table);
    const next = await store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder)) || !resource) return undefined;
      const { count, end } = await indexPage(tx, resource, task.after, await batchSize(tx, resource, task.after));
      if (end === undefined) return { ...task, done: task.total };
      const left = { ...task, after: end, done: Math.min(task.done + count, task.total) };
      putJob(tx, 'index', JSON.stringify(left), tx.now);
      return left;
    });
    if (next) report(job.user, next);
  };
}

/** How many records fit into a transaction; at least one. */
async function batchSize(tx: Tx, resource: Resource, after: string): Promise<number> {
  let bytes = 0;
  const sizes = await sizesToIndex(tx, resource, after, limits.indexBatch);
  const over = sizes.findIndex((size) => {
    bytes += size;
    return bytes > limits.indexBatchBytes;
  });
  return Math.max(1, over < 0 ? sizes.length : over);
}

/** A report that logs the progress from time to time, and the end. */
export function logIndex(log: (figures: object, message: string) => void): IndexReport {
  const logged = new Map<string, number>(); // when, by user and table
  return (user, { table, done, total }) => {
    const key = `${user} ${table}`;
    if (done === total) {
      logged.delete(key);
      log({ user, [table]: total }, 'search index completed');
    } else if (Date.now() - (logged.get(key) ?? 0) >= limits.complaints) {
      logged.set(key, Date.now());
      log({ user, table, done, total }, 'completing the search index');
    }
  };
}
