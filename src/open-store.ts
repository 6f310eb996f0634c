// Opens the store that the settings name: an SQLite file, or a PostgreSQL database.
import './effects.ts';
import { dirname, join, resolve } from 'node:path';
import { type Config, commandFor } from './config.ts';
import { OlderSchema, StoreProblem } from './store/engine/problem.ts';
import type { Opening, Store } from './store/port.ts';
import { filesBeside, requireCurrent } from './store/sqlite/backup.ts';
import { holdFolder } from './store/sqlite/lock.ts';
import { openSqlite } from './store/sqlite/sqlite.ts';
import { addOwner, listUsers } from './store/tables/users.ts';
import { dropAbandoned, dropUnfinished } from './store/transfer/partial.ts';
import { unfinishedWork } from './store/transfer/unfinished.ts';
import { isPostgres, withoutPassword } from './values/place.ts';

type Place = Pick<Config, 'data' | 'database'>;

/** The location of the records: a file, or the URL of a database. */
export function placeOf(config: Place): string {
  return config.database || join(config.data, 'daybook.db');
}

/** The folder for contents and the key to passwords: beside the file, or the data folder, which instances share. */
function folderOf(config: Place): string {
  const place = placeOf(config);
  return isPostgres(place) ? config.data : dirname(resolve(place));
}

/** The content folder of a database; for a server database it is in the data folder. */
export function filesFolder(config: Place): string {
  const place = placeOf(config);
  return isPostgres(place) ? join(config.data, 'files') : filesBeside(place);
}

export function keyFile(config: Place): string {
  return join(folderOf(config), 'secret.key');
}

/** The store with its first user. An older database is refused, unless it is to be upgraded. */
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
        `${store.about.location} contains only a part of the records, because the ${work} was interrupted. Run it again.`,
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

/** For commands that may run before the first start: creates a new Daybook, with a message. */
export async function openOrMakeStore(config: Place): Promise<Store> {
  return openStore(config, {
    onNew: (place) =>
      process.stderr.write(
        `A new, empty Daybook was made: ${place}. If you meant another, remove this one and name the other with --data or --database.\n`,
      ),
  });
}

/** For commands that only read: a mistyped path must not become a new, empty Daybook. */
export async function openExistingStore(config: Place): Promise<Store> {
  requireCurrentFile(config);
  return openStore(config, { existing: true });
}

/** For a file: refuses one that is missing, not a Daybook database, or of an older schema. */
export function requireCurrentFile(config: Place): void {
  if (isPostgres(placeOf(config))) return;
  try {
    requireCurrent(placeOf(config));
  } catch (error) {
    throw named(error, config);
  }
}

// With the command that upgrades this database.
function named(error: unknown, config: Place): unknown {
  if (!(error instanceof OlderSchema)) return error;
  const place = placeOf(config);
  return new OlderSchema(isPostgres(place) ? withoutPassword(place) : place, error.found, commandFor(config, 'serve'));
}

/** The store as it is, even if it is empty or incomplete. */
export async function openEngine(place: string, opening: Opening = {}): Promise<Store> {
  if (!isPostgres(place)) return openSqlite(place, opening);
  const { openPostgres } = await import('./store/postgres/postgres.ts'); // its client is not loaded for the embedded engine
  return openPostgres(place, opening);
}

/**
 * Locks the store if only one service may use it; returns the function that unlocks it. Removes what killed backups,
 * restores and moves left in the data folder.
 */
export function holdStore(config: Place): () => void {
  const place = placeOf(config);
  const release = isPostgres(place) ? () => {} : holdFolder(place);
  if (!isPostgres(place)) dropUnfinished(place);
  dropAbandoned(folderOf(config));
  return release;
}
