// Converts days to ranges of time in a time zone: today, this week, a date. Weeks begin on Monday.
import { DAY, isDateAlone, localTime, parseTime, startOfDay, writtenTime } from './time.ts';

/** From `from` up to but not including `before`, in milliseconds; undefined is open. */
export interface Bounds {
  from: number | undefined;
  before: number | undefined;
}

/** A range of moments, and the same range for what is on dates and not at moments. */
export interface Range extends Bounds {
  /** In local times of its time zone: the milliseconds that they would have in UTC. A date is its midnight. */
  local: Bounds;
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
  const first = from === undefined ? undefined : boundOf(from, timezone, 0);
  const end = to === undefined ? undefined : boundOf(to, timezone, 1);
  return { from: first?.moment, before: end?.moment, local: { from: first?.local, before: end?.local } };
}

/** A bound as a moment and as a local time; `more` is how many days or milliseconds after it the range begins or ends. */
function boundOf(text: string, timezone: string, more: 0 | 1): { moment: number; local: number } {
  if (isDateAlone(text)) {
    const local = (writtenTime(text) as number) + more * DAY;
    return { moment: startOfDay(local, timezone), local };
  }
  const moment = (parseTime(text, timezone) as number) + more;
  return { moment, local: localBound(moment, timezone) };
}

/** The local time of a moment; that at which a day begins is its midnight, also where clocks skip midnight. */
function localBound(moment: number, timezone: string): number {
  const local = localTime(moment, timezone).getTime();
  const date = Math.floor(local / DAY) * DAY;
  return startOfDay(date, timezone) === moment ? date : local;
}

function days(first: Temporal.PlainDate, count: number, timezone: string): Range {
  const from = Date.parse(first.toString());
  const before = from + count * DAY;
  return { from: startOfDay(from, timezone), before: startOfDay(before, timezone), local: { from, before } };
}
