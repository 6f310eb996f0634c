// The record of an occurrence: that of its series with the times and the changes of the occurrence.
import type { CalendarEvent } from '../resources/event.ts';
import { originalTimes } from '../resources/overrides.ts';
import { formatDate, formatTime, isWritable } from '../values/time.ts';
import { occurrenceId } from './occurrence-ids.ts';

/** An occurrence as it is served. */
export type Occurrence = Omit<CalendarEvent, 'overrides'> & { series_id: string; recurrence_id: string };

/** The occurrence of a series that has this recurrence id. */
export function occurrenceOf({ overrides, ...series }: CalendarEvent, id: string): Occurrence {
  const times = originalTimes(series, id);
  const override = overrides?.[id];
  return {
    ...series,
    ...times,
    ...override,
    ...(override && movedTimes(series.all_day, times, override)),
    id: occurrenceId(series.id, id),
    series_id: series.id,
    recurrence_id: id,
  };
}

type Times = Pick<CalendarEvent, 'start_at' | 'end_at' | 'start_date' | 'end_date'>;

/** The end of an occurrence that has another start than the rule gives, but no end of its own: it keeps its length. */
function movedTimes(allDay: boolean, original: Times, override: Partial<Times>): Partial<Times> {
  if (override.start_at === undefined || override.end_at !== undefined) return {};
  const shift = Date.parse(override.start_at) - Date.parse(original.start_at);
  const end_at = original.end_at === null ? null : timeOrNull(Date.parse(original.end_at) + shift);
  if (!allDay) return { end_at };
  const days = Date.parse(override.start_date as string) - Date.parse(original.start_date as string);
  return { end_at, end_date: formatDate(Date.parse(original.end_date as string) + days) };
}

function timeOrNull(ms: number): string | null {
  return isWritable(ms) ? formatTime(ms) : null;
}

/** Where a record lies in time: milliseconds, of an all-day event its dates as midnight in UTC. The end is exclusive. */
export function spanOfTimes({ start_at, end_at, start_date, end_date }: Times): { start: number; end: number } {
  const start = Date.parse(start_date ?? start_at);
  const end = start_date === null ? end_at : end_date;
  // What has no length is at its moment.
  return { start, end: Math.max(start + 1, end === null ? start : Date.parse(end)) };
}
