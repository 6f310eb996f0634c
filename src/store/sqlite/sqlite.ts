// The embedded engine: one SQLite file in WAL mode. Waiting writes are committed together, with one fsync for all.
// Reads have their own connection and never wait for a writer; slow ones run in a worker thread. `write` returns when
// the change is on disk (synchronous=FULL).
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';
import { type Clock, newestSql, startClock } from '../engine/clock.ts';
import { makeFolder, requireWritable } from '../engine/folder.ts';
import { observeStore, watchWrites } from '../engine/health.ts';
import { StoreProblem } from '../engine/problem.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import { createWriteQueue } from '../engine/write-queue.ts';
import type { Commit, Opening, ReadStore, Row, Store } from '../port.ts';
import { BUSY_TIMEOUT, isDiskTrouble, openDatabase } from './connection.ts';
import { shortenLog } from './log.ts';
import { checkVersion, migrate } from './migrate.ts';
import { openReader, unavailableIf } from './reader.ts';
import { refuseTriggers } from './schema.ts';
import { startSlowReader } from './slow-reader.ts';
import { setStatistics } from './statistics.ts';
import { createWriter } from './writer.ts';

export function openSqlite(file: string, opening: Opening = {}): Store {
  const { db, clock, reader } = openConnections(file, opening);
  const slow = startSlowReader(file);
  const writer = createWriter(db, file, { clock, timezone: opening.timezone ?? 'UTC' }, slow.checkpoint);
  const listeners: ((commit: Commit) => void)[] = [];
  const writes = watchWrites();
  const queue = createWriteQueue(
    {
      queueOf: () => 0, // one for all users
      commit: writer.commit,
      isOutage: isDiskTrouble,
      outageRefusesQueue: false, // a smaller write may succeed, and a lock may be released
      committed(commits) {
        for (const commit of commits) for (const listener of listeners) listener(commit);
      },
    },
    writes,
  );
  return {
    ...reader,
    read(user, queries, options) {
      if (!options?.slow) return reader.read(user, queries);
      const started = performance.now();
      const rows = slow.read(user, queries).catch((error: unknown) => {
        throw unavailableIf(error);
      });
      return rows.finally(() => observeStore('search', started));
    },
    write: queue.write,
    administer: (work) => queue.write(NO_USER, work),
    onCommit: (listener) => void listeners.push(listener),
    writtenElsewhere: watchOthers(db),
    health: () => ({ writeProblem: writes.problem(), clockAhead: clock.ahead, connections: {} }),
    async close() {
      await queue.close();
      await slow.close();
      await reader.close();
      shortenLog(db, file); // if the disk is full, the log stays with all acknowledged writes until the next start
      db.close();
    },
  };
}

function openConnections(file: string, opening: Opening): { db: DatabaseSync; clock: Clock; reader: ReadStore } {
  try {
    const db = connect(file, opening);
    const clock = startClock(db.prepare(newestSql).get() as Row);
    return { db, clock, reader: openReader(file) };
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${file} cannot be opened: ${(error as Error).message}.`);
  }
}

/** Whether another connection has written since the last call. */
function watchOthers(db: DatabaseSync): () => boolean {
  const dataVersion = db.prepare('pragma data_version'); // changes when another connection has written
  let version = dataVersion.get()?.data_version;
  return () => {
    const last = version;
    try {
      version = dataVersion.get()?.data_version;
    } catch {
      return false; // the file cannot be read now; the next call compares again
    }
    return version !== last;
  };
}

function connect(file: string, { upgrade, onUpgrade }: Opening): DatabaseSync {
  makeFolder(dirname(file));
  requireWritable(file);
  const isNew = !existsSync(file);
  const db = openDatabase(file, { timeout: limits.databaseLock }); // no client is connected yet
  checkVersion(db, file, upgrade === true);
  refuseTriggers(db, file);
  db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
  if (isNew) db.exec('pragma page_size = 8192');
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  db.exec(`pragma wal_autocheckpoint = ${limits.logPages}; pragma journal_size_limit = ${limits.logBytes}`);
  migrate(db, onUpgrade);
  setStatistics(db);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  return db;
}
