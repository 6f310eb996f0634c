// Which records take place in a range, as SQL on a record `r`: by their first start and their last end, and those on dates
// by local times of the range. Most records are short, so those that can overlap begin shortly before the range or in it;
// the few long ones are found by their end.
import type { Bounds, Range } from '../../values/days.ts';
import { DAY } from '../../values/time.ts';
import type { Value } from '../port.ts';

/** The longest that a record can take without being `long`. */
export const SHORT = 32 * DAY;

export type ClosedRange = Required<{ [K in keyof Bounds]: number }> & {
  local: Required<{ [K in keyof Bounds]: number }>;
};

type Bind = (value: Value) => string;

/** Records that begin in a range, in the order of the index of their starts. */
export function startsIn(column: string, flag: string, range: Range, bind: Bind): string {
  const outer = {
    from: least(range.from, range.local.from),
    before: greatest(range.before, range.local.before),
  };
  const between = ({ from, before }: Bounds) => [
    ...(from === undefined ? [] : [`${column} >= ${bind(from)}`]),
    ...(before === undefined ? [] : [`${column} < ${bind(before)}`]),
  ];
  const [outside, dates, moments] = [outer, range.local, range].map((one) => between(one).join(' and '));
  return `${outside} and case when ${flag} = 1 then ${dates} else ${moments} end`;
}

/** A select of the keys of single records that overlap a range, and of series that begin in it. */
export function takesPlaceIn(table: string, range: ClosedRange, bind: Bind): string {
  const starts = `o.recurrence = 1 and ${startsIn('o.start_at', 'o.all_day', range, bind)}`;
  return anyOf(table, [shortIn(range, bind), longIn(range, bind), starts]);
}

/** A select of the keys of single records that overlap a range. */
export function singleIn(table: string, range: ClosedRange, bind: Bind): string {
  return anyOf(table, [shortIn(range, bind), longIn(range, bind)]);
}

/** Series with a first start before the end of a range and a last end after its beginning. */
export function seriesIn(range: ClosedRange, bind: Bind): string {
  const { from, before } = outerBounds(range);
  return `r.recurrence = 1 and r.last_at > ${bind(from)} and r.first_at < ${bind(before)} and ${exactly('r', range, bind)}`;
}

// Each condition has an index of its own, which the engines would not always use if they were joined by `or`.
function anyOf(table: string, conditions: string[]): string {
  const keys = conditions.map((one) => `select o.key from ${table} o where o.user_id = ?1 and ${one}`);
  return keys.join(' union all ');
}

function shortIn(range: ClosedRange, bind: Bind): string {
  const { from, before } = outerBounds(range);
  return `o.recurrence = 0 and o.long = 0 and o.first_at > ${bind(from - SHORT)} and o.first_at < ${bind(before)} and ${exactly('o', range, bind)}`;
}

function longIn(range: ClosedRange, bind: Bind): string {
  const { from, before } = outerBounds(range);
  return `o.recurrence = 0 and o.long = 1 and o.last_at > ${bind(from)} and o.first_at < ${bind(before)} and ${exactly('o', range, bind)}`;
}

function exactly(row: string, range: ClosedRange, bind: Bind): string {
  const overlap = ({ from, before }: { from: number; before: number }) =>
    `${row}.first_at < ${bind(before)} and ${row}.last_at > ${bind(from)}`;
  return `case when ${row}.all_day = 1 then ${overlap(range.local)} else ${overlap(range)} end`;
}

function outerBounds(range: ClosedRange): { from: number; before: number } {
  return {
    from: Math.min(range.from, range.local.from),
    before: Math.max(range.before, range.local.before),
  };
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.min(a, b);
}

function greatest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
