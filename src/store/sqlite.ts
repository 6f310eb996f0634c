// The embedded engine: one SQLite file in WAL mode. Writes wait in a queue and those that wait together are
// committed together, a savepoint each and one fsync for all. Reads have their own connection and never wait for a
// writer; slow ones run in a worker thread. `write` returns when the change is on disk (synchronous=FULL).
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { boundedRows } from './bounded-rows.ts';
import { makeFolder } from './folder.ts';
import { StoreProblem } from './problem.ts';
import { migrate } from './sqlite-migrate.ts';
import { addSearchTables, matching, searchIndex } from './sqlite-search.ts';
import { startSlowReader } from './sqlite-slow-reader.ts';
import type { Commit, Query, Row, Store, Tx, Value } from './store.ts';
import { observeStore } from './timings.ts';

interface Pending {
  user: number;
  work: (tx: Tx) => Promise<unknown>;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

const NO_USER = -1;

export function openSqlite(file: string): Store {
  let writer: DatabaseSync;
  let reader: DatabaseSync;
  try {
    writer = connect(file, false);
    reader = connect(file, true);
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${file} cannot be opened: ${(error as Error).message}.`);
  }
  const slow = startSlowReader(file);
  const prepareWrite = statementCache(writer);
  const prepareRead = statementCache(reader);
  const listeners: ((commit: Commit) => void)[] = [];
  const queue: Pending[] = [];
  let pumping = false;
  let closed = false;

  function enqueue<T>(user: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (closed)
      return Promise.reject(
        new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', {}, 1),
      );
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

  function readNow(user: number, queries: readonly Query[]): Row[][] {
    const started = performance.now();
    // One read transaction, so that a page and its total are of the same moment even beside another process.
    if (queries.length > 1) reader.exec('begin');
    try {
      return queries.map((query) => boundedRows(prepareRead(query.sql, user), user, query));
    } catch (error) {
      throw unavailableIf(error);
    } finally {
      if (queries.length > 1) rollBack(reader);
      observeStore('read', started);
    }
  }

  return {
    read(user, queries, { slow: elsewhere = false } = {}) {
      if (!elsewhere) return Promise.try(() => readNow(user, queries));
      const started = performance.now();
      const rows = slow.read(user, queries).catch((error: unknown) => {
        throw unavailableIf(error);
      });
      return rows.finally(() => observeStore('search', started));
    },
    write: enqueue,
    administer: (work) => enqueue(NO_USER, work),
    matching,
    async catalogue(sql, ...params) {
      try {
        return prepareRead(sql, NO_USER).all(...params) as Row[];
      } catch (error) {
        throw unavailableIf(error);
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    addUser: (tx, user) => addSearchTables(tx, user),
    exclusive: true,
    about: { engine: 'SQLite', version: versionOf(reader), location: file },
    async close() {
      closed = true;
      while (pumping) await new Promise((resolve) => setImmediate(resolve));
      await slow.close();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

/** A connection with the settings that all of ours have. */
function connect(file: string, readOnly: boolean): DatabaseSync {
  if (!readOnly) makeFolder(dirname(file));
  const isNew = !existsSync(file);
  const db = new DatabaseSync(file, { readOnly, timeout: 5000 });
  db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
  if (readOnly) return db;
  if (isNew) db.exec('pragma page_size = 8192');
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000;');
  migrate(db);
  return db;
}

// Preparing is the dear part of a small statement, and the texts are few: they come from the declarations.
function statementCache(db: DatabaseSync): (sql: string, user: number) => StatementSync {
  const cache = new Map<string, StatementSync>();
  return (sql, user) => {
    let statement = cache.get(sql);
    if (!statement) {
      if (user !== NO_USER && !/\?1\b/.test(sql)) throw new Error(`a statement without its user: ${sql}`);
      if (cache.size >= 2000) cache.delete(cache.keys().next().value as string);
      statement = db.prepare(sql);
      cache.set(sql, statement);
    }
    return statement;
  };
}

function rollBack(db: DatabaseSync): void {
  try {
    db.exec('rollback');
  } catch {
    // The engine has rolled back by itself.
  }
}

// SQLite's result codes for a disk, file or lock that cannot serve us now (BUSY, LOCKED, NOMEM, READONLY, IOERR,
// CORRUPT, FULL, CANTOPEN, NOTADB), as opposed to a fault of ours.
function isDiskTrouble(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return typeof code === 'number' && [5, 6, 7, 8, 10, 11, 13, 14, 26].includes(code & 0xff);
}

function unavailableIf(error: unknown): unknown {
  return isDiskTrouble(error) ? unavailable(error) : error;
}

function unavailable(error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  const problem = new AppError(
    'SERVICE_UNAVAILABLE',
    'The store cannot be written just now; nothing was changed. Try again in a moment.',
    {},
    2,
  );
  problem.cause = new StoreProblem(reason);
  return problem;
}

function versionOf(db: DatabaseSync): string {
  return String(db.prepare('select sqlite_version() as version').get()?.version);
}
