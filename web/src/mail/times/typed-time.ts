// Reads times as people type them, in English and in German: "tue 9", "tomorrow 8am", "in 3 days", "morgen 9",
// "15.3. 14:00". Both languages are always understood.

import { addDays, instantOf, type LocalTime, localTime, weekdayOf } from '../../words/zoned-time.ts';
import {
  CLOCK_WORDS,
  DAY_WORDS,
  IGNORED_WORDS,
  MONTHS,
  NEXT_WORDS,
  NUMBER_WORDS,
  UNITS,
  WEEKDAYS,
} from './time-words.ts';

/** The hour of a day without a time. */
const MORNING = 8;

interface Reading {
  now: LocalTime;
  /** The words that are left to read. */
  words: string[];
  date?: LocalTime;
  clock?: { hour: number; minute: number };
  /** Whether "3/5" is the fifth of March, as in the United States. */
  isMonthFirst: boolean;
  /** Whether the date can move ahead if its time has passed today: a weekday can, "today" cannot. */
  repeatsAfter?: number;
}

/**
 * The time that the text means; 'past' if it is over; undefined if it cannot be read. `isMonthFirst`: whether the
 * reader writes dates with slashes in that order.
 */
export function parseTime(text: string, now: Date, zone: string, isMonthFirst = false): Date | 'past' | undefined {
  const words = split(text);
  if (words.length === 0) return undefined;
  const relative = readRelative(words, now, zone);
  if (relative) return relative;
  const reading: Reading = { now: localTime(now, zone), words, isMonthFirst };
  while (reading.words.length > 0) if (!(readDay(reading) || readDate(reading) || readClock(reading))) return undefined;
  return finish(reading, now, zone);
}

function finish(
  { now: local, date, clock, repeatsAfter }: Reading,
  now: Date,
  zone: string,
): Date | 'past' | undefined {
  if (!date && !clock) return undefined;
  const { hour, minute } = clock ?? { hour: MORNING, minute: 0 };
  const day = date ?? local;
  const step = date ? repeatsAfter : 1;
  const found = instantOf({ ...day, hour, minute }, zone);
  if (found > now) return found;
  return step ? instantOf({ ...addDays(day, step), hour, minute }, zone) : 'past';
}

/** Words and numbers: "9am" is 9 and am, "15.3." is one word, and so is "14:00". */
function split(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\b(half an?|einer halben|eine halbe)(?=\s)/g, '0.5')
    .replace(/(\d)\s*(a\.?m\.?|p\.?m\.?)(?![a-zä-ü])/g, '$1 $2')
    .replace(/\b([ap])\.?m\.?(?![a-zä-ü.])/g, '$1m')
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')
    .replace(/(\d)([a-zä-ü])/g, '$1 $2')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}

/** "in 3 days", "2 hours", "in einer Woche". */
function readRelative(words: readonly string[], now: Date, zone: string): Date | undefined {
  const rest = words[0] === 'in' ? words.slice(1) : words;
  const [amountWord = '', unitWord = '', ...more] = rest;
  const amount = /^\d+([.,]5)?$/.test(amountWord) ? Number(amountWord.replace(',', '.')) : NUMBER_WORDS[amountWord];
  const unit = UNITS[unitWord];
  if (amount === undefined || !unit || amount > 10_000) return undefined;
  // "14h" is a time of day; "2h" is from now.
  if (unitWord === 'h' && words[0] !== 'in' && amount > 12) return undefined;
  const { minutes, days, months } = unit;
  if (minutes) return more.length === 0 ? new Date(now.getTime() + amount * minutes * 60_000) : undefined;
  const local = localTime(now, zone);
  const date = months ? addMonths(local, amount * months) : addDays(local, Math.round(amount * (days ?? 1)));
  const clock: Reading = { now: local, words: [...more], date, isMonthFirst: false };
  while (clock.words.length > 0) if (!readClock(clock)) return undefined;
  return instantOf({ ...date, ...(clock.clock ?? { hour: MORNING, minute: 0 }) }, zone);
}

/** "today", "tomorrow", "tue", "next week", "weekend". */
function readDay(reading: Reading): boolean {
  const { now, words } = reading;
  const [first = '', second = '', third = ''] = words;
  if (reading.date) return false;
  if (first === 'day' && second === 'after' && third === 'tomorrow') return take(reading, 3, addDays(now, 2));
  if (NEXT_WORDS.has(first)) return readNext(reading, second);
  const days = DAY_WORDS[first];
  if (days !== undefined) {
    // "this evening", "heute": only the date; the time follows.
    return take(reading, 1, addDays(now, days));
  }
  if (first === 'tonight') {
    reading.clock = { hour: 20, minute: 0 };
    return take(reading, 1, now);
  }
  const weekday = WEEKDAYS[first.replace(/\.$/, '')];
  if (weekday === undefined) return false;
  reading.repeatsAfter = 7;
  return take(reading, 1, addDays(now, (weekday - weekdayOf(now) + 7) % 7));
}

/** "next week" is its Monday; "next tue" is the Tuesday of the next week. */
function readNext(reading: Reading, unit: string): boolean {
  const { now } = reading;
  const monday = addDays(now, 7 - ((weekdayOf(now) + 6) % 7));
  if (unit === 'week' || unit === 'woche') return take(reading, 2, monday);
  if (unit === 'month' || unit === 'monat') return take(reading, 2, { ...addMonths({ ...now, day: 1 }, 1) });
  const weekday = WEEKDAYS[unit.replace(/\.$/, '')];
  return weekday !== undefined && take(reading, 2, addDays(monday, (weekday + 6) % 7));
}

/** "15.3.", "15.3.2027", "2027-03-15", "15/3", and dates with the name of the month. */
function readDate(reading: Reading): boolean {
  if (reading.date) return false;
  const [first = '', second = ''] = reading.words;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first);
  if (iso) return takeDate(reading, 1, Number(iso[3]), Number(iso[2]), iso[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(first);
  if (slashed) {
    const [one, other] = [Number(slashed[1]), Number(slashed[2])];
    // What can only be read in the other order is meant so.
    const [month, day] = (reading.isMonthFirst ? one <= 12 : other > 12) ? [one, other] : [other, one];
    return takeDate(reading, 1, day, month, slashed[3]);
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2})?)?$/.exec(first);
  // "9.30" is a time if it cannot be a date, or if "Uhr" follows.
  if (dotted && second !== 'uhr' && Number(dotted[2]) <= 12) {
    const isDate = first.endsWith('.') || dotted[3] !== undefined || !/\.\d\d$/.test(first);
    if (isDate) return takeDate(reading, 1, Number(dotted[1]), Number(dotted[2]), dotted[3]);
  }
  return readNamedMonth(reading);
}

/** "15 mar", "march 15", "15. märz 2027". */
function readNamedMonth(reading: Reading): boolean {
  const [first = '', second = '', third = ''] = reading.words;
  const year = /^\d{4}$/.test(third) ? third : undefined;
  const dayFirst = /^(\d{1,2})\.?$/.exec(first);
  const monthSecond = MONTHS[second.replace(/\.$/, '')];
  if (dayFirst && monthSecond) return takeDate(reading, year ? 3 : 2, Number(dayFirst[1]), monthSecond, year);
  const monthFirst = MONTHS[first.replace(/\.$/, '')];
  const daySecond = /^(\d{1,2})\.?$/.exec(second);
  if (monthFirst && daySecond) return takeDate(reading, year ? 3 : 2, Number(daySecond[1]), monthFirst, year);
  return false;
}

/** "9", "9 am", "14:00", "9.30", "9 Uhr 30", "noon", "evening". */
function readClock(reading: Reading): boolean {
  const { words } = reading;
  const [first = '', second = ''] = words;
  if (IGNORED_WORDS.has(first) && words.length > 1) return skip(reading);
  const named = CLOCK_WORDS[first];
  if (named !== undefined) {
    // "tomorrow morning 9": the number is more exact.
    reading.clock ??= { hour: named, minute: 0 };
    return skip(reading);
  }
  const time = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(first);
  if (!time) return false;
  const minute = Number(time[2] ?? 0);
  const half = second === 'am' || second === 'pm' ? second : undefined;
  const is24 = second === 'uhr' || second === 'h' || time[2] !== undefined || first.length === 2;
  const hour = hourOf(Number(time[1]), half, is24, reading.clock?.hour);
  if (hour > 23 || minute > 59) return false;
  reading.clock = { hour, minute };
  reading.words = words.slice(half || second === 'uhr' || second === 'h' ? 2 : 1);
  return true;
}

/** A single number from 1 to 6 is in the afternoon, unless the morning was named. */
function hourOf(hour: number, half: 'am' | 'pm' | undefined, is24: boolean, named: number | undefined): number {
  if (half) return hour > 12 ? 24 : (hour % 12) + (half === 'pm' ? 12 : 0);
  if (named !== undefined) return named > 12 && hour < 12 ? hour + 12 : hour;
  return !is24 && hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

function skip(reading: Reading): true {
  reading.words = reading.words.slice(1);
  return true;
}

function take(reading: Reading, count: number, date: LocalTime): true {
  reading.words = reading.words.slice(count);
  reading.date = date;
  return true;
}

/** Without a year it is the next such day. */
function takeDate(reading: Reading, count: number, day: number, month: number, year: string | undefined): boolean {
  const { now } = reading;
  if (month < 1 || month > 12 || day < 1) return false;
  const isOver = month < now.month || (month === now.month && day < now.day);
  const full = year ? Number(year.length === 2 ? `20${year}` : year) : now.year + (isOver ? 1 : 0);
  if (day > new Date(Date.UTC(full, month, 0)).getUTCDate()) return false;
  return take(reading, count, { ...now, year: full, month, day });
}

/** The same day of a later month, or the last day if the month is shorter. */
function addMonths(time: LocalTime, months: number): LocalTime {
  const first = new Date(Date.UTC(time.year, time.month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    ...time,
    year: first.getUTCFullYear(),
    month: first.getUTCMonth() + 1,
    day: Math.min(time.day, last),
  };
}
