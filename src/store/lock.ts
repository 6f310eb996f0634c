// One service for each database: a lock that the system lets go of when its process ends, however it ends. It is an
// SQLite lock on a file beside the database, because Node itself offers no file lock.
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './folder.ts';
import { StoreProblem } from './problem.ts';
import { openDatabase } from './sqlite-open.ts';

/** Returns what lets go of the lock. */
export function holdFolder(file: string): () => void {
  let lock: DatabaseSync;
  try {
    makeFolder(dirname(file));
    lock = openDatabase(`${file}.lock`);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new StoreProblem(`the data folder ${dirname(file)} cannot be written: ${reason}.`);
  }
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    const busy = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    if (busy === 5) throw new StoreProblem(`another Daybook is serving ${file}; stop it first, or name another place.`);
    throw new StoreProblem(`the data folder ${dirname(file)} cannot be written: ${(error as Error).message}.`);
  }
  return () => lock.close();
}
