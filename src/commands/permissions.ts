// Whether other accounts of this machine may open the data. What Daybook makes is for its owner alone, but a folder may
// have been made by somebody else, or copied from a place where this was otherwise.
import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { filesFolder, keyFile, placeOf } from '../open-store.ts';
import { isPostgres } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';

const OTHERS = 0o077;

/** What to tell a person, with the command that puts it right; null where all is well. */
export function permissionWarning(config: Config): string | null {
  if (process.platform === 'win32') return null; // modes say nothing there
  const open = pathsOf(config).filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
  );
  if (open.length === 0) return null;
  const what = open.length === 1 ? `${open[0]} is` : `${open.join(', ')} are`;
  return `${what} open to other accounts of this machine; close with: chmod go-rwx ${open.map(shellWord).join(' ')}`;
}

function pathsOf(config: Config): string[] {
  const place = placeOf(config);
  const files = isPostgres(place) ? [] : [place, `${place}-wal`, `${place}-shm`];
  // The folder of a file that was named by itself may hold other things, which are not ours to close.
  const folder = isPostgres(place) || config.database === '' ? [config.data] : [];
  return [...folder, ...files, filesFolder(config), keyFile(config)];
}
