// Where the rule of a series begins again when the series is divided. It must give the same occurrences from there on. Not
// every occurrence can begin it, because what the rule does not say follows from its start.
import { inSlices } from '../../records/slices.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import { END_OF_TIME, FIRST_TIME } from '../../values/time.ts';
import { unbounded } from '../budget.ts';
import { DAY, dateOf } from '../calendar-days.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import type { SeriesStart } from '../rule-starts.ts';
import type { Series } from '../series.ts';
import { NamedTimes } from './named-times.ts';
import { timeText } from './series-dates.ts';

/** With more further dates than this the rule begins with a day that is not an occurrence. */
const MAX_EARLIER = 50;
const WEEK = 7 * DAY;

export interface Beginning {
  /** Undefined if all that is left are the `rdates`. */
  start: number | undefined;
  /** The occurrences before it, as they are written. */
  rdates: string[];
}

/**
 * `alone` is the series with its rule only, and `next` its first occurrence that follows. `isReplaced`: the rule will be
 * another one, so the years that it counts from do not matter.
 */
export async function beginningOf(
  alone: Series,
  rule: Recurrence,
  at: SeriesStart,
  next: number,
  isReplaced: boolean,
): Promise<Beginning> {
  const named = new NamedTimes(rule, at);
  const textOf = (start: number) => {
    const skipped = named.skippedOf(start);
    return skipped === undefined ? recurrenceId(start, at.allDay) : timeText(skipped, at);
  };
  const isInYear = (start: number) => isReplaced || countsFromYear(rule, at, at.zone.local(start));
  const earlier: number[] = [];
  for (let one: number | undefined = next; one !== undefined; one = alone.nextStart(one)) {
    const hasYear = isInYear(one);
    // From one that the clocks skip, all others would be at the time that the clocks show instead.
    if (hasYear && named.skippedOf(one) === undefined) return { start: one, rdates: earlier.map(textOf) };
    if (!hasYear && earlier.length >= MAX_EARLIER) return beginningBetween(alone, rule, at, next, textOf);
    earlier.push(one);
  }
  // No other follows a last one that the clocks skip.
  if (earlier.length === 1 && isInYear(next)) return { start: next, rdates: [] };
  return { start: undefined, rdates: earlier.map(textOf) };
}

/** The rule begins on the same weekday and at the same time, but not with an occurrence. */
async function beginningBetween(
  alone: Series,
  rule: Recurrence,
  at: SeriesStart,
  next: number,
  textOf: (start: number) => string,
): Promise<Beginning> {
  let local = new NamedTimes(rule, at).localOf(next);
  while (local < END_OF_TIME && (!countsFromYear(rule, at, local) || at.zone.moment(local) === undefined))
    local += WEEK;
  const start = Math.min(at.zone.momentOf(local), END_OF_TIME);
  const before = await inSlices(alone.starts(next, start, unbounded()));
  const isOver = alone.nextStart(start - 1) === undefined;
  return { start: isOver ? undefined : start, rdates: before.map(textOf) };
}

/**
 * Whether a rule that begins at this local time has the years that it has from the start of the series. INTERVAL counts
 * from the calendar year of the start, and the week of a day can be one of the year before or after.
 */
export function countsFromYear(
  { freq, byweekno = [], interval = 1 }: Recurrence,
  at: SeriesStart,
  local: number,
): boolean {
  if (freq !== 'yearly' || byweekno.length === 0) return true;
  return (yearOf(local) - yearOf(at.local)) % interval === 0;
}

function yearOf(local: number): number {
  return dateOf(Math.floor(local / DAY)).year;
}

/** How many occurrences a series has before a moment. */
export async function countBefore(series: Series, moment: number): Promise<number> {
  return (await inSlices(series.starts(FIRST_TIME, moment, unbounded()))).length;
}
