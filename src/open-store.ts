// Opens the store that the settings name: an SQLite file, or a PostgreSQL database.
import { dirname, join, resolve } from 'node:path';
import { type Config, commandFor } from './config.ts';
import { holdFolder } from './store/lock.ts';
import { dropAbandoned, dropUnfinished } from './store/partial.ts';
import { OlderSchema, StoreProblem } from './store/problem.ts';
import { openSqlite } from './store/sqlite.ts';
import { filesBeside, requireCurrent } from './store/sqlite-backup.ts';
import type { Opening, Store } from './store/store.ts';
import { unfinishedWork } from './store/unfinished.ts';
import { addOwner, listUsers } from './store/users.ts';
import { isPostgres, withoutPassword } from './values/place.ts';

type Place = Pick<Config, 'data' | 'database'>;

/** Where the records are: a file, or the address of a database. */
export function placeOf(config: Place): string {
  return config.database || join(config.data, 'daybook.db');
}

/** The folder for contents and the key to passwords: beside the file, or the data folder, which instances share. */
function folderOf(config: Place): string {
  const place = placeOf(config);
  return isPostgres(place) ? config.data : dirname(resolve(place));
}

/** Where the contents of a place are; those of a server's database are in its data folder. */
export function filesFolder(config: Place): string {
  const place = placeOf(config);
  return isPostgres(place) ? join(config.data, 'files') : filesBeside(place);
}

export function keyFile(config: Place): string {
  return join(folderOf(config), 'secret.key');
}

/** The store with its first user in it. An older database is refused, unless it is to be upgraded. */
export async function openStore(
  config: Place,
  opening: Opening & { onNew?: (place: string) => void } = {},
): Promise<Store> {
  const store = await openEngine(placeOf(config), opening).catch((error: unknown) => {
    throw named(error, config);
  });
  try {
    const work = await unfinishedWork(store);
    if (work)
      throw new StoreProblem(
        `${store.about.location} holds only a part of the records: the ${work} into it did not come to its end. Run it again.`,
      );
    if ((await listUsers(store)).length === 0) {
      await addOwner(store);
      opening.onNew?.(store.about.location);
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** For commands that may come before the first start: a new Daybook is made, and that is said. */
export async function openOrMakeStore(config: Place): Promise<Store> {
  return openStore(config, {
    onNew: (place) =>
      process.stderr.write(
        `A new, empty Daybook was made: ${place}. If you meant another, remove this one and name the other with --data or --database.\n`,
      ),
  });
}

/** For who only looks: a mistyped place must not become a new, empty Daybook. */
export async function openExistingStore(config: Place): Promise<Store> {
  requireCurrentFile(config);
  return openStore(config, { existing: true });
}

/** Where the place is a file: refuses one that is missing, is not ours or has an older schema. */
export function requireCurrentFile(config: Place): void {
  if (isPostgres(placeOf(config))) return;
  try {
    requireCurrent(placeOf(config));
  } catch (error) {
    throw named(error, config);
  }
}

// With the command that upgrades this place.
function named(error: unknown, config: Place): unknown {
  if (!(error instanceof OlderSchema)) return error;
  const place = placeOf(config);
  return new OlderSchema(isPostgres(place) ? withoutPassword(place) : place, error.found, commandFor(config, 'serve'));
}

/** The store as it is, also with nothing or only a part in it. */
export async function openEngine(place: string, opening: Opening = {}): Promise<Store> {
  if (!isPostgres(place)) return openSqlite(place, opening);
  const { openPostgres } = await import('./store/postgres.ts'); // its client is not loaded for the embedded engine
  return openPostgres(place, opening);
}

/**
 * Keeps other services away where only one may serve; returns what lets go. What killed backups, restores and moves
 * have left in the data folder is removed.
 */
export function holdStore(config: Place): () => void {
  const place = placeOf(config);
  const release = isPostgres(place) ? () => {} : holdFolder(place);
  if (!isPostgres(place)) dropUnfinished(place);
  dropAbandoned(folderOf(config));
  return release;
}
