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

interface LoopRules {
  /** Jobs of a user that are claimed at a time. */
  batch?: number;
  /**
   * For long jobs: those of so many users run at the same time, and none waits for the jobs of another user to end.
   * Otherwise a round takes the users one after the other.
   */
  users?: number;
}

export function createLoop(
  store: Store,
  handlers: Partial<Record<JobKind, JobHandler>>,
  onError: (error: unknown, job?: Job) => void,
  { batch = limits.jobBatch, users }: LoopRules = {},
): Loop {
  const kinds = Object.keys(handlers) as JobKind[];
  const holder = randomBytes(8).toString('hex');
  const alarm = createAlarm(begin);
  const running = new Map<number, Promise<void>>(); // by user, if users do not wait for each other
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
    const next = (await nextJobs(store, kinds)).filter(mayRun);
    alarm.set(Math.min(Date.now() + limits.jobPoll, ...next.map(({ at }) => at)));
  }

  /** When the jobs of a user end, another round begins. */
  function mayRun({ user }: { user: number }): boolean {
    return users === undefined || (running.size < users && !running.has(user));
  }

  async function runDue(): Promise<void> {
    const due = (await nextJobs(store, kinds)).filter(({ at }) => at <= Date.now());
    for (const one of due) {
      if (!mayRun(one)) continue;
      const work = runJobsOf(one.user);
      if (users === undefined) await work;
      else running.set(one.user, followedByRound(one.user, work));
    }
  }

  async function followedByRound(user: number, work: Promise<void>): Promise<void> {
    try {
      await work;
      running.delete(user);
      if (!alarm.stopped) begin();
    } catch (error) {
      running.delete(user);
      again(error);
    }
  }

  async function runJobsOf(user: number): Promise<void> {
    const jobs = await store.write(user, (tx) => claimJobs(tx, kinds, holder, limits.jobLease, batch));
    await Promise.allSettled(jobs.map(runOne)); // none may still run when the round is over
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
      await Promise.all(running.values());
    },
  };
}
