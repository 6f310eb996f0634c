// The ids of occurrences: `<series>_20260602T090000Z`, or `<series>_20260602` of an all-day series, where the series is an
// id or a handle and the rest is the original start in UTC. The recurrence id is that start as it is written elsewhere.
import { formatDate, formatTime, parseTime } from '../values/time.ts';

const FORM = /^(.+)_(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}(?:\.\d{1,3})?)Z)?$/i;

/** What an occurrence id names; undefined for any other text. */
export interface NamedOccurrence {
  /** The id or the handle of the series. */
  series: string;
  /** The original start; undefined where there is no such day or time. */
  start: number | undefined;
  isDate: boolean;
}

export function readOccurrenceId(text: string): NamedOccurrence | undefined {
  const [, series, year, month, day, hour, minute, second] = FORM.exec(text) ?? [];
  if (series === undefined) return undefined;
  const isDate = hour === undefined;
  const written = `${year}-${month}-${day}${isDate ? '' : `T${hour}:${minute}:${second}Z`}`;
  return { series, start: parseTime(written, 'UTC'), isDate };
}

/** The recurrence id of an occurrence: its original start, or the date of an all-day one. */
export function recurrenceId(start: number, allDay: boolean): string {
  return allDay ? formatDate(start) : formatTime(start);
}

/** The id of the occurrence that has this recurrence id. */
export function occurrenceId(seriesId: string, id: string): string {
  return `${seriesId}_${id.replaceAll(/[-:]/g, '')}`;
}
