// Reading an SQLite file: for the engine beside its writer, and alone for copies and examinations of a file that
// another process may be serving.
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import { sqliteLists } from './lists.ts';
import { BUSY_TIMEOUT, whileBusy } from './sqlite-busy.ts';
import { openDatabase } from './sqlite-open.ts';
import { rowsOf } from './sqlite-rows.ts';
import { indexed } from './sqlite-search.ts';
import { NO_USER, statementCache } from './sqlite-statements.ts';
import type { ReadStore, Row, Snapshot } from './store.ts';
import { observeStore } from './timings.ts';
import { AWAY, unavailable } from './unavailable.ts';

export function openReader(file: string): ReadStore {
  const db = openDatabase(file, { readOnly: true, timeout: limits.databaseLock });
  db.exec(`pragma temp_store = memory; pragma cache_size = -32768; pragma busy_timeout = ${BUSY_TIMEOUT}`);
  const prepare = statementCache(db);
  const version = String(db.prepare('select sqlite_version() as version').get()?.version);
  return {
    read: (user, queries) =>
      whileBusy(() => {
        const started = performance.now();
        // One read transaction, so that a page and its total are of the same moment even beside another process.
        if (queries.length > 1) db.exec('begin');
        try {
          return queries.map((query) => rowsOf(prepare(query.sql, user), [user, ...query.params], query));
        } finally {
          if (queries.length > 1) rollBack(db);
          observeStore('read', started);
        }
      }, unavailableIf),
    catalogue: (sql, ...params) => whileBusy(() => prepare(sql, NO_USER).all(...params) as Row[], unavailableIf),
    async snapshot(work) {
      const { read, close } = await whileBusy(() => openSnapshot(file), unavailableIf);
      try {
        return await work(read);
      } finally {
        close();
      }
    },
    indexed,
    lists: sqliteLists,
    about: { engine: 'SQLite', version, location: file },
    async close() {
      db.close();
    },
  };
}

/** One moment of the file, on a connection of its own. */
export function openSnapshot(file: string): { read: Snapshot; close(): void } {
  const db = openDatabase(file, { readOnly: true, timeout: BUSY_TIMEOUT });
  try {
    db.exec('begin; select count(*) from sqlite_schema');
  } catch (error) {
    db.close();
    throw error;
  }
  const prepare = statementCache(db);
  return {
    read: async (query) => rowsOf(prepare(query.sql, NO_USER), [...query.params], query),
    close: () => db.close(),
  };
}

export function rollBack(db: DatabaseSync): void {
  try {
    db.exec('rollback');
  } catch {
    // The engine has rolled back by itself.
  }
}

// SQLite's result codes for a disk, file or lock that cannot serve us now (BUSY, LOCKED, NOMEM, READONLY, IOERR,
// CORRUPT, FULL, CANTOPEN, NOTADB), as opposed to a fault of ours.
export function isDiskTrouble(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return typeof code === 'number' && [5, 6, 7, 8, 10, 11, 13, 14, 26].includes(code & 0xff);
}

export function unavailableIf(error: unknown): unknown {
  return isDiskTrouble(error) ? unavailable(error, AWAY) : error;
}
