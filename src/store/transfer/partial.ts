// A file that is being written has a temporary name until it is complete. A killed process leaves it behind; the lock
// beside it shows that it belongs to Daybook, and whether a process still writes it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreProblem } from '../engine/problem.ts';
import { dropDatabase, filesBeside, stagedName } from '../sqlite/backup.ts';
import { tryLock } from '../sqlite/lock.ts';

const PARTIAL = '.partial';
const LOCK = `${PARTIAL}.lock`;

/**
 * Locks the target against other backups, after the remains of killed ones were removed. Returns the release function.
 */
export function holdTarget(target: string): () => void {
  dropAbandoned(dirname(resolve(target)));
  const path = target + LOCK;
  let release: (() => void) | undefined;
  try {
    release = tryLock(path);
  } catch (error) {
    throw new StoreProblem(`${target} cannot be written: ${(error as Error).message}.`);
  }
  if (!release) throw new StoreProblem(`${target} is being written by another backup; name another file.`);
  return () => {
    release();
    rmSync(path, { force: true });
  };
}

/** Removes the unfinished backups of a folder that no process writes any more. */
export function dropAbandoned(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => one.endsWith(LOCK))) {
    const target = join(folder, name.slice(0, -LOCK.length));
    try {
      const release = tryLock(target + LOCK);
      if (!release) continue;
      dropUnfinished(target);
      // Contents are renamed before the file is. A folder that is called `files` may belong to a service.
      if (!existsSync(target) && filesBeside(target).startsWith(target))
        rmSync(filesBeside(target), { recursive: true, force: true });
      release();
      rmSync(target + LOCK, { force: true });
    } catch {
      // owned by another account, or on a read-only disk: harmless
    }
  }
}

/** Removes the remains of an ended restore, move or backup of this file; the caller knows that none is running. */
export function dropUnfinished(file: string): void {
  dropDatabase(file + PARTIAL);
  dropDatabase(`${file}.upgrade`);
  rmSync(stagedName(filesBeside(file)), { recursive: true, force: true });
}
