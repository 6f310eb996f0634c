// The engine for several instances: one PostgreSQL database, any number of services. A write first locks the row of its
// user's log, so the writes of a user are serialised across instances, and those of different users never wait for each
// other. Waiting writes of one user are committed together (writer.ts).
import type pg from 'pg';
import { limits } from '../../limits.ts';
import { newestSql, startClock } from '../engine/clock.ts';
import { createFairQueue } from '../engine/fair-queue.ts';
import { observeStore, watchWrites } from '../engine/health.ts';
import { AWAY, unavailable } from '../engine/problem.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import { createWriteQueue, type WriteQueue } from '../engine/write-queue.ts';
import type { Commit, Opening, Query, Row, Snapshot, Store, Value } from '../port.ts';
import { boundedSql, clientOptions, control, createPool, onConnection, onPatientConnection, send } from './client.ts';
import { testConnection } from './connection-test.ts';
import { postgresDialect } from './dialect.ts';
import { Trouble } from './errors.ts';
import { CHANNEL, type Notifier, notificationsOf, openNotifier } from './notifier.ts';
import { commitGroup } from './writer.ts';

export async function openPostgres(url: string, opening: Opening): Promise<Store> {
  const { connections = limits.databaseConnections, timezone = 'UTC' } = opening;
  const about = await testConnection(url, opening);
  const pool = createPool(url, connections);
  const catalogue = (sql: string, ...params: Value[]) => readCatalogue(pool, sql, params);
  const clock = startClock((await catalogue(newestSql))[0]);
  const listeners = createListeners(url, catalogue);
  const slowly = createFairQueue(Math.max(1, Math.floor(connections / 2)));
  const writes = watchWrites();
  const queue: WriteQueue = createWriteQueue(
    {
      queueOf: (user) => user,
      commit: (group) => onConnection(pool, (client) => commitGroup(client, group, { clock, timezone })),
      isOutage: (error) => error instanceof Trouble,
      outageRefusesQueue: true, // the next group would fail too
      committed: listeners.committed,
    },
    writes,
  );
  return {
    about,
    dialect: postgresDialect,
    async read(user, queries, { slow = false } = {}) {
      const started = performance.now();
      try {
        return await (slow ? slowly(user, () => readAll(pool, user, queries)) : readAll(pool, user, queries));
      } finally {
        observeStore(slow ? 'search' : 'read', started);
      }
    },
    catalogue,
    snapshot: (work) => readSnapshot(url, work),
    write: queue.write,
    administer: (work) => queue.write(NO_USER, work),
    onCommit: listeners.add,
    writtenElsewhere: () => false,
    health: () => ({
      writeProblem: writes.problem(),
      clockAhead: clock.ahead,
      connections: {
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      },
    }),
    async close() {
      await queue.close();
      await listeners.close();
      await pool.end();
    },
  };
}

interface Listeners {
  add(listener: (commit: Commit) => void): void;
  /** Calls the listeners of this process and notifies the other instances. */
  committed(commits: Commit[]): void | Promise<void>;
  close(): Promise<void>;
}

function createListeners(url: string, ask: (sql: string, ...params: Value[]) => Promise<Row[]>): Listeners {
  const listeners: ((commit: Commit) => void)[] = [];
  let notifier: Notifier | undefined; // only in a service, which has listeners
  const callAll = (commit: Commit) => {
    for (const listener of listeners) listener(commit);
  };
  // A command does not listen, but notifies services about the jobs that it creates. Their sweeps find lost
  // notifications.
  async function notifyOnce(commits: Commit[]): Promise<void> {
    for (const text of notificationsOf(commits)) await ask('select pg_notify(?1, ?2)', CHANNEL, text).catch(() => {});
  }
  return {
    add(listener) {
      listeners.push(listener);
      notifier ??= openNotifier(clientOptions(url), callAll);
    },
    committed(commits) {
      if (!notifier) return notifyOnce(commits.filter(({ dueAt }) => dueAt !== undefined));
      for (const commit of commits) {
        callAll(commit);
        notifier.notify(commit);
      }
    },
    async close() {
      await notifier?.close();
    },
  };
}

async function readAll(pool: pg.Pool, user: number, queries: readonly Query[]): Promise<Row[][]> {
  return orUnavailable(
    onConnection(pool, async (client) => {
      const ask = (query: Query) => send(client, boundedSql(query), [user, ...query.params], user);
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

function readCatalogue(pool: pg.Pool, sql: string, params: Value[]): Promise<Row[]> {
  return orUnavailable(onConnection(pool, async (client) => (await send(client, sql, params)).rows));
}

function readSnapshot<T>(url: string, work: (read: Snapshot) => Promise<T>): Promise<T> {
  return orUnavailable(
    onPatientConnection(url, async (client) => {
      await control(client, 'begin isolation level repeatable read read only');
      return work(async (query) => (await send(client, boundedSql(query), query.params)).rows);
    }),
  );
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Trouble ? unavailable(error, AWAY) : error;
  }
}
