// The agenda of a day: which events are running, over or to come, and how far a running one is.
import type { CalendarEvent } from '../data/types.ts';
import { addDays } from '../words/days.ts';

/** The date of a time in the time zone of the user. */
type DayOf = (time: string | Date) => string;

export interface AgendaItem {
  event: CalendarEvent;
  state: 'over' | 'running' | 'next' | 'later';
  /** Of a running event: how much of it has passed, from 0 to 1. */
  progress: number;
}

export interface Agenda {
  allDay: readonly CalendarEvent[];
  timed: readonly AgendaItem[];
  /** All-day events first. */
  tomorrow: readonly CalendarEvent[];
}

/** `events` are the occurrences of today and tomorrow. */
export function agendaOf(events: readonly CalendarEvent[], now: Date, dayOf: DayOf): Agenda {
  const today = dayOf(now);
  const tomorrow = addDays(today, 1);
  const shown = events.filter(({ status }) => status !== 'cancelled').sort(byStart);
  const timed = shown.filter((event) => !event.all_day && takesPlaceOn(event, today, dayOf));
  const next = timed.find((event) => new Date(event.start_at) > now);
  return {
    allDay: shown.filter((event) => event.all_day && takesPlaceOn(event, today, dayOf)),
    timed: timed.map((event) => ({
      event,
      state: stateOf(event, now, event === next),
      progress: progressOf(event, now),
    })),
    tomorrow: shown.filter((event) => startDayOf(event, dayOf) === tomorrow).sort(allDayFirst),
  };
}

function takesPlaceOn(event: CalendarEvent, day: string, dayOf: DayOf): boolean {
  if (event.all_day) return (event.start_date ?? '') <= day && day < (event.end_date ?? '');
  const first = dayOf(event.start_at);
  if (!event.end_at || event.end_at === event.start_at) return first === day;
  // An event that ends at midnight is not on the day that begins then.
  const last = dayOf(new Date(Date.parse(event.end_at) - 1));
  return first <= day && day <= last;
}

function startDayOf(event: CalendarEvent, dayOf: DayOf): string {
  return event.all_day ? (event.start_date ?? '') : dayOf(event.start_at);
}

function stateOf({ start_at, end_at }: CalendarEvent, now: Date, isNext: boolean): AgendaItem['state'] {
  if (new Date(start_at) > now) return isNext ? 'next' : 'later';
  return new Date(end_at ?? start_at) > now ? 'running' : 'over';
}

function progressOf({ start_at, end_at }: CalendarEvent, now: Date): number {
  const start = Date.parse(start_at);
  const length = Date.parse(end_at ?? start_at) - start;
  return length <= 0 ? 0 : Math.min(1, Math.max(0, (now.getTime() - start) / length));
}

function byStart(one: CalendarEvent, other: CalendarEvent): number {
  return Date.parse(one.start_at) - Date.parse(other.start_at) || one.title.localeCompare(other.title);
}

function allDayFirst(one: CalendarEvent, other: CalendarEvent): number {
  return Number(other.all_day) - Number(one.all_day) || byStart(one, other);
}
