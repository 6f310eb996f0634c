// What is set for the calendars of the demo: colours, their order, and a default reminder for new events at work.
import type { CalendarInput } from '../../resources/calendar.ts';

export const calendars: Record<string, Partial<CalendarInput>> = {
  default: { color: '#3366cc', order: 1 },
  family: { color: '#c2185b', order: 2 },
  work: { color: '#f57c00', order: 3, default_reminders: [{ type: 'notification', minutes_before: 10 }] },
  club: { color: '#00796b', order: 4, counts_as_busy: false },
  birthdays: { color: '#7b1fa2', order: 5 },
};
