// The job of a batch by filter: a part of the matching emails in each transaction, in the order of their ids, which never
// change. So an email is dealt with once, whatever the action or another request does to it, and the job goes on after a
// crash where the last transaction ended.
import { limits } from '../../limits.ts';
import { advanceTask, failTask, runningTask } from '../../records/tasks.ts';
import { createCache } from '../../store/engine/statement-cache.ts';
import type { Store, Tx } from '../../store/port.ts';
import { type JobHandler, putJob, settleJob } from '../../store/tables/jobs.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import { type Match, matchesAfter } from '../../store/tables/matching-rows.ts';
import { readTask, taskQuery } from '../../store/tables/names/tasks.ts';
import { changeMatches, type FilterChange, matchesOf } from './by-filter.ts';
import { planWhere } from './where.ts';

/** Matches after the position of a task, which the next transactions change. */
interface Chunk {
  after: string;
  matches: readonly Match[];
  /** Whether there are no matches after these. */
  isLast: boolean;
}

const CHUNKS = 8; // of tasks that are kept in memory; one that is not kept is selected again

export function filterBatchJob(): JobHandler {
  const chunks = createCache<Chunk>(CHUNKS);
  return async (store, job, holder) => {
    try {
      const begun = await readBegun(store, job.user, job.recordId);
      const chunk = begun && (await readChunk(store, job.user, begun, chunks.get(job.recordId)));
      const left = await store.write(job.user, async (tx) => {
        if (!(await settleJob(tx, job, holder))) return undefined;
        return begun && chunk ? changePart(tx, job.recordId, begun, chunk) : undefined;
      });
      if (left) chunks.set(job.recordId, left);
    } catch (error) {
      await store.write(job.user, (tx) => failTask(tx, job.recordId, error));
      throw error; // the loop tries again later
    }
  };
}

/** What a task does, and how far it is. */
interface Begun {
  change: FilterChange;
  plan: ListPlan;
  position: string;
}

async function readBegun(store: Store, user: number, id: string): Promise<Begun | undefined> {
  const [[row] = []] = await store.read(user, [taskQuery(id)]);
  if (!row || row.finished_at !== null) return undefined;
  const { params, position } = readTask(row);
  const change = JSON.parse(params) as FilterChange;
  return { change, plan: planWhere(change.where).plan, position: position ?? '' };
}

async function readChunk(store: Store, user: number, begun: Begun, known: Chunk | undefined): Promise<Chunk> {
  const { plan, position } = begun;
  if (known?.after === position && (known.isLast || known.matches.length > 0)) return known;
  const query = matchesAfter(store.dialect, user, plan, position, limits.batchChunk);
  const [rows = []] = await store.read(user, [query], { slow: true });
  return { after: position, matches: matchesOf(rows), isLast: rows.length < limits.batchChunk };
}

/** Changes a part of the chunk; returns the rest of it. */
async function changePart(
  tx: Tx,
  id: string,
  { change, plan, position }: Begun,
  chunk: Chunk,
): Promise<Chunk | undefined> {
  const task = await runningTask(tx, id);
  if (!task || (task.position ?? '') !== position) return undefined; // another worker was faster
  const part = chunk.matches.slice(0, limits.renameBatch);
  const { taken, result } = await changeMatches(tx, plan, change, part, limits.renameBatchBytes);
  const matches = chunk.matches.slice(taken);
  const after = part[taken - 1]?.id ?? position;
  const isFinished = chunk.isLast && matches.length === 0;
  if (!isFinished) putJob(tx, 'batch', id, tx.now);
  await advanceTask(tx, task, result.processed, isFinished, { errors: result.errors, position: after });
  return { after, matches, isLast: chunk.isLast };
}
