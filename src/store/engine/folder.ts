// The data folder: created for its owner only, with entries synced to disk.
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreProblem } from './problem.ts';

// Step by step, because Node's recursive mkdir never returns for paths such as /proc.
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new StoreProblem(`${path} is a file, not a folder.`);
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Refuses a database that is not writable, with the path that causes it and a remedy. */
export function requireWritable(file: string): void {
  const folder = dirname(resolve(file));
  const paths = [folder, ...['', '-wal', '-shm', '.lock'].map((ending) => file + ending)];
  for (const path of paths) {
    try {
      accessSync(path, path === folder ? constants.W_OK | constants.X_OK : constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      throw new StoreProblem(`${path} cannot be written ${remedy(code)}`);
    }
  }
}

function remedy(code: string | undefined): string {
  if (code === 'EROFS') return 'because its disk is mounted read-only; mount it for writing, or name another place.';
  const uid = process.getuid?.();
  return `by the account that runs Daybook (user id ${uid}); give it to that account (chown -R ${uid} …), or name another place with --data.`;
}

/** Renames a finished file, and returns when the folder is synced to disk. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(resolve(to)));
}

/** Returns when the folder is synced to disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
