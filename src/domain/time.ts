// Days as a person means them: today, this week, a date, in a time zone. Weeks begin on Monday.
import { isDateAlone, parseTime } from '../values/time.ts';

/** From `from` up to but not including `before`, in milliseconds; undefined is open. */
export interface Range {
  from: number | undefined;
  before: number | undefined;
}

export const NAMED_DAYS = ['today', 'tomorrow', 'this_week', 'this_month'] as const;

/** The range of a `date` parameter; undefined when it is neither a name nor an existing date. */
export function rangeOfDate(date: string, timezone: string, now: number): Range | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  switch (date) {
    case 'today':
      return days(today, 1, timezone);
    case 'tomorrow':
      return days(today.add({ days: 1 }), 1, timezone);
    case 'this_week':
      return days(today.subtract({ days: today.dayOfWeek - 1 }), 7, timezone);
    case 'this_month':
      return days(today.with({ day: 1 }), today.daysInMonth, timezone);
    default: {
      const day = isDateAlone(date) && parseTime(date, 'UTC') !== undefined;
      return day ? days(Temporal.PlainDate.from(date), 1, timezone) : undefined;
    }
  }
}

/** The range of `from` and `to`: both inclusive, and a date alone means the whole day. */
export function rangeOfMoments(from: string | undefined, to: string | undefined, timezone: string): Range {
  const start = from === undefined ? undefined : parseTime(from, timezone);
  if (to === undefined) return { from: start, before: undefined };
  const before = isDateAlone(to)
    ? startOfDay(Temporal.PlainDate.from(to).add({ days: 1 }), timezone)
    : (parseTime(to, timezone) as number) + 1;
  return { from: start, before };
}

function days(first: Temporal.PlainDate, count: number, timezone: string): Range {
  return { from: startOfDay(first, timezone), before: startOfDay(first.add({ days: count }), timezone) };
}

function startOfDay(day: Temporal.PlainDate, timezone: string): number {
  return day.toZonedDateTime(timezone).epochMilliseconds;
}
