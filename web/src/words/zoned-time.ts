// Times of day in a time zone: which instant a date and a time are, and the other way round. By Intl alone, so that the
// screens other than Calendar do not have to load a library for dates.
import { dateFormat } from './intl.ts';

export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MINUTE = 60_000;

export function localTime(time: Date, zone: string): LocalTime {
  const parts = formatOf(zone).formatToParts(time);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
  };
}

/** Days beyond the end of a month go on into the next one. A time that the clocks skip is moved ahead by the change. */
export function instantOf({ year, month, day, hour, minute }: LocalTime, zone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const first = asUtc - offset(asUtc, zone);
  const second = asUtc - offset(first, zone);
  // Where the two differ, the time is next to a change of the clocks; the offset before the change is the right one for
  // a time that is skipped.
  return new Date(offset(second, zone) === asUtc - second ? second : Math.max(first, second));
}

export function addDays(time: LocalTime, days: number): LocalTime {
  const moved = new Date(Date.UTC(time.year, time.month - 1, time.day + days));
  return { ...time, year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: LocalTime): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function offset(instant: number, zone: string): number {
  const { year, month, day, hour, minute } = localTime(new Date(instant), zone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / MINUTE) * MINUTE;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return dateFormat('en-u-ca-iso8601', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
}
