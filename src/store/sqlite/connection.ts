// Connections to an SQLite file. All are opened here, with SQLite's defences enabled: a schema cannot call functions
// with side effects, shadow tables and the schema itself cannot be written directly, extensions cannot be loaded.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import { backOff } from '../../values/back-off.ts';

export function openDatabase(file: string, options: { readOnly?: boolean; timeout?: number } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { ...options, defensive: true, allowExtension: false });
  db.exec('pragma trusted_schema = off');
  return db;
}

/** The same for a file from elsewhere: its pages are checked as they are read. */
export function openForeign(file: string): DatabaseSync {
  const db = openDatabase(file, { readOnly: true, timeout: 5000 });
  db.exec('pragma cell_size_check = on');
  return db;
}

/** Milliseconds that a statement may wait within SQLite, on a connection of the main thread. */
export const BUSY_TIMEOUT = 2;

const BUSY = { base: 1, max: 20, jitter: 0.5 }; // milliseconds; jitter spreads the retries of waiting connections

/**
 * Runs the work, and retries it until a deadline while another connection has locked the file. SQLite itself would wait
 * within the statement and block the event loop. `explain` creates the error that is thrown.
 */
export async function whileBusy<T>(
  work: () => T,
  explain: (error: unknown) => unknown,
  until = performance.now() + limits.databaseLock,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw explain(error);
    }
    await sleep(backOff(BUSY, retry));
  }
}

// SQLITE_BUSY with any of its extended codes.
function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

// SQLite's result codes for an unavailable disk, file or lock (BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL,
// CANTOPEN, NOTADB), as opposed to a programming error.
export function isDiskTrouble(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return typeof code === 'number' && [5, 6, 7, 8, 10, 11, 13, 14, 26].includes(code & 0xff);
}
