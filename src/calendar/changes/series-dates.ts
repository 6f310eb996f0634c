// The exdates and rdates of a series as numbers, for what moves or divides them.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import { formatTime, hasOffset, isWritable, writtenTime } from '../../values/time.ts';
import { DAY } from '../calendar-days.ts';
import { dayOf, momentOf, type SeriesStart } from '../rule-starts.ts';
import { startOf } from '../series.ts';
import { type SpanFields, seriesInput } from '../span.ts';

/** A date as it is written, and what it means in its series. */
export interface SeriesDate {
  text: string;
  /** Of one without a time of day: the day, counted from 1970-01-01. */
  day: number | undefined;
  /** The moment; of a day that at the time of the series. Undefined if it is out of range. */
  moment: number | undefined;
  /** The local time of one that is written without an offset: also one that the clocks skip. */
  local: number | undefined;
}

export function datesOf(texts: readonly string[] | undefined, at: SeriesStart): SeriesDate[] {
  const time = at.local - Math.floor(at.local / DAY) * DAY;
  return (texts ?? []).map((text) => {
    const day = dayOf(text, at);
    const local = day === undefined ? localOf(text) : day * DAY + time;
    const moment = day === undefined ? momentOf(text, at) : at.zone.momentOf(day * DAY + time);
    return { text, day, moment: moment !== undefined && isWritable(moment) ? moment : undefined, local };
  });
}

function localOf(text: string): number | undefined {
  return hasOffset(text) ? undefined : writtenTime(text);
}

/** The text of a time in the zone of a series. A local time that the clocks skip has no moment, so its text has no offset. */
export function timeText(local: number, { zone }: SeriesStart): string {
  const moment = zone.moment(local);
  return moment === undefined ? formatTime(local).slice(0, -1) : formatTime(moment);
}

/** The start of a series with its local time. */
export function startOfSeries(record: SpanFields, serviceZone: string): SeriesStart {
  return startOf(seriesInput(record, serviceZone, null));
}

/** The day of a moment in the time zone of a series, counted from 1970-01-01. */
export function localDay(moment: number, { zone }: SeriesStart): number {
  return Math.floor(zone.local(moment) / DAY);
}

export function daysBetween(from: SeriesStart, to: SeriesStart): number {
  return Math.floor(to.local / DAY) - Math.floor(from.local / DAY);
}

/** Refuses more exdates than a series can have; `instead` says what can be done. */
export function checkExdates(exdates: readonly string[], instead: string): void {
  if (exdates.length <= limits.recurrenceDates) return;
  const message = `The series would have ${exdates.length} exdates, and the most that it can have is ${limits.recurrenceDates}; ${instead}.`;
  throw faulty('VALIDATION_ERROR', [{ field: 'recurrence.exdates', constraint: 'maxItems', message }]);
}

/** Refuses to split a series if what follows would have more rdates than a series can have. */
export function checkRdates(rdates: readonly string[]): void {
  if (rdates.length <= limits.recurrenceDates) return;
  const message = `The new series would have ${rdates.length} rdates, and the most that it can have is ${limits.recurrenceDates}; use scope=this or scope=all, or split at a later occurrence.`;
  throw faulty('VALIDATION_ERROR', [{ field: 'recurrence.rdates', constraint: 'maxItems', message }]);
}

/** With the lists that have something in them. */
export function withDates(
  recurrence: NonNullable<CalendarEvent['recurrence']>,
  dates: { exdates: string[]; rdates: string[] },
): NonNullable<CalendarEvent['recurrence']> {
  const { exdates: _exdates, rdates: _rdates, ...rest } = recurrence;
  return {
    ...rest,
    ...(dates.exdates.length > 0 && { exdates: dates.exdates }),
    ...(dates.rdates.length > 0 && { rdates: dates.rdates }),
  };
}
