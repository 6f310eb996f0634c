// Which database a content folder belongs to. Instances share a data folder, so the folder and the database store the
// same name: a service that is started with the folder of another database refuses, instead of missing files later.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { moveDurably } from '../store/engine/folder.ts';
import { StoreProblem, unavailable } from '../store/engine/problem.ts';
import type { Store } from '../store/port.ts';
import { hasContents } from '../store/tables/contents.ts';
import { noteOnce, readNote } from '../store/tables/notes.ts';
import { makeDurably } from './content-store.ts';

const NOTE = 'files';
const MARK = '.daybook';

/** At startup: throws if the folder belongs to another database, or does not exist although there are contents. */
export async function checkFolder(store: Store, folder: string): Promise<void> {
  const [mark, own] = [readMark(folder), await readNote(store, NOTE)];
  if (mark !== undefined && mark !== own) throw othersFolder(store, folder);
  // A file has its folder beside it. The folder of a server database may be on a disk that is not mounted.
  if (mark !== undefined || store.about.exclusive) return;
  if (holdsContents(folder)) throw othersFolder(store, folder);
  if (await hasContents(store))
    throw new StoreProblem(
      `${folder} does not contain the files of ${store.about.location}; name their folder with --data, or mount it. If they are permanently lost: mkdir -p ${folder} && echo ${own ?? 'lost'} > ${join(folder, MARK)}`,
    );
}

/** Assigns an unmarked folder to the database before anything is written to it. */
export function folderClaim(store: Store, folder: string): () => Promise<void> {
  let claimed: Promise<void> | undefined;
  return () => {
    claimed ??= claim(store, folder).catch((error: unknown) => {
      claimed = undefined;
      throw error instanceof StoreProblem ? unavailable(error, 'Files cannot be stored just now.') : error;
    });
    return claimed;
  };
}

async function claim(store: Store, folder: string): Promise<void> {
  if (store.about.exclusive) return checkFolder(store, folder);
  const mark = readMark(folder);
  const own = await ownName(store);
  if (mark === undefined) {
    // The folder of an embedded database has no marker: it belongs to the file beside it.
    if (holdsContents(folder) || existsSync(join(dirname(folder), 'daybook.db'))) throw othersFolder(store, folder);
    writeMark(folder, own);
  } else if (mark !== own) throw othersFolder(store, folder);
}

/** After a move: assigns the folder to this database, whichever it belonged to before. */
export async function takeFolder(store: Store, folder: string): Promise<void> {
  writeMark(folder, await ownName(store));
}

// The first name that is stored is valid for all instances.
async function ownName(store: Store): Promise<string> {
  return store.administer((tx) => noteOnce(tx, NOTE, randomUUID()));
}

function readMark(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, MARK), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function writeMark(folder: string, name: string): void {
  makeDurably(folder);
  const written = join(folder, `${MARK}.${randomUUID()}`);
  const handle = openSync(written, 'wx', 0o600);
  writeSync(handle, `${name}\n`);
  fsyncSync(handle);
  closeSync(handle);
  moveDurably(written, join(folder, MARK));
}

function othersFolder(store: Store, folder: string): StoreProblem {
  return new StoreProblem(
    `${folder} contains the files of another database than ${store.about.location}; name the correct data folder with --data.`,
  );
}

/** Whether the folder belongs to this store, so that unused contents may be removed. */
export async function isOwnFolder(store: Store, folder: string): Promise<boolean> {
  return (
    store.about.exclusive || (readMark(folder) !== undefined && readMark(folder) === (await readNote(store, NOTE)))
  );
}

function holdsContents(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^\d+$/.test(name)); // a folder for each user
}

/** Whether the folder has the marker of a database. */
export function folderIsTaken(folder: string): boolean {
  return readMark(folder) !== undefined;
}
