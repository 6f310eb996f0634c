// The folder that data go into: made for its owner alone, and its entries put on disk.
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreProblem } from './problem.ts';

// Step by step, because Node's own recursive mkdir never comes back from places such as /proc.
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new StoreProblem(`${path} is a file, not a folder.`);
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Refuses a database that this account may not write, by the path that is in the way and with what helps. */
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

/** Gives a finished file its name, and returns when the folder on disk has it. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(resolve(to)));
}

/** Returns when the entries of the folder are on disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
