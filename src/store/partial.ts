// What is being written has another name until it is whole. A process that was killed leaves it behind; the lock beside
// it says that it is ours, and whether somebody still writes it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { tryLock } from './lock.ts';
import { StoreProblem } from './problem.ts';
import { dropDatabase, filesBeside, stagedName } from './sqlite-backup.ts';

const PARTIAL = '.partial';
const LOCK = `${PARTIAL}.lock`;

/** Keeps other backups off this target, after what killed ones have left in its folder is gone. Returns what lets go. */
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

/** Removes the unfinished backups of a folder that nobody writes any more. */
export function dropAbandoned(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => one.endsWith(LOCK))) {
    const target = join(folder, name.slice(0, -LOCK.length));
    try {
      const release = tryLock(target + LOCK);
      if (!release) continue;
      dropUnfinished(target);
      // Its contents get their name before the file does. A folder that is called `files` may be a service's own.
      if (!existsSync(target) && filesBeside(target).startsWith(target))
        rmSync(filesBeside(target), { recursive: true, force: true });
      release();
      rmSync(target + LOCK, { force: true });
    } catch {
      // another's, or on a disk that cannot be written: it is no hindrance
    }
  }
}

/** Removes what an ended restore, move or backup was making of this file; the caller knows that nobody does so now. */
export function dropUnfinished(file: string): void {
  dropDatabase(file + PARTIAL);
  dropDatabase(`${file}.upgrade`);
  rmSync(stagedName(filesBeside(file)), { recursive: true, force: true });
}
