// Keys derived from a record's time: the seconds in the upper bits, a number within the second below. So the order of
// keys is the order of time. A JavaScript number has 53 bits, so seconds range from 1901 to 2106; times outside of this
// range share the first or the last second.
import { type AnyRecord, commonColumns, type Resource } from '../../resources/resource.ts';

/** The bits of the number within a second. */
export const WITHIN_BITS = 21;
const WITHIN = 2 ** WITHIN_BITS;
const FIRST = 1 - 2 ** 31;
const LAST = 2 ** 32 - 2;

/** For resources whose lists are sorted by newest first by default. */
export function isTimeKeyed({ list, columns }: Resource): boolean {
  const first = list.sorts[0] as string;
  return list.order === 'desc' && (columns[first] ?? commonColumns[first]) === 'time';
}

/** The smallest and the largest key of a moment; records without a time come before all others. */
function keysOfTime(ms: number | null): [least: number, greatest: number] {
  if (ms === null) return [Number.MIN_SAFE_INTEGER, FIRST * WITHIN - 1];
  const second = Math.min(Math.max(Math.floor(ms / 1000), FIRST), LAST);
  return [second * WITHIN, (second + 1) * WITHIN - 1];
}

/** The smallest and the largest key of a record; none if keys are sequential. */
export function keyRange(resource: Resource, record: AnyRecord): number[] {
  if (!isTimeKeyed(resource)) return [];
  const time = record[resource.list.sorts[0] as string] as string | null;
  return keysOfTime(time === null ? null : Date.parse(time));
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
