// Locks that the system lets go of when their process ends, however it ends: one service for each database, one writer
// for each backup. They are SQLite locks on a file of their own, because Node itself offers no file lock.
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder, requireWritable } from './folder.ts';
import { StoreProblem } from './problem.ts';
import { openDatabase } from './sqlite-open.ts';

/** Returns what lets go of the lock. */
export function holdFolder(file: string): () => void {
  try {
    makeFolder(dirname(file));
    requireWritable(file);
    const release = tryLock(`${file}.lock`);
    if (release) return release;
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new StoreProblem(`the data folder ${dirname(file)} cannot be written: ${reason}.`);
  }
  throw new StoreProblem(`another Daybook is serving ${file}; stop it first, or name another place.`);
}

/** Returns what lets go of the lock; undefined when another process has it. */
export function tryLock(path: string): (() => void) | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = openDatabase(path);
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5) return undefined;
    throw error;
  }
  const held = lock;
  return () => held.close();
}
