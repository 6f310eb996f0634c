// The calendar part of a recurrence rule (RFC 5545 section 3.3.10): the days that a day, week, month or year of the rule
// gives. Of the parts of a rule the one that names the fewest days is expanded, and all others limit what it gives.
import type { Rule } from '../resources/recurrence.ts';
import {
  ascending,
  type CalendarDate,
  dateOf,
  hasPlace,
  monthLength,
  monthNumber,
  monthOf,
  placesOf,
  type Stretch,
  weekdayOf,
  yearOf,
  yearStart,
} from './calendar-days.ts';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const CANDIDATES_PER_STEP = 4;

/** A weekday with its number: 1 is the first of its month or year, -1 the last. */
interface Numbered {
  nth: number;
  day: number;
}

/** A rule with what the start of the series decides where the rule does not say it. */
export class RuleDays {
  /** Of work for each period, beside one. */
  readonly steps: number;
  readonly #freq: Rule['freq'];
  readonly #start: CalendarDate & { day: number; weekday: number };
  readonly #months: Set<number> | undefined;
  readonly #monthDays: Set<number> | undefined;
  readonly #yearDays: Set<number> | undefined;
  readonly #weeks: Set<number> | undefined;
  /** Weekdays without a number. */
  readonly #weekdays: Set<number>;
  readonly #numbered: Numbered[];
  /** Whether a number counts within the month; else within the year. */
  readonly #countsInMonth: boolean;
  readonly #hasWeekdays: boolean;
  readonly #limitsDates: boolean;
  readonly #firstWeekday: number;
  /** Of the days of a week that a weekly rule gives, from its first day. */
  readonly #daysOfWeek: number[];

  constructor(rule: Rule, startDay: number) {
    this.#freq = rule.freq;
    this.#start = { day: startDay, ...dateOf(startDay), weekday: weekdayOf(startDay) };
    this.#months = setOf(rule.bymonth);
    this.#monthDays = setOf(rule.bymonthday);
    this.#yearDays = setOf(rule.byyearday);
    this.#weeks = rule.freq === 'yearly' ? setOf(rule.byweekno) : undefined;
    const byday = (rule.byday ?? []).map((text) => ({
      nth: Number(text.slice(0, -2)),
      day: WEEKDAYS.indexOf(text.slice(-2)),
    }));
    // Elsewhere numbers are not allowed (RFC 5545 section 3.3.10); the weekday alone counts.
    const hasNumbers = rule.freq === 'monthly' || (rule.freq === 'yearly' && !this.#weeks);
    this.#numbered = byday.filter(({ nth }) => hasNumbers && nth !== 0);
    this.#weekdays = new Set(byday.filter(({ nth }) => !hasNumbers || nth === 0).map(({ day }) => day));
    this.#countsInMonth = rule.freq === 'monthly' || this.#months !== undefined;
    this.#hasWeekdays = byday.length > 0;
    this.#limitsDates = (this.#months ?? this.#monthDays ?? this.#yearDays) !== undefined;
    this.#firstWeekday = Math.max(0, WEEKDAYS.indexOf(rule.wkst ?? 'MO'));
    const weekdays = this.#hasWeekdays ? this.#weekdays : [this.#start.weekday];
    this.#daysOfWeek = ascending([...weekdays].map((day) => (day - this.#firstWeekday + 7) % 7));
    this.steps = Math.floor(this.#candidates() / CANDIDATES_PER_STEP);
  }

  /** The number of the period that holds a day, counted from that of the start; the interval is not applied. */
  periodOf(day: number): number {
    if (this.#freq === 'weekly') return Math.floor((day - this.#weekStart(0)) / 7);
    if (this.#freq === 'monthly') return monthNumber(dateOf(day)) - monthNumber(this.#start);
    // A week of one year may hold days of another.
    if (this.#freq === 'yearly') return dateOf(day).year - this.#start.year - (this.#weeks ? 1 : 0);
    return day - this.#start.day;
  }

  /**
   * The first period that can give a day after the start. INTERVAL counts from the calendar year of the start, but that
   * can lie in a week of the year before.
   */
  firstPeriod(interval: number): number {
    return this.#weeks && interval === 1 ? -1 : 0;
  }

  /** A day before which a period gives none. */
  firstDay(period: number): number {
    if (this.#freq === 'weekly') return this.#weekStart(period);
    if (this.#freq === 'monthly') return this.#month(period).first;
    if (this.#freq === 'yearly') return yearStart(this.#start.year + period) - (this.#weeks ? 3 : 0);
    return this.#start.day + period;
  }

  /** The days that a period gives, ascending. */
  of(period: number): number[] {
    if (this.#freq === 'weekly') return this.#ofWeek(this.#weekStart(period));
    if (this.#freq === 'monthly') return this.#limited(this.#ofMonth(this.#month(period)));
    if (this.#freq === 'yearly') return this.#limited(this.#ofYear(this.#start.year + period));
    const day = this.#start.day + period;
    return this.allows(day) ? [day] : [];
  }

  /** Whether all parts of the rule that limit days allow a day. */
  allows(day: number): boolean {
    if (this.#limitsDates && !this.#allowsDate(day)) return false;
    return !this.#hasWeekdays || this.#allowsWeekday(day);
  }

  /** A later day before which the rule allows none, for a day that it does not allow. */
  dayAfter(day: number): number {
    const months = this.#months;
    if (!months) return day + 1;
    const { year, month } = dateOf(day);
    if (months.has(month)) return day + 1;
    for (let next = month + 1; next < month + 12; next++) {
      if (months.has(((next - 1) % 12) + 1)) return monthOf(next > 12 ? year + 1 : year, ((next - 1) % 12) + 1).first;
    }
    return day + 1;
  }

  #allowsDate(day: number): boolean {
    const { year, month, date } = dateOf(day);
    if (this.#months && !this.#months.has(month)) return false;
    if (this.#monthDays && !hasPlace(this.#monthDays, date, monthLength(year, month))) return false;
    const { first, length } = yearOf(year);
    return !this.#yearDays || hasPlace(this.#yearDays, day - first + 1, length);
  }

  #allowsWeekday(day: number): boolean {
    const weekday = weekdayOf(day);
    if (this.#weekdays.has(weekday)) return true;
    if (this.#numbered.length === 0) return false;
    const { year, month } = dateOf(day);
    const { first, length } = this.#countsInMonth ? monthOf(year, month) : yearOf(year);
    const fromFirst = Math.floor((day - first) / 7) + 1;
    const fromLast = -Math.floor((first + length - 1 - day) / 7) - 1;
    return this.#numbered.some((one) => one.day === weekday && (one.nth === fromFirst || one.nth === fromLast));
  }

  #limited(days: number[]): number[] {
    return ascending(this.#limitsDates || this.#hasWeekdays ? days.filter((day) => this.allows(day)) : days);
  }

  #ofWeek(first: number): number[] {
    const days = this.#daysOfWeek.map((place) => first + place);
    return this.#limitsDates ? days.filter((day) => this.#allowsDate(day)) : days;
  }

  #ofMonth(month: Stretch): number[] {
    if (this.#monthDays) return placesOf(this.#monthDays, month);
    return this.#hasWeekdays ? this.#weekdaysOf(month) : placesOf([this.#start.date], month);
  }

  #ofYear(year: number): number[] {
    if (this.#weeks) return this.#ofWeeks(year, this.#weeks);
    if (this.#yearDays) return placesOf(this.#yearDays, yearOf(year));
    if (this.#monthDays) return this.#ofMonths(year, ALL_MONTHS, this.#monthDays);
    if (this.#hasWeekdays && !this.#months) return this.#weekdaysOf(yearOf(year));
    if (this.#hasWeekdays) return [...(this.#months ?? [])].flatMap((month) => this.#weekdaysOf(monthOf(year, month)));
    return this.#ofMonths(year, [this.#start.month], [this.#start.date]);
  }

  #ofMonths(year: number, months: Iterable<number>, days: Iterable<number>): number[] {
    return [...(this.#months ?? months)].flatMap((month) => placesOf(days, monthOf(year, month)));
  }

  // Without another part that names days, the weekday is that of the start.
  #ofWeeks(year: number, weeks: Set<number>): number[] {
    const first = this.#firstWeek(year);
    const count = (this.#firstWeek(year + 1) - first) / 7;
    const places = this.#hasWeekdays || !(this.#monthDays ?? this.#yearDays) ? this.#daysOfWeek : [0, 1, 2, 3, 4, 5, 6];
    return placesOf(weeks, { first: 0, length: count }).flatMap((week) =>
      places.map((place) => first + 7 * week + place),
    );
  }

  // The first week is the one with at least four days in the year.
  #firstWeek(year: number): number {
    const fourth = yearStart(year) + 3;
    return fourth - ((weekdayOf(fourth) - this.#firstWeekday + 7) % 7);
  }

  #weekdaysOf({ first, length }: Stretch): number[] {
    const earliest = (weekday: number) => first + ((weekday - weekdayOf(first) + 7) % 7);
    const days: number[] = [];
    for (const weekday of this.#weekdays)
      for (let day = earliest(weekday); day < first + length; day += 7) days.push(day);
    for (const { nth, day } of this.#numbered) {
      const one = earliest(day);
      const count = Math.ceil((first + length - one) / 7);
      days.push(...placesOf([nth], { first: 0, length: count }).map((place) => one + 7 * place));
    }
    return days;
  }

  #weekStart(period: number): number {
    const { day, weekday } = this.#start;
    return day - ((weekday - this.#firstWeekday + 7) % 7) + 7 * period;
  }

  #month(period: number): Stretch {
    const number = monthNumber(this.#start) + period;
    const year = Math.floor(number / 12);
    return monthOf(year, number - 12 * year + 1);
  }

  // How many days are looked at for a period.
  #candidates(): number {
    const monthDays = this.#monthDays?.size ?? 0;
    if (this.#freq === 'weekly') return this.#daysOfWeek.length;
    if (this.#freq === 'monthly') return monthDays || 1 + 5 * this.#weekdays.size + this.#numbered.length;
    if (this.#freq !== 'yearly') return 1;
    if (this.#weeks) return 7 * this.#weeks.size;
    if (this.#yearDays) return this.#yearDays.size;
    const months = this.#months?.size ?? (monthDays > 0 ? 12 : 1);
    if (monthDays > 0) return months * monthDays;
    return (this.#months ? 5 * months : 53) * this.#weekdays.size + months * (this.#numbered.length + 1);
  }
}

function setOf(values: number[] | undefined): Set<number> | undefined {
  return values && values.length > 0 ? new Set(values) : undefined;
}
