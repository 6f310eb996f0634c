// When an event takes place, and what becomes of it when it is moved or resized. Events with times are moments in a time
// zone; all-day events are dates, the same in every time zone.
import { Temporal } from 'temporal-polyfill';
import { addDays, daysBetween } from '../../words/days.ts';

export type EventTimes =
  | { all_day: true; start_date: string /** The day after the last one. */; end_date: string }
  | { all_day: false; start_at: string /** null: no length. */; end_at: string | null };

/** Of an event, as the service returns them. */
interface TimeFields {
  all_day: boolean;
  start_date: string | null;
  end_date: string | null;
  start_at: string;
  end_at: string | null;
}

/** How far something is moved. */
export interface Step {
  days?: number;
  minutes?: number;
}

const SHORTEST = 15;

export function timesOf(event: TimeFields): EventTimes {
  if (!event.all_day) return { all_day: false, start_at: event.start_at, end_at: event.end_at };
  const start = event.start_date ?? event.start_at.slice(0, 10);
  return { all_day: true, start_date: start, end_date: event.end_date ?? addDays(start, 1) };
}

/** The fields of the event for these times, as the service would return them. */
export function timeValues(times: EventTimes): TimeFields {
  if (!times.all_day) return { ...times, start_date: null, end_date: null };
  return { ...times, start_at: `${times.start_date}T00:00:00Z`, end_at: `${times.end_date}T00:00:00Z` };
}

/** What a PATCH sends. `all_day` only if it changes: an occurrence cannot have its own. */
export function timesPatch(before: EventTimes, after: EventTimes): Record<string, unknown> {
  const { all_day, ...rest } = after;
  return before.all_day === all_day ? rest : { all_day, ...rest };
}

export function isSameTimes(one: EventTimes, other: EventTimes): boolean {
  return JSON.stringify(timeValues(one)) === JSON.stringify(timeValues(other));
}

/** Moves both ends. Days keep the local time, also where the clocks change. */
export function moveTimes(times: EventTimes, step: Step, zone: string): EventTimes {
  if (times.all_day) {
    const days = step.days ?? 0;
    return { ...times, start_date: addDays(times.start_date, days), end_date: addDays(times.end_date, days) };
  }
  const start = zoned(times.start_at, zone);
  const moved = start.add({ days: step.days ?? 0 }).add({ minutes: step.minutes ?? 0 });
  const length = times.end_at === null ? null : zoned(times.end_at, zone).epochMilliseconds - start.epochMilliseconds;
  return {
    all_day: false,
    start_at: utc(moved),
    end_at: length === null ? null : utc(moved.add({ milliseconds: length })),
  };
}

/** Moves the end; an event keeps a length of a quarter of an hour, or of a day. */
export function resizeTimes(times: EventTimes, step: Step, zone: string): EventTimes {
  if (times.all_day) {
    const end = addDays(times.end_date, step.days ?? 0);
    return { ...times, end_date: end > times.start_date ? end : addDays(times.start_date, 1) };
  }
  const start = zoned(times.start_at, zone);
  const end = zoned(times.end_at ?? times.start_at, zone)
    .add({ days: step.days ?? 0 })
    .add({ minutes: step.minutes ?? 0 });
  const least = start.add({ minutes: SHORTEST });
  return { ...times, end_at: utc(Temporal.ZonedDateTime.compare(end, least) < 0 ? least : end) };
}

/** How far `after` is from `before`, in local days and minutes; both have times, or both have dates. */
export function stepBetween(before: EventTimes, after: EventTimes, zone: string): Step {
  if (before.all_day && after.all_day) return { days: daysBetween(before.start_date, after.start_date) };
  if (before.all_day || after.all_day) return {};
  const from = zoned(before.start_at, zone);
  const to = zoned(after.start_at, zone);
  const days = daysBetween(from.toPlainDate().toString(), to.toPlainDate().toString());
  const minutes = (to.epochMilliseconds - from.add({ days }).epochMilliseconds) / 60_000;
  return { days, minutes };
}

/** The days that an event is on in this time zone: the first and the last. */
export function daysOf(event: TimeFields, zone: string): { first: string; last: string } {
  const times = timesOf(event);
  if (times.all_day) return { first: times.start_date, last: addDays(times.end_date, -1) };
  const first = localDate(times.start_at, zone);
  if (times.end_at === null || times.end_at <= times.start_at) return { first, last: first };
  // An event that ends at midnight is not on the day that begins then.
  const end = Temporal.Instant.from(times.end_at).subtract({ milliseconds: 1 }).toString();
  return { first, last: localDate(end, zone) };
}

export function localDate(time: string, zone: string): string {
  return zoned(time, zone).toPlainDate().toString();
}

/** 09:30 as minutes of the day. */
export function localMinutes(time: string, zone: string): number {
  const { hour, minute } = zoned(time, zone);
  return hour * 60 + minute;
}

/** The moment of a local time. A time that the clocks skip is moved forward. */
export function momentOf(date: string, minutes: number, zone: string): string {
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minutes / 1440) });
  const rest = ((minutes % 1440) + 1440) % 1440;
  const time = Temporal.PlainTime.from({ hour: Math.floor(rest / 60), minute: rest % 60 });
  return utc(day.toZonedDateTime({ timeZone: zone, plainTime: time }));
}

/** How long a new event is. */
export const NEW_EVENT_MINUTES = 60;

/** The hour that begins at this time, or the whole day. */
export function slotTimes(date: string, minutes: number | null, zone: string): EventTimes {
  if (minutes === null) return { all_day: true, start_date: date, end_date: addDays(date, 1) };
  return {
    all_day: false,
    start_at: momentOf(date, minutes, zone),
    end_at: momentOf(date, minutes + NEW_EVENT_MINUTES, zone),
  };
}

export function lengthInMinutes(times: EventTimes): number {
  if (times.all_day) return daysBetween(times.start_date, times.end_date) * 1440;
  return times.end_at === null ? 0 : (Date.parse(times.end_at) - Date.parse(times.start_at)) / 60_000;
}

function zoned(time: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(time).toZonedDateTimeISO(zone);
}

function utc(time: Temporal.ZonedDateTime): string {
  return time.toInstant().toString({ smallestUnit: 'second' });
}

/** The next half hour from now, for an hour. */
export function nextSlot(zone: string): EventTimes {
  const now = new Date().toISOString();
  const minutes = Math.ceil((localMinutes(now, zone) + 1) / 30) * 30;
  return slotTimes(localDate(now, zone), minutes, zone);
}
