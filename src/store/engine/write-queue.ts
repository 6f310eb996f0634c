// The write queue of both engines. Waiting writes are committed together; each group takes one of each user in turn, so
// that a user with many writes does not delay the others. If one of them fails after it has stored something, all are
// rolled back, and those of its user are run again one by one, so that only the failed one is lost. Savepoints would do
// the same at the expense of every write: FTS5 flushes its words at each of them (a create took 1,980 µs instead of 640).
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import { RoundRobin } from '../../values/queues/round-robin.ts';
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

type Queue = RoundRobin<number, PendingWrite>;

export function createWriteQueue(committer: Committer, health: WriteHealth): WriteQueue {
  const commitGroup = createGroupCommit(committer, health);
  const queues = new Map<number, Queue>();
  const draining = new Set<Promise<void>>();
  let closed = false;

  function write<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T> {
    if (closed) return Promise.reject(stopping());
    return new Promise<T>((done, failed) => {
      const pending: PendingWrite = { user, since: performance.now(), isAlone: false, work, done, failed };
      const key = committer.queueOf(user);
      const known = queues.get(key);
      const queue: Queue = known ?? new RoundRobin();
      queue.add(user, pending);
      if (known) return;
      const drained = drain(key, queue);
      draining.add(drained);
      void drained.finally(() => draining.delete(drained));
    });
  }

  async function drain(key: number, queue: Queue): Promise<void> {
    queues.set(key, queue);
    while (queue.size > 0) {
      // After the readable sockets have been read, so that their writes share the commit.
      await setImmediate();
      const outage = await commitGroup(nextGroup(queue), queue);
      if (outage && committer.outageRefusesQueue) refuse(queue.clear(), outage);
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

const userOf = ({ user }: PendingWrite) => user;

function nextGroup(queue: Queue): PendingWrite[] {
  const group: PendingWrite[] = [];
  while (group.length < limits.commitGroup) {
    const next = queue.take();
    if (!next) break;
    if (next.isAlone && group.length > 0) {
      queue.putBack([next], userOf);
      break;
    }
    group.push(next);
    if (next.isAlone) break;
  }
  return group;
}

/** Commits a group and resolves its writes; returns the outage, if there was one. */
type GroupCommit = (group: PendingWrite[], queue: Queue) => Promise<Error | undefined>;

function createGroupCommit(committer: Committer, health: WriteHealth): GroupCommit {
  const commitGroup: GroupCommit = async (group, queue) => {
    const started = performance.now();
    let outcome: GroupOutcome;
    try {
      outcome = await committer.commit(group, (rest) => queue.putBack(rest, userOf));
    } catch (error) {
      return groupFailed(error, group, queue);
    }
    observeStore('commit', started);
    health.succeeded();
    for (const answer of outcome.answers) answer();
    await committer.committed(outcome.commits);
    return undefined;
  };

  function groupFailed(error: unknown, group: PendingWrite[], queue: Queue): Error | undefined {
    if (error instanceof GroupFailed && group.length > 1) {
      // The others are committed between them, and do not fail with the next that fails.
      for (const pending of group) pending.isAlone ||= error.user === undefined || error.user === pending.user;
      queue.putBack(group, userOf);
      return undefined;
    }
    if (committer.isOutage(error)) {
      health.failed(error);
      refuse(group, error as Error);
      return error as Error;
    }
    for (const pending of group) pending.failed(error instanceof GroupFailed ? error.cause : error);
    return undefined;
  }

  return commitGroup;
}

function refuse(writes: PendingWrite[], outage: Error): void {
  for (const pending of writes) pending.failed(unavailable(outage));
}
