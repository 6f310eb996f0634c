// The address of the calendar, and its days as text.
import { goTo } from '../shell/navigation/navigation-state.ts';
import { dateFormat } from '../words/intl.ts';
import { locale } from '../words/words.ts';
import type { CalendarView, DayRange } from './calendar-days.ts';

export function goToView(view: CalendarView, date: string, options?: { replace?: boolean }): void {
  goTo(`/calendar/${view}/${date}`, options);
}

/** March 2026; 30 March – 5 April 2026; Monday, 30 March 2026. */
export function titleOf(view: CalendarView, date: string, shown: DayRange, isShort = false): string {
  const month = isShort ? 'short' : 'long';
  if (view === 'month') return dateText(date, { month, year: 'numeric' });
  if (view === 'day')
    return dateText(date, { weekday: month, day: 'numeric', month, ...(!isShort && { year: 'numeric' }) });
  const format = dateFormat(locale(), {
    day: 'numeric',
    month: isShort ? 'short' : 'long',
    ...(!isShort && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return format.formatRange(noon(shown.from), noon(shown.to));
}

/** A date as text, the same in every time zone. */
export function dateText(date: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale(), { ...options, timeZone: 'UTC' }).format(noon(date));
}

function noon(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}
