// Keeps every account that is to be mirrored in the hands of one instance: claims what nobody has, runs a session for
// each, gives back what fails for later, and hears of changes here that have to reach a server.
import { randomBytes } from 'node:crypto';
import { noteServer } from '../domain/account-status.ts';
import { tellOnly } from '../domain/kind-records.ts';
import { ensureSyncJobs } from '../domain/sync-accounts.ts';
import { limits } from '../limits.ts';
import { failure, sentences } from '../mail/hints.ts';
import { allowedAddresses } from '../mail/hosts.ts';
import { redactorOf } from '../mail/redaction.ts';
import { createMessageReader } from '../protocols/mime/read-message.ts';
import { claimSync, listSyncJobs, postponeSync, releaseSync, type SyncJob } from '../store/imap-jobs.ts';
import { createAlarm } from './alarm.ts';
import { createMemory, type Memory } from './sync-context.ts';
import type { Ending, Session, SessionParts } from './sync-session.ts';

export interface Sync {
  start(): void;
  /** A job may be due then. */
  wake(at: number): void;
  stop(): Promise<void>;
}

export interface SyncParts extends Pick<SessionParts, 'store' | 'tools' | 'poll'> {
  /** Addresses and ranges that may be connected to beside the public ones. */
  allowHosts: readonly string[];
  onError: (error: unknown) => void;
}

export function createSync({ store, tools, poll, allowHosts, onError }: SyncParts): Sync {
  const holder = randomBytes(8).toString('hex');
  const reader = createMessageReader();
  const parts: SessionParts = { store, tools, poll, reader, holder, check: allowedAddresses(allowHosts) };
  const sessions = new Map<string, Session>();
  const memories = new Map<string, Memory>();
  const settling = new Set<Promise<void>>();
  const alarm = createAlarm(begin);
  let round: Promise<void> = Promise.resolve();

  function begin(): void {
    round = round.then(look).catch((error: unknown) => {
      onError(error);
      alarm.set(Date.now() + limits.jobRetry);
    });
  }

  async function look(): Promise<void> {
    if (alarm.stopped) return;
    await ensureSyncJobs(store);
    const jobs = await listSyncJobs(store);
    for (const session of sessions.values()) {
      const job = jobs.find((one) => one.user === session.job.user && one.accountId === session.job.accountId);
      if (job?.holder !== holder) await session.stop();
      else if (job.dueAt > session.askedAt) session.ask(job.dueAt);
      else session.nudge();
    }
    for (const job of jobs) await take(job);
    const free = jobs.filter((job) => !sessions.has(keyOf(job)));
    alarm.set(Math.min(Date.now() + limits.jobPoll, ...free.map((job) => Math.max(job.dueAt, job.leaseUntil ?? 0))));
  }

  async function take(job: SyncJob): Promise<void> {
    const now = Date.now();
    if (sessions.has(keyOf(job)) || job.dueAt > now || (job.leaseUntil !== null && job.leaseUntil > now)) return;
    const claimed = await store.write(job.user, (tx) => claimSync(tx, job.accountId, holder, limits.jobLease));
    // Its protocol is loaded when there is a mailbox to mirror: an idle service is the smaller for it.
    const { startSession } = await import('./sync-session.ts');
    if (!claimed || alarm.stopped) return;
    const memory = memories.get(keyOf(job)) ?? createMemory();
    memories.set(keyOf(job), memory);
    const session = startSession(parts, { ...job, attempts: job.attempts + 1 }, memory);
    sessions.set(keyOf(job), session);
    const settled = session.ended
      .then((ending) => settle(session, ending))
      .catch(onError)
      .then(() => {
        sessions.delete(keyOf(job));
        settling.delete(settled);
        alarm.set(Date.now());
      });
    settling.add(settled);
  }

  /** What comes after a session: nothing, another one at once, or another try later. */
  async function settle({ job }: Session, ending: Ending): Promise<void> {
    const { user, accountId, attempts } = job;
    if (ending.error === undefined) {
      memories.delete(keyOf(job));
      return store.write(user, (tx) => releaseSync(tx, accountId, holder));
    }
    if (!(ending.error as { code?: string }).code && !ending.looked) onError(ending.error); // no fault of a server
    const { refused, ...outcome } = outcomeOf(ending);
    // A line that breaks is no news; one that cannot be had again is.
    const isNews = !ending.progressed && !(ending.looked && attempts === 1);
    const tries = ending.progressed ? 0 : Math.min(ending.looked ? attempts - 1 : attempts, 12);
    const delay = refused ? limits.checkLast : Math.min(limits.jobRetry * 2 ** tries, limits.syncRetryLast);
    const words = sentences(outcome);
    await store.write(user, async (tx) => {
      if (!(await postponeSync(tx, accountId, holder, tx.now + delay, words, ending.progressed))) return;
      if (isNews && ending.use) await noteServer(tx, { use: ending.use, status: 'error', detail: words });
      const told = { account_id: accountId, message: words, next_try: new Date(tx.now + delay).toISOString() };
      if (isNews) await tellOnly(tx, 'sync.error', accountId, told);
    });
  }

  return {
    start() {
      alarm.start();
      alarm.set(Date.now());
    },
    wake: alarm.set,
    async stop() {
      alarm.stop();
      await round;
      await Promise.all([...sessions.values()].map((session) => session.stop()));
      await Promise.all(settling);
      await reader.close();
    },
  };
}

function outcomeOf({ error, server, password }: Ending) {
  if (!server) return { message: (error as Error).message, hint: null, refused: false };
  return failure('IMAP', server, error, redactorOf(server.user, password));
}

function keyOf({ user, accountId }: SyncJob): string {
  return `${user}/${accountId}`;
}
