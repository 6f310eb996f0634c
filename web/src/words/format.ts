// Dates, times and numbers as text, by Intl, in the language of the app and the time zone of the user.

import { chosenTimeZone } from '../data/time-zone.ts';
import { daysBetween } from './days.ts';
import { countText, dateFormat, deviceTimeZone, listFormat, numberFormat, relativeFormat } from './intl.ts';
import { locale, words } from './words.ts';

/** The time zone in which the app shows times: that of the settings, else that of the browser. */
export function timeZone(): string {
  return chosenTimeZone() ?? deviceTimeZone();
}

function format(options: Intl.DateTimeFormatOptions, zone = timeZone()): Intl.DateTimeFormat {
  return dateFormat(locale(), { timeZone: zone, ...options });
}

/** Whether dates in numbers begin with the month, as in the United States. */
export function isMonthFirst(): boolean {
  const parts = format({ dateStyle: 'short' })
    .formatToParts(new Date())
    .map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') && parts[0] !== 'year';
}

/** 14:05 */
export function formatTime(time: string | Date, zone?: string): string {
  return format({ timeStyle: 'short' }, zone).format(new Date(time));
}

/** A time of day by its minutes, as formatTime writes it. */
export function timeOfDay(minutes: number): string {
  return formatTime(new Date(Date.UTC(2026, 0, 1, 0, minutes)), 'UTC');
}

/** Tue, 3 Mar; with the year if it is not this one. */
export function formatDay(time: string | Date, zone?: string): string {
  const isThisYear = dayOf(time, zone).slice(0, 4) === dayOf(new Date(), zone).slice(0, 4);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return format({ weekday: 'short', day: 'numeric', month: 'short', ...year }, zone).format(new Date(time));
}

/** Tuesday, 3 March 2026 */
export function formatLongDay(time: string | Date, zone?: string): string {
  return format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, zone).format(new Date(time));
}

/** Tuesday, 3 March */
export function formatWeekday(time: string | Date, zone?: string): string {
  return format({ weekday: 'long', day: 'numeric', month: 'long' }, zone).format(new Date(time));
}

/** Tue, 3 Mar, 14:05 */
export function formatDayTime(time: string | Date, zone?: string): string {
  return `${formatDay(time, zone)}, ${formatTime(time, zone)}`;
}

/** Short, for lists: the time today, the weekday within a week, else the date. */
export function formatListTime(time: string | Date): string {
  const days = daysBetween(dayOf(time), dayOf(new Date()));
  if (days === 0) return formatTime(time);
  if (days === 1) return words().common.yesterday;
  if (days > 1 && days < 7) return format({ weekday: 'short' }).format(new Date(time));
  const isThisYear = dayOf(time).slice(0, 4) === dayOf(new Date()).slice(0, 4);
  return format(isThisYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'short' }).format(new Date(time));
}

/** Today, Tomorrow, Yesterday, else the day. `day` is a date such as 2026-03-03. */
export function formatRelativeDay(day: string): string {
  const { today, tomorrow, yesterday } = words().common;
  const days = daysBetween(dayOf(new Date()), day);
  const named = { [-1]: yesterday, 0: today, 1: tomorrow }[days];
  return named ?? formatDay(`${day}T12:00:00Z`, 'UTC');
}

/** in 5 minutes, 3 days ago */
export function formatRelative(time: string | Date, now = new Date()): string {
  const minutes = Math.round((new Date(time).getTime() - now.getTime()) / 60_000);
  const relative = relativeFormat(locale());
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 60 / 24), 'day');
}

/** The date in the time zone of the user: 2026-03-03. */
export function dayOf(time: string | Date, zone = chosenTimeZone()): string {
  const date = new Date(time);
  // Lists call this for every row. In the time zone of the device, Date needs no formatter, which would be slower.
  if (zone === undefined) return isoDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
  const parts = format({ year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'iso8601' }, zone).formatToParts(
    date,
  );
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return isoDay(part('year'), part('month'), part('day'));
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The hour in the time zone of the user, from 0 to 23. */
export function hourOf(time: string | Date, zone = chosenTimeZone()): number {
  if (zone === undefined) return new Date(time).getHours();
  const options = { hour: '2-digit', hourCycle: 'h23', timeZone: zone } as const;
  return Number(dateFormat('en', options).format(new Date(time)));
}

export function formatNumber(value: number): string {
  return countText(value, locale());
}

/** 1.2 MB */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  // The short form of bytes has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: units[power], unitDisplay, maximumFractionDigits: 1 } as const;
  return numberFormat(locale(), options).format(bytes / 1000 ** power);
}

/** Ann, Bob and Cleo */
export function formatNames(names: readonly string[]): string {
  return listFormat(locale()).format(names);
}
