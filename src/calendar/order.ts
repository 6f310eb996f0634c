// The order of an expanded list: by what it is sorted by, then by id and original start, so that every entry has one place
// and pages neither repeat nor skip one. Sorting yields, so that a long list does not hold up other requests.
import type { Value } from '../store/port.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import type { Entry } from './expanded-series.ts';

type Compare = (a: Entry, b: Entry) => number;

/** No column that events are sorted by can be null. */
export function* sortEntries(entries: Entry[], { sort, order }: ListPlan): Generator<undefined, Entry[]> {
  const bySort: Compare = sort === 'start_at' ? (a, b) => a.start - b.start : (a, b) => compare(a.sorted, b.sorted);
  const ascending: Compare = (a, b) => bySort(a, b) || compareIds(a.id, b.id) || a.original - b.original;
  return yield* sorted(entries, order === 'asc' ? ascending : (a, b) => ascending(b, a));
}

const RUN = 2048;

/** Sorts short runs, then merges them pairwise. */
function* sorted(entries: Entry[], order: Compare): Generator<undefined, Entry[]> {
  let runs: Entry[][] = [];
  for (let at = 0; at < entries.length; at += RUN) {
    runs.push(entries.slice(at, at + RUN).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: Entry[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] as Entry[], runs[at + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(one: Entry[], other: Entry[], order: Compare): Generator<undefined, Entry[]> {
  const merged: Entry[] = [];
  for (let a = 0, b = 0; a < one.length || b < other.length; ) {
    const isOther = a === one.length || (b < other.length && order(other[b] as Entry, one[a] as Entry) < 0);
    merged.push((isOther ? other[b++] : one[a++]) as Entry);
    if (merged.length % RUN === 0) yield;
  }
  return merged;
}

function compareIds(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function compare(a: Value, b: Value): number {
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : (a as number) - (b as number);
}

// By code points, as both engines compare texts. UTF-16 differs from that only in its surrogates, which stand for the
// highest code points.
function compareTexts(a: string, b: string): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one !== other) return Number(isSurrogate(one)) - Number(isSurrogate(other)) || one - other;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
