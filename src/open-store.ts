// Opens the store that the settings name.
import { join } from 'node:path';
import type { Config } from './config.ts';
import { openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';
import { addUser, listUsers } from './store/users.ts';

export function databaseFile(place: Pick<Config, 'data' | 'database'>): string {
  return place.database || join(place.data, 'daybook.db');
}

/** The store with its first user in it. */
export async function openStore(file: string): Promise<Store> {
  const store = openSqlite(file);
  if ((await listUsers(store)).length === 0) await addUser(store, 'owner');
  return store;
}
