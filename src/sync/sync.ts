// Runs the sync sessions of this instance: claims accounts that no instance holds, runs a session for each, postpones
// those that fail, and wakes sessions when there are changes to push.
import { randomBytes } from 'node:crypto';
import { noteServer } from '../accounts/status.ts';
import { limits } from '../limits.ts';
import { createMessageReader } from '../protocols/mime/read-message.ts';
import { failure, sentences } from '../protocols/net/hints.ts';
import { allowedAddresses } from '../protocols/net/hosts.ts';
import { redactorOf } from '../protocols/net/redaction.ts';
import { emit } from '../records/save.ts';
import type { Store } from '../store/port.ts';
import { claimSync, listSyncJobs, postponeSync, releaseSync, type SyncJob } from '../store/tables/sync-jobs.ts';
import { createAlarm } from '../values/alarm.ts';
import { backOff } from '../values/back-off.ts';
import { ensureSyncJobs } from './accounts.ts';
import { createMemory, type Memory } from './context.ts';
import type { Ending, Session, SessionParts } from './session.ts';

export interface Sync {
  start(): void;
  /** A job may be due then. */
  wake(at: number): void;
  stop(): Promise<void>;
}

export interface SyncParts extends Pick<SessionParts, 'store' | 'services' | 'poll'> {
  /** Addresses and ranges that are allowed in addition to public ones. */
  allowHosts: readonly string[];
  onError: (error: unknown) => void;
}

export function createSync({ store, services, poll, allowHosts, onError }: SyncParts): Sync {
  const holder = randomBytes(8).toString('hex');
  const reader = createMessageReader();
  const parts: SessionParts = { store, services, poll, reader, holder, check: allowedAddresses(allowHosts) };
  const sessions = new Map<string, Session>();
  const memories = new Map<string, Memory>();
  const settling = new Set<Promise<void>>();
  const alarm = createAlarm(begin);
  let round: Promise<void> = Promise.resolve();

  function begin(): void {
    round = round.then(scan).catch((error: unknown) => {
      onError(error);
      alarm.set(Date.now() + limits.jobRetry);
    });
  }

  async function scan(): Promise<void> {
    if (alarm.stopped) return;
    await ensureSyncJobs(store);
    const jobs = await listSyncJobs(store);
    for (const session of sessions.values()) {
      const job = jobs.find((one) => one.user === session.job.user && one.accountId === session.job.accountId);
      if (job?.holder !== holder) await session.stop();
      else if (job.dueAt > session.requestedAt) session.requestScan(job.dueAt);
      else session.wakeForPush();
    }
    for (const job of jobs) await take(job);
    const free = jobs.filter((job) => !sessions.has(keyOf(job)));
    alarm.set(Math.min(Date.now() + limits.jobPoll, ...free.map((job) => Math.max(job.dueAt, job.leaseUntil ?? 0))));
  }

  async function take(job: SyncJob): Promise<void> {
    const now = Date.now();
    if (sessions.has(keyOf(job)) || job.dueAt > now || (job.leaseUntil !== null && job.leaseUntil > now)) return;
    const claimed = await store.write(job.user, (tx) => claimSync(tx, job.accountId, holder, limits.jobLease));
    // Loaded on first use: an idle service needs less memory.
    const { startSession } = await import('./session.ts');
    if (!claimed || alarm.stopped) return;
    const memory = memories.get(keyOf(job)) ?? createMemory();
    memories.set(keyOf(job), memory);
    const session = startSession(parts, { ...job, attempts: job.attempts + 1 }, memory);
    sessions.set(keyOf(job), session);
    const settled = session.ended
      .then(async (ending) => {
        if (ending.error === undefined) memories.delete(keyOf(job));
        await settle({ store, holder, onError }, session.job, ending);
      })
      .catch(onError)
      .then(() => {
        sessions.delete(keyOf(job));
        settling.delete(settled);
        alarm.set(Date.now());
      });
    settling.add(settled);
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

interface SettleParts {
  store: Store;
  holder: string;
  onError: (error: unknown) => void;
}

/** Decides what follows a session: nothing, or another one after a delay. */
async function settle({ store, holder, onError }: SettleParts, job: SyncJob, ending: Ending): Promise<void> {
  const { user, accountId } = job;
  if (ending.error === undefined) return store.write(user, (tx) => releaseSync(tx, accountId, holder));
  if (!(ending.error as { code?: string }).code && !ending.scanned) onError(ending.error); // not an error of a server
  const { refused, ...outcome } = outcomeOf(ending);
  const delay = refused ? limits.checkLast : retryDelay(ending, job.attempts);
  // A connection that breaks is not reported; one that cannot be opened again is.
  const isReported = !ending.progressed && !(ending.scanned && job.attempts === 1);
  const words = sentences(outcome);
  await store.write(user, async (tx) => {
    if (!(await postponeSync(tx, accountId, holder, tx.now + delay, words, ending.progressed))) return;
    if (isReported && ending.use) await noteServer(tx, { use: ending.use, status: 'error', detail: words });
    const data = { account_id: accountId, message: words, next_try: new Date(tx.now + delay).toISOString() };
    if (isReported) await emit(tx, 'sync.error', accountId, data);
  });
}

function retryDelay({ scanned, progressed }: Ending, attempts: number): number {
  const retry = progressed ? 0 : scanned ? attempts - 1 : attempts;
  return backOff({ base: limits.jobRetry, max: limits.syncRetryLast }, retry);
}

function outcomeOf({ error, server, password }: Ending) {
  if (!server) return { message: (error as Error).message, hint: null, refused: false };
  return failure('IMAP', server, error, redactorOf(server.user, password));
}

function keyOf({ user, accountId }: SyncJob): string {
  return `${user}/${accountId}`;
}
