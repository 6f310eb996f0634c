// Times as text and as milliseconds: the formats that the API accepts, and the one that it returns.

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** 2026-02-17T09:00:00Z; milliseconds only when they are not zero. */
export function formatTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/**
 * Milliseconds of a moment in RFC 3339, of a local time (in `timezone`) or of a date alone
 * (that day's midnight in `timezone`); undefined if it is invalid or does not exist.
 */
export function parseTime(text: string, timezone: string): number | undefined {
  const parts = FORM.exec(text);
  const local = parts ? localOf(parts) : undefined;
  if (local === undefined) return undefined;
  const offset = parts?.[8];
  const moment = offset ? withOffset(local, offset) : inZone(local, timezone);
  return moment !== undefined && isWritable(moment) ? moment : undefined;
}

/** The date and time of day as they are written, whatever the offset: the milliseconds that they would have in UTC. */
export function writtenTime(text: string): number | undefined {
  const parts = FORM.exec(text);
  return parts ? localOf(parts) : undefined;
}

/** A datetime as it was written, whatever its offset. */
export interface WrittenTime {
  /** Date and time of day: the milliseconds that they would have in UTC. */
  local: number;
  /** Whether it is a date without a time of day. */
  isDate: boolean;
}

/** Of a text that parseTime accepts. */
export function readWritten(text: string): WrittenTime {
  return { local: writtenTime(text) as number, isDate: isDateAlone(text) };
}

function localOf(parts: RegExpExecArray): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = parts;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (date.year < 1 || time.hour > 23 || time.minute > 59 || time.second > 59) return undefined;
  // Date.UTC rolls 30 February over to March; a date that changes in the round trip does not exist.
  const clock = new Date(0);
  clock.setUTCFullYear(date.year, date.month - 1, date.day);
  clock.setUTCHours(time.hour, time.minute, time.second, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (clock.getUTCMonth() !== date.month - 1 || clock.getUTCDate() !== date.day) return undefined;
  return clock.getTime();
}

/** 2026-02-17: the date of milliseconds in UTC; no date is after 9999-12-31. */
export function formatDate(ms: number): string {
  return new Date(Math.min(ms, END_OF_TIME - 1)).toISOString().slice(0, 10);
}

/** The moment at which a date begins in a time zone; a date is the milliseconds of its midnight in UTC. */
export function startOfDay(date: number, timezone: string): number {
  if (timezone === 'UTC') return date;
  const day = Temporal.Instant.fromEpochMilliseconds(date).toZonedDateTimeISO('UTC').toPlainDate();
  return day.toZonedDateTime(timezone).epochMilliseconds;
}

/** The date of a moment in a time zone, as the milliseconds of its midnight in UTC. */
export function dateOf(moment: number, timezone: string): number {
  return Math.floor(localTime(moment, timezone).getTime() / DAY) * DAY;
}

/** Whether the text is a time with its offset from UTC, so that it means a moment in every time zone. */
export function hasOffset(text: string): boolean {
  return FORM.exec(text)?.[8] !== undefined;
}

/** Whether the text is a date without a time of day. */
export function isDateAlone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function withOffset(local: number, offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return local;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return undefined;
  const shift = (hours * 60 + minutes) * 60_000;
  return offset[0] === '-' ? local + shift : local - shift;
}

function inZone(local: number, timezone: string): number {
  if (timezone === 'UTC') return local;
  const wall = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
  return wall.toZonedDateTime(timezone).epochMilliseconds;
}

/** The beginning of the year 1, and the end of the year 9999. */
export const FIRST_TIME = -62_135_596_800_000;
export const END_OF_TIME = 253_402_300_800_000;

/** Whether its year has four digits, so that a stored time can always be formatted. */
export function isWritable(ms: number): boolean {
  return ms >= FIRST_TIME && ms < END_OF_TIME;
}

export const DAY = 86_400_000;
const QUARTER = 900_000;
const offsets = new Map<string, number>();

/** A moment in a time zone as a Date whose UTC members are the local ones. */
export function localTime(ms: number, timezone: string): Date {
  if (timezone === 'UTC') return new Date(ms);
  // Zones change their offset only at quarter hours; a Temporal conversion for each moment takes 10 µs.
  const quarter = Math.floor(ms / QUARTER);
  const key = `${timezone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const instant = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER);
    offset = instant.toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
    if (offsets.size >= 10_000) offsets.clear();
    offsets.set(key, offset);
  }
  return new Date(ms + offset);
}
