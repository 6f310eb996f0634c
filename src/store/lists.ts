// Lists of values in SQL. A statement whose text depends on how many values there are is prepared anew for each number,
// and pushes others out of what is kept prepared. So a list is one parameter, and many rows go in by pieces of few sizes.
import type { Lists } from './store.ts';

export const sqliteLists: Lists = {
  in: (parameter) => `in (select value from json_each(?${parameter}))`,
  notIn: (parameter) => `not in (select value from json_each(?${parameter}))`,
  of: (values) => JSON.stringify(values),
};

/** As the text of an array; its type is that of the column it is compared with. */
export const postgresLists: Lists = {
  in: (parameter) => `= any(?${parameter})`,
  notIn: (parameter) => `<> all(?${parameter})`,
  of: (values) => `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`,
};

/** Cuts rows into pieces of these lengths, which end with 1. */
export function* piecesOf<T>(rows: readonly T[], lengths: readonly number[]): Generator<readonly T[]> {
  let start = 0;
  for (const length of lengths)
    for (; rows.length - start >= length; start += length) yield rows.slice(start, start + length);
}

/** The places of the parameters of so many rows: (?2, ?3), (?4, ?5) for two rows of two values from parameter 2 on. */
export function placesOf(rows: number, width: number, first: number, before = ''): string {
  return Array.from({ length: rows }, (_, row) => {
    const own = Array.from({ length: width }, (_, column) => `?${row * width + column + first}`);
    return `(${before}${own.join(', ')})`;
  }).join(', ');
}
