// Creates, changes and removes webhooks, and rotates their secrets. A token can make a webhook send only what the token
// itself may read.
import { type Principal, requireScope } from '../access/access.ts';
import type { Secrets } from '../accounts/secrets.ts';
import { AppError } from '../errors.ts';
import { unloggedEvent } from '../feed/event-names.ts';
import { matches, readScopeOf } from '../feed/messages.ts';
import { limits } from '../limits.ts';
import { find, lookUp } from '../records/find.ts';
import { type Context, checkVersion, patchable } from '../records/records.ts';
import { eraseRecord, save } from '../records/save.ts';
import { newValidator, type Validator, validateFields } from '../records/validate.ts';
import { secretInput, type WebhookRecord, webhook, webhookCreates } from '../resources/webhook.ts';
import type { Store, Tx } from '../store/port.ts';
import { eventsQuery, reachQuery } from '../store/tables/changes.ts';
import { outside, readIn, type Source } from '../store/tables/record-lookups.ts';
import { type Stored, servedFields } from '../store/tables/records.ts';
import {
  countWebhooks,
  dropProgress,
  insertProgress,
  progressIn,
  putProgress,
} from '../store/tables/webhooks/progress.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { newSecret, openSecretsOf, rotateSealed, sealSecret } from './secrets.ts';
import { readInside, servedWebhook } from './state.ts';
import type { Targets } from './targets.ts';

type Webhook = Stored<WebhookRecord>;

/** Who asks, and what is needed to check and to seal. */
export interface Asking {
  principal: Principal;
  secrets: Secrets;
  targets: Targets;
  context: Context;
}

/** A new webhook receives the changes after its own creation. */
export async function createWebhook(tx: Tx, body: unknown, { secrets, targets, context }: Asking) {
  const validator = newValidator(context.timezone);
  const fixed = servedFields(webhook);
  const input = validateFields(webhookCreates, body, validator, { fixed }) as Partial<WebhookRecord>;
  validator.finish();
  const { secret = newSecret(), ...values } = input;
  checkSettings(values, targets, validator);
  if ((await countWebhooks(tx)) >= limits.webhooks)
    throw new AppError('CONFLICT', `A user has at most ${limits.webhooks} webhooks; remove one first.`);
  const id = newId();
  const now = formatTime(tx.timestamp);
  const record = {
    ...{ id, description: null, enabled: true, body: true, ...values },
    ...{ disabled_reason: null, disabled_at: null, previous_secret_until: null },
    ...{ created_at: now, updated_at: now },
  } as WebhookRecord;
  const saved = await save(tx, webhook, 'created', record, null, sealSecret(secrets, id, secret));
  insertProgress(tx, id, saved.seq);
  tx.wake(tx.now); // so that every instance knows of it
  return servedWebhook(readInside(tx), saved, secret);
}

/** One that is enabled again, or has another URL, is tried at once. */
export async function patchWebhook(tx: Tx, id: string, body: unknown, { targets, context }: Asking) {
  const before = await find<WebhookRecord>(tx, webhook, id);
  checkVersion(before, context.versions);
  const validator = newValidator(context.timezone);
  const options = { partial: true, fixed: servedFields(webhook) };
  const values = validateFields(patchable(webhook), body, validator, options) as Partial<WebhookRecord>;
  validator.finish();
  checkSettings(values, targets, validator);
  const record: WebhookRecord = { ...before.record, ...values, updated_at: formatTime(tx.timestamp) };
  if (record.enabled) Object.assign(record, { disabled_reason: null, disabled_at: null });
  await restart(tx, before.record, record);
  return servedWebhook(readInside(tx), await save(tx, webhook, 'updated', record, before));
}

async function restart(tx: Tx, before: WebhookRecord, record: WebhookRecord): Promise<void> {
  const progress = await progressIn(tx, record.id);
  if (!progress) return;
  const isFresh = record.url !== before.url || (record.enabled && !before.enabled);
  const lastSeq = await settledSeq(tx, before.events, progress.lastSeq);
  const fresh = { attempts: 0, dueAt: 0, failingSince: null };
  putProgress(tx, record.id, { ...progress, lastSeq, ...(isFresh && fresh) });
  tx.wake(tx.now);
}

/** If no change waits, the end of the log: a new pattern is for later changes, not for those that were skipped. */
async function settledSeq(tx: Tx, events: readonly string[], lastSeq: number): Promise<number> {
  const [reached = []] = await readIn(tx, [reachQuery]);
  const { seq, pruned_seq: pruned } = reached[0] as { seq: number; pruned_seq: number };
  if (seq - lastSeq > limits.changesStretch || lastSeq < pruned) return lastSeq;
  const [rows = []] = await readIn(tx, [eventsQuery(lastSeq, seq)]);
  const wanted = new Set(events);
  return rows.some(({ event }) => matches(wanted, event as string)) ? lastSeq : seq;
}

export async function removeWebhook(tx: Tx, id: string, context: Context): Promise<{ id: string; seq: number }> {
  const before = await find<WebhookRecord>(tx, webhook, id);
  checkVersion(before, context.versions);
  dropProgress(tx, before.record.id);
  return { id: before.record.id, seq: await eraseRecord(tx, webhook, before) };
}

/** For a day, messages are signed with the earlier secret too. */
export async function rotateSecret(tx: Tx, id: string, body: unknown, { secrets, context }: Asking) {
  const before = await find<WebhookRecord>(tx, webhook, id);
  const validator = newValidator(context.timezone);
  const { secret = newSecret() } = validateFields(secretInput, body ?? {}, validator) as { secret?: string };
  validator.finish();
  const sealed = rotateSealed(secrets, before.record.id, before.secrets as string, secret, tx.now);
  const until = (JSON.parse(sealed) as { until?: number }).until;
  const record: WebhookRecord = {
    ...before.record,
    previous_secret_until: until === undefined ? null : formatTime(until),
    updated_at: formatTime(tx.timestamp),
  };
  return servedWebhook(readInside(tx), await save(tx, webhook, 'updated', record, before, sealed), secret);
}

export async function readSecret(store: Store, user: number, id: string, { principal, secrets }: Asking) {
  const { record, secrets: sealed } = await find<WebhookRecord>(outside(store, user), webhook, id);
  requireReadable(principal, record.events);
  try {
    const { current, previous } = openSecretsOf(secrets, record.id, sealed as string, Date.now());
    return { secret: current, previous_secret: previous };
  } catch {
    throw new AppError(
      'CONFLICT',
      'The secret cannot be read, because the key of the service was replaced; make a new one with rotate-secret.',
    );
  }
}

/** Disables a webhook for a reason of the service itself. */
export async function disableWebhook(
  tx: Tx,
  before: Webhook,
  reason: NonNullable<WebhookRecord['disabled_reason']>,
): Promise<void> {
  const now = formatTime(tx.timestamp);
  const values = { enabled: false, disabled_reason: reason, disabled_at: now, updated_at: now };
  await save(tx, webhook, 'disabled', { ...before.record, ...values }, before);
}

function checkSettings({ events, url }: Partial<WebhookRecord>, targets: Targets, validator: Validator): void {
  const unknown = events && unloggedEvent(events);
  if (unknown) validator.fault('events', 'event', `events: ${unknown}`);
  const problem = url === undefined ? undefined : targets.problemOf(new URL(url));
  if (problem) validator.fault('url', 'address', `url ${problem}`);
  validator.finish();
}

/**
 * Throws INSUFFICIENT_SCOPE if the principal may not read all that a webhook sends, and would send with this body.
 * Patterns that cannot be are left to the validation.
 */
export async function permitWebhook(principal: Principal, records: Source, id: string, body: unknown): Promise<void> {
  const before = id === '' ? undefined : await lookUp<WebhookRecord>(records, webhook, id);
  const { events } = (body ?? {}) as { events?: unknown };
  const patterns: unknown[] = Array.isArray(events) ? events : [];
  const isPattern = (one: unknown): one is string => typeof one === 'string' && unloggedEvent([one]) === undefined;
  requireReadable(principal, [...(before?.record.events ?? []), ...patterns.filter(isPattern)]);
}

function requireReadable(principal: Principal, events: readonly string[]): void {
  for (const pattern of events) {
    const scope = readScopeOf(pattern);
    const hint =
      scope === 'admin'
        ? 'A webhook with * sends everything, what later versions add included; list the patterns instead.'
        : `The webhook sends ${pattern}, and a token can have only that sent which it may read.`;
    if (scope !== null) requireScope(principal, scope, hint);
  }
}
