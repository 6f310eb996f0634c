// Locks that the system releases when their process ends: one service per database, one writer per backup. They are
// SQLite locks on a separate file, because Node has no file locks.
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder, requireWritable } from '../engine/folder.ts';
import { FileInUse, StoreProblem } from '../engine/problem.ts';
import { openDatabase } from './connection.ts';

/** Returns the function that releases the lock. Throws FileInUse when another process holds it. */
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
  throw new FileInUse(`another Daybook is serving ${file}; stop it first, or name another place.`);
}

/** Returns the function that releases the lock; undefined if another process holds it. */
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
