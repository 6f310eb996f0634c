// The values of before: and after:, as ranges of time in a time zone: a day, a month, a year, or a time ago such as 7d.
import type { Range } from '../../values/days.ts';
import { startOfDay } from '../../values/time.ts';

export const DAY_FORMS =
  'a date such as 2026-02-17 or 2026/02/17, a month (2026-02), a year (2026), or a time ago (7d, 2w, 3m, 1y)';

/** The range before or after a day; the day itself is after it. Undefined if the text is not a day. */
export function rangeOfDay(side: string, text: string, timezone: string, now: number): Range | undefined {
  const day = dayOf(text, timezone, now);
  if (!day) return undefined;
  const local = Date.UTC(day.year, day.month - 1, day.day);
  const moment = startOfDay(local, timezone);
  return side === 'before'
    ? { from: undefined, before: moment, local: { from: undefined, before: local } }
    : { from: moment, before: undefined, local: { from: local, before: undefined } };
}

const DATE = /^(\d{4})(?:([-/])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
const AGO = /^(\d{1,4})([dwmy])$/i;
const UNITS: Record<string, 'days' | 'weeks' | 'months' | 'years'> = { d: 'days', w: 'weeks', m: 'months', y: 'years' };

function dayOf(text: string, timezone: string, now: number): Temporal.PlainDate | undefined {
  const ago = AGO.exec(text);
  if (ago) {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
    const day = today.subtract({ [UNITS[(ago[2] as string).toLowerCase()] as string]: Number(ago[1]) });
    return day.year > 0 ? day : undefined;
  }
  const [, year, , month = '1', day = '1'] = DATE.exec(text) ?? [];
  if (year === undefined || Number(year) === 0) return undefined;
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    );
  } catch {
    return undefined; // there is no such day
  }
}
