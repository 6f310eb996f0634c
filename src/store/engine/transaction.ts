// Writes inside a transaction, the same on both engines: the Tx of a write, and a group of writes that run sequentially
// in one transaction.
import type { Commit, Dialect, Eventually, Row, SearchIndex, Tx, Value } from '../port.ts';
import type { Clock } from './clock.ts';
import { NO_USER } from './statement-cache.ts';

/** A write that is waiting or running. */
export interface PendingWrite {
  user: number;
  /** When it was queued, by `performance.now()`. */
  since: number;
  /** Whether it is committed without others, because a write of its user has failed in a group with it. */
  isAlone: boolean;
  work: (tx: Tx) => unknown;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

/** The effects of a write so far. */
export interface Progress extends Commit {
  written: boolean;
  /** What the write does at its end. */
  atEnd: (() => Eventually<void>)[];
}

/** Runs a statement in the engine's open transaction; `values` begin with the user, if there is one. */
export interface Statements {
  get(sql: string, user: number, values: Value[]): Eventually<Row | undefined>;
  all(sql: string, user: number, values: Value[]): Eventually<Row[]>;
  run(sql: string, user: number, values: Value[]): void;
  count(sql: string, user: number, values: Value[]): Eventually<number>;
  insert(sql: string, user: number, values: Value[]): Eventually<number>;
}

/** An open transaction of an engine. */
export interface Session {
  clock: Clock;
  timezone: string;
  dialect: Dialect;
  statements: Statements;
  searchIndex(progress: Progress, run: Tx['run']): SearchIndex;
  /** The last seq of the user's log at the start of the transaction. */
  lastSeq(user: number): number;
  /** The new ends of the logs that have grown. They are stored once, at the end of the group. */
  newSeqs: Map<number, number>;
  /** Whether the rest of the group must wait for the next transaction. */
  isLate(): boolean;
  /** Whether an error is caused by the disk or the server, and not by the write. */
  isOutage(error: unknown): boolean;
  /** Whether the transaction can only be rolled back, although the write itself has stored nothing. */
  isBroken(): boolean;
}

/** The outcome of a group. The callbacks run after the commit. */
export interface GroupOutcome {
  answers: (() => void)[];
  commits: Commit[];
}

/** A write failed after something was stored: the group is rolled back, and the writes of its user are run one by one. */
export class GroupFailed extends Error {
  /** Whose write it was; undefined if that is not known. */
  readonly user: number | undefined;

  constructor(cause: unknown, user?: number) {
    super('a write failed after something was stored');
    this.cause = cause;
    this.user = user;
  }
}

/** Runs the writes of a group; writes for which there is no time are removed from it and passed to `postpone`. */
export async function runGroup(
  group: PendingWrite[],
  session: Session,
  postpone: (rest: PendingWrite[]) => void,
): Promise<GroupOutcome> {
  const outcome: GroupOutcome = { answers: [], commits: [] };
  for (const [index, pending] of group.entries()) {
    if (index > 0 && session.isLate()) {
      postpone(group.splice(index));
      break;
    }
    const progress: Progress = { user: pending.user, seq: undefined, dueAt: undefined, written: false, atEnd: [] };
    try {
      const value = await pending.work(createTx(session, progress));
      for (const work of progress.atEnd) await work();
      outcome.answers.push(() => pending.done(value as never));
      if (progress.seq !== undefined || progress.dueAt !== undefined) outcome.commits.push(progress);
    } catch (error) {
      if (session.isOutage(error)) throw error;
      if (progress.written || session.isBroken()) throw new GroupFailed(error, pending.user);
      outcome.answers.push(() => pending.failed(error)); // a refusal such as 404 has stored nothing
    }
  }
  return outcome;
}

/** The statement that stores the new end of a user's log. */
export const storeSeq = 'update logs set seq = ?2 where user_id = ?1';

function createTx(session: Session, progress: Progress): Tx {
  const { user } = progress;
  const { clock, timezone, dialect, statements, newSeqs } = session;
  const bound = user === NO_USER ? (params: Value[]) => params : (params: Value[]) => [user, ...params];
  const now = Date.now();
  const run = (sql: string, ...params: Value[]) => {
    progress.written = true;
    statements.run(sql, user, bound(params));
  };
  return {
    user,
    now,
    timestamp: clock.timestamp(now),
    timezone,
    dialect,
    get(sql, ...params) {
      progress.written ||= !sql.startsWith('select');
      return statements.get(sql, user, bound(params));
    },
    all(sql, ...params) {
      progress.written ||= !sql.startsWith('select');
      return statements.all(sql, user, bound(params));
    },
    run,
    count(sql, ...params) {
      progress.written = true;
      return statements.count(sql, user, bound(params));
    },
    insert(sql, ...params) {
      progress.written = true;
      return statements.insert(sql, user, bound(params));
    },
    nextSeq() {
      progress.written = true;
      progress.seq = (newSeqs.get(user) ?? session.lastSeq(user)) + 1;
      newSeqs.set(user, progress.seq);
      return progress.seq;
    },
    wake(dueAt) {
      progress.dueAt = Math.min(dueAt, progress.dueAt ?? dueAt);
    },
    atEnd(work) {
      progress.atEnd.push(work);
    },
    search: session.searchIndex(progress, run),
  };
}
