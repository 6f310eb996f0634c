// Moments as text and as milliseconds: what the API accepts, and the one form it answers in.

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** 2026-02-17T09:00:00Z; milliseconds only when they are not zero. */
export function formatTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/**
 * Milliseconds of a moment given as RFC 3339, as a local time (read in `timezone`) or as a date alone
 * (that day's midnight in `timezone`); undefined when it is no such thing or does not exist.
 */
export function parseTime(text: string, timezone: string): number | undefined {
  const parts = FORM.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = parts;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (date.year < 1 || time.hour > 23 || time.minute > 59 || time.second > 59) return undefined;
  // Date.UTC rolls 30 February over to March; a date that does not come back as it was given does not exist.
  const clock = new Date(0);
  clock.setUTCFullYear(date.year, date.month - 1, date.day);
  clock.setUTCHours(time.hour, time.minute, time.second, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (clock.getUTCMonth() !== date.month - 1 || clock.getUTCDate() !== date.day) return undefined;
  const local = clock.getTime();
  const moment = offset ? withOffset(local, offset) : inZone(local, timezone);
  return moment !== undefined && isWritable(moment) ? moment : undefined;
}

/** Whether the text is a date without a time of day. */
export function isDateAlone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
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

/** Whether four digits can write its year, so that what is stored can always be shown again. */
export function isWritable(ms: number): boolean {
  return ms >= -62_135_596_800_000 && ms < 253_402_300_800_000;
}

const QUARTER = 900_000;
const offsets = new Map<string, number>();

/** A moment in a time zone as the Date whose UTC members are the local ones. */
export function localTime(ms: number, timezone: string): Date {
  if (timezone === 'UTC') return new Date(ms);
  // Zones change their offset at full quarters of an hour; asking Temporal for each moment takes 10 µs.
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
