// Keys that are made of a record's time: the seconds in the upper bits, a number within the second below. What is in
// the order of its keys is then in the order of time. 53 bits is what a number holds, so seconds reach from 1901 to
// 2106; what is beyond shares the first or the last of them.
import type { Resource } from '../resources/resource.ts';

/** The bits of the number within a second. */
export const WITHIN_BITS = 21;
const WITHIN = 2 ** WITHIN_BITS;
const FIRST = 1 - 2 ** 31;
const LAST = 2 ** 32 - 2;

/** Where lists are newest first unless asked otherwise. */
export function isTimeKeyed({ list, columns }: Resource): boolean {
  const [first] = list.sorts;
  return list.order === 'desc' && columns[first as string] === 'time';
}

/** The least and the greatest key of a moment; those without a time come before all others. */
export function keysOfTime(ms: number | null): [least: number, greatest: number] {
  if (ms === null) return [Number.MIN_SAFE_INTEGER, FIRST * WITHIN - 1];
  const second = Math.min(Math.max(Math.floor(ms / 1000), FIRST), LAST);
  return [second * WITHIN, (second + 1) * WITHIN - 1];
}

/** Keys for the rows of a table that is being filled from empty. */
export function keyMaker(): (ms: number | null) => number {
  const next = new Map<number, number>();
  return (ms) => {
    const [least] = keysOfTime(ms);
    const key = next.get(least) ?? least;
    next.set(least, key + 1);
    return key;
  };
}
