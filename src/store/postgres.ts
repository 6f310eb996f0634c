// The engine for many instances: one PostgreSQL database, any number of services on it. A write first locks the row of
// its user's log, so the writes of a user follow each other on whichever instance they come, and those of different
// users never wait for each other. Writes of one user that wait together here are committed together, a savepoint each.
import type pg from 'pg';
import type { PoolClient } from 'pg';
import { limits } from '../limits.ts';
import { type Bell, openBell, servicesSql } from './postgres-bell.ts';
import {
  boundedSql,
  clientOptions,
  control,
  createPool,
  onConnection,
  onPatientConnection,
  send,
} from './postgres-client.ts';
import { Trouble } from './postgres-errors.ts';
import { greet } from './postgres-greeting.ts';
import { resumeNumbers } from './postgres-numbers.ts';
import { indexed, matching, searchIndex } from './postgres-search.ts';
import { type Commit, type Query, type Row, requireUser, type Store, type Tx, type Value } from './store.ts';
import { observeStore } from './timings.ts';
import { AWAY, stopping, unavailable } from './unavailable.ts';

interface Pending {
  work: (tx: Tx) => Promise<unknown>;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

/** What a group has come to, told to its callers once it is committed. */
interface Outcome {
  settle: (() => void)[];
  commits: Commit[];
}

const NO_USER = -1;
const UNKNOWN =
  'The database was lost while the change was being committed: it may be stored or not. Look before you try again, or repeat the request with its Idempotency-Key.';

export async function openPostgres(url: string, connections: number, existing: boolean): Promise<Store> {
  const about = await greet(url, existing);
  const pool = createPool(url, connections);
  const listeners: ((commit: Commit) => void)[] = [];
  const tell = (commit: Commit) => {
    for (const listener of listeners) listener(commit);
  };
  let bell: Bell | undefined; // only for who listens, which is a service
  const queues = new Map<number, Pending[]>();
  const pumps = new Set<Promise<void>>();
  const slowly = createGate(Math.max(1, Math.floor(connections / 2)));
  let closed = false;

  function enqueue<T>(user: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(stopping());
    return new Promise<T>((done, failed) => {
      const pending = { work, done, failed };
      const queue = queues.get(user);
      if (queue) queue.push(pending);
      else {
        queues.set(user, [pending]);
        // After the sockets that are readable now have been read, so that their writes share the commit.
        const pumping = new Promise<void>((resolve) => setImmediate(() => resolve(pump(user))));
        pumps.add(pumping);
        void pumping.finally(() => pumps.delete(pumping));
      }
    });
  }

  async function pump(user: number): Promise<void> {
    const queue = queues.get(user) as Pending[];
    while (queue.length > 0) {
      const trouble = await commitGroup(user, queue.splice(0, limits.commitGroup));
      // Who waits behind is told at once too: the database will not be back for the next group.
      if (trouble) for (const pending of queue.splice(0)) pending.failed(unavailable(trouble));
    }
    queues.delete(user);
  }

  async function commitGroup(user: number, group: Pending[]): Promise<Trouble | undefined> {
    const started = performance.now();
    try {
      const { settle, commits } = await onConnection(pool, (client) => runGroup(client, user, group));
      observeStore('commit', started);
      for (const one of settle) one();
      for (const commit of commits) {
        tell(commit);
        bell?.ring(commit);
      }
      return undefined;
    } catch (error) {
      const trouble = error instanceof Trouble ? error : undefined;
      for (const pending of group) pending.failed(trouble ? unavailable(trouble) : error);
      return trouble;
    }
  }

  async function runGroup(client: PoolClient, user: number, group: Pending[]): Promise<Outcome> {
    const log = await beginWrite(client, user);
    const begun = log.seq;
    const outcome: Outcome = { settle: [], commits: [] };
    const savepoints = group.length > 1;
    for (const [index, pending] of group.entries()) {
      const savepoint = `s${index}`;
      const before = log.seq;
      const commit: Commit = { user, seq: undefined, dueAt: undefined };
      if (savepoints) void control(client, `savepoint ${savepoint}`).catch(() => {}); // what follows fails with it
      try {
        const value = await pending.work(transaction(client, user, commit, log));
        if (client.getTransactionStatus() === 'E') throw new Error('the failure of a statement was ignored');
        if (savepoints) void control(client, `release ${savepoint}`).catch(() => {});
        outcome.settle.push(() => pending.done(value as never));
        if (commit.seq !== undefined || commit.dueAt !== undefined) outcome.commits.push(commit);
      } catch (error) {
        if (error instanceof Trouble) throw error;
        log.seq = before;
        await control(client, savepoints ? `rollback to ${savepoint}; release ${savepoint}` : 'rollback');
        outcome.settle.push(() => pending.failed(error));
        if (!savepoints) return outcome;
      }
    }
    if (log.seq > begun) await send(client, 'update logs set seq = ?2 where user_id = ?1', [user, log.seq]);
    await commitSurely(client); // alone: what is lost with it must not be taken for something that can be tried again
    return outcome;
  }

  function transaction(client: PoolClient, user: number, commit: Commit, log: { seq: number }): Tx {
    const ask = (sql: string, params: Value[]) => {
      if (user === NO_USER) return send(client, sql, params);
      requireUser(sql);
      return send(client, sql, [user, ...params]);
    };
    const run = async (sql: string, ...params: Value[]) => (await ask(sql, params)).rowCount ?? 0;
    return {
      user,
      now: Date.now(),
      get: async (sql, ...params) => (await ask(sql, params)).rows[0],
      all: async (sql, ...params) => (await ask(sql, params)).rows,
      run,
      wake(dueAt) {
        commit.dueAt = Math.min(dueAt, commit.dueAt ?? dueAt);
      },
      insert: async (sql, ...params) => (await ask(`${sql} returning key`, params)).rows[0]?.key as number,
      nextSeq() {
        commit.seq = ++log.seq;
        return commit.seq;
      },
      search: searchIndex(run),
      freeKey,
      texts,
    };
  }

  async function readAll(user: number, queries: readonly Query[]): Promise<Row[][]> {
    for (const { sql } of queries) requireUser(sql);
    return orUnavailable(
      onConnection(pool, async (client) => {
        const ask = (query: Query) => send(client, boundedSql(query), [user, ...query.params]);
        const [only] = queries;
        if (only && queries.length === 1) return [(await ask(only)).rows];
        const answers = await Promise.allSettled([
          control(client, 'begin isolation level repeatable read read only'),
          ...queries.map(ask),
          control(client, 'commit'),
        ]);
        for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
        return answers.slice(1, -1).map((answer) => (answer as PromiseFulfilledResult<{ rows: Row[] }>).value.rows);
      }),
    );
  }

  function ask(sql: string, ...params: Value[]): Promise<Row[]> {
    return orUnavailable(onConnection(pool, async (client) => (await send(client, sql, params)).rows));
  }

  return {
    async read(user, queries, { slow = false } = {}) {
      const started = performance.now();
      try {
        return await (slow ? slowly(() => readAll(user, queries)) : readAll(user, queries));
      } finally {
        observeStore(slow ? 'search' : 'read', started);
      }
    },
    write: enqueue,
    administer: (work) => enqueue(NO_USER, work),
    matching,
    catalogue: ask,
    snapshot: (work) =>
      orUnavailable(
        onPatientConnection(url, async (client) => {
          await control(client, 'begin isolation level repeatable read read only');
          return work(async (query) => (await send(client, boundedSql(query), query.params)).rows);
        }),
      ),
    indexed,
    onCommit(listener) {
      listeners.push(listener);
      bell ??= openBell(clientOptions(url), tell);
    },
    addUser: () => undefined,
    exclusive: false,
    services: async () => (await ask(servicesSql))[0]?.n as number,
    resumeNumbers,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    about,
    async close() {
      closed = true;
      await Promise.all(pumps);
      await bell?.close();
      await pool.end();
    },
  };
}

const texts = new Map<object, string>();

function freeKey(table: string, parameter: number): string {
  return `(select coalesce(max(key) + 1, ?${parameter}) from ${table} where user_id = ?1 and key between ?${parameter} and ?${parameter + 1})`;
}

/** Begins a transaction that has the user's log to itself, and tells where that ends. */
async function beginWrite(client: PoolClient, user: number): Promise<{ seq: number }> {
  if (user === NO_USER) {
    await control(client, 'begin');
    return { seq: 0 };
  }
  const results = await control(client, `begin; select seq from logs where user_id = ${user} for update`);
  const [, locked] = results as unknown as pg.QueryResult<{ seq: number }>[];
  return { seq: locked?.rows[0]?.seq as number };
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

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Trouble ? unavailable(error, AWAY) : error;
  }
}

/** At most so many at a time; the others wait their turn. */
function createGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
