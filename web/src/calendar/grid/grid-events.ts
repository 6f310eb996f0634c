// Events between our records and FullCalendar.
import type { EventApi, EventInput } from '@fullcalendar/react';
import type { CalendarEvent } from '../../data/types.ts';
import type { Hue } from '../../ui/hues.ts';
import { addDays } from '../../words/days.ts';
import { isReadOnly, titleText } from '../events/event-text.ts';
import { type EventTimes, localDate, timesOf } from '../events/event-times.ts';
import { NEW_EVENT } from '../events/events.ts';
import type { GridEventProps } from './grid-theme.ts';

/** How long an event is that a click creates. */
const CLICKED_MINUTES = 60;

interface Extended extends GridEventProps {
  record: CalendarEvent;
}

export function gridEvents(events: readonly CalendarEvent[], hueOf: (event: CalendarEvent) => Hue): EventInput[] {
  return events.map((event) => {
    const times = timesOf(event);
    const extendedProps: Extended = {
      record: event,
      hue: hueOf(event),
      isCancelled: event.status === 'cancelled',
      isTentative: event.status === 'tentative',
    };
    return {
      id: event.id,
      title: titleText(event),
      ...(times.all_day
        ? { allDay: true, start: times.start_date, end: times.end_date }
        : { allDay: false, start: times.start_at, ...(times.end_at && { end: times.end_at }) }),
      editable: !isReadOnly(event) && !event.id.startsWith(NEW_EVENT),
      extendedProps,
    };
  });
}

export function recordOf(event: EventApi): CalendarEvent | undefined {
  return (event.extendedProps as Partial<Extended>).record;
}

/** When an event is after it was dragged or resized. */
export function droppedTimes(before: CalendarEvent, event: EventApi): EventTimes {
  const { allDay, startStr, endStr } = event;
  if (allDay) {
    const start = startStr.slice(0, 10);
    return { all_day: true, start_date: start, end_date: endStr.slice(0, 10) || addDays(start, 1) };
  }
  const start = utc(startStr);
  // FullCalendar has no end for events that have just been given a time, and for those at a moment.
  if (endStr) return { all_day: false, start_at: start, end_at: utc(endStr) };
  const end = new Date(Date.parse(start) + CLICKED_MINUTES * 60_000).toISOString();
  return { all_day: false, start_at: start, end_at: before.all_day ? utc(end) : null };
}

export function selectedTimes(span: { allDay: boolean; startStr: string; endStr: string }): EventTimes {
  return span.allDay
    ? { all_day: true, start_date: span.startStr.slice(0, 10), end_date: span.endStr.slice(0, 10) }
    : { all_day: false, start_at: utc(span.startStr), end_at: utc(span.endStr) };
}

/** The hour, or the day, that a click is for. The grid has steps of a quarter of an hour; clicks are for half hours. */
export function clickedTimes(time: string, allDay: boolean, zone: string): EventTimes {
  if (allDay) {
    const day = localDate(time, zone);
    return { all_day: true, start_date: day, end_date: addDays(day, 1) };
  }
  const half = 30 * 60_000;
  const start = Math.floor(Date.parse(time) / half) * half;
  const moment = (ms: number) => utc(new Date(ms).toISOString());
  return { all_day: false, start_at: moment(start), end_at: moment(start + CLICKED_MINUTES * 60_000) };
}

function utc(time: string): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}
