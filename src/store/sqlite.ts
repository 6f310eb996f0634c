// The embedded engine: one SQLite file in WAL mode. Writes wait in a queue and those that wait together are
// committed together, a savepoint each and one fsync for all. Reads have their own connection and never wait for a
// writer; slow ones run in a worker thread. `write` returns when the change is on disk (synchronous=FULL).
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import { makeFolder } from './folder.ts';
import { StoreProblem } from './problem.ts';
import { migrate } from './sqlite-migrate.ts';
import { isDiskTrouble, NO_USER, openReader, rollBack, statementCache, unavailableIf } from './sqlite-reader.ts';
import { addSearchTables, matching, searchIndex } from './sqlite-search.ts';
import { startSlowReader } from './sqlite-slow-reader.ts';
import type { Commit, ReadStore, Row, Store, Tx, Value } from './store.ts';
import { observeStore } from './timings.ts';
import { stopping, unavailable } from './unavailable.ts';

interface Pending {
  user: number;
  work: (tx: Tx) => Promise<unknown>;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

export function openSqlite(file: string): Store {
  let writer: DatabaseSync;
  let reader: ReadStore;
  try {
    writer = connect(file);
    reader = openReader(file);
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${file} cannot be opened: ${(error as Error).message}.`);
  }
  const slow = startSlowReader(file);
  const prepareWrite = statementCache(writer);
  const listeners: ((commit: Commit) => void)[] = [];
  const queue: Pending[] = [];
  let pumping = false;
  let closed = false;

  function enqueue<T>(user: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(stopping());
    return new Promise<T>((done, failed) => {
      queue.push({ user, work, done, failed });
      if (pumping) return;
      pumping = true;
      // After the sockets that are readable now have been read, so that their writes share the fsync.
      setImmediate(() => void pump());
    });
  }

  async function pump(): Promise<void> {
    while (queue.length > 0) await commitGroup();
    pumping = false;
  }

  async function commitGroup(): Promise<void> {
    const started = performance.now();
    const settled: (() => void)[] = [];
    const group: Pending[] = [];
    const commits: Commit[] = [];
    try {
      writer.exec('begin immediate');
      while (queue.length > 0 && group.length < limits.commitGroup) {
        const pending = queue.shift() as Pending;
        group.push(pending);
        await runOne(pending, settled, commits);
      }
      writer.exec('commit');
    } catch (error) {
      rollBack(writer);
      // Nothing of the group is stored, so none of its answers is true.
      const failure = group.length > 0 ? group : queue.splice(0, limits.commitGroup);
      for (const pending of failure) pending.failed(unavailable(error));
      return;
    }
    observeStore('commit', started);
    for (const settle of settled) settle();
    for (const commit of commits) for (const listener of listeners) listener(commit);
  }

  async function runOne(pending: Pending, settled: (() => void)[], commits: Commit[]): Promise<void> {
    const commit: Commit = { user: pending.user, seq: undefined, dueAt: undefined };
    writer.exec('savepoint one');
    try {
      const value = await pending.work(transaction(pending.user, commit));
      writer.exec('release one');
      settled.push(() => pending.done(value as never));
      if (commit.seq !== undefined || commit.dueAt !== undefined) commits.push(commit);
    } catch (error) {
      if (isDiskTrouble(error)) throw error;
      writer.exec('rollback to one');
      writer.exec('release one');
      settled.push(() => pending.failed(error));
    }
  }

  function transaction(user: number, commit: Commit): Tx {
    const bind = user === NO_USER ? (params: Value[]) => params : (params: Value[]) => [user, ...params];
    // As big integers: FTS5 leaves rowids behind that are larger than a number can hold, and node would throw.
    const run = (sql: string, ...params: Value[]) => {
      const statement = prepareWrite(sql, user);
      statement.setReadBigInts(true);
      return Number(statement.run(...bind(params)).changes);
    };
    return {
      user,
      now: Date.now(),
      get: (sql, ...params) => prepareWrite(sql, user).get(...bind(params)) as Row | undefined,
      all: (sql, ...params) => prepareWrite(sql, user).all(...bind(params)) as Row[],
      run,
      wake(dueAt) {
        commit.dueAt = Math.min(dueAt, commit.dueAt ?? dueAt);
      },
      changed(seq) {
        commit.seq = seq;
      },
      search: searchIndex(user, run),
    };
  }

  return {
    ...reader,
    read(user, queries, { slow: elsewhere = false } = {}) {
      if (!elsewhere) return reader.read(user, queries);
      const started = performance.now();
      const rows = slow.read(user, queries).catch((error: unknown) => {
        throw unavailableIf(error);
      });
      return rows.finally(() => observeStore('search', started));
    },
    write: enqueue,
    administer: (work) => enqueue(NO_USER, work),
    matching,
    onCommit: (listener) => void listeners.push(listener),
    addUser: (tx, user) => addSearchTables(tx, user),
    exclusive: true,
    services: async () => 0,
    resumeNumbers: () => undefined,
    connections: () => ({}),
    async close() {
      closed = true;
      while (pumping) await new Promise((resolve) => setImmediate(resolve));
      await slow.close();
      await reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

function connect(file: string): DatabaseSync {
  makeFolder(dirname(file));
  const isNew = !existsSync(file);
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
  if (isNew) db.exec('pragma page_size = 8192');
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000;');
  migrate(db);
  return db;
}
