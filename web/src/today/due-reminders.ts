// Which reminders that were neither dismissed nor snoozed Today shows: those of the last days, and older ones of what is
// still to come. What it says about their time.
import type { Reminder } from '../data/types.ts';
import { addDays } from '../words/days.ts';
import { dayOf, formatDay, formatDayTime, formatTime } from '../words/format.ts';

/** Also of events that are over: nobody may have seen them. */
export const DAYS_SHOWN = 7;

/** Whether Today still shows it. */
export function isStillDue(reminder: Reminder, now: Date, zone: string): boolean {
  const today = dayOf(now, zone);
  if (dayOf(reminder.snoozed_until ?? reminder.due_at, zone) >= addDays(today, -DAYS_SHOWN)) return true;
  const { all_day: isAllDay, start_at: start, end_at: end, end_date: endDate } = reminder;
  return isAllDay ? (endDate ?? '') > today : new Date(end ?? start) > now;
}

/** The time of its event, with the day if that is not today. */
export function whenOf({ all_day, start_date, start_at }: Reminder, now: Date, allDay: string): string {
  const today = dayOf(now);
  if (all_day) return start_date && start_date !== today ? formatDay(`${start_date}T12:00:00Z`, 'UTC') : allDay;
  return dayOf(start_at) === today ? formatTime(start_at) : formatDayTime(start_at);
}
