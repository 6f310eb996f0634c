// Events as text: when they take place, and the one sentence that a screen reader says.
import type { CalendarEvent } from '../../data/types.ts';
import { formatDay, formatTime, timeZone } from '../../words/format.ts';
import { dateFormat } from '../../words/intl.ts';
import { locale, words } from '../../words/words.ts';
import { dateText } from '../calendar-address.ts';
import { BIRTHDAYS } from '../sidebar/calendars.ts';
import { titleOfDay } from './birthdays.ts';
import { daysOf, type EventTimes, momentOf, timesOf, timeValues } from './event-times.ts';

const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

export function isSeries(event: CalendarEvent): boolean {
  return event.series_id !== undefined || event.recurrence !== null;
}

export function isReadOnly(event: CalendarEvent): boolean {
  return event.is_read_only === true || (event.calendar_name === BIRTHDAYS && event.contact_id !== undefined);
}

export function titleText(event: CalendarEvent): string {
  if (event.calendar_name === BIRTHDAYS && event.contact_id) return titleOfDay(event);
  return event.title.trim() || words().calendar.untitled;
}

/** 19:00 – 21:00; the days are not part of it. */
export function timeText(event: CalendarEvent, zone = timeZone()): string {
  const times = timesOf(event);
  if (times.all_day) return words().calendar.allDay;
  const start = formatTime(times.start_at, zone);
  if (times.end_at === null || times.end_at === times.start_at) return start;
  return `${start} – ${formatTime(times.end_at, zone)}`;
}

/** Monday, 23 March, 19:00 – 21:00; also for several days. */
export function whenText(event: CalendarEvent, zone = timeZone()): string {
  const times = timesOf(event);
  const { first, last } = daysOf(event, zone);
  const options =
    first.slice(0, 4) === new Date().toISOString().slice(0, 4) ? LONG_DAY : { ...LONG_DAY, year: 'numeric' as const };
  if (first === last) {
    const day = dateText(first, options);
    return times.all_day ? day : `${day}, ${timeText(event, zone)}`;
  }
  if (times.all_day) {
    const format = dateFormat(locale(), { ...options, timeZone: 'UTC' });
    return format.formatRange(new Date(`${first}T12:00Z`), new Date(`${last}T12:00Z`));
  }
  const start = `${dateText(first, options)}, ${formatTime(times.start_at, zone)}`;
  return `${start} – ${dateText(last, options)}, ${formatTime(times.end_at ?? times.start_at, zone)}`;
}

/** Mon, 23 Mar, 19:00 – 21:00; for messages. */
export function shortWhenText(times: EventTimes, zone = timeZone()): string {
  const { first, last } = daysOf(timeValues(times), zone);
  const [from, to] = [shortDay(first), shortDay(last)];
  if (times.all_day) return first === last ? from : `${from} – ${to}`;
  const start = `${from}, ${formatTime(times.start_at, zone)}`;
  if (times.end_at === null || times.end_at === times.start_at) return start;
  return `${start} – ${first === last ? '' : `${to}, `}${formatTime(times.end_at, zone)}`;
}

/** Where an event has been moved to: its length is known. */
export function shortStartText(times: EventTimes, zone = timeZone()): string {
  return shortWhenText(times.all_day ? times : { ...times, end_at: null }, zone);
}

function shortDay(day: string): string {
  return formatDay(`${day}T12:00:00Z`, 'UTC');
}

/** "Choir, Monday, 23 March, 19:00 to 21:00, Town hall, repeats". */
export function spokenText(event: CalendarEvent): string {
  const { calendar } = words();
  return [
    titleText(event),
    event.status === 'cancelled' && calendar.cancelled,
    event.status === 'tentative' && calendar.tentative,
    whenText(event).replaceAll(' – ', ` ${calendar.to} `),
    event.all_day && calendar.allDay,
    event.location,
    isSeries(event) && calendar.repeats,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "Monday, 23 March, 10:00, 2 events": a place in the grid. */
export function slotText(
  { day, minutes }: { day: string; minutes: number | null },
  events: readonly CalendarEvent[],
  zone = timeZone(),
): string {
  const { calendar } = words();
  const count = events.filter((event) => {
    const { first, last } = daysOf(event, zone);
    return first <= day && last >= day;
  }).length;
  const time = minutes === null ? '' : formatTime(momentOf(day, minutes, zone), zone);
  return [dateText(day, LONG_DAY), time, calendar.eventCount(count)].filter(Boolean).join(', ');
}
