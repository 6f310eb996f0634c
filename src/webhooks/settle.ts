// Stores the result of an attempt, in one transaction: how far the webhook is, the attempt in its list, the time of the
// next one, and whether the webhook is disabled. Nothing is stored by an instance that has lost its lease.
import { limits } from '../limits.ts';
import { lookUp } from '../records/find.ts';
import { type WebhookRecord, webhook } from '../resources/webhook.ts';
import type { Tx } from '../store/port.ts';
import { putDelivery } from '../store/tables/webhooks/deliveries.ts';
import { type Progress, progressIn, putProgress } from '../store/tables/webhooks/progress.ts';
import { backOff } from '../values/back-off.ts';
import { clean } from '../values/text.ts';
import type { WebhookMessage } from './messages.ts';
import type { SendOutcome } from './send.ts';
import { disableWebhook } from './webhooks.ts';

export interface Attempt {
  id: string;
  holder: string;
  /** The seq of the webhook when its settings were read. */
  version: number;
  message: WebhookMessage;
  outcome: SendOutcome;
  /** The last change that needs no further message, if this one was accepted. */
  through: number;
  /** The last change that was searched after it with the same settings. */
  searched: number;
  /** Whether another message follows at once. */
  hasMore: boolean;
  /** Milliseconds before the first retry. */
  base: number;
}

const RELEASED = { leaseUntil: null, holder: null };

/** Returns whether the holder still has the lease. */
export async function settleAttempt(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { id, holder, outcome, message } = attempt;
  const before = await progressIn(tx, id);
  if (before?.holder !== holder) return false;
  const { status, duration, error } = outcome;
  putDelivery(tx, {
    ...{ webhookId: id, number: before.deliveries, at: tx.now, event: message.event, seq: message.seq },
    ...{ messageId: message.id, attempt: before.attempts + 1, status, duration, error },
  });
  const progress = { ...before, deliveries: before.deliveries + 1 };
  if (!outcome.ok) return storeFailure(tx, attempt, progress);
  // With other settings, changes that were not wanted may be: they are searched again.
  const isCurrent = await hasVersion(tx, id, attempt.version);
  const through = isCurrent ? Math.max(attempt.through, attempt.searched) : attempt.through;
  const hasMore = attempt.hasMore || !isCurrent;
  putProgress(tx, id, {
    ...progress,
    ...{ lastSeq: Math.max(progress.lastSeq, through), attempts: 0, dueAt: 0 },
    ...{ failingSince: null, lastSuccessAt: tx.now },
    ...(hasMore ? { leaseUntil: tx.now + limits.webhookLease } : RELEASED),
  });
  return hasMore;
}

async function hasVersion(tx: Tx, id: string, version: number): Promise<boolean> {
  return (await lookUp<WebhookRecord>(tx, webhook, id))?.seq === version;
}

async function storeFailure(tx: Tx, attempt: Attempt, progress: Progress): Promise<false> {
  const { id, outcome, version, base } = attempt;
  const row = await lookUp<WebhookRecord>(tx, webhook, id);
  const isCurrent = row?.seq === version;
  const failingSince = progress.failingSince ?? tx.now;
  // With other settings the next attempt can succeed: it follows at once.
  const dueAt = isCurrent ? tx.now + delayOf(outcome, progress.attempts, base) : 0;
  putProgress(tx, id, {
    ...progress,
    ...{ lastFailureAt: tx.now, lastError: clean(wordsOf(outcome)), dueAt },
    ...(isCurrent && { attempts: progress.attempts + 1, failingSince }),
    ...RELEASED,
  });
  const isGone = outcome.status === 410;
  const isTooLong = tx.now - failingSince >= limits.webhookFailing;
  if (isCurrent && row.record.enabled && (isGone || isTooLong))
    await disableWebhook(tx, row, isGone ? 'gone' : 'failing');
  else tx.wake(Math.max(dueAt, tx.now));
  return false;
}

function delayOf({ retryAfter }: SendOutcome, attempts: number, base: number): number {
  const delay = backOff({ base, max: Math.max(base, limits.webhookDelay), jitter: 0.2 }, attempts);
  return Math.max(delay, retryAfter ?? 0);
}

function wordsOf({ error, hint }: SendOutcome): string {
  return [error, hint].filter((words) => words !== null).join(' ');
}

/** Up to where the log was searched in vain, with the settings of this version. */
export interface Searched {
  version: number;
  end: number;
}

/** Gives the lease back, and stores what was searched in vain. */
export async function releaseLease(tx: Tx, id: string, holder: string, searched: Searched | undefined): Promise<void> {
  const before = await progressIn(tx, id);
  if (before?.holder !== holder) return;
  const isCurrent = searched !== undefined && (await hasVersion(tx, id, searched.version));
  putProgress(tx, id, { ...before, lastSeq: Math.max(before.lastSeq, isCurrent ? searched.end : 0), ...RELEASED });
}
