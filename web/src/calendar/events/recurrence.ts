// Recurrence rules for people: the usual choices for a date, and any rule in words. The rules are those of the API, which
// are RFC 5545 with lower-case keys.
import { Temporal } from 'temporal-polyfill';
import type { calendar } from '../../words/en/calendar.ts';
import { dateFormat, listFormat } from '../../words/intl.ts';
import { WEEKDAYS } from '../calendar-days.ts';
import { localDate } from './event-times.ts';

/** A rule of the API. */
export interface Rule {
  freq?: 'minutely' | 'hourly' | Frequency;
  interval?: number;
  count?: number;
  until?: string;
  byday?: string[];
  bymonthday?: number[];
  bymonth?: number[];
  exdates?: string[];
  rdates?: string[];
  /** Others, which are kept but not edited. */
  [key: string]: unknown;
}

/** The texts of a language, and the language of its dates. */
export interface RuleWords {
  texts: typeof calendar.recurrence;
  locale: string;
}

/** The first day of a series, and the time zone of its days. */
export interface SeriesStart {
  date: string;
  zone: string;
}

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'yearly';
export type Weekday = (typeof WEEKDAYS)[number];

export const PRESETS = ['never', 'daily', 'weekdays', 'weekly', 'monthlyByDate', 'monthlyByWeekday', 'yearly'] as const;
export type Preset = (typeof PRESETS)[number];

const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'];
/** What the editor can show. Rules with other keys keep them until the rule is replaced. */
const EDITABLE = new Set(['freq', 'interval', 'count', 'until', 'byday', 'bymonthday', 'wkst', 'exdates', 'rdates']);

export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? 'MO';
}

/** `2TU` for the second Tuesday of its month, `-1TU` for the last one. */
export function nthWeekdayOf(date: string): string {
  const { day, daysInMonth } = Temporal.PlainDate.from(date);
  return `${day + 7 > daysInMonth ? -1 : Math.ceil(day / 7)}${weekdayOf(date)}`;
}

export function presetRule(preset: Preset, date: string): Rule | null {
  const day = Number(date.slice(8));
  const rules: Record<Preset, Rule | null> = {
    never: null,
    daily: { freq: 'daily' },
    weekdays: { freq: 'weekly', byday: WORKDAYS },
    weekly: { freq: 'weekly', byday: [weekdayOf(date)] },
    monthlyByDate: { freq: 'monthly', bymonthday: [day] },
    monthlyByWeekday: { freq: 'monthly', byday: [nthWeekdayOf(date)] },
    yearly: { freq: 'yearly' },
  };
  return rules[preset];
}

/** The choice that a rule is, apart from when it ends; undefined for others. */
export function presetOf(rule: Rule | null, date: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const own = presetRule(preset, date);
    return own === null || rule === null ? own === rule : keyOf(own, date) === keyOf(rule, date);
  });
}

export function isEditable(rule: Rule): boolean {
  const isUsual = ['daily', 'weekly', 'monthly', 'yearly'].includes(rule.freq ?? '');
  return isUsual && Object.keys(rule).every((key) => EDITABLE.has(key)) && !(rule.byday && rule.bymonthday);
}

/** "Every 2 weeks on Tuesday and Thursday, until 3 March 2027"; of a rule that is less usual only that it is one. */
export function ruleText(rule: Rule, { date, zone }: SeriesStart, words: RuleWords): string {
  const { bymonth: _bymonth, ...others } = rule;
  const { freq, interval = 1 } = rule;
  if (!isEditable(others) || !isValid(rule) || !hasUsualDays(rule, date)) return words.texts.custom;
  const parts = [words.texts.every(freq as Frequency, interval), daysText(rule, date, words)].filter(Boolean).join(' ');
  return [parts, endText(rule, zone, words)].filter(Boolean).join(', ');
}

/** The last day of a rule with `until`, in the time zone of the series: a moment in UTC can be on another day there. */
export function lastDayOf(until: string, zone: string): string {
  const isMoment = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(until);
  return isMoment ? localDate(until, zone) : until.slice(0, 10);
}

export function weekdayName(day: string, locale: string, style: 'long' | 'short' = 'long'): string {
  const index = WEEKDAYS.indexOf(day.slice(-2) as Weekday);
  return dateText(`2026-06-0${index + 1}`, { weekday: style }, locale); // 1 June 2026 is a Monday
}

function daysText(rule: Rule, date: string, { texts: recurrence, locale }: RuleWords): string {
  const { freq, byday, bymonthday } = rule;
  if (freq === 'daily') return '';
  if (freq === 'weekly') {
    const days = [...(byday ?? [weekdayOf(date)])].sort((one, other) => position(one) - position(other));
    if (days.join() === WORKDAYS.join()) return recurrence.onWorkdays;
    return recurrence.onWeekdays(
      list(
        days.map((day) => weekdayName(day, locale)),
        locale,
      ),
    );
  }
  if (byday)
    return recurrence.onNth(
      list(
        byday.map((day) => nthText(day, { texts: recurrence, locale })),
        locale,
      ),
    );
  if (freq === 'yearly') return recurrence.onDate(dateText(date, { day: 'numeric', month: 'long' }, locale));
  const days = bymonthday ?? [Number(date.slice(8))];
  if (days.length === 1 && days[0] === -1) return recurrence.onLastDay;
  return recurrence.onMonthDays(list(days.map(recurrence.dayOfMonth), locale));
}

function endText({ count, until }: Rule, zone: string, { texts: recurrence, locale }: RuleWords): string {
  if (count !== undefined) return recurrence.times(count);
  if (until === undefined) return '';
  const day = lastDayOf(until, zone);
  return recurrence.until(dateText(day, { day: 'numeric', month: 'long', year: 'numeric' }, locale));
}

function nthText(day: string, { texts: recurrence, locale }: RuleWords): string {
  const nth = Number.parseInt(day, 10);
  const name = weekdayName(day, locale);
  return Number.isNaN(nth) ? name : recurrence.nth(nth, name);
}

/** A rule of an invitation can have any values. */
function isValid({ interval = 1, count = 1, until, byday = [], bymonthday = [] }: Rule): boolean {
  return (
    [interval, count, ...bymonthday].every(Number.isInteger) &&
    byday.every((day) => /^(?:[+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(day)) &&
    (until === undefined || !Number.isNaN(Date.parse(until)))
  );
}

/**
 * A yearly rule is on the date of its start; one that names other months or days is not described. Neither are days that
 * limit a rule by day, and months that limit any other.
 */
function hasUsualDays({ freq, bymonth, byday, bymonthday }: Rule, date: string): boolean {
  if (freq !== 'yearly') return bymonth === undefined && (freq !== 'daily' || !(byday || bymonthday));
  const isMonthOfStart = bymonth === undefined || (bymonth.length === 1 && bymonth[0] === Number(date.slice(5, 7)));
  const isDayOfStart = bymonthday === undefined || bymonthday.join() === String(Number(date.slice(8)));
  return isMonthOfStart && byday === undefined && isDayOfStart;
}

/** What makes two rules the same choice. */
function keyOf({ freq, interval = 1, byday, bymonthday, ...rest }: Rule, date: string): string {
  const { count: _count, until: _until, exdates: _exdates, rdates: _rdates, wkst: _wkst, ...others } = rest;
  const days = freq === 'weekly' ? [...(byday ?? [weekdayOf(date)])].sort() : byday;
  const dates = freq === 'monthly' && !byday ? (bymonthday ?? [Number(date.slice(8))]) : bymonthday;
  return JSON.stringify([freq, interval, days, dates, others]);
}

function position(day: string): number {
  return WEEKDAYS.indexOf(day as Weekday);
}

function list(items: readonly string[], locale: string): string {
  return listFormat(locale).format(items);
}

/** The rule for another first day: a usual choice stays that choice, "on Tuesday" becomes "on Wednesday". */
export function followDate(rule: Rule | null, before: string, after: string): Rule | null {
  const preset = rule && presetOf(rule, before);
  if (!rule || !preset || !after) return rule;
  const { freq: _freq, byday: _byday, bymonthday: _bymonthday, ...rest } = rule;
  return { ...presetRule(preset, after), ...rest };
}

function dateText(date: string, options: Intl.DateTimeFormatOptions, locale: string): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`));
}
