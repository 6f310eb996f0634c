// Reads an SQLite file: for the engine beside its writer, and separately for copies and checks of a file that another
// process may be using.
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';
import { observeStore } from '../engine/health.ts';
import { AWAY, unavailable } from '../engine/problem.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import type { ReadStore, Row, Snapshot } from '../port.ts';
import { BUSY_TIMEOUT, isDiskTrouble, openDatabase, whileBusy } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { rowsOf, statementCache } from './statements.ts';

export function openReader(file: string): ReadStore {
  const db = openDatabase(file, { readOnly: true, timeout: limits.databaseLock });
  db.exec(`pragma temp_store = memory; pragma cache_size = -32768; pragma busy_timeout = ${BUSY_TIMEOUT}`);
  const prepare = statementCache(db);
  const version = String(db.prepare('select sqlite_version() as version').get()?.version);
  return {
    read: (user, queries) =>
      whileBusy(() => {
        const started = performance.now();
        // One read transaction, so that a page and its total are consistent even with another process.
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
    dialect: sqliteDialect,
    about: { engine: 'SQLite', version, location: file, exclusive: true },
    async close() {
      db.close();
    },
  };
}

/** A snapshot of the file, on a separate connection. */
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
    // The engine has already rolled back.
  }
}

export function unavailableIf(error: unknown): unknown {
  return isDiskTrouble(error) ? unavailable(error, AWAY) : error;
}
