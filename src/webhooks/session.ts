// Delivers the changes of one webhook while this instance has its lease: in order, one request at a time, from the
// change log. It ends when nothing waits, an attempt fails, or other webhooks have waited for a while.
import { setImmediate } from 'node:timers/promises';
import type { Secrets } from '../accounts/secrets.ts';
import { AppError } from '../errors.ts';
import { type Message, matches, readWanted } from '../feed/messages.ts';
import { limits } from '../limits.ts';
import type { AddressCheck } from '../protocols/net/hosts.ts';
import { type WebhookRecord, webhook } from '../resources/webhook.ts';
import type { Query, Store } from '../store/port.ts';
import { findQuery, readStored } from '../store/tables/records.ts';
import { progressQuery, readProgress, renewWebhook } from '../store/tables/webhooks/progress.ts';
import { expiredMessage, messageOfChange, type WebhookMessage } from './messages.ts';
import { openSecretsOf, signingSecrets } from './secrets.ts';
import { type SendOutcome, sendMessage, unreadableSecret } from './send.ts';
import { releaseLease, settleAttempt } from './settle.ts';

export interface SessionParts {
  store: Store;
  secrets: Secrets;
  check: AddressCheck;
  /** Who has the lease. */
  holder: string;
  /** Milliseconds before the first retry. */
  base: number;
  /** Whether another webhook waits for this one to let it go first. */
  isAwaited(user: number): boolean;
  /** Aborted when no further request is to begin. */
  stopping: AbortSignal;
  /** Aborted when requests are to end. */
  ending: AbortSignal;
  onAttempt(outcome: SendOutcome): void;
}

/** What is to be sent next, and the last change that needs no message once it was. */
interface Next {
  message: WebhookMessage;
  through: number;
}

/** The settings of the webhook and the messages that were read with them. */
interface Reading {
  version: number;
  record: WebhookRecord;
  sealed: string;
  /** The seq after which the log is read on. */
  end: number;
  messages: Message[];
  expired: WebhookMessage | null;
}

/** The caller has the lease until then. */
export async function runSession(parts: SessionParts, user: number, id: string, leaseUntil: number): Promise<void> {
  const { store, holder, stopping } = parts;
  const turnEnds = Date.now() + limits.webhookTurn;
  const isOver = () => stopping.aborted || (Date.now() > turnEnds && parts.isAwaited(user));
  let until = leaseUntil;
  let reading: Reading | undefined;
  const release = () =>
    store.write(user, async (tx) => {
      const isInVain = reading?.messages.length === 0 && !reading.expired;
      await releaseLease(tx, id, holder, isInVain ? reading : undefined);
      if (stopping.aborted) tx.wake(tx.now); // for the other instances
    });
  do {
    reading = await readSettings(parts, user, id, reading);
    if (!reading) return; // deleted, or another instance has it
    const next = reading.record.enabled ? await readNext(store, user, reading) : undefined;
    if (!next) return release();
    if (stopping.aborted) break;
    const outcome = await attempt();
    if (outcome === 'lost') return;
    if (parts.ending.aborted && outcome.status === null) return release();
    parts.onAttempt(outcome);
    if (outcome.ok) take(reading);
    const following = outcome.ok && !isOver() ? await readNext(store, user, reading) : undefined;
    const { version } = reading;
    const searched = reading.messages.length === 0 && !reading.expired ? reading.end : 0;
    const hasMore = following !== undefined || isOver(); // if it is over, the lease is given back below
    const result = { id, holder, version, ...next, outcome, searched, hasMore, base: parts.base };
    const settlesAt = Date.now();
    if (!(await store.write(user, (tx) => settleAttempt(tx, result)))) return;
    until = settlesAt + limits.webhookLease;

    async function attempt(): Promise<SendOutcome | 'lost'> {
      // The store may have been slow, and a request must end before the lease does.
      if (Date.now() + limits.webhookTime + limits.webhookAnswerTime > until) {
        const renewsAt = Date.now();
        if (!(await store.write(user, (tx) => renewWebhook(tx, id, holder, limits.webhookLease)))) return 'lost';
        until = renewsAt + limits.webhookLease;
      }
      return send(parts, reading as Reading, (next as Next).message);
    }
  } while (!isOver());
  return release();
}

async function send(parts: SessionParts, { record, sealed }: Reading, message: WebhookMessage): Promise<SendOutcome> {
  let secrets: string[];
  try {
    secrets = signingSecrets(openSecretsOf(parts.secrets, record.id, sealed, Date.now()));
  } catch {
    return unreadableSecret();
  }
  return sendMessage({ url: record.url, secrets }, message, parts.check, parts.ending);
}

/** The settings as they are now. If they have changed, what was read with the former ones is read again. */
async function readSettings(
  { store, holder }: SessionParts,
  user: number,
  id: string,
  before: Reading | undefined,
): Promise<Reading | undefined> {
  const [rows = [], progressed = []] = await store.read(user, [findQuery(webhook, id) as Query, progressQuery(id)]);
  const [row, state] = [rows[0], progressed[0] && readProgress(progressed[0])];
  if (!row || state?.holder !== holder) return undefined;
  const { record, seq, secrets } = readStored<WebhookRecord>(webhook, row);
  if (before?.version === seq) return before;
  return { version: seq, record, sealed: secrets as string, end: state.lastSeq, messages: [], expired: null };
}

const STRETCHES = 5; // of the log that are searched in vain, so that the lease does not expire meanwhile

/** The next message, read from the log if none is left; undefined if none waits, or much is to be searched before it. */
async function readNext(store: Store, user: number, reading: Reading): Promise<Next | undefined> {
  const { id, events, body } = reading.record;
  const wanted = new Set(events);
  const page = { limit: limits.webhookPage, bytes: limits.webhookPageBytes, bodies: body, withoutHuge: true } as const;
  for (let count = 0; reading.messages.length === 0 && !reading.expired; count++) {
    if (count === STRETCHES) return undefined;
    try {
      const stretch = await readWanted(store, user, reading.end, page, (event) => matches(wanted, event));
      reading.messages = stretch.messages;
      reading.end = stretch.end;
      if (stretch.messages.length === 0 && stretch.end >= stretch.newest) return undefined;
    } catch (error) {
      const kept = keptAfter(error);
      reading.expired = expiredMessage(id, reading.end, kept);
      reading.end = kept;
    }
    await setImmediate(); // few changes may match; other work must not wait for the whole log
  }
  if (reading.expired) return { message: reading.expired, through: reading.end };
  const [first] = reading.messages as [Message];
  return { message: messageOfChange(id, first), through: first.seq };
}

/** Where the log begins, if it does not have the changes that were asked for. */
function keptAfter(error: unknown): number {
  if (!(error instanceof AppError) || error.code !== 'CURSOR_EXPIRED') throw error;
  const { oldest, seq } = error.details as { oldest?: number; seq: number };
  return oldest ?? seq;
}

/** The first message was accepted. */
function take(reading: Reading): void {
  if (reading.expired) reading.expired = null;
  else reading.messages.shift();
}
