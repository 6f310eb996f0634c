// A recurrence rule expanded naively: every day from the start on is looked at, and every second, minute or hour of the
// days that fit. Slow, but it reads like the text of RFC 5545 section 3.3.10, and shares no code with the service.
import type { Rule } from '../../src/resources/recurrence.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Days of the longest period, with those of a week that begins in one year and ends in the next. */
const LONGEST: Partial<Record<Rule['freq'], number>> = { yearly: 380, monthly: 31, weekly: 7, daily: 1 };

export interface ModelInput {
  rule: Rule;
  /** Local times, as the milliseconds that they would have in UTC. */
  start: number;
  before: number;
  allDay: boolean;
  /** What the clocks show instead of a local time that they skip; any other local time itself. */
  shown: (local: number) => number;
}

/** The local times of all occurrences from the start up to but not including `before`. */
export function modelStarts({ rule, start, before, allDay, shown }: ModelInput): number[] {
  const found = new Set<number>();
  const end = rule.until === undefined ? before : Math.min(before, Date.parse(rule.until.slice(0, 10)) + DAY);
  // INTERVAL counts from the calendar year of the start, also where its week is one of another year.
  const firstPeriod = rule.freq === 'yearly' ? new Date(start).getUTCFullYear() : periodOf(rule, start);
  let period = Number.NaN;
  let set: number[] = [];
  const finishSet = () => {
    for (const local of chosen(set, rule.bysetpos)) {
      if (local >= start && local < end && shown(local) < before) found.add(shown(local));
    }
    set = [];
  };
  // A period that began before the start counts as a whole for BYSETPOS; one that goes on after the end too.
  const times = allDay ? [0] : timesOf(rule, start);
  const most = (LONGEST[rule.freq] ?? 0) * DAY;
  for (let day = dayOf(start) - most; day < end + most; day += DAY) {
    if (!dayFits(rule, day, start)) continue;
    for (const time of times) {
      const local = day + time;
      const number = periodOf(rule, local);
      if ((number - firstPeriod) % (rule.interval ?? 1) !== 0) continue;
      if (number !== period) finishSet();
      period = number;
      set.push(local);
    }
  }
  finishSet();
  return [...found].sort((a, b) => a - b).slice(0, rule.count);
}

function chosen(set: number[], bysetpos: number[] | undefined): number[] {
  if (!bysetpos) return set;
  return set.filter((_, index) => bysetpos.includes(index + 1) || bysetpos.includes(index - set.length));
}

/** A number that is the same for all times of a period of the rule. */
function periodOf({ freq, byweekno, wkst }: Rule, local: number): number {
  const date = new Date(local);
  switch (freq) {
    case 'yearly':
      return byweekno ? weekOf(dayOf(local), wkst).year : date.getUTCFullYear();
    case 'monthly':
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    case 'weekly':
      return weekStart(dayOf(local), wkst) / (7 * DAY);
    case 'daily':
      return Math.floor(local / DAY);
    case 'hourly':
      return Math.floor(local / HOUR);
    case 'minutely':
      return Math.floor(local / MINUTE);
    default:
      return Math.floor(local / SECOND);
  }
}

function dayFits(rule: Rule, day: number, start: number): boolean {
  const date = new Date(day);
  const first = new Date(start);
  const month = date.getUTCMonth() + 1;
  const inYear = (day - Date.UTC(date.getUTCFullYear(), 0)) / DAY + 1;
  const { bymonth, bymonthday, byyearday, byweekno, byday } = rule;
  if (bymonth && !bymonth.includes(month)) return false;
  if (bymonthday && !hasPlace(bymonthday, date.getUTCDate(), daysOf(date, true))) return false;
  if (byyearday && !hasPlace(byyearday, inYear, daysOf(date, false))) return false;
  if (byweekno && rule.freq === 'yearly') {
    const { week, weeks } = weekOf(day, rule.wkst);
    if (!hasPlace(byweekno, week, weeks)) return false;
  }
  if (byday && !byday.some((one) => weekdayFits(rule, one, date))) return false;
  // What the rule does not say, the start does.
  const sameWeekday = date.getUTCDay() === first.getUTCDay();
  if (rule.freq === 'weekly') return byday !== undefined || sameWeekday;
  if (rule.freq === 'monthly') return (byday ?? bymonthday) !== undefined || date.getUTCDate() === first.getUTCDate();
  if (rule.freq !== 'yearly' || (byday ?? bymonthday ?? byyearday) !== undefined) return true;
  if (byweekno) return sameWeekday;
  return date.getUTCDate() === first.getUTCDate() && (bymonth !== undefined || month === first.getUTCMonth() + 1);
}

function weekdayFits({ freq, bymonth }: Rule, text: string, date: Date): boolean {
  if (text.slice(-2) !== WEEKDAYS[date.getUTCDay()]) return false;
  const nth = Number(text.slice(0, -2));
  if (nth === 0) return true;
  const inMonth = freq === 'monthly' || bymonth !== undefined;
  // All days of this name in the month or year, one after the other.
  const same: number[] = [];
  const first = Date.UTC(date.getUTCFullYear(), inMonth ? date.getUTCMonth() : 0);
  for (let day = first; day < first + daysOf(date, inMonth) * DAY; day += DAY)
    if (new Date(day).getUTCDay() === date.getUTCDay()) same.push(day);
  return hasPlace([nth], same.indexOf(date.getTime()) + 1, same.length);
}

/** Every time of day that fits, looked for second by second. */
function timesOf(rule: Rule, start: number): number[] {
  const places = ['daily', 'hourly', 'minutely', 'secondly'];
  const depth = Math.max(0, places.indexOf(rule.freq)); // how many of hour, minute and second are free if not given
  const fits = (list: number[] | undefined, value: number, place: number, own: number) =>
    list ? list.includes(value) : depth > place || value === own;
  const first = new Date(start);
  const times: number[] = [];
  for (let hour = 0; hour < 24; hour++) {
    if (!fits(rule.byhour, hour, 0, first.getUTCHours())) continue;
    for (let minute = 0; minute < 60; minute++) {
      if (!fits(rule.byminute, minute, 1, first.getUTCMinutes())) continue;
      for (let second = 0; second < 60; second++)
        if (fits(rule.bysecond, second, 2, first.getUTCSeconds()))
          times.push(hour * HOUR + minute * MINUTE + second * SECOND);
    }
  }
  return times;
}

/** The week of a day: its number, the year that it belongs to, and how many weeks that has. */
function weekOf(day: number, wkst: string | undefined): { year: number; week: number; weeks: number } {
  // A week belongs to the year that has at least four of its days, so also the fourth.
  const year = new Date(weekStart(day, wkst) + 3 * DAY).getUTCFullYear();
  const first = weekStart(Date.UTC(year, 0, 4), wkst);
  const next = weekStart(Date.UTC(year + 1, 0, 4), wkst);
  return { year, week: (weekStart(day, wkst) - first) / (7 * DAY) + 1, weeks: (next - first) / (7 * DAY) };
}

function weekStart(day: number, wkst = 'MO'): number {
  let first = day;
  while (WEEKDAYS[new Date(first).getUTCDay()] !== wkst) first -= DAY;
  return first;
}

function hasPlace(places: number[], place: number, length: number): boolean {
  return places.includes(place) || places.includes(place - length - 1);
}

function daysOf(date: Date, inMonth: boolean): number {
  const year = date.getUTCFullYear();
  if (inMonth) return new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
  return (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY;
}

function dayOf(local: number): number {
  return Math.floor(local / DAY) * DAY;
}
