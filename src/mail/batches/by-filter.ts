// Applies one action to all emails that filters select. Few change in the transaction of the request, as a batch by ids
// does. Many, or large ones, or any that changed in the meantime, are left to a task, whose job (job.ts) changes them in bounded transactions.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Context } from '../../records/records.ts';
import { createPause } from '../../records/slices.ts';
import { servedTask, startTask } from '../../records/tasks.ts';
import { newValidator, validateFields } from '../../records/validate.ts';
import { email } from '../../resources/email.ts';
import { type Fields, flag } from '../../resources/fields.ts';
import { readSettings } from '../../settings/settings.ts';
import type { Store, Tx } from '../../store/port.ts';
import { reachQuery } from '../../store/tables/changes.ts';
import { putJob } from '../../store/tables/jobs.ts';
import { isSearch, type ListPlan } from '../../store/tables/list-plan.ts';
import {
  findByIds,
  type Match,
  matchesAfter,
  matchesAmong,
  matchesCount,
  matchesOf,
  versionsQuery,
} from '../../store/tables/matching-rows.ts';
import { runningQuery } from '../../store/tables/names/tasks.ts';
import { readFound, readIn } from '../../store/tables/record-lookups.ts';
import { formatTime } from '../../values/time.ts';
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
  /** When it was asked for. */
  asked_at: string;
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
  await completeZone(store, user, change.where, context.timezone);
  const [[reach] = []] = await store.read(user, [reachQuery]);
  change.where.until_seq = Math.min(change.where.until_seq ?? Number.MAX_SAFE_INTEGER, Number(reach?.seq ?? 0));
  const { plan, nothing } = planWhere(change.where, Date.parse(change.asked_at));
  const found = { change, isDryRun };
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
  const params = readParams(actionOf(input.action), input.params, validator);
  return { asked_at: formatTime(Date.now()), where, action: input.action, params, isDryRun: input.dry_run ?? false };
}

// Days mean the same when the task continues later, in a service with another time zone or with other settings.
async function completeZone(store: Store, user: number, where: Where, serviceZone: string): Promise<void> {
  if (where.q !== undefined) where.tz ??= (await readSettings(store, user)).timezone ?? serviceZone;
  else if (where.from !== undefined || where.to !== undefined) where.tz ??= serviceZone;
}

/** Changes what matches, or adds the task that does. */
export async function batchByFilter(
  tx: Tx,
  { change, isDryRun, matches, total }: FilterBatch,
): Promise<BatchResult | DryRun | { task: string }> {
  if (isDryRun) return { matched: total, until_seq: change.where.until_seq as number };
  if (matches.length <= limits.batchAtOnce && (await isReady(tx, matches)))
    return (await changeMatches(tx, change, matches, Number.POSITIVE_INFINITY)).result;
  await checkRunning(tx);
  const task = await startTask(tx, email, BATCH_TASK, change, total);
  putJob(tx, 'batch', task.id, tx.now);
  return { task: servedTask(task) };
}

/**
 * Whether this transaction can change all of them: they are not large, and none was changed since it was found. The filter
 * is not evaluated in a transaction, because others would wait for a search.
 */
async function isReady(tx: Tx, matches: readonly Match[]): Promise<boolean> {
  const rows = await findByIds(tx, email, idsOf(matches));
  const bytes = [...rows.values()].reduce((sum, one) => sum + one.bytes, 0);
  return bytes <= limits.renameAtOnceBytes && !matches.some((match) => isStale(match, rows.get(match.id)));
}

function isStale({ seq }: Match, now: Match | undefined): boolean {
  return now !== undefined && now.seq !== seq;
}

/** The same matches with their present versions, without those that were changed since they were found and do not match now. */
export async function refreshMatches(
  store: Store,
  user: number,
  plan: ListPlan,
  matches: readonly Match[],
): Promise<readonly Match[]> {
  const [rows = []] = await store.read(user, [versionsQuery(store.dialect, email, idsOf(matches))]);
  const now = new Map(matchesOf(rows).map((one) => [one.id, one]));
  const stale = matches.filter((match) => isStale(match, now.get(match.id)));
  if (stale.length === 0) return matches;
  const query = matchesAmong(store.dialect, user, plan, idsOf(stale));
  const [found = []] = await store.read(user, [query], { slow: isSearch(plan) });
  const left = new Set(idsOf(stale));
  const current = [...matches.filter(({ id }) => !left.has(id)), ...matchesOf(found)];
  return current.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function checkRunning(tx: Tx): Promise<void> {
  const [rows = []] = await readIn(tx, [runningQuery]);
  const running = rows.filter(({ kind }) => kind === BATCH_TASK);
  if (running.length < limits.batchTasks) return;
  const message = `${running.length} batches by filter are running already; try again when one of them is done (GET /tasks).`;
  throw new AppError('CONFLICT', message, { task_id: running[0]?.id });
}

/**
 * Changes the first of the matches in this transaction, as many as `maxBytes` allow, but at least one, up to one that was
 * changed since it was found. Returns how many were processed.
 */
export async function changeMatches(
  tx: Tx,
  { action, params }: FilterChange,
  matches: readonly Match[],
  maxBytes: number,
): Promise<{ taken: number; result: BatchResult }> {
  const known: Action = actionOf(action);
  const rows = await findByIds(tx, email, idsOf(matches));
  const result = emptyResult();
  const pause = createPause();
  let bytes = 0;
  let taken = 0;
  for (const match of matches) {
    const row = rows.get(match.id);
    bytes += row?.bytes ?? 0;
    if (isStale(match, row) || (taken > 0 && bytes > maxBytes)) break;
    taken++;
    if (!row) continue; // erased in the meantime
    await countOne(result, match.id, async () => {
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
