// Applies one action to all emails that filters select. Few change in the transaction of the request, as a batch by ids
// does. Many, or large ones, are left to a task, whose job (job.ts) changes them in bounded transactions.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Context } from '../../records/records.ts';
import { createPause } from '../../records/slices.ts';
import { servedTask, startTask } from '../../records/tasks.ts';
import { newValidator, validateFields } from '../../records/validate.ts';
import { email } from '../../resources/email.ts';
import { type Fields, flag } from '../../resources/fields.ts';
import type { Row, Store, Tx } from '../../store/port.ts';
import { reachQuery } from '../../store/tables/changes.ts';
import { putJob } from '../../store/tables/jobs.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import { findByIds, type Match, matchesAfter, matchesCount, stillMatching } from '../../store/tables/matching-rows.ts';
import { runningQuery } from '../../store/tables/names/tasks.ts';
import { readFound, readIn } from '../../store/tables/record-lookups.ts';
import {
  type Action,
  actionFields,
  actionOf,
  type BatchResult,
  countOne,
  emptyResult,
  type Params,
  readParams,
} from '../batch.ts';
import { planWhere, readWhere, type Where, whereField } from './where.ts';

export const filterBatchFields: Fields = {
  where: whereField,
  ...actionFields,
  dry_run: flag({ about: 'true: nothing changes; the response says how many emails match. Only with where.' }),
};

/** The kind of its tasks. */
const BATCH_TASK = 'email.batch';

/** What a task is to do, as it is stored. */
export interface FilterChange {
  where: Where;
  action: string;
  params: Params;
}

/** The result of a dry run. A request with the same `until_seq` changes no email that is newer. */
export interface DryRun {
  matched: number;
  until_seq: number;
}

/** A request that was read, and what it matched. */
export interface FilterBatch {
  change: FilterChange;
  isDryRun: boolean;
  plan: ListPlan;
  /** In the order of their ids; not all if there are more than a transaction may change. */
  matches: Match[];
  total: number;
}

/** Reads the request and finds what it matches, outside of the transaction, because a search takes a while. */
export async function prepareFilterBatch(
  store: Store,
  user: number,
  body: unknown,
  context: Context,
): Promise<FilterBatch> {
  const { isDryRun, ...change } = readRequest(body, context);
  const [[reach] = []] = await store.read(user, [reachQuery]);
  change.where.until_seq = Math.min(change.where.until_seq ?? Number.MAX_SAFE_INTEGER, Number(reach?.seq ?? 0));
  const { plan, nothing } = planWhere(change.where);
  const found = { change, isDryRun, plan };
  if (nothing) return { ...found, matches: [], total: 0 };
  const queries = [
    matchesCount(store.dialect, user, plan),
    ...(isDryRun ? [] : [matchesAfter(store.dialect, user, plan, '', limits.batchAtOnce + 1)]),
  ];
  const [counts, rows = []] = await store.read(user, queries, { slow: true });
  return { ...found, matches: matchesOf(rows), total: Number(counts?.[0]?.total) };
}

function readRequest(body: unknown, context: Context): FilterChange & { isDryRun: boolean } {
  const validator = newValidator(context.timezone);
  const fields = { ...filterBatchFields, where: { schema: {} } }; // its own faults are more precise
  const { ids, ...others } = body as Record<string, unknown>;
  if (ids !== undefined) validator.fault('ids', 'exclusive', 'ids and where exclude each other; use one of them.');
  const input = validateFields(fields, others, validator) as { action: string; params?: unknown; dry_run?: boolean };
  const where = readWhere(others.where, input.action, validator);
  validator.finish();
  // Days mean the same when the task continues in a service with another time zone.
  if (where.from !== undefined || where.to !== undefined) where.tz ??= context.timezone;
  const params = readParams(actionOf(input.action), input.params, validator);
  return { where, action: input.action, params, isDryRun: input.dry_run ?? false };
}

export function matchesOf(rows: readonly Row[]): Match[] {
  return rows.map(({ id, seq }) => ({ id: id as string, seq: Number(seq) }));
}

/** Changes what matches, or adds the task that does. */
export async function batchByFilter(
  tx: Tx,
  { change, isDryRun, plan, matches, total }: FilterBatch,
): Promise<BatchResult | DryRun | { task: string }> {
  if (isDryRun) return { matched: total, until_seq: change.where.until_seq as number };
  if (matches.length <= limits.batchAtOnce && (await bytesOf(tx, matches)) <= limits.renameAtOnceBytes)
    return (await changeMatches(tx, plan, change, matches, Number.POSITIVE_INFINITY)).result;
  await checkRunning(tx);
  const task = await startTask(tx, email, BATCH_TASK, change, total);
  putJob(tx, 'batch', task.id, tx.now);
  return { task: servedTask(task) };
}

async function bytesOf(tx: Tx, matches: readonly Match[]): Promise<number> {
  const rows = await findByIds(tx, email, idsOf(matches));
  return [...rows.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

async function checkRunning(tx: Tx): Promise<void> {
  const [rows = []] = await readIn(tx, [runningQuery]);
  const running = rows.filter(({ kind }) => kind === BATCH_TASK);
  if (running.length < limits.batchTasks) return;
  const message = `${running.length} batches by filter are running already; try again when one of them is done (GET /tasks).`;
  throw new AppError('CONFLICT', message, { task_id: running[0]?.id });
}

/**
 * Changes the first of the matches in this transaction, as many as `maxBytes` allow, but at least one. A match that was
 * changed since it was found is changed only if it still matches. Returns how many were dealt with.
 */
export async function changeMatches(
  tx: Tx,
  plan: ListPlan,
  { action, params }: FilterChange,
  matches: readonly Match[],
  maxBytes: number,
): Promise<{ taken: number; result: BatchResult }> {
  const known: Action = actionOf(action);
  const rows = await findByIds(tx, email, idsOf(matches));
  const changed = matches.filter(({ id, seq }) => rows.has(id) && rows.get(id)?.seq !== seq);
  const still = await stillMatching(tx, plan, idsOf(changed));
  const others = new Set(idsOf(changed).filter((id) => !still.has(id)));
  const result = emptyResult();
  const pause = createPause();
  let bytes = 0;
  let taken = 0;
  for (const { id } of matches) {
    const row = rows.get(id);
    bytes += row?.bytes ?? 0;
    if (taken > 0 && bytes > maxBytes) break;
    taken++;
    if (!row || others.has(id)) continue; // erased, or changed in the meantime
    await countOne(result, id, async () => {
      const mail = await readFound(tx, email, row);
      if (!mail) return false;
      await known.apply(tx, mail, params);
      return true;
    });
    await pause();
  }
  return { taken, result };
}

function idsOf(matches: readonly Match[]): string[] {
  return matches.map(({ id }) => id);
}
