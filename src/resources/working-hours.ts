// Working hours as text, such as `mon-fri 09:00-17:00`, in settings and in requests.
import { limits } from '../limits.ts';
import { DAY } from '../values/time.ts';

/** From one time of day to another, in milliseconds; an end after midnight is more than a day. */
export interface Hours {
  start: number;
  end: number;
}

/** The hours of each weekday, from Monday. */
export type WorkingHours = Hours[][];

export const WORKING_HOURS_FORM =
  'must be days and times such as mon-fri 09:00-17:00; more of them follow after a semicolon: mon-thu 09:00-12:00,13:00-17:00; fri 09:00-13:00.';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MINUTE = 60_000;

/** The hours that a text gives; undefined if it has another form. Times without days are on every day. */
export function readWorkingHours(text: string): WorkingHours | undefined {
  const hours: WorkingHours = WEEKDAYS.map(() => []);
  const parts = text.toLowerCase().split(';');
  if (parts.length > limits.workingHoursParts) return undefined;
  for (const part of parts) {
    // Not by one pattern for both: of many spaces it would try every division.
    const at = part.search(/\d/);
    if (at < 0) return undefined;
    const days = part.slice(0, at).trim();
    const on = days === '' ? WEEKDAYS.keys().toArray() : readDays(days);
    const spans = readTimes(part.slice(at));
    if (!on || !spans) return undefined;
    for (const day of on) (hours[day] as Hours[]).push(...spans);
  }
  return hours;
}

/** mon-fri, or mon,wed; fri-mon goes over the weekend. */
function readDays(text: string): number[] | undefined {
  const found: number[] = [];
  for (const part of text.split(',')) {
    const [first = '', last = first, ...more] = part.split('-').map((name) => name.trim());
    const [from, to] = [first, last].map((name) => WEEKDAYS.indexOf(name)) as [number, number];
    if (from < 0 || to < 0 || more.length > 0) return undefined;
    for (let day = from; ; day = (day + 1) % 7) {
      found.push(day);
      if (day === to) break;
    }
  }
  return found;
}

/** 09:00-12:00,13:00-17:00; 22:00-06:00 ends on the next day. */
function readTimes(text: string): Hours[] | undefined {
  const found: Hours[] = [];
  for (const part of text.split(',')) {
    const parts = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(part);
    const [startHour, startMinute, endHour, endMinute] = (parts?.slice(1) ?? []).map(Number);
    const start = timeOf(startHour, startMinute);
    const end = timeOf(endHour, endMinute);
    if (start === undefined || end === undefined || start === DAY) return undefined;
    found.push({ start, end: end > start ? end : end + DAY });
  }
  return found;
}

function timeOf(hour: number | undefined, minute: number | undefined): number | undefined {
  if (hour === undefined || minute === undefined || minute > 59) return undefined;
  const time = (hour * 60 + minute) * MINUTE;
  return time <= DAY ? time : undefined;
}
