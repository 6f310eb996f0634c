// The engine for many instances: one PostgreSQL database, any number of services on it. A write first locks the row of
// its user's log, so the writes of a user follow each other on whichever instance they come, and those of different
// users never wait for each other. Writes of one user that wait together here are committed together (postgres-group.ts).
import { limits } from '../limits.ts';
import { newestSql, startClock } from './clock.ts';
import { createFairQueue } from './fair-queue.ts';
import { postgresLists } from './lists.ts';
import { type Bell, CHANNEL, openBell, ringTexts, servicesSql } from './postgres-bell.ts';
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
import { NO_USER, type Pending, runGroup, Undone } from './postgres-group.ts';
import { readableJson } from './postgres-json.ts';
import { resumeNumbers } from './postgres-numbers.ts';
import { indexed, matching } from './postgres-search.ts';
import {
  type Commit,
  type Eventually,
  type Opening,
  type Query,
  type Row,
  requireUser,
  type Store,
  type Tx,
  type Value,
} from './store.ts';
import { observeStore } from './timings.ts';
import { AWAY, stopping, unavailable } from './unavailable.ts';
import { watchWrites } from './write-health.ts';

export async function openPostgres(url: string, opening: Opening): Promise<Store> {
  const { connections = limits.databaseConnections } = opening;
  const about = await greet(url, opening);
  const pool = createPool(url, connections);
  const clock = startClock((await ask(newestSql))[0]);
  const listeners: ((commit: Commit) => void)[] = [];
  const tell = (commit: Commit) => {
    for (const listener of listeners) listener(commit);
  };
  let bell: Bell | undefined; // only for who listens, which is a service
  const queues = new Map<number, Pending[]>();
  const pumps = new Set<Promise<void>>();
  const slowly = createFairQueue(Math.max(1, Math.floor(connections / 2)));
  const writes = watchWrites();
  let closed = false;

  function enqueue<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T> {
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
      const { settle, commits } = await onConnection(pool, (client) => runGroup(client, user, group, clock));
      observeStore('commit', started);
      writes.succeeded();
      for (const one of settle) one();
      for (const commit of commits) {
        tell(commit);
        bell?.ring(commit);
      }
      if (!bell) await ringOnce(commits.filter(({ dueAt }) => dueAt !== undefined));
      return undefined;
    } catch (error) {
      if (error instanceof Undone) return commitSingly(user, group);
      const trouble = error instanceof Trouble ? error : undefined;
      if (trouble) writes.failed(trouble);
      for (const pending of group) pending.failed(trouble ? unavailable(trouble) : error);
      return trouble;
    }
  }

  // A command beside the services does not listen, but they want to know of the work that it leaves them. One that does
  // not hear of it finds it later.
  async function ringOnce(commits: Commit[]): Promise<void> {
    for (const text of ringTexts(commits)) await ask('select pg_notify(?1, ?2)', CHANNEL, text).catch(() => {});
  }

  // So that only what has failed is undone. Savepoints would do the same at every write's cost.
  async function commitSingly(user: number, group: Pending[]): Promise<Trouble | undefined> {
    let trouble: Trouble | undefined;
    for (const pending of group)
      if (trouble) pending.failed(unavailable(trouble));
      else trouble = await commitGroup(user, [pending]);
    return trouble;
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
        return await (slow ? slowly(user, () => readAll(user, queries)) : readAll(user, queries));
      } finally {
        observeStore(slow ? 'search' : 'read', started);
      }
    },
    write: enqueue,
    administer: (work) => enqueue(NO_USER, work),
    matching,
    members,
    catalogue: ask,
    snapshot: (work) =>
      orUnavailable(
        onPatientConnection(url, async (client) => {
          await control(client, 'begin isolation level repeatable read read only');
          return work(async (query) => (await send(client, boundedSql(query), query.params)).rows);
        }),
      ),
    indexed,
    lists: postgresLists,
    onCommit(listener) {
      listeners.push(listener);
      bell ??= openBell(clientOptions(url), tell);
    },
    writtenElsewhere: () => false,
    addUser: () => undefined,
    exclusive: false,
    services: async () => (await ask(servicesSql))[0]?.n as number,
    resumeNumbers,
    clockAhead: clock.ahead,
    writeProblem: writes.problem,
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

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Trouble ? unavailable(error, AWAY) : error;
  }
}

// In one pass over the document.
function members(doc: string, names: readonly string[]): string {
  const columns = names.map((name) => `${name} json`).join(', ');
  return `(select json_build_array(${names.join(', ')})::text from json_to_record(${readableJson(doc)}) as x (${columns}))`;
}
