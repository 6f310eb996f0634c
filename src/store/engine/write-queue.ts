// The write queue of both engines. Waiting writes are committed together. If one of them fails after it has stored
// something, all are rolled back and run again one by one, so that only the failed one is lost. Savepoints would do the
// same at the expense of every write: FTS5 flushes its words at each of them (a create took 1,980 µs instead of 640).
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import type { Commit, Eventually, Tx } from '../port.ts';
import { observeStore, type WriteHealth } from './health.ts';
import { stopping, unavailable } from './problem.ts';
import { GroupFailed, type GroupOutcome, type PendingWrite } from './transaction.ts';

/** The engine-specific part. */
interface Committer {
  /** The queue for the writes of a user. */
  queueOf(user: number): number;
  /** Runs a group in one transaction and returns when it is durable; rejects if nothing of it is stored. */
  commit(group: PendingWrite[], postpone: (rest: PendingWrite[]) => void): Promise<GroupOutcome>;
  /** Whether an error is caused by the disk or the server, and not by a write. */
  isOutage(error: unknown): boolean;
  /** Whether an outage also refuses waiting writes, because the next group would fail too. */
  outageRefusesQueue: boolean;
  /** Called after each commit. */
  committed(commits: Commit[]): Eventually<void>;
}

export interface WriteQueue {
  write<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T>;
  /** Refuses new writes and returns when the queued ones have finished. */
  close(): Promise<void>;
}

export function createWriteQueue(committer: Committer, health: WriteHealth): WriteQueue {
  const commitGroup = createGroupCommit(committer, health);
  const queues = new Map<number, PendingWrite[]>();
  const draining = new Set<Promise<void>>();
  let closed = false;

  function write<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T> {
    if (closed) return Promise.reject(stopping());
    return new Promise<T>((done, failed) => {
      const pending: PendingWrite = { user, since: performance.now(), work, done, failed };
      const key = committer.queueOf(user);
      const queue = queues.get(key);
      if (queue) {
        queue.push(pending);
        return;
      }
      const drained = drain(key, [pending]);
      draining.add(drained);
      void drained.finally(() => draining.delete(drained));
    });
  }

  async function drain(key: number, queue: PendingWrite[]): Promise<void> {
    queues.set(key, queue);
    while (queue.length > 0) {
      // After the readable sockets have been read, so that their writes share the commit.
      await setImmediate();
      const outage = await commitGroup(queue.splice(0, limits.commitGroup), queue);
      if (outage && committer.outageRefusesQueue) refuse(queue.splice(0), outage);
    }
    queues.delete(key);
  }

  return {
    write,
    async close() {
      closed = true;
      await Promise.all(draining);
    },
  };
}

/** Commits a group and resolves its writes; returns the outage, if there was one. */
type GroupCommit = (group: PendingWrite[], queue: PendingWrite[]) => Promise<Error | undefined>;

function createGroupCommit(committer: Committer, health: WriteHealth): GroupCommit {
  const commitGroup: GroupCommit = async (group, queue) => {
    const started = performance.now();
    let outcome: GroupOutcome;
    try {
      outcome = await committer.commit(group, (rest) => queue.unshift(...rest));
    } catch (error) {
      return groupFailed(error, group, queue);
    }
    observeStore('commit', started);
    health.succeeded();
    for (const answer of outcome.answers) answer();
    await committer.committed(outcome.commits);
    return undefined;
  };

  async function groupFailed(error: unknown, group: PendingWrite[], queue: PendingWrite[]): Promise<Error | undefined> {
    if (error instanceof GroupFailed && group.length > 1) return commitSingly(group, queue);
    if (committer.isOutage(error)) {
      health.failed(error);
      refuse(group, error as Error);
      return error as Error;
    }
    for (const pending of group) pending.failed(error instanceof GroupFailed ? error.cause : error);
    return undefined;
  }

  async function commitSingly(group: PendingWrite[], queue: PendingWrite[]): Promise<Error | undefined> {
    let outage: Error | undefined;
    for (const pending of group) {
      if (outage && committer.outageRefusesQueue) refuse([pending], outage);
      else outage = await commitGroup([pending], queue);
      await setImmediate();
    }
    return outage;
  }

  return commitGroup;
}

function refuse(writes: PendingWrite[], outage: Error): void {
  for (const pending of writes) pending.failed(unavailable(outage));
}
