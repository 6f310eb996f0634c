// Where an event lies in time, for the columns by which lists find it: from its first start up to its last end, over all
// occurrences of a series. An endless series ends with the year 9999. Times of all-day events are their dates as midnight in
// UTC.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { CalendarEvent } from '../resources/event.ts';
import { SHORT } from '../store/tables/overlap.ts';
import { DAY, END_OF_TIME, writtenTime } from '../values/time.ts';
import { Budget } from './budget.ts';
import { occurrenceOf, spanOfTimes } from './occurrences.ts';
import { Series, type SeriesInput } from './series.ts';

export interface Span {
  first_at: number;
  last_at: number;
  /** Whether they are far apart. */
  long: number;
  /** The last start that a rule with COUNT gives, so that it need not be counted from the first; null otherwise. */
  last_start: number | null;
}

/** The fields of an event that its span depends on. */
export const SPAN_FIELDS = [
  ...(['start_at', 'end_at', 'all_day', 'start_date', 'end_date'] as const),
  ...(['timezone', 'recurrence', 'overrides'] as const),
];

/** Whether a field has the same value. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

export type SpanFields = Pick<CalendarEvent, (typeof SPAN_FIELDS)[number]>;

export function seriesInput(event: SpanFields, serviceZone: string, lastStart: number | null): SeriesInput {
  return {
    start: spanOfTimes(event).start,
    allDay: event.all_day,
    zone: event.timezone ?? serviceZone,
    recurrence: event.recurrence as NonNullable<CalendarEvent['recurrence']>,
    lastStart,
  };
}

/** The span of an event. Pauses at each yield. */
export function* spanOf(event: CalendarEvent, serviceZone: string): Generator<undefined, Span> {
  const { start, end } = spanOfTimes(event);
  if (event.recurrence === null) return span(start, end, null);
  const series = new Series(seriesInput(event, serviceZone, null));
  const last_start = yield* series.countEnd(new Budget(Number.POSITIVE_INFINITY));
  const last = yield* lastStartOf(series);
  const changed = changedSpans(event);
  const first_at = Math.min(start, ...earliestDates(event), ...changed.map((one) => one.start));
  const last_at = last === null ? END_OF_TIME : Math.max(last + end - start, ...changed.map((one) => one.end));
  return span(first_at, last_at, last_start);
}

// A rule whose last occurrence takes long to be found counts as endless: that costs time in lists, and no more.
function* lastStartOf(series: Series): Generator<undefined, number | null> {
  try {
    return yield* series.lastStart(new Budget(Number.POSITIVE_INFINITY, limits.recurrenceSearchSteps));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Further dates may be before the start of the series; in any time zone they are not before these. */
function earliestDates({ recurrence }: CalendarEvent): number[] {
  return (recurrence?.rdates ?? []).map((text) => (writtenTime(text) ?? 0) - DAY);
}

function changedSpans(event: CalendarEvent): { start: number; end: number }[] {
  return Object.keys(event.overrides ?? {}).map((id) => spanOfTimes(occurrenceOf(event, id)));
}

function span(first_at: number, last_at: number, last_start: number | null): Span {
  return { first_at, last_at, long: last_at - first_at > SHORT ? 1 : 0, last_start };
}
