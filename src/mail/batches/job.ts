// The job of a batch by filter: a part of the matching emails in each transaction, in the order of their ids, which never
// change. So an email is processed once, whatever the action or another request does to it, and the job goes on after a
// crash where the last transaction ended.
import { limits } from '../../limits.ts';
import { advanceTask, failTask, runningTask } from '../../records/tasks.ts';
import { createCache } from '../../store/engine/statement-cache.ts';
import type { Store, Tx } from '../../store/port.ts';
import { type JobHandler, putJob, settleJob } from '../../store/tables/jobs.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import { type Match, matchesAfter, matchesOf } from '../../store/tables/matching-rows.ts';
import { readTask, taskQuery } from '../../store/tables/names/tasks.ts';
import { changeMatches, type FilterChange, refreshMatches } from './by-filter.ts';
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
      const next = begun && (await nextPart(store, job.user, begun, chunks.get(job.recordId)));
      const left = await store.write(job.user, async (tx) => {
        if (!(await settleJob(tx, job, holder))) return undefined;
        return begun && next ? changePart(tx, job.recordId, begun, next) : undefined;
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
  return { change, plan: planWhere(change.where, Date.parse(change.asked_at)).plan, position: position ?? '' };
}

async function readChunk(store: Store, user: number, begun: Begun, known: Chunk | undefined): Promise<Chunk> {
  const { plan, position } = begun;
  if (known?.after === position && (known.isLast || known.matches.length > 0)) return known;
  const query = matchesAfter(store.dialect, user, plan, position, limits.batchChunk);
  const [rows = []] = await store.read(user, [query], { slow: true });
  return { after: position, matches: matchesOf(rows), isLast: rows.length < limits.batchChunk };
}

/** A chunk and its first matches, looked up again: the filter is not evaluated in the transaction that changes them. */
interface Part {
  chunk: Chunk;
  part: readonly Match[];
}

async function nextPart(store: Store, user: number, begun: Begun, known: Chunk | undefined): Promise<Part> {
  const chunk = await readChunk(store, user, begun, known);
  const part = await refreshMatches(store, user, begun.plan, chunk.matches.slice(0, limits.renameBatch));
  return { chunk: { ...chunk, matches: [...part, ...chunk.matches.slice(limits.renameBatch)] }, part };
}

/** Changes a part of the chunk; returns the rest of it. */
async function changePart(
  tx: Tx,
  id: string,
  { change, position }: Begun,
  { chunk, part }: Part,
): Promise<Chunk | undefined> {
  const task = await runningTask(tx, id);
  if (!task || (task.position ?? '') !== position) return undefined; // another worker was faster
  const { taken, result } = await changeMatches(tx, change, part, limits.renameBatchBytes);
  const matches = chunk.matches.slice(taken);
  const after = part[taken - 1]?.id ?? position;
  const isFinished = chunk.isLast && matches.length === 0;
  if (!isFinished) putJob(tx, 'batch', id, tx.now);
  await advanceTask(tx, task, result.processed, isFinished, { errors: result.errors, position: after });
  return { after, matches, isLast: chunk.isLast };
}
