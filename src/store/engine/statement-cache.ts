// The statement cache of both engines: preparing is the expensive part of a small statement. The cache is bounded and
// keeps recently used entries, so texts that are used once never displace those of every request.
import type { Dialect } from '../port.ts';

/** The user of statements that span users. */
export const NO_USER = -1;

export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/**
 * Keeps at most `max` entries in two generations: a used entry moves to the younger one, and when that is full the
 * older one is dropped. A hit costs one lookup, and no order is maintained. `dropped` is called for each lost key.
 */
export function createCache<V>(max: number, dropped?: (key: string) => void): Cache<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();

  function set(key: string, value: V): void {
    old.delete(key);
    young.set(key, value);
    if (young.size < max / 2) return;
    if (dropped) for (const one of old.keys()) dropped(one);
    old = young;
    young = new Map();
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}

/** Prepared statements by their text. A statement for a user must bind that user as ?1; others are refused. */
export function createStatementCache<S>(max: number, prepare: (sql: string) => S): (sql: string, user: number) => S {
  const cache = createCache<{ statement: S; bindsUser: boolean }>(max);
  return (sql, user) => {
    let entry = cache.get(sql);
    if (!entry) {
      const bindsUser = /\?1\b/.test(sql);
      if (!bindsUser && user !== NO_USER) throw withoutUser(sql);
      entry = { statement: prepare(sql), bindsUser };
      cache.set(sql, entry);
    }
    if (!entry.bindsUser && user !== NO_USER) throw withoutUser(sql);
    return entry.statement;
  };
}

function withoutUser(sql: string): Error {
  return new Error(`a statement without its user: ${sql}`);
}

/** Caches values that are derived from the dialect of an engine. */
export function perDialect<T>(work: (dialect: Dialect) => T): (dialect: Dialect) => T {
  const known = new Map<Dialect, T>();
  return (dialect) => {
    let value = known.get(dialect);
    if (value === undefined) {
      value = work(dialect);
      known.set(dialect, value);
    }
    return value;
  };
}

// A statement whose text depends on the number of inserted rows is prepared for each number. So rows are inserted in
// chunks of few sizes.

/** Splits rows into chunks of these lengths, the last of which is 1. */
export function* chunksOf<T>(rows: readonly T[], lengths: readonly number[]): Generator<readonly T[]> {
  let start = 0;
  for (const length of lengths)
    for (; rows.length - start >= length; start += length) yield rows.slice(start, start + length);
}

/** The parameters of a number of rows: (?2, ?3), (?4, ?5) for two rows of two values from parameter 2 on. */
export function parametersOf(rows: number, width: number, first: number, before = ''): string {
  return Array.from({ length: rows }, (_, row) => {
    const own = Array.from({ length: width }, (_, column) => `?${row * width + column + first}`);
    return `(${before}${own.join(', ')})`;
  }).join(', ');
}
