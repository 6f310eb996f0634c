// Finds the webhooks with changes to send, and runs a session for each that this instance can lease. It is woken by the
// commits of users who have webhooks, and by those after which something is due. Few webhooks are delivered to at a
// time, those first that have waited longest: neither memory nor the time of others depends on slow receivers.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
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
  private readonly sessions = new Map<string, { user: number; ended: Promise<void> }>();
  /** The order in which their last sessions began. */
  private readonly began = new Map<string, number>();
  private count = 0;
  /** Users with webhooks that wait until a session of theirs ends. */
  private readonly awaiting = new Set<number>();
  /** Whether webhooks wait until a session of any user ends. */
  private isCrowded = false;
  /** Who has enabled webhooks, as of the last scan. */
  private users = new Set<number>();
  /** Whose webhooks are about to be considered. */
  private readonly noticed = new Set<number>();
  /** Whose logs have grown while the enabled webhooks were read. */
  private readonly meanwhile = new Set<number>();
  private scannedAt = 0;
  private round: Promise<void> = Promise.resolve();

  constructor({ onError, ...parts }: WorkerParts) {
    const holder = randomBytes(8).toString('hex');
    const isAwaited = (user: number) => this.isCrowded || this.awaiting.has(user);
    this.parts = { ...parts, holder, isAwaited, stopping: this.stopping.signal, ending: this.ending.signal };
    this.onError = onError;
    this.waiting = createWaiting(parts.store, onError);
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
    this.meanwhile.add(user);
    if (!this.users.has(user) || this.noticed.has(user) || this.alarm.stopped) return;
    if (this.isCrowded)
      this.wake(Date.now()); // those that have waited longest go first
    else this.considerUser(user);
  }

  private considerUser(user: number): void {
    this.noticed.add(user);
    this.begin(async () => {
      this.noticed.delete(user);
      const theirs = await enabledWebhooksOf(this.parts.store, user);
      this.awaiting.delete(user);
      await this.considerAll(theirs);
    });
  }

  async stop(): Promise<void> {
    this.alarm.stop();
    this.stopping.abort();
    const end = setTimeout(() => this.ending.abort(), limits.webhookDrain);
    await this.round;
    await Promise.all([...this.sessions.values()].map(({ ended }) => ended));
    await this.waiting.settled();
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
    this.meanwhile.clear();
    const all = await enabledWebhooks(this.parts.store);
    const known = this.users;
    this.users = new Set(all.map(({ user }) => user));
    this.awaiting.clear();
    this.isCrowded = false;
    for (const user of this.meanwhile) if (!known.has(user)) this.notice(user);
    const keys = new Set(all.map(keyOf));
    this.waiting.keepOnly(keys);
    for (const key of this.began.keys()) if (!keys.has(key)) this.began.delete(key);
    await this.considerAll(all);
    this.alarm.set(Date.now() + limits.jobPoll);
  }

  /** Those first that have waited longest. A problem with one does not concern the others. */
  private async considerAll(all: EnabledWebhook[]): Promise<void> {
    const turn = (one: EnabledWebhook) => this.began.get(keyOf(one)) ?? 0;
    for (const one of all.sort((a, b) => turn(a) - turn(b)))
      await this.consider(one).catch((error: unknown) => this.fail(error));
  }

  /** Starts a session if there is something to send, no instance has the lease, and there is room. */
  private async consider(one: EnabledWebhook): Promise<void> {
    const key = keyOf(one);
    if (this.sessions.has(key) || one.newest <= one.lastSeq) return;
    const readyAt = Math.max(one.dueAt, one.leaseUntil ?? 0);
    if (readyAt > Date.now()) return this.alarm.set(readyAt);
    const found = await this.waiting.find(one);
    if (found === 'later') this.wake(Date.now());
    if (found !== 'messages' || !this.hasRoom(one.user)) return;
    this.began.set(key, ++this.count);
    this.sessions.set(key, { user: one.user, ended: this.run(one) });
  }

  /** If there is none, sessions end soon for those that wait. */
  private hasRoom(user: number): boolean {
    const theirs = [...this.sessions.values()].filter((session) => session.user === user);
    if (theirs.length >= limits.webhooksOfUser) this.awaiting.add(user);
    else if (this.sessions.size >= limits.webhooksAtOnce) this.isCrowded = true;
    else return true;
    return false;
  }

  /** The lease is taken here, because a write of one user can take long, and other webhooks do not wait for it. */
  private async run(one: EnabledWebhook): Promise<void> {
    const { store, holder } = this.parts;
    const until = Date.now() + limits.webhookLease;
    try {
      const isOurs = await store.write(one.user, (tx) => claimWebhook(tx, one.id, holder, limits.webhookLease));
      if (isOurs) await runSession(this.parts, one.user, one.id, until);
      else this.alarm.set(until);
    } catch (error) {
      this.sessions.delete(keyOf(one));
      if (this.isCrowded) this.wake(Date.now());
      return this.fail(error);
    }
    this.sessions.delete(keyOf(one));
    this.notice(one.user); // for what was committed while the session ended, and for those that wait
  }
}
