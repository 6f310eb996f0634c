// A weekday that a rule counts within the month, such as the second Tuesday. When it becomes another, such as the second
// Wednesday, each occurrence goes to that of its own month, which is not always as many days later.
import type { Recurrence, Rule } from '../../resources/recurrence.ts';
import { formatDate, hasOffset, isDateAlone, writtenTime } from '../../values/time.ts';
import { unbounded } from '../budget.ts';
import { DAY, dateOf, monthNumber, monthOf, placesOf, type Stretch, weekdayOf } from '../calendar-days.ts';
import { momentOf, RuleStarts, type SeriesStart } from '../rule-starts.ts';
import { startOf } from '../series.ts';
import { daysBetween, timeText } from './series-dates.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** 1 is the first of its month, -1 the last. */
interface Numbered {
  nth: number;
  weekday: number;
}

/** The only weekday of a rule, if it has a number that counts within the month. */
export function numberedOf({ freq, byday = [], bymonth }: Partial<Rule>): Numbered | undefined {
  const countsInMonth = freq === 'monthly' || (freq === 'yearly' && bymonth !== undefined);
  const [, nth, weekday] = /^([+-]?\d+)([A-Z]{2})$/.exec(byday[0] ?? '') ?? [];
  if (!countsInMonth || byday.length !== 1 || nth === undefined) return undefined;
  return { nth: Number(nth), weekday: WEEKDAYS.indexOf(weekday as string) };
}

/** The weekday of a day with its number, counted in the same direction as another. */
export function numberedAt(day: number, direction: number): Numbered {
  const { first, length } = monthOfNumber(monthNumber(dateOf(day)));
  const fromLast = -Math.floor((first + length - 1 - day) / 7) - 1;
  return { nth: direction > 0 ? Math.floor((day - first) / 7) + 1 : fromLast, weekday: weekdayOf(day) };
}

export function isSameNumbered(a: Numbered, b: Numbered): boolean {
  return a.nth === b.nth && a.weekday === b.weekday;
}

/** Whether some of the rules have a numbered weekday and others have not the same one: they would not move by as much. */
export function isMixed({ rules = [], exrules = [], ...main }: Recurrence): boolean {
  const all = [...(main.freq === undefined ? [] : [main]), ...rules, ...exrules].map(numberedOf);
  return new Set(all.map((one) => JSON.stringify(one))).size > 1;
}

function monthOfNumber(month: number): Stretch {
  const year = Math.floor(month / 12);
  return monthOf(year, month - 12 * year + 1);
}

function dayIn(month: number, { nth, weekday }: Numbered): number | undefined {
  const { first, length } = monthOfNumber(month);
  const earliest = first + ((weekday - weekdayOf(first) + 7) % 7);
  const [place] = placesOf([nth], { first: 0, length: Math.ceil((first + length - earliest) / 7) });
  return place === undefined ? undefined : earliest + 7 * place;
}

const dayOf = (local: number) => Math.floor(local / DAY);

export class NumberedMove {
  readonly #before: Numbered;
  readonly #after: Numbered;
  readonly #months: number;

  private constructor(before: Numbered, after: Numbered, months: number) {
    this.#before = before;
    this.#after = after;
    this.#months = months;
  }

  /** Undefined if the rules have no numbered weekday, or if it is on the same days. Rules that are mixed cannot be moved. */
  static between(before: Recurrence, after: Recurrence, from: SeriesStart, to: SeriesStart): NumberedMove | undefined {
    const [was, is] = [before, after].map((one) => numberedOf(one.freq === undefined ? (one.rules?.[0] ?? {}) : one));
    if (!was || !is || daysBetween(from, to) === 0) return undefined;
    const monthAt = ({ local }: SeriesStart) => monthNumber(dateOf(dayOf(local)));
    return new NumberedMove(was, is, monthAt(to) - monthAt(from));
  }

  /** Not every month has a fifth one. */
  get isOneToOne(): boolean {
    return [this.#before, this.#after].every(({ nth }) => Math.abs(nth) < 5);
  }

  /** How many days later the occurrence of a day is then; undefined if the rule does not have that day. */
  daysFrom(day: number): number | undefined {
    const month = monthNumber(dateOf(day));
    if (dayIn(month, this.#before) !== day) return undefined;
    const moved = dayIn(month + this.#months, this.#after);
    return moved === undefined ? undefined : moved - day;
  }

  /** The end of a moved rule if that leaves it its last occurrence, else the start of that one. */
  until(before: Rule, after: Rule, from: SeriesStart, to: SeriesStart): string {
    const until = after.until as string;
    const last = lastOf(before, from);
    const days = last === undefined ? undefined : this.daysFrom(dayOf(last));
    if (last === undefined || days === undefined) return until;
    const time = from.allDay || to.allDay ? 0 : to.local - from.local - daysBetween(from, to) * DAY;
    const moved = last + days * DAY + time;
    const isDate = from.allDay || to.allDay || isDateAlone(until);
    const kept = lastOf(after, to);
    if (kept !== undefined && (isDate ? dayOf(kept) === dayOf(moved) : kept === moved)) return until;
    return isDate ? formatDate(dayOf(moved) * DAY) : timeText(moved, to);
  }
}

/** The local time of the last occurrence of a rule with UNTIL, also one that the clocks skip. */
function lastOf({ until, count: _count, ...rule }: Rule, at: SeriesStart): number | undefined {
  const end = localEnd(until as string, at);
  if (end === undefined) return undefined;
  const start = startOf({ start: at.local, allDay: at.allDay, zone: 'UTC' });
  return new RuleStarts(rule, start, null).before(end + 1, unbounded());
}

function localEnd(until: string, at: SeriesStart): number | undefined {
  const day = writtenTime(until.slice(0, 10));
  if (at.allDay) return day;
  if (isDateAlone(until)) return day === undefined ? undefined : day + DAY - 1;
  if (!hasOffset(until)) return writtenTime(until);
  const moment = momentOf(until, at);
  return moment === undefined ? undefined : at.zone.local(moment);
}
