// Changes the rules of a series that is moved as a whole, so that they give the moved occurrences: a weekly rule on Tuesdays
// becomes one on Wednesdays. Where a rule names several days or times that cannot be moved together, nothing is guessed.
import type { Recurrence, Rule } from '../../resources/recurrence.ts';
import { formatDate, hasOffset, isDateAlone, isWritable, writtenTime } from '../../values/time.ts';
import { DAY } from '../calendar-days.ts';
import { momentOf, type SeriesStart } from '../rule-starts.ts';
import { movedMonthday, movesEvenly } from './month-days.ts';
import { isMixed, isSameNumbered, NumberedMove, numberedAt, numberedOf, WEEKDAYS } from './numbered-weekday.ts';
import { daysBetween, localDay, timeText } from './series-dates.ts';

const HOUR = 3_600_000;

export const CANNOT_MOVE =
  'start_at: the rule of the series names days or times that cannot be moved together; send recurrence with it, as it is to be then.';

/**
 * The rules of a series that moves from one start to another; undefined if they cannot be moved, or if an occurrence that
 * was removed or changed (`hasOverrides`), or the last one, could have no place among the moved ones.
 */
export function shiftRules(
  recurrence: Recurrence,
  from: SeriesStart,
  to: SeriesStart,
  hasOverrides: boolean,
): Recurrence | undefined {
  const { rules, exrules, exdates = [] } = recurrence;
  const hasOwn = hasOverrides || exdates.length > 0;
  const shift = (rule: Rule) => shiftRule(rule, from, to, hasOwn);
  if (daysBetween(from, to) !== 0 && isMixed(recurrence)) return undefined;
  const main = recurrence.freq === undefined ? recurrence : shift(recurrence as Rule);
  const others = (list: Rule[] | undefined) => list?.map(shift).filter((rule) => rule !== undefined);
  const moved = { rules: others(rules), exrules: others(exrules) };
  if (!main || moved.rules?.length !== rules?.length || moved.exrules?.length !== exrules?.length) return undefined;
  return { ...main, ...(moved.rules && { rules: moved.rules }), ...(moved.exrules && { exrules: moved.exrules }) };
}

function shiftRule(rule: Rule, from: SeriesStart, to: SeriesStart, hasOwn: boolean): Rule | undefined {
  const days = shiftDays(rule, from, to);
  const times = from.allDay || to.allDay ? {} : shiftTimes(rule, from, to);
  if (!days || !times) return undefined;
  const moved = { ...rule, ...days, ...times };
  const numbered = NumberedMove.between(rule, moved, from, to);
  const isEven = numbered ? numbered.isOneToOne : movesEvenly(rule, from, to);
  if (!isEven && (hasOwn || rule.until !== undefined)) return undefined;
  if (rule.until === undefined) return moved;
  const ended = { ...moved, until: shiftUntil(rule.until, from, to) };
  return numbered ? { ...ended, until: numbered.until(rule, ended, from, to) } : ended;
}

/** The end moves as far as the series, or the last occurrence would be lost. */
function shiftUntil(until: string, from: SeriesStart, to: SeriesStart): string {
  const days = daysBetween(from, to) * DAY;
  const moment = momentOf(until, from);
  if (from.allDay || to.allDay || isDateAlone(until)) {
    if (days === 0 && (isDateAlone(until) || from.allDay === to.allDay)) return until;
    // Its day in the zone of a series with times; of an all-day series its written date.
    const isDay = from.allDay || isDateAlone(until) || moment === undefined;
    const day = isDay ? (writtenTime(until.slice(0, 10)) as number) : localDay(moment, from) * DAY;
    return isWritable(day + days) ? formatDate(day + days) : until;
  }
  if (moment === undefined) return until;
  const local = (hasOffset(until) ? undefined : writtenTime(until)) ?? from.zone.local(moment);
  const moved = local + to.local - from.local;
  const isSame = to.zone.momentOf(moved) === moment && hasOffset(until);
  return isWritable(to.zone.momentOf(moved)) && !isSame ? timeText(moved, to) : until;
}

function shiftDays(rule: Rule, from: SeriesStart, to: SeriesStart): Partial<Rule> | undefined {
  const days = daysBetween(from, to);
  if (days === 0) return {};
  const { freq, byday, bymonth, bymonthday, byyearday, byweekno, bysetpos } = rule;
  if (freq !== 'monthly' && freq !== 'yearly') {
    if (bymonth || bymonthday || byyearday || byweekno || (bysetpos && freq !== 'weekly')) return undefined;
    return byday ? { byday: byday.map((day) => rotated(day, days)), ...shiftWeek(rule, days) } : shiftWeek(rule, days);
  }
  if (byyearday || byweekno || bysetpos || (byday && bymonthday)) return undefined;
  const months = shiftMonths(rule, from, to);
  if (!months) return undefined;
  if (byday) {
    const numbered = renumbered(rule, from, to);
    return numbered === undefined ? undefined : { ...months, byday: [numbered] };
  }
  if (!bymonthday) return months;
  const moved = bymonthday.length === 1 ? movedMonthday(bymonthday[0] as number, from, to) : undefined;
  return moved === undefined ? undefined : { ...months, bymonthday: [moved] };
}

function rotated(day: string, days: number): string {
  return WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] as string;
}

// Days that were in one week must stay in one week where the rule skips weeks.
function shiftWeek({ freq, interval = 1, byday, wkst = 'MO' }: Rule, days: number): Partial<Rule> {
  return freq === 'weekly' && interval > 1 && byday ? { wkst: rotated(wkst, days) } : {};
}

function shiftMonths({ bymonth }: Rule, from: SeriesStart, to: SeriesStart): Partial<Rule> | undefined {
  const before = new Date(from.local).getUTCMonth() + 1;
  const after = new Date(to.local).getUTCMonth() + 1;
  if (!bymonth || before === after) return {};
  return bymonth.length === 1 && bymonth[0] === before ? { bymonth: [after] } : undefined;
}

/** The rule for 2TU becomes that for the weekday of the new start, counted in the same direction. */
function renumbered(rule: Rule, from: SeriesStart, to: SeriesStart): string | undefined {
  const known = numberedOf(rule);
  if (!known || !isSameNumbered(known, numberedAt(Math.floor(from.local / DAY), known.nth))) return undefined;
  const { nth, weekday } = numberedAt(Math.floor(to.local / DAY), known.nth);
  return `${nth}${WEEKDAYS[weekday]}`;
}

function shiftTimes(rule: Rule, from: SeriesStart, to: SeriesStart): Partial<Rule> | undefined {
  const shift = to.local - from.local - daysBetween(from, to) * DAY;
  if (shift === 0) return {};
  const { byhour, byminute, bysecond } = rule;
  if (!byhour && !byminute && !bysecond) return {};
  if (byhour && shift % HOUR === 0) return shiftHours(byhour, shift / HOUR);
  const before = new Date(from.local);
  const after = new Date(to.local);
  const single = (values: number[] | undefined, was: number, now: number) =>
    values === undefined || was === now ? values : values.length === 1 && values[0] === was ? [now] : null;
  const moved = {
    byhour: single(byhour, before.getUTCHours(), after.getUTCHours()),
    byminute: single(byminute, before.getUTCMinutes(), after.getUTCMinutes()),
    bysecond: single(bysecond, before.getUTCSeconds(), after.getUTCSeconds()),
  };
  if (Object.values(moved).includes(null)) return undefined;
  return Object.fromEntries(Object.entries(moved).filter(([, values]) => values)) as Partial<Rule>;
}

function shiftHours(byhour: number[], hours: number): Partial<Rule> | undefined {
  const moved = byhour.map((hour) => hour + hours);
  return moved.every((hour) => hour >= 0 && hour < 24) ? { byhour: moved } : undefined;
}
