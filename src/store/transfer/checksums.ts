// The count and the digest of each table's rows in order: two stores with equal sums have the same data.
import { createHash, type Hash } from 'node:crypto';
import type { Value } from '../port.ts';

export type Sums = Record<string, { rows: number; sha256: string }>;

export interface Summer {
  add(table: string, values: readonly Value[]): void;
  sums(): Sums;
}

export function newSummer(): Summer {
  const open = new Map<string, { rows: number; hash: Hash }>();
  return {
    add(table, values) {
      const one = open.get(table) ?? { rows: 0, hash: createHash('sha256') };
      open.set(table, one);
      one.rows++;
      one.hash.update(`${JSON.stringify(values)}\n`);
    },
    sums: () =>
      Object.fromEntries(
        [...open].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.copy().digest('hex') }]),
      ),
  };
}

/** Describes the first table that differs; undefined if there is none. */
export function differenceOf(expected: Sums, found: Sums): string | undefined {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [one, other] = [expected[table], found[table]];
    if (one?.rows !== other?.rows) return `${table} has ${other?.rows ?? 0} rows where ${one?.rows ?? 0} are expected`;
    if (one?.sha256 !== other?.sha256) return `the rows of ${table} are not the same`;
  }
  return undefined;
}
