// Finds the webhooks with changes to send, and runs a session for each that this instance can lease. It is woken by the
// commits of users who have webhooks; other commits cost nothing.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
import { createSlots } from '../protocols/net/slots.ts';
import {
  claimWebhook,
  type EnabledWebhook,
  enabledWebhooks,
  enabledWebhooksOf,
} from '../store/tables/webhooks/progress.ts';
import { createAlarm } from '../values/alarm.ts';
import { runSession, type SessionParts } from './session.ts';
import { createWaiting, keyOf, type Waiting } from './waiting.ts';

export interface WorkerParts extends Pick<SessionParts, 'store' | 'secrets' | 'check' | 'base' | 'onAttempt'> {
  onError: (error: unknown) => void;
}

export class WebhookWorker {
  private readonly parts: SessionParts;
  private readonly onError: WorkerParts['onError'];
  private readonly waiting: Waiting;
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private readonly alarm = createAlarm(() => this.begin(() => this.scanAll()));
  private readonly sessions = new Map<string, Promise<void>>();
  /** Who has enabled webhooks, as of the last scan. */
  private users = new Set<number>();
  /** Whose webhooks are about to be considered. */
  private readonly noticed = new Set<number>();
  private scannedAt = 0;
  private round: Promise<void> = Promise.resolve();

  constructor({ onError, ...parts }: WorkerParts) {
    const { webhooksAtOnce: most, webhooksOfUser: each } = limits;
    const busy = () => new Error('the service is stopping');
    const slots = createSlots({ most, each, queue: Number.POSITIVE_INFINITY, busy });
    const holder = randomBytes(8).toString('hex');
    this.parts = { ...parts, holder, slots, stopping: this.stopping.signal, ending: this.ending.signal };
    this.onError = onError;
    this.waiting = createWaiting(parts.store);
  }

  start(): void {
    this.alarm.start();
    this.alarm.set(Date.now());
  }

  /** A webhook may be due then. */
  wake(at: number): void {
    this.alarm.set(Math.max(at, this.scannedAt + limits.webhookScan));
  }

  /** The log of the user has grown. */
  notice(user: number): void {
    if (!this.users.has(user) || this.noticed.has(user) || this.alarm.stopped) return;
    this.noticed.add(user);
    this.begin(async () => {
      this.noticed.delete(user);
      for (const one of await enabledWebhooksOf(this.parts.store, user)) await this.consider(one);
    });
  }

  async stop(): Promise<void> {
    this.alarm.stop();
    this.stopping.abort();
    const end = setTimeout(() => this.ending.abort(), limits.webhookDrain);
    await this.round;
    await Promise.all(this.sessions.values());
    clearTimeout(end);
  }

  private begin(work: () => Promise<void>): void {
    this.round = this.round.then(() => (this.alarm.stopped ? undefined : work())).catch((error) => this.fail(error));
  }

  /** The store is unavailable: what is to be sent is found when it is available again. */
  private fail(error: unknown): void {
    this.noticed.clear();
    this.onError(error);
    this.alarm.set(Date.now() + limits.jobRetry);
  }

  private async scanAll(): Promise<void> {
    this.scannedAt = Date.now();
    const all = await enabledWebhooks(this.parts.store);
    this.users = new Set(all.map(({ user }) => user));
    this.waiting.keepOnly(new Set(all.map(keyOf)));
    for (const one of all) await this.consider(one);
    this.alarm.set(Date.now() + limits.jobPoll);
  }

  /** Starts a session if there is something to send and no instance has the lease. */
  private async consider(one: EnabledWebhook): Promise<void> {
    if (this.sessions.has(keyOf(one)) || one.newest <= one.lastSeq) return;
    const readyAt = Math.max(one.dueAt, one.leaseUntil ?? 0);
    if (readyAt > Date.now()) return this.alarm.set(readyAt);
    const found = await this.waiting.find(one);
    if (found === 'later') this.wake(Date.now());
    if (found !== 'messages') return;
    const { store, holder } = this.parts;
    const until = Date.now() + limits.webhookLease;
    const isOurs = await store.write(one.user, (tx) => claimWebhook(tx, one.id, holder, limits.webhookLease));
    if (isOurs) this.sessions.set(keyOf(one), this.run(one, until));
    else this.alarm.set(until);
  }

  private async run(one: EnabledWebhook, until: number): Promise<void> {
    await runSession(this.parts, one.user, one.id, until).catch((error: unknown) => this.fail(error));
    this.sessions.delete(keyOf(one));
    this.notice(one.user); // for what was committed while the session ended
  }
}
