// Whose contents a folder holds. Instances on one server share a data folder, so the folder names its database and the
// database knows the same name: a service that was started with another's folder refuses instead of missing files.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDurably } from './blobs.ts';
import { moveDurably } from './folder.ts';
import { readNote } from './notes.ts';
import { StoreProblem } from './problem.ts';
import type { Store } from './store.ts';
import { unavailable } from './unavailable.ts';

const NOTE = 'files';
const MARK = '.daybook';

/** At the start: throws when the folder is another's, or is not there although there are contents. */
export async function checkFolder(store: Store, folder: string): Promise<void> {
  const [mark, own] = [readMark(folder), await readNote(store, NOTE)];
  if (mark !== undefined && mark !== own) throw othersFolder(store, folder);
  // A file has its folder beside it. A server's may be on a disk that is not mounted.
  if (mark !== undefined || store.exclusive) return;
  if (hasContents(folder)) throw othersFolder(store, folder);
  if ((await store.catalogue('select 1 as found from contents limit 1')).length > 0)
    throw new StoreProblem(
      `${folder} does not hold the files of ${store.about.location}; name their folder with --data, or mount it. If they are lost for good: mkdir -p ${folder} && echo ${own ?? 'lost'} > ${join(folder, MARK)}`,
    );
}

/** What makes an unmarked folder the database's own before anything is put into it. */
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
  if (store.exclusive) return checkFolder(store, folder);
  const mark = readMark(folder);
  const own = await ownName(store);
  if (mark === undefined) {
    // The folder of an embedded database bears no mark: its place says whose it is.
    if (hasContents(folder) || existsSync(join(dirname(folder), 'daybook.db'))) throw othersFolder(store, folder);
    writeMark(folder, own);
  } else if (mark !== own) throw othersFolder(store, folder);
}

/** After contents were moved: the folder is this database's from now on, whoever had it before. */
export async function takeFolder(store: Store, folder: string): Promise<void> {
  writeMark(folder, await ownName(store));
}

// The first to name it names it for all.
async function ownName(store: Store): Promise<string> {
  return store.administer(async (tx) => {
    const sql = 'select value from notes where name = ?1';
    const own = (await tx.get(sql, NOTE))?.value as string | undefined;
    if (own !== undefined) return own;
    tx.run('insert into notes (name, value) values (?1, ?2) on conflict (name) do nothing', NOTE, randomUUID());
    return (await tx.get(sql, NOTE))?.value as string;
  });
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
    `${folder} holds the files of another database than ${store.about.location}; name the data folder of this one with --data.`,
  );
}

/** Whether what lies in the folder is the store's, so that it may be tidied. */
export async function isOwnFolder(store: Store, folder: string): Promise<boolean> {
  return store.exclusive || (readMark(folder) !== undefined && readMark(folder) === (await readNote(store, NOTE)));
}

function hasContents(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^\d+$/.test(name)); // a folder for each user
}

/** Whether the folder says that it is some database's. */
export function folderIsTaken(folder: string): boolean {
  return readMark(folder) !== undefined;
}
