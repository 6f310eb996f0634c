// The bare program's database as that program sees it, on either engine: a copy of Daybook's. Writes go between begin
// and commit, one group at a time.
import { isPostgres } from '../src/values/place.ts';
import type { Page } from './limit-email.ts';
import type { Filter } from './limit-tables.ts';

export type Soon<T> = T | Promise<T>;

export interface Found {
  rows: Record<string, unknown>[];
  total: number;
}

export interface LimitStore {
  get(id: string): Soon<string | undefined>;
  list(filter: Filter, page: Page): Soon<Found>;
  /** The newest that have the words, a page of the usual length. */
  search(text: string): Soon<Found>;
  /** Makes a mail from what a client sent, stores it with its change, and returns it as JSON. */
  create(given: Record<string, unknown>): Soon<string>;
  change(id: string, values: Record<string, unknown>): Soon<string | undefined>;
  begin(): Soon<void>;
  commit(): Soon<void>;
}

export async function openLimitStore(place: string): Promise<LimitStore> {
  // Only the client of the engine that is measured is loaded.
  const engine = isPostgres(place) ? await import('./limit-postgres.ts') : await import('./limit-sqlite.ts');
  return engine.openLimit(place);
}
