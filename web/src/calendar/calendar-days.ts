// Days of the calendar: which ones a view shows, and steps between them. Dates are texts such as 2026-03-03.
import { Temporal } from 'temporal-polyfill';
import { addDays } from '../words/days.ts';

export const VIEWS = ['month', 'week', 'days', 'day', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type WeekStart = (typeof WEEKDAYS)[number];

/** Days from `from` to `to`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** How many days `days` shows: as many as have room on a phone. */
export const FEW_DAYS = 3;

/** How many days the agenda shows at first, and how many more at a time. */
export const AGENDA_DAYS = 28;

/** The view and date of the address; what it does not say, or says wrongly, is replaced. */
export function parseAddress(
  view: string | undefined,
  date: string | undefined,
  today: string,
  usual: CalendarView,
): { view: CalendarView; date: string } {
  return { view: VIEWS.find((one) => one === view) ?? usual, date: parseDate(date) ?? today };
}

/** The first day of the week of a date. */
export function weekOf(date: string, weekStart: WeekStart): string {
  const day = Temporal.PlainDate.from(date);
  const first = WEEKDAYS.indexOf(weekStart) + 1;
  return day.subtract({ days: (day.dayOfWeek - first + 7) % 7 }).toString();
}

/** The days that a view shows: of a month six whole weeks. */
export function rangeOf(view: CalendarView, date: string, weekStart: WeekStart): DayRange {
  if (view === 'day') return { from: date, to: date };
  if (view === 'days') return { from: date, to: addDays(date, FEW_DAYS - 1) };
  if (view === 'agenda') return { from: date, to: addDays(date, AGENDA_DAYS - 1) };
  const from = weekOf(view === 'month' ? `${date.slice(0, 7)}-01` : date, weekStart);
  return { from, to: addDays(from, view === 'month' ? 41 : 6) };
}

/** The days that are shown in the same row as a day. */
export function rowOf(view: CalendarView, date: string, day: string, weekStart: WeekStart): DayRange {
  return view === 'month' ? rangeOf('week', day, weekStart) : rangeOf(view, date, weekStart);
}

/** The date after a step to the next or the previous period. */
export function stepDate(view: CalendarView, date: string, step: 1 | -1): string {
  const day = Temporal.PlainDate.from(date);
  if (view === 'month') return day.add({ months: step }).toString();
  return addDays(date, step * { week: 7, days: FEW_DAYS, day: 1, agenda: 7 }[view]);
}

function parseDate(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text).toString();
  } catch {
    return undefined;
  }
}
