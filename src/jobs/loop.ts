// Runs due jobs: claims them with a lease, calls the handler of each, and sleeps until the next is due. A handler settles
// its job in the transaction that does the work, so a job takes effect once however often it is tried.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { claimJobs, type Job, type JobHandler, type JobKind, nextJobs, postponeJob } from '../store/tables/jobs.ts';
import { createAlarm } from '../values/alarm.ts';
import { backOff } from '../values/back-off.ts';

export interface Loop {
  start(): void;
  /** A job may be due then. */
  wake(at: number): void;
  stop(): Promise<void>;
}

export function createLoop(
  store: Store,
  handlers: Partial<Record<JobKind, JobHandler>>,
  onError: (error: unknown, job?: Job) => void,
  batch: number = limits.jobBatch,
): Loop {
  const kinds = Object.keys(handlers) as JobKind[];
  const holder = randomBytes(8).toString('hex');
  const alarm = createAlarm(begin);
  let round: Promise<void> | undefined;

  function begin(): void {
    // One round at a time; a wake-up during a round causes another.
    round = (round ?? Promise.resolve()).then(runDue).catch(onError).then(schedule).catch(again);
  }

  // The store is unavailable: jobs that become due meanwhile are found when it is available again.
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
      const jobs = await store.write(user, (tx) => claimJobs(tx, kinds, holder, limits.jobLease, batch));
      await Promise.allSettled(jobs.map(runOne)); // none may still run when the round is over
    }
  }

  async function runOne(job: Job): Promise<void> {
    try {
      await (handlers[job.kind] as JobHandler)(store, job, holder);
    } catch (error) {
      onError(error, job);
      const delay = backOff({ base: limits.jobRetry, max: limits.jobRetryLast }, job.attempts);
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
