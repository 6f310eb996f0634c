// The address of the calendar: which view is shown, for which date, and the days that it covers.
import { Temporal } from 'temporal-polyfill';
import type { Settings } from '../data/types.ts';
import { goTo } from '../shell/navigation-state.ts';
import { locale } from '../words/words.ts';

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];
export type WeekStart = Settings['week_start'];

/** Days from `from` to `to`, both included, as dates such as 2026-03-03. */
export interface DayRange {
  from: string;
  to: string;
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

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

export function goToView(view: CalendarView, date: string, options?: { replace?: boolean }): void {
  goTo(`/calendar/${view}/${date}`, options);
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
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
  if (view === 'agenda') return { from: date, to: addDays(date, AGENDA_DAYS - 1) };
  const from = weekOf(view === 'month' ? `${date.slice(0, 7)}-01` : date, weekStart);
  return { from, to: addDays(from, view === 'month' ? 41 : 6) };
}

/** The date after a step to the next or the previous period. */
export function stepDate(view: CalendarView, date: string, step: 1 | -1): string {
  const day = Temporal.PlainDate.from(date);
  if (view === 'month') return day.add({ months: step }).toString();
  return addDays(date, step * { week: 7, day: 1, agenda: 7 }[view]);
}

/** March 2026; 30 March – 5 April 2026; Monday, 30 March 2026 */
export function titleOf(view: CalendarView, date: string, weekStart: WeekStart, isShort = false): string {
  const month = isShort ? 'short' : 'long';
  if (view === 'month') return dateText(date, { month, year: 'numeric' });
  if (view === 'day')
    return dateText(date, { weekday: month, day: 'numeric', month, ...(!isShort && { year: 'numeric' }) });
  if (view === 'agenda') return dateText(date, { day: 'numeric', month, year: 'numeric' });
  const { from, to } = rangeOf(view, date, weekStart);
  const format = new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: isShort ? 'short' : 'long',
    ...(!isShort && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return format.formatRange(noon(from), noon(to));
}

/** A date as text, the same in every time zone. */
export function dateText(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(noon(date));
}

/** The ISO number of the week, which is that of its Thursday. */
export function weekNumber(date: string): number {
  return Temporal.PlainDate.from(date).weekOfYear ?? 0;
}

function noon(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

function parseDate(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text).toString();
  } catch {
    return undefined;
  }
}
