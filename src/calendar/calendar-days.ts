// Arithmetic with days of the Gregorian calendar as numbers, counted from 1970-01-01; weekdays count from Monday as 0.

export const DAY = 86_400_000;

export interface CalendarDate {
  year: number;
  /** From 1. */
  month: number;
  date: number;
}

/** Days in a row, such as a month or a year. */
export interface Stretch {
  first: number;
  length: number;
}

export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7; // 1970-01-01 was a Thursday
}

// Years that begin in March have their leap day at the end, and their months repeat a pattern of 153 days in five.
export function dateOf(day: number): CalendarDate {
  const shifted = day + 719_468; // from 0000-03-01
  const cycle = Math.floor(shifted / 146_097); // of 400 years
  const rest = shifted - cycle * 146_097;
  const leapDays = Math.floor(rest / 1460) - Math.floor(rest / 36_524) + Math.floor(rest / 146_096);
  const year = Math.floor((rest - leapDays) / 365);
  const inYear = rest - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const place = Math.floor((5 * inYear + 2) / 153);
  const month = place < 10 ? place + 3 : place - 9;
  return {
    year: 400 * cycle + year + (month <= 2 ? 1 : 0),
    month,
    date: inYear - Math.floor((153 * place + 2) / 5) + 1,
  };
}

/** The number of a month, counted from January of the year 0. */
export function monthNumber({ year, month }: CalendarDate): number {
  return 12 * year + month - 1;
}

export function yearStart(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function yearOf(year: number): Stretch {
  return { first: yearStart(year), length: isLeapYear(year) ? 366 : 365 };
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

export function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (LENGTHS[month - 1] as number);
}

export function monthOf(year: number, month: number): Stretch {
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return { first: yearStart(year) + (BEFORE[month - 1] as number) + leapDay, length: monthLength(year, month) };
}

/** The days at these places of a stretch, counted from 1, or from -1 for the last. */
export function placesOf(places: Iterable<number>, { first, length }: Stretch): number[] {
  const days: number[] = [];
  for (const place of places) {
    const index = place > 0 ? place - 1 : length + place;
    if (index >= 0 && index < length) days.push(first + index);
  }
  return days;
}

/** Whether places counted from 1, or from -1 for the last, have this one of `length`. */
export function hasPlace(places: Set<number>, place: number, length: number): boolean {
  return places.has(place) || places.has(place - length - 1);
}

/** Ascending, each once. */
export function ascending(numbers: number[]): number[] {
  const isAscending = numbers.every((one, index) => index === 0 || one > (numbers[index - 1] as number));
  return isAscending ? numbers : [...new Set(numbers)].sort((a, b) => a - b);
}
