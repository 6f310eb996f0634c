// The embedded engine: one SQLite file in WAL mode. Writes wait in a queue and those that wait together are
// committed together, with one fsync for all. Reads have their own connection and never wait for a
// writer; slow ones run in a worker thread. `write` returns when the change is on disk (synchronous=FULL).
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { type Clock, newestSql, startClock } from './clock.ts';
import { makeFolder, requireWritable } from './folder.ts';
import { sqliteLists } from './lists.ts';
import { StoreProblem } from './problem.ts';
import { BUSY_TIMEOUT, whileBusy } from './sqlite-busy.ts';
import { isWriteFault, shortenLog } from './sqlite-log.ts';
import { checkVersion, migrate } from './sqlite-migrate.ts';
import { openDatabase } from './sqlite-open.ts';
import { isDiskTrouble, openReader, rollBack, unavailableIf } from './sqlite-reader.ts';
import { refuseTriggers } from './sqlite-schema.ts';
import { addSearchTables, type Entry, matching, runBig, searchIndex, writeEntries } from './sqlite-search.ts';
import { startSlowReader } from './sqlite-slow-reader.ts';
import { NO_USER, statementCache } from './sqlite-statements.ts';
import type { Commit, Eventually, Opening, ReadStore, Row, Store, Tx, Value } from './store.ts';
import { observeStore } from './timings.ts';
import { stopping, unavailable } from './unavailable.ts';
import { watchWrites } from './write-health.ts';

interface Pending {
  user: number;
  since: number;
  work: (tx: Tx) => unknown;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

// Writes, or records that they changed, after which a thread moves the log into the database, so that no writer waits for
// that. While others write it cannot start the log anew; the writer does that when the log has grown long.
const CHECKPOINT = 100;

/** What a write has come to. */
interface State extends Commit {
  written: boolean;
  entries: Entry[];
}

export function openSqlite(file: string, opening: Opening = {}): Store {
  let writer: DatabaseSync;
  let reader: ReadStore;
  let clock: Clock;
  try {
    writer = connect(file, opening);
    clock = startClock(writer.prepare(newestSql).get() as Row);
    reader = openReader(file);
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${file} cannot be opened: ${(error as Error).message}.`);
  }
  const slow = startSlowReader(file);
  const prepareWrite = statementCache(writer);
  const begin = writer.prepare('begin immediate');
  const commit = writer.prepare('commit');
  const dataVersion = writer.prepare('pragma data_version'); // changes when another connection has written
  let version = dataVersion.get()?.data_version;
  const listeners: ((commit: Commit) => void)[] = [];
  const queue: Pending[] = [];
  const writes = watchWrites();
  let unmoved = 0;
  let pumping = false;
  let closed = false;

  function enqueue<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T> {
    if (closed) return Promise.reject(stopping());
    return new Promise<T>((done, failed) => {
      queue.push({ user, since: performance.now(), work, done, failed });
      if (pumping) return;
      pumping = true;
      // After the sockets that are readable now have been read, so that their writes share the fsync.
      void setImmediate().then(pump);
    });
  }

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      await commitGroup();
      if (queue.length > 0) await setImmediate();
    }
    pumping = false;
  }

  async function commitGroup(): Promise<void> {
    const group = queue.splice(0, limits.commitGroup);
    if (await commitTogether(group)) return;
    // One has failed with something written: each by itself then, so that only its own is undone. Savepoints would do
    // the same at every write's cost: FTS5 writes its words out at each of them (a create took 1,980 µs and not 640).
    for (const pending of group) {
      await commitTogether([pending]);
      await setImmediate();
    }
  }

  /** False when the group was undone, because one of several has failed with something written. */
  async function commitTogether(group: Pending[], again = false): Promise<boolean> {
    const started = performance.now();
    const settled: (() => void)[] = [];
    const commits: Commit[] = [];
    const entries: Entry[] = [];
    const seqs = new Map<number, number>(); // the ends of the logs, written once for the group
    try {
      // Counted from when the first of them came: a group that stood behind another has waited with it.
      await whileBusy(
        () => runBig(begin),
        (error) => error,
        (group[0]?.since ?? 0) + limits.databaseLock,
      );
      const end = performance.now() + limits.commitTime;
      for (const [index, pending] of group.entries()) {
        // The others share the next commit, after a turn of the event loop.
        if (index > 0 && performance.now() > end) {
          queue.unshift(...group.splice(index));
          break;
        }
        const state: State = { user: pending.user, seq: undefined, dueAt: undefined, written: false, entries: [] };
        try {
          const value = await pending.work(transaction(pending.user, state, seqs));
          settled.push(() => pending.done(value as never));
          entries.push(...state.entries);
          if (state.seq !== undefined || state.dueAt !== undefined) commits.push(state);
        } catch (error) {
          if (isDiskTrouble(error)) throw error;
          if (state.written || state.seq !== undefined) {
            rollBack(writer);
            if (group.length > 1) return false;
            pending.failed(error);
            return true;
          }
          settled.push(() => pending.failed(error));
        }
      }
      for (const [user, seq] of seqs)
        runBig(prepareWrite('update logs set seq = ?2 where user_id = ?1', user), [user, seq]);
      writeEntries(entries, (sql) => prepareWrite(sql, NO_USER));
      if (performance.now() > end) await setImmediate(); // a large text takes as long again to be committed
      runBig(commit);
      if (performance.now() > end) await setImmediate();
    } catch (error) {
      rollBack(writer);
      if (!isDiskTrouble(error) && group.length > 1) return false;
      if (!again && isWriteFault(error) && shortenLog(writer, file)) return commitTogether(group, true);
      if (isDiskTrouble(error)) writes.failed(error);
      // Nothing of the group is stored, so none of its answers is true.
      for (const pending of group) pending.failed(isDiskTrouble(error) ? unavailable(error) : error);
      return true;
    }
    observeStore('commit', started);
    writes.succeeded();
    for (const settle of settled) settle();
    unmoved += Math.max(group.length, entries.length);
    if (unmoved >= CHECKPOINT) {
      unmoved = 0;
      slow.checkpoint();
    }
    for (const one of commits) for (const listener of listeners) listener(one);
    return true;
  }

  function transaction(user: number, state: State, seqs: Map<number, number>): Tx {
    const bind = user === NO_USER ? (params: Value[]) => params : (params: Value[]) => [user, ...params];
    const prepare = (sql: string) => {
      state.written ||= !sql.startsWith('select');
      return prepareWrite(sql, user);
    };
    const now = Date.now();
    return {
      user,
      now,
      timestamp: clock.timestamp(now),
      get: (sql, ...params) => prepare(sql).get(...bind(params)) as Row | undefined,
      all: (sql, ...params) => prepare(sql).all(...bind(params)) as Row[],
      run: (sql, ...params) => void runBig(prepare(sql), bind(params)),
      count: (sql, ...params) => Number(runBig(prepare(sql), bind(params)).changes),
      wake(dueAt) {
        state.dueAt = Math.min(dueAt, state.dueAt ?? dueAt);
      },
      insert: (sql, ...params) => Number(runBig(prepare(sql), bind(params)).lastInsertRowid),
      nextSeq() {
        state.seq = (seqs.get(user) ?? seqOf(user)) + 1;
        seqs.set(user, state.seq);
        return state.seq;
      },
      search: searchIndex(user, state.entries),
      freeKey,
      texts,
      lists: sqliteLists,
    };
  }

  function seqOf(user: number): number {
    return prepareWrite('select seq from logs where user_id = ?1', user).get(user)?.seq as number;
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
    members: (doc, names) => `json_extract(${doc}, ${names.map((name) => `'$.${name}'`).join(', ')})`,
    onCommit: (listener) => void listeners.push(listener),
    writtenElsewhere() {
      const last = version;
      try {
        version = dataVersion.get()?.data_version;
      } catch {
        return false; // the file cannot be read just now; who asks again is told then
      }
      return version !== last;
    },
    addUser: (tx, user) => addSearchTables(tx, user),
    exclusive: true,
    services: async () => 0,
    resumeNumbers: () => undefined,
    clockAhead: clock.ahead,
    writeProblem: writes.problem,
    connections: () => ({}),
    async close() {
      closed = true;
      while (pumping) await setImmediate();
      await slow.close();
      await reader.close();
      shortenLog(writer, file); // a disk that is full keeps the log, with all that was acknowledged, for the next start
      writer.close();
    },
  };
}

const texts = new Map<object, string>();

// Over all users: the keys of a table are one row of numbers in SQLite.
function freeKey(table: string, parameter: number): string {
  return `(select coalesce(max(key) + 1, ?${parameter}) from ${table} where key between ?${parameter} and ?${parameter + 1})`;
}

function connect(file: string, { upgrade, onUpgrade }: Opening): DatabaseSync {
  makeFolder(dirname(file));
  requireWritable(file);
  const isNew = !existsSync(file);
  const db = openDatabase(file, { timeout: limits.databaseLock }); // nobody is served yet
  checkVersion(db, file, upgrade === true);
  refuseTriggers(db, file);
  db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
  if (isNew) db.exec('pragma page_size = 8192');
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  db.exec(`pragma wal_autocheckpoint = ${limits.logPages}; pragma journal_size_limit = ${limits.logBytes}`);
  migrate(db, onUpgrade);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  return db;
}
