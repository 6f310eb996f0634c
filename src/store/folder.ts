// Makes the folder that data go into, for its owner alone. Step by step, because Node's own recursive mkdir never comes
// back from places such as /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreProblem } from './problem.ts';

export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new StoreProblem(`${path} is a file, not a folder.`);
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
