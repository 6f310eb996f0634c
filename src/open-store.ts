// Opens the store that the settings name: an SQLite file, or a PostgreSQL database.
import { dirname, join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { limits } from './limits.ts';
import { holdFolder } from './store/lock.ts';
import { StoreProblem } from './store/problem.ts';
import { openSqlite } from './store/sqlite.ts';
import { filesBeside, requireNewest } from './store/sqlite-backup.ts';
import type { Store } from './store/store.ts';
import { unfinishedWork } from './store/unfinished.ts';
import { addOwner, listUsers } from './store/users.ts';
import { isPostgres } from './values/place.ts';

/** Where the records are: a file, or the address of a database. */
export function placeOf(config: Pick<Config, 'data' | 'database'>): string {
  return config.database || join(config.data, 'daybook.db');
}

/** The folder for contents and the key to passwords: beside the file, or the data folder, which instances share. */
function folderOf(config: Pick<Config, 'data' | 'database'>): string {
  const place = placeOf(config);
  return isPostgres(place) ? config.data : dirname(resolve(place));
}

/** Where the contents of a place are; those of a server's database are in its data folder. */
export function filesFolder(config: Pick<Config, 'data' | 'database'>): string {
  const place = placeOf(config);
  return isPostgres(place) ? join(config.data, 'files') : filesBeside(place);
}

export function keyFile(config: Pick<Config, 'data' | 'database'>): string {
  return join(folderOf(config), 'secret.key');
}

/** The store with its first user in it. */
export async function openStore(
  place: string,
  connections: number = limits.databaseConnections,
  existing = false,
): Promise<Store> {
  const store = await openEngine(place, connections, existing);
  try {
    const work = await unfinishedWork(store);
    if (work)
      throw new StoreProblem(
        `${store.about.location} holds only a part of the records: the ${work} into it did not come to its end. Run it again.`,
      );
    if ((await listUsers(store)).length === 0) await addOwner(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** For who only looks: a mistyped place must not become a new, empty Daybook, nor an older one a newer. */
export async function openExistingStore(place: string): Promise<Store> {
  if (!isPostgres(place)) requireNewest(place, 'start the service on it once to bring it up to date');
  return openStore(place, limits.databaseConnections, true);
}

/** The store as it is, also with nothing or only a part in it. */
export async function openEngine(
  place: string,
  connections: number = limits.databaseConnections,
  existing = false,
): Promise<Store> {
  if (!isPostgres(place)) return openSqlite(place);
  const { openPostgres } = await import('./store/postgres.ts'); // its client is not loaded for the embedded engine
  return openPostgres(place, connections, existing);
}

/** Keeps other services away where only one may serve; returns what lets go. */
export function holdStore(place: string): () => void {
  return isPostgres(place) ? () => {} : holdFolder(place);
}
