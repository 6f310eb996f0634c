// What the times that are given for one occurrence change in all: each start and end moves by as much, in local time.
import type { CalendarEvent } from '../../resources/event.ts';
import { type EventTimes, settleTimes } from '../../resources/event-times.ts';
import type { FieldContext } from '../../resources/fields.ts';
import { originalTimes } from '../../resources/overrides.ts';
import { formatDate, formatTime, isWritable } from '../../values/time.ts';
import { DAY } from '../calendar-days.ts';
import { occurrenceOf, spanOfTimes } from '../occurrences.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { Originals } from './originals.ts';
import { datesOf, startOfSeries } from './series-dates.ts';

export type Given = Record<string, unknown> & Partial<CalendarEvent>;

export const TIMES = ['start_at', 'end_at', 'start_date', 'end_date'] as const;

export type Times = Pick<EventTimes, (typeof TIMES)[number]>;

/** What moves an occurrence, and the series with it. */
const MOVING = [...TIMES, 'all_day', 'timezone'] as const;

/** The times that an occurrence is to have. One that is only given another start keeps its length. */
export function targetTimes(series: CalendarEvent, id: string, given: Given, context: FieldContext): EventTimes {
  const { start_at, end_at, start_date, end_date, all_day, timezone } = occurrenceOf(series, id);
  const shown = { start_at, end_at, start_date, end_date, all_day, timezone };
  const wanted = {
    all_day: given.all_day ?? all_day,
    timezone: 'timezone' in given ? (given.timezone ?? null) : timezone,
  };
  const times: EventTimes = { ...shown, ...pickTimes(given), ...wanted };
  settleTimes(times, { ...pickTimes(given), ...('all_day' in given && { all_day: wanted.all_day }) }, context, shown);
  return times;
}

function pickTimes(given: Given): Partial<Times> {
  return Object.fromEntries(TIMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

function timeOrNull(ms: number): string | null {
  return isWritable(ms) ? formatTime(ms) : null;
}

export function hasSame(a: Times, b: Times, which: 'start' | 'end'): boolean {
  return a[`${which}_at`] === b[`${which}_at`] && a[`${which}_date`] === b[`${which}_date`];
}

/** Whether it becomes all-day, or is so no longer, and no times are given: those of the series count then. */
export function isOnlySwitched(series: CalendarEvent, given: Given): boolean {
  const isSwitched = given.all_day !== undefined && given.all_day !== series.all_day;
  return isSwitched && TIMES.every((name) => given[name] === undefined);
}

export function switchedTimes(
  { all_day, timezone }: CalendarEvent,
  series: CalendarEvent,
  context: FieldContext,
): Times {
  const { start_at, end_at, start_date, end_date } = series;
  const times: EventTimes = { start_at, end_at, start_date, end_date, all_day, timezone };
  settleTimes(times, { all_day }, context, series);
  return { start_at: times.start_at, end_at: times.end_at, start_date: times.start_date, end_date: times.end_date };
}

/** What the times that are given for one occurrence change in all. */
export interface TimesForAll {
  isMoved: boolean;
  /** The occurrence goes from these times to those. */
  from: EventTimes;
  to: EventTimes;
  /** How far the occurrence was from where the rule has it, if it gives up its own start; null if it keeps that. */
  displaced: number | null;
  /** Whether all get the length that this one has then, and whether this one gives up its own end. */
  isLonger: boolean;
  dropsEnd: boolean;
  /** By how much all become longer if only an end is given for one that has an end of its own: it keeps the new one. */
  longerBy: number | null;
}

export function timesForAll(series: CalendarEvent, id: string, given: Given, context: FieldContext): TimesForAll {
  const shown = occurrenceOf(series, id);
  const to = MOVING.some((name) => name in given) ? targetTimes(series, id, given, context) : shown;
  const isMoved = MOVING.some((name) => to[name] !== shown[name]);
  if (isOnlySwitched(series, given))
    return { isMoved, from: shown, to, displaced: null, isLonger: false, dropsEnd: false, longerBy: null };
  const isStartGiven = given.start_at !== undefined || given.start_date !== undefined;
  const isEndGiven = given.end_at !== undefined || given.end_date !== undefined;
  // All begin when it is to begin, so they move from where the rule has it.
  const isReset = isStartGiven && !hasSame(to, shown, 'start');
  const from = isReset ? { ...shown, ...originalTimes(series, id) } : shown;
  const displaced = isReset ? spanOfTimes(shown).start - spanOfTimes(from).start : null;
  const isOwnEnd = isEndGiven && !isReset && hasOwnEnd(series, id, to);
  const longerBy = isOwnEnd ? endOf(to) - endOf(shown) : null;
  const dropsEnd = !isOwnEnd && (isLengthChanged(to, shown) || (isMoved && isEndGiven));
  const isLonger = !isOwnEnd && (isLengthChanged(to, shown) || (dropsEnd && isLengthChanged(to, series)));
  return { isMoved, from, to, displaced, isLonger, dropsEnd, longerBy };
}

function endOf({ end_date, end_at }: Times): number {
  return Date.parse((end_date ?? end_at) as string);
}

/** Whether the occurrence and the others end at different times after their starts, and are still to do so. */
function hasOwnEnd(series: CalendarEvent, id: string, to: EventTimes): boolean {
  const own = series.overrides?.[id]?.end_at;
  return !!own && series.end_at !== null && to.end_at !== null && to.all_day === series.all_day;
}

function isLengthChanged(times: EventTimes, shown: EventTimes): boolean {
  if (times.all_day !== shown.all_day || (times.end_at === null) !== (shown.end_at === null)) return true;
  const [after, before] = [spanOfTimes(times), spanOfTimes(shown)];
  return after.end - after.start !== before.end - before.start;
}

/** The times of a series with such a change; undefined, and a fault, if it cannot have them. */
export function seriesTimes(
  series: CalendarEvent,
  { from: shown, to: times, isLonger, longerBy }: TimesForAll,
  serviceZone: string,
  context: FieldContext,
): Times | undefined {
  const zones = { ...series, all_day: times.all_day, timezone: times.timezone };
  const from = startOfSeries(series, serviceZone);
  const before = startOfSeries({ ...series, ...shown }, serviceZone);
  const after = startOfSeries({ ...zones, ...times }, serviceZone);
  // The days of an occurrence with times are those that it is on, whatever its time of day.
  const at = (local: number) => (times.all_day ? Math.floor(local / DAY) * DAY : local);
  const local = at(from.local) + at(after.local) - at(before.allDay ? before.local : namedTime(series, from, before));
  if (!isWritable(local) || !isWritable(after.zone.momentOf(local))) {
    context.fault('start_at', 'range', 'start_at would move the start of the series out of the years 1 to 9999.');
    return undefined;
  }
  const source = isLonger ? times : series;
  if (longerBy !== null && endOf(series) + longerBy < spanOfTimes(series).start + (times.all_day ? DAY : 0)) {
    context.fault('end_at', 'order', ENDS_BEFORE_START);
    return undefined;
  }
  if (times.all_day) return datesFrom(source, local, longerBy ?? 0);
  const moment = after.zone.momentOf(local);
  const length = source.end_at === null ? null : Date.parse(source.end_at) - Date.parse(source.start_at);
  return {
    start_at: formatTime(moment),
    end_at: length === null ? null : timeOrNull(moment + length + (longerBy ?? 0)),
    start_date: null,
    end_date: null,
  };
}

/** The local time of an occurrence: the one that the series names for it, also where the clocks skip that. */
function namedTime(series: CalendarEvent, from: SeriesStart, { start }: SeriesStart): number {
  return new Originals(series, from, datesOf(series.recurrence?.rdates, from)).localOf(start);
}

const ENDS_BEFORE_START =
  'end_at moves the end of every occurrence by as much, and the others would then end before they start; change the end of the series by its own id.';

/** The datetimes of an all-day event keep their times of day. */
function datesFrom(source: EventTimes, start: number, longerBy: number): Times {
  const span = spanOfTimes(source);
  const shift = start - span.start;
  return {
    start_at: timeOrNull(Date.parse(source.start_at) + shift) ?? formatTime(start),
    end_at: source.end_at === null ? null : timeOrNull(Date.parse(source.end_at) + shift + longerBy),
    start_date: formatDate(start),
    end_date: formatDate(span.end + shift + longerBy),
  };
}
