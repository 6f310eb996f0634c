// Checks whether other accounts of this machine can open the data. Daybook creates files for their owner only, but a
// folder may have been created by another program or copied with other permissions.
import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { filesFolder, keyFile, placeOf } from '../open-store.ts';
import { isPostgres } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';

const OTHERS = 0o077;

/** The warning with the command that fixes it; null if the permissions are correct. */
export function permissionWarning(config: Config): string | null {
  if (process.platform === 'win32') return null; // file modes have no meaning there
  const open = pathsOf(config).filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
  );
  if (open.length === 0) return null;
  const what = open.length === 1 ? `${open[0]} is` : `${open.join(', ')} are`;
  return `${what} accessible to other accounts of this machine; fix with: chmod go-rwx ${open.map(shellWord).join(' ')}`;
}

function pathsOf(config: Config): string[] {
  const place = placeOf(config);
  const files = isPostgres(place) ? [] : [place, `${place}-wal`, `${place}-shm`];
  // The folder of a separately named file may contain other data, whose permissions are not checked.
  const folder = isPostgres(place) || config.database === '' ? [config.data] : [];
  return [...folder, ...files, filesFolder(config), keyFile(config)];
}
