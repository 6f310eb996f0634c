// The state of delivery as it is served with a webhook: how far it is, how many changes wait, and how attempts went.
import { matches } from '../feed/messages.ts';
import { limits } from '../limits.ts';
import type { DeliveryState, WebhookRecord } from '../resources/webhook.ts';
import type { Query, Row, Store, Tx } from '../store/port.ts';
import { eventCountsQuery } from '../store/tables/changes.ts';
import { contentTag, type Version } from '../store/tables/etags.ts';
import { readIn } from '../store/tables/record-lookups.ts';
import { type Progress, progressQuery, readProgress } from '../store/tables/webhooks/progress.ts';
import { formatTime } from '../values/time.ts';

type Read = (queries: readonly Query[]) => Promise<Row[][]>;

/** The record as JSON with its state and, where it may be shown, its secret. */
export async function servedWebhook(
  read: Read,
  { record, seq }: { record: WebhookRecord; seq: number },
  secret?: string,
): Promise<Version & { record: WebhookRecord; text: string }> {
  const delivery = await stateOf(read, record);
  const { created_at, updated_at, ...rest } = record;
  const text = JSON.stringify({
    ...rest,
    ...(delivery && { delivery }),
    ...(secret !== undefined && { secret }),
    ...{ created_at, updated_at },
  });
  return { record, seq, text, etag: contentTag(seq, text) };
}

export const readOutside =
  (store: Store, user: number): Read =>
  (queries) =>
    store.read(user, queries);

export const readInside =
  (tx: Tx): Read =>
  (queries) =>
    readIn(tx, queries);

/** undefined if the webhook has just been deleted. */
async function stateOf(read: Read, record: WebhookRecord): Promise<DeliveryState | undefined> {
  const [rows = []] = await read([progressQuery(record.id)]);
  const progress = rows[0] && readProgress(rows[0]);
  if (!progress) return undefined;
  const { lastSeq } = progress;
  const [counts = []] = await read([eventCountsQuery(lastSeq, lastSeq + limits.webhookPending)]);
  const wanted = new Set(record.events);
  const waiting = counts.filter(({ event }) => matches(wanted, event as string));
  const pending = waiting.reduce((sum, { n }) => sum + (n as number), 0);
  return shown(progress, pending, record.enabled);
}

function shown(progress: Progress, pending: number, enabled: boolean): DeliveryState {
  const isWaiting = enabled && progress.failingSince !== null;
  return {
    last_seq: progress.lastSeq,
    pending,
    last_success_at: timeOf(progress.lastSuccessAt),
    last_failure_at: timeOf(progress.lastFailureAt),
    last_error: progress.lastError,
    failing_since: timeOf(progress.failingSince),
    next_attempt_at: isWaiting ? timeOf(progress.dueAt) : null,
  };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : formatTime(at);
}
