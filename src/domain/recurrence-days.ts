// The calendar part of a recurrence rule (RFC 5545 section 3.3.10): the days that a day, week, month or year of the rule
// gives. Days are numbers, counted from 1970-01-01; weekdays count from Monday as 0.
import type { Recurrence } from '../resources/recurrence.ts';

export const DAY = 86_400_000;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface Weekday {
  /** 1 is the first of its month or year, -1 the last; 0 means every one. */
  nth: number;
  day: number;
}

/** A stretch of days: a month or a year. */
interface Stretch {
  first: number;
  length: number;
}

/** A rule with what the start of the series decides where the rule does not say it. */
export class RuleDays {
  readonly #freq: Recurrence['freq'];
  readonly #months: Set<number> | undefined;
  readonly #monthDays: Set<number> | undefined;
  readonly #yearDays: Set<number> | undefined;
  readonly #weeks: Set<number> | undefined;
  readonly #weekdays: Weekday[] | undefined;
  readonly #start: { day: number; year: number; month: number; date: number; weekday: number };
  readonly #firstWeekday: number;

  constructor(rule: Recurrence, startDay: number) {
    this.#freq = rule.freq;
    this.#months = rule.bymonth && new Set(rule.bymonth);
    this.#monthDays = rule.bymonthday && new Set(rule.bymonthday);
    this.#yearDays = rule.byyearday && new Set(rule.byyearday);
    this.#weeks = rule.byweekno && new Set(rule.byweekno);
    this.#weekdays =
      rule.byday &&
      [...new Set(rule.byday)].map((text) => ({
        nth: Number(text.slice(0, -2)),
        day: WEEKDAYS.indexOf(text.slice(-2)),
      }));
    this.#start = { day: startDay, ...calendarOf(startDay), weekday: weekdayOf(startDay) };
    this.#firstWeekday = WEEKDAYS.indexOf(rule.wkst ?? 'MO');
  }

  /** How many values of the rule a period goes through. */
  get values(): number {
    const weekdays = this.#weekdays?.length ?? 0;
    if (this.#freq === 'daily' || this.#freq === 'weekly') return weekdays;
    const monthDays = this.#monthDays?.size ?? 1;
    if (this.#freq === 'monthly') return monthDays + 5 * weekdays;
    if (this.#weeks) return this.#weeks.size * (weekdays || 1);
    const months = this.#months?.size ?? (this.#monthDays ? 12 : 1);
    return (this.#yearDays?.size ?? months * monthDays) + weekdays * (this.#months ? 5 * months : 53);
  }

  /** The number of the period that holds a day, counted from that of the start; the interval is not applied. */
  periodOf(day: number): number {
    if (this.#freq === 'weekly') return Math.floor((day - this.#weekStart(0)) / 7);
    if (this.#freq === 'monthly') return monthNumber(calendarOf(day)) - monthNumber(this.#start);
    if (this.#freq === 'yearly') return calendarOf(day).year - this.#start.year;
    return day - this.#start.day;
  }

  /** A day before which a period gives none. */
  firstDay(period: number): number {
    if (this.#freq === 'weekly') return this.#weekStart(period);
    if (this.#freq === 'monthly') return this.#month(period).first;
    // The first week of a year may begin in the year before.
    if (this.#freq === 'yearly') return yearStart(this.#start.year + period) - 7;
    return this.#start.day + period;
  }

  /** The days that a period gives, ascending. */
  of(period: number): number[] {
    if (this.#freq === 'weekly') return this.#ofWeek(this.#weekStart(period));
    if (this.#freq === 'monthly') return ascending(this.#ofMonth(this.#month(period)));
    if (this.#freq === 'yearly') return ascending(this.#ofYear(this.#start.year + period));
    const day = this.#start.day + period;
    return this.allows(day) ? [day] : [];
  }

  /** Whether the parts of the rule that limit days allow a day. */
  allows(day: number): boolean {
    if (this.#weekdays && !this.#weekdays.some((one) => one.day === weekdayOf(day))) return false;
    return this.#allowsDate(day);
  }

  #allowsDate(day: number): boolean {
    if (!this.#months && !this.#monthDays && !this.#yearDays) return true;
    const { year, month, date } = calendarOf(day);
    if (this.#months && !this.#months.has(month)) return false;
    if (this.#monthDays && !hasPlace(this.#monthDays, date, monthLength(year, month))) return false;
    return !this.#yearDays || hasPlace(this.#yearDays, day - yearStart(year) + 1, yearLength(year));
  }

  #ofWeek(first: number): number[] {
    return ascending(this.#weekdaysFrom(first).filter((day) => this.#allowsDate(day)));
  }

  // BYMONTHDAY and BYDAY together give the days that fit both; without either, the start of the series has the day.
  #ofMonth(month: Stretch): number[] {
    if (this.#months && !this.#months.has(calendarOf(month.first).month)) return [];
    if (!this.#monthDays && this.#weekdays) return this.#weekdaysOf(month);
    const days = placesOf(this.#monthDays ?? [this.#start.date], month);
    return this.#weekdays && days.length > 0 ? common(days, this.#weekdaysOf(month)) : days;
  }

  #ofYear(year: number): number[] {
    if (this.#weeks) return this.#ofWeeks(year, this.#weeks);
    const whole = { first: yearStart(year), length: yearLength(year) };
    const months = this.#monthsOf(year);
    // A numbered weekday counts in its month where the rule names months, else in the year.
    const weekdays = () =>
      this.#months ? months.flatMap((month) => this.#weekdaysOf(month)) : this.#weekdaysOf(whole);
    if (this.#weekdays && !this.#yearDays && !this.#monthDays) return weekdays();
    const days = this.#yearDays
      ? placesOf(this.#yearDays, whole).filter((day) => this.#allowsDate(day))
      : months.flatMap((month) => placesOf(this.#monthDays ?? [this.#start.date], month));
    return this.#weekdays && days.length > 0 ? common(days, weekdays()) : days;
  }

  // The months that the rule names; all of them where it only names days of the month.
  #monthsOf(year: number): Stretch[] {
    const months = this.#months ?? (this.#monthDays ? ALL_MONTHS : [this.#start.month]);
    return Array.from(months, (month) => monthOf(year, month));
  }

  // The first week is the one with at least four days in the year.
  #ofWeeks(year: number, weeks: Set<number>): number[] {
    const first = this.#firstWeek(year);
    const count = (this.#firstWeek(year + 1) - first) / 7;
    return placesOf(weeks, { first: 0, length: count })
      .flatMap((week) => this.#weekdaysFrom(first + 7 * week))
      .filter((day) => this.#allowsDate(day));
  }

  #firstWeek(year: number): number {
    const fourth = yearStart(year) + 3;
    return fourth - ((weekdayOf(fourth) - this.#firstWeekday + 7) % 7);
  }

  // The weekdays of the rule, or that of its start, in the week that begins on a day.
  #weekdaysFrom(first: number): number[] {
    const weekdays = this.#weekdays ?? [{ day: this.#start.weekday }];
    return weekdays.map(({ day }) => first + ((day - this.#firstWeekday + 7) % 7));
  }

  #weekdaysOf({ first, length }: Stretch): number[] {
    return (this.#weekdays ?? []).flatMap(({ nth, day }) => {
      const earliest = first + ((day - weekdayOf(first) + 7) % 7);
      const count = Math.ceil((first + length - earliest) / 7);
      const places = nth === 0 ? Array.from({ length: count }, (_, index) => index) : [nth > 0 ? nth - 1 : count + nth];
      return places.filter((place) => place >= 0 && place < count).map((place) => earliest + 7 * place);
    });
  }

  #weekStart(period: number): number {
    const { day, weekday } = this.#start;
    return day - ((weekday - this.#firstWeekday + 7) % 7) + 7 * period;
  }

  #month(period: number): Stretch {
    const number = monthNumber(this.#start) + period;
    return monthOf(Math.floor(number / 12), (number % 12) + 1);
  }
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7; // 1970-01-01 was a Thursday
}

function calendarOf(day: number): { year: number; month: number; date: number } {
  const time = new Date(day * DAY);
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, date: time.getUTCDate() };
}

function monthNumber({ year, month }: { year: number; month: number }): number {
  return 12 * year + month - 1;
}

function yearStart(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162;
}

function yearLength(year: number): number {
  return yearStart(year + 1) - yearStart(year);
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function monthLength(year: number, month: number): number {
  return month === 2 ? yearLength(year) - 337 : (LENGTHS[month - 1] as number);
}

function monthOf(year: number, month: number): Stretch {
  let first = yearStart(year);
  for (let before = 1; before < month; before++) first += monthLength(year, before);
  return { first, length: monthLength(year, month) };
}

/** Whether places counted from 1, or from -1 for the last, have this one of `length`. */
function hasPlace(places: Set<number>, place: number, length: number): boolean {
  return places.has(place) || places.has(place - length - 1);
}

/** The days at these places of a stretch, counted from 1, or from -1 for the last. */
function placesOf(places: Iterable<number>, { first, length }: Stretch): number[] {
  const days: number[] = [];
  for (const place of places) {
    const index = place > 0 ? place - 1 : length + place;
    if (index >= 0 && index < length) days.push(first + index);
  }
  return days;
}

function common(days: number[], others: number[]): number[] {
  const set = new Set(others);
  return days.filter((day) => set.has(day));
}

function ascending(days: number[]): number[] {
  return days.length < 2 ? days : [...new Set(days)].sort((a, b) => a - b);
}
