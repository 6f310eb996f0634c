// Runs due jobs: claims them with a lease, hands each to its handler, and sleeps until the next is due. A handler
// settles its job in the transaction that does the work, so a job is done once however often it is tried.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
import { claimJobs, type Job, type JobKind, nextJobs, postponeJob } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { createAlarm } from './alarm.ts';

export type Handler = (store: Store, job: Job, holder: string) => Promise<void>;

export interface Loop {
  start(): void;
  /** A job may be due then. */
  wake(at: number): void;
  stop(): Promise<void>;
}

export function createLoop(
  store: Store,
  handlers: Partial<Record<JobKind, Handler>>,
  onError: (error: unknown, job?: Job) => void,
): Loop {
  const kinds = Object.keys(handlers) as JobKind[];
  const holder = randomBytes(8).toString('hex');
  const alarm = createAlarm(begin);
  let round: Promise<void> | undefined;

  function begin(): void {
    // One round at a time; a bell during a round makes it look again.
    round = (round ?? Promise.resolve()).then(runDue).catch(onError).then(schedule).catch(again);
  }

  // The store is away: whatever was due meanwhile is found when it is back.
  function again(error: unknown): void {
    onError(error);
    alarm.set(Date.now() + limits.jobRetry);
  }

  async function schedule(): Promise<void> {
    const next = await nextJobs(store, kinds);
    alarm.set(Math.min(Date.now() + limits.jobPoll, ...next.map(({ at }) => at)));
  }

  async function runDue(): Promise<void> {
    const due = (await nextJobs(store, kinds)).filter(({ at }) => at <= Date.now());
    for (const { user } of due) {
      const jobs = await store.write(user, (tx) => claimJobs(tx, kinds, holder, limits.jobLease, limits.jobBatch));
      await Promise.allSettled(jobs.map(runOne)); // none may still run when the round is over
    }
  }

  async function runOne(job: Job): Promise<void> {
    try {
      await (handlers[job.kind] as Handler)(store, job, holder);
    } catch (error) {
      onError(error, job);
      const delay = Math.min(1000 * 2 ** Math.min(job.attempts, 10), 600_000);
      await store.write(job.user, (tx) => postponeJob(tx, job, holder, Date.now() + delay, String(error)));
    }
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
    },
  };
}
