// The bare program's database as that program sees it, on either engine. Writes go between begin and commit, one group
// at a time; on SQLite everything is done when a function returns, on PostgreSQL when its promise does.
import { isPostgres } from '../src/values/place.ts';
import type { LimitEmail } from './limit-email.ts';

export type Soon<T> = T | Promise<T>;

export interface LimitStore {
  get(id: string): Soon<string | undefined>;
  list(folder: string): Soon<string>;
  search(word: string): Soon<string>;
  /** How many mails have the word. */
  count(word: string): Soon<number>;
  /** Makes a mail from what a client sent, stores it with its change, and returns it as JSON. */
  create(given: Record<string, unknown>): Soon<string>;
  insert(email: LimitEmail): Soon<string>;
  setRead(id: string, isRead: boolean): Soon<string | undefined>;
  begin(): Soon<void>;
  commit(): Soon<void>;
  close(): Soon<void>;
}

/** Opens the database; with the place of Daybook's, a new one with the same tables and indexes. */
export async function openLimitStore(place: string, servicePlace?: string): Promise<LimitStore> {
  // Only the client of the engine that is measured is loaded.
  const engine = isPostgres(place) ? await import('./limit-postgres.ts') : await import('./limit-sqlite.ts');
  return engine.openLimit(place, servicePlace);
}
