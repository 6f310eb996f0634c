// Rules by day of the month. Months differ in length, so that their occurrences do not always all move by as many days as
// the series: from the 28th to the 1st of the next month is one day more in March than in April.
import type { Rule } from '../../resources/recurrence.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { daysBetween } from './series-dates.ts';

const IN_EVERY_MONTH = 28;
/** Four years in a row, one of them with a leap day. */
const YEARS = [2025, 2026, 2027, 2028];

/** Whether every occurrence of a rule moves by as many days as the start, and none to a day that some months lack. */
export function movesEvenly(rule: Rule, from: SeriesStart, to: SeriesStart): boolean {
  const { freq, byday, bymonth, bymonthday } = rule;
  if ((freq !== 'monthly' && freq !== 'yearly') || byday || daysBetween(from, to) === 0) return true;
  const [before, after] = [new Date(from.local), new Date(to.local)];
  const isSameMonth = before.toISOString().slice(0, 7) === after.toISOString().slice(0, 7);
  const isOnceAYear = freq === 'yearly' && (bymonth ? bymonth.length === 1 : bymonthday === undefined);
  const isFromEnd = (bymonthday?.[0] ?? 1) < 0;
  if (isOnceAYear && !isFromEnd) return movesEvenlyInAYear(before, after);
  const { first, last } = monthDay(to.local);
  return isSameMonth && (isFromEnd ? -last : first) <= IN_EVERY_MONTH;
}

/** Whether two dates are equally far apart in every year, leap years included. */
function movesEvenlyInAYear(before: Date, after: Date): boolean {
  const years = after.getUTCFullYear() - before.getUTCFullYear();
  const at = (date: Date, year: number) => Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  const distances = YEARS.map((year) => at(after, year + years) - at(before, year));
  const isLeapDay = (date: Date) => date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return new Set(distances).size === 1 && !isLeapDay(before) && !isLeapDay(after);
}

/** A BYMONTHDAY of the start, moved to the new start; undefined if it is not the day of the start. */
export function movedMonthday(day: number, from: SeriesStart, to: SeriesStart): number | undefined {
  const before = monthDay(from.local);
  const after = monthDay(to.local);
  if (day === before.first) return after.first;
  return day === before.last ? after.last : undefined;
}

interface MonthDay {
  /** From the beginning of the month, 1 is the first; from its end, -1 is the last. */
  first: number;
  last: number;
}

function monthDay(local: number): MonthDay {
  const date = new Date(local);
  const first = date.getUTCDate();
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return { first, last: first - length - 1 };
}
