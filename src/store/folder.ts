// The folder that data go into: made for its owner alone, and its entries put on disk.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
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
