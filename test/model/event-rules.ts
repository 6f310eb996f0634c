// When an event takes place: its times as they come back, and whether it is on a day. The service’s zone is UTC here, and
// an event has none or Berlin.
import type { Fields, Item } from './kinds.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Of all moments that the model uses only those in May are in summer time. */
function offsetAt(zone: unknown, local: number): number {
  if (zone !== 'Europe/Berlin') return 0;
  return new Date(local).getUTCMonth() === 4 ? 2 * HOUR : HOUR;
}

/** Date and time of day as written. */
function localOf(text: string): number {
  return Date.parse(
    `${text
      .replace(/(Z|[+-]\d\d:\d\d)$/, '')
      .padEnd(11, 'T')
      .padEnd(16, '00:00')}Z`,
  );
}

function isDate(text: string): boolean {
  return text.length === 10;
}

function momentOf(text: string, zone: unknown): number {
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
  return localOf(text) - offsetAt(zone, localOf(text));
}

const utc = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The times of an event after a request; undefined if it would end before it begins. */
export function timesOf(before: Item | undefined, body: Fields): Fields | undefined {
  const zone = body.timezone === undefined ? before?.timezone : body.timezone;
  const allDay = (body.all_day ?? before?.all_day ?? false) as boolean;
  const times = allDay ? datesOf(before, body, zone) : momentsOf(before, body, zone);
  const [start, end] = allDay
    ? [Date.parse(times.start_date as string) + 1, Date.parse(times.end_date as string)]
    : [Date.parse(times.start_at as string), times.end_at === null ? Infinity : Date.parse(times.end_at as string)];
  if (end < start) return undefined;
  return before?.recurrence && body.recurrence === undefined ? { ...times, ...ruleOf(before, times, zone) } : times;
}

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The rule of a series that moves: the days that it names and its end move as far as its first occurrence does, which the
 * new start is for. A new time on the same day moves no day.
 */
function ruleOf(before: Item, after: Fields, zone: unknown): Fields {
  const { byday, until, ...rest } = before.recurrence as { byday?: string[]; until?: string };
  const dayOf = (times: Fields, at: unknown) => {
    const moment = Date.parse((times.start_date ?? times.start_at) as string);
    return Math.floor((times.start_date ? moment : moment + offsetAt(at, moment)) / DAY);
  };
  const start = dayOf(before, before.timezone);
  const moved = dayOf(after, zone) - start;
  // Day 0 of the epoch was a Thursday.
  const isNamed = (day: number) => byday?.includes(WEEK[(((day + 3) % 7) + 7) % 7] as string) ?? true;
  const untilFirst = [0, 1, 2, 3, 4, 5, 6].find((later) => isNamed(start + later)) as number;
  const isEmpty = until !== undefined && (start + untilFirst) * DAY > Date.parse(until);
  // In another time zone the occurrences stay at their moments.
  const isSameMoment = before.start_at === after.start_at;
  const days = moved === 0 || isEmpty || isSameMoment ? moved : moved - untilFirst;
  const rotated = (day: string) => WEEK[(((WEEK.indexOf(day) + days) % 7) + 7) % 7];
  const recurrence = {
    ...rest,
    ...(byday && { byday: byday.map(rotated) }),
    ...(until && { until: date(Date.parse(until) + days * DAY) }),
  };
  return { recurrence };
}

function momentsOf(before: Item | undefined, body: Fields, zone: unknown): Fields {
  const dates = { start_date: null, end_date: null };
  const midnight = (day: unknown) => {
    const local = Date.parse(day as string);
    return utc(local - offsetAt(zone, local));
  };
  const given = (field: string) =>
    typeof body[field] === 'string' ? utc(momentOf(body[field] as string, zone)) : body[field];
  const start_at = given('start_at') ?? (before?.all_day ? midnight(before.start_date) : before?.start_at);
  if (body.end_at !== undefined) return { start_at, end_at: given('end_at'), ...dates };
  const hour = utc(Date.parse(start_at as string) + HOUR);
  if (!before) return { start_at, end_at: hour, ...dates };
  const shift = Date.parse(start_at as string) - Date.parse(before.start_at as string);
  const moved = before.end_at === null ? null : utc(Date.parse(before.end_at as string) + shift);
  if (!before.all_day) return { start_at, end_at: moved, ...dates };
  return { start_at, end_at: body.start_at === undefined ? midnight(before.end_date) : hour, ...dates };
}

function datesOf(before: Item | undefined, body: Fields, zone: unknown): Fields {
  const known = before?.all_day ? before : undefined;
  const isNew = (field: string) => {
    const value = body[field];
    return value !== undefined && !(known && sameTime(value, known[field], zone));
  };
  const served = (text: string) => (isDate(text) ? `${text}T00:00:00Z` : utc(momentOf(text, zone)));
  const local = (time: unknown) => Date.parse(time as string) + offsetAt(zone, Date.parse(time as string));
  const start = isNew('start_at')
    ? localOf(body.start_at as string)
    : known
      ? Date.parse(known.start_date as string)
      : local(before?.start_at);
  const first = Math.floor(start / DAY) * DAY;
  const midnight = (ms: number) => `${date(ms)}T00:00:00Z`;
  const start_at = isNew('start_at') ? served(body.start_at as string) : known ? known.start_at : midnight(first);
  const ends = (end_at: unknown, length: number) => {
    const days = length < 0 ? Math.floor(length / DAY) : Math.max(1, Math.ceil(length / DAY));
    return inOrder({ start_at, end_at, start_date: date(first), end_date: date(first + days * DAY) });
  };
  if (before && body.end_at === undefined) {
    const kept = known ?? days(before, local);
    const shift = first - Date.parse(kept.start_date as string);
    const end = kept.end_at === null ? null : utc(Date.parse(kept.end_at as string) + shift);
    const end_date = date(Date.parse(kept.end_date as string) + shift);
    return inOrder({ start_at, end_at: end, start_date: date(first), end_date });
  }
  const end_at = isNew('end_at') ? body.end_at : (before?.end_at ?? null);
  if (end_at === null) return ends(null, DAY);
  if (!isNew('end_at')) return inOrder({ start_at, end_at, start_date: date(first), end_date: known?.end_date });
  const end = localOf(end_at as string);
  const since = isNew('start_at') && !isDate(end_at as string) && end >= start ? start : first;
  const isEarlier = momentOf(end_at as string, zone) < Date.parse(start_at as string);
  if (!isDate(end_at as string) && end < first + DAY && isEarlier) return ends(end_at, -1);
  return ends(served(end_at as string), end - since);
}

/** An end that is not before the start, also where the dates allow it. */
function inOrder(times: Fields): Fields {
  const { start_at, end_at, end_date } = times as Record<string, string>;
  if (end_at === null || Date.parse(end_at as string) >= Date.parse(start_at as string)) return times;
  const after = `${end_date}T00:00:00Z`;
  return { ...times, end_at: Date.parse(after) < Date.parse(start_at as string) ? start_at : after };
}

/** The days that an event with times is on. */
function days(event: Item, local: (time: unknown) => number): Fields {
  const first = Math.floor(local(event.start_at) / DAY) * DAY;
  const last = event.end_at === null ? first : Math.max(first, local(event.end_at) - 1);
  const end_date = date((Math.floor(last / DAY) + 1) * DAY);
  return { start_date: date(first), end_date, end_at: event.end_at === null ? null : `${end_date}T00:00:00Z` };
}

/** Whether a time that was read is sent back: it is then written in UTC. */
function sameTime(given: unknown, served: unknown, zone: unknown): boolean {
  if (given === null || served === null) return given === served;
  const text = given as string;
  return !isDate(text) && localOf(text) === momentOf(text, zone) && localOf(text) === Date.parse(served as string);
}

/** From its start up to its end, in a zone with this offset: an all-day event has its days there. */
export function spanOf(event: Item, offset: number): { start: number; end: number } {
  if (event.all_day)
    return {
      start: Date.parse(event.start_date as string) - offset,
      end: Date.parse(event.end_date as string) - offset,
    };
  const start = Date.parse(event.start_at as string);
  return { start, end: event.end_at === null ? start : Date.parse(event.end_at as string) };
}

/** Whether it takes place from one moment up to another; a series does where it begins. */
export function takesPlace(event: Item, offset: number, from: number, before: number): boolean {
  const { start, end } = spanOf(event, offset);
  if (event.recurrence !== null || start === end) return start >= from && start < before;
  return start < before && end > from;
}
