// Writes of one user in one transaction on PostgreSQL. Only a read makes a write wait for the server: what it stores is
// sent and its answer comes with that of a later statement, so the writes of a group cost a round trip each for what
// they must know first, and one for all at the end (with an answer awaited for every statement, a group of fifty
// changes of a flag took twice the time).
import type pg from 'pg';
import type { PoolClient } from 'pg';
import type { Clock } from './clock.ts';
import { postgresLists } from './lists.ts';
import { control, send } from './postgres-client.ts';
import { Trouble } from './postgres-errors.ts';
import { searchIndex } from './postgres-search.ts';
import { type Commit, requireUser, type Tx, type Value } from './store.ts';
import { unavailable } from './unavailable.ts';

export interface Pending {
  work: (tx: Tx) => unknown;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

/** What a group has come to, told to its callers once it is committed. */
export interface Outcome {
  settle: (() => void)[];
  commits: Commit[];
}

/** One of several writes has failed with something stored: each must be tried by itself. */
export class Undone extends Error {}

/** The user of statements that span users. */
export const NO_USER = -1;

const UNKNOWN =
  'The database was lost while the change was being committed: it may be stored or not. Look before you try again, or repeat the request with its Idempotency-Key.';

/** Where a group is. */
interface Progress {
  /** The end of the user's log. */
  seq: number;
  /** Whether the present write has stored something. */
  written: boolean;
  /** The first statement that has failed with nobody waiting for it. */
  failure: { error: unknown } | undefined;
  /** Settled with the statement that was stored last: answers come in order, so all before it have theirs by then. */
  stored: Promise<void>;
}

export async function runGroup(client: PoolClient, user: number, group: Pending[], clock: Clock): Promise<Outcome> {
  const progress: Progress = {
    seq: await beginWrite(client, user),
    written: false,
    failure: undefined,
    stored: Promise.resolve(),
  };
  const begun = progress.seq;
  const outcome: Outcome = { settle: [], commits: [] };
  for (const pending of group) {
    const commit: Commit = { user, seq: undefined, dueAt: undefined };
    progress.written = false;
    try {
      const value = await pending.work(transaction(client, user, commit, progress, clock));
      outcome.settle.push(() => pending.done(value as never));
      if (commit.seq !== undefined || commit.dueAt !== undefined) outcome.commits.push(commit);
    } catch (error) {
      if (error instanceof Trouble) throw error;
      if (progress.written || progress.failure || client.getTransactionStatus() !== 'T')
        return undo(client, group, progress.failure?.error ?? error);
      outcome.settle.push(() => pending.failed(error)); // a refusal, which leaves nothing behind
    }
  }
  if (progress.seq > begun)
    store(client, progress, 'update logs set seq = ?2 where user_id = ?1', [user, progress.seq]);
  await progress.stored;
  if (progress.failure) return undo(client, group, progress.failure.error);
  await commitSurely(client); // alone: what is lost with it must not be taken for something that can be tried again
  return outcome;
}

async function undo(client: PoolClient, group: Pending[], error: unknown): Promise<Outcome> {
  if (error instanceof Trouble) throw error; // the connection is not used again, which undoes all
  await control(client, 'rollback');
  if (group.length > 1) throw new Undone();
  return { settle: group.map((pending) => () => pending.failed(error)), commits: [] };
}

function store(client: PoolClient, progress: Progress, sql: string, params: Value[]): void {
  progress.written = true;
  const fail = (error: unknown) => {
    progress.failure ??= { error };
  };
  progress.stored = send(client, sql, params).then(() => {}, fail);
}

function transaction(client: PoolClient, user: number, commit: Commit, progress: Progress, clock: Clock): Tx {
  const bound = (sql: string, params: Value[]): Value[] => {
    if (user === NO_USER) return params;
    requireUser(sql);
    return [user, ...params];
  };
  const ask = async (sql: string, params: Value[]) => {
    progress.written ||= !/^\s*select\b/i.test(sql);
    try {
      return await send(client, sql, bound(sql, params));
    } catch (error) {
      throw progress.failure?.error ?? error; // after the first that fails, all others fail because of it
    }
  };
  const run = (sql: string, ...params: Value[]) => store(client, progress, sql, bound(sql, params));
  const now = Date.now();
  return {
    user,
    now,
    timestamp: clock.timestamp(now),
    get: async (sql, ...params) => (await ask(sql, params)).rows[0],
    all: async (sql, ...params) => (await ask(sql, params)).rows,
    run,
    count: async (sql, ...params) => (await ask(sql, params)).rowCount ?? 0,
    wake(dueAt) {
      commit.dueAt = Math.min(dueAt, commit.dueAt ?? dueAt);
    },
    insert: async (sql, ...params) => (await ask(`${sql} returning key`, params)).rows[0]?.key as number,
    nextSeq() {
      progress.written = true;
      commit.seq = ++progress.seq;
      return commit.seq;
    },
    search: searchIndex(run),
    freeKey,
    texts,
    lists: postgresLists,
  };
}

const texts = new Map<object, string>();

function freeKey(table: string, parameter: number): string {
  return `(select coalesce(max(key) + 1, ?${parameter}) from ${table} where user_id = ?1 and key between ?${parameter} and ?${parameter + 1})`;
}

/** Begins a transaction that has the user's log to itself, and tells where that ends. */
async function beginWrite(client: PoolClient, user: number): Promise<number> {
  if (user === NO_USER) {
    await control(client, 'begin');
    return 0;
  }
  const results = await control(client, `begin; select seq from logs where user_id = ${user} for update`);
  const [, locked] = results as unknown as pg.QueryResult<{ seq: number }>[];
  return locked?.rows[0]?.seq as number;
}

// A line that is lost between the commit and its answer leaves the one question that only the caller can settle.
async function commitSurely(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await control(client, 'commit'));
  } catch (error) {
    if (error instanceof Trouble && error.conflict) throw error; // refused, and so undone
    throw unavailable(error, UNKNOWN);
  }
  if (command !== 'COMMIT') throw new Error(`a transaction with a failed statement was to be committed: ${command}`);
}
