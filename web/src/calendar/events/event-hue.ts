// The colour of an event: its own, which is kept in custom_fields, or that of its calendar.
import { useMemo } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { HUES, type Hue } from '../../ui/hues.ts';
import { hueOfCalendar, useCalendars } from '../sidebar/calendars.ts';

export function ownHue(event: Pick<CalendarEvent, 'custom_fields'>): Hue | undefined {
  return HUES.find((hue) => hue === event.custom_fields?.color);
}

export function useEventHue(): (event: CalendarEvent) => Hue {
  const calendars = useCalendars();
  return useMemo(() => {
    const hues = new Map(calendars.map((one) => [one.name, hueOfCalendar(one)]));
    return (event) =>
      ownHue(event) ?? hues.get(event.calendar_name) ?? hueOfCalendar({ name: event.calendar_name, color: null });
  }, [calendars]);
}
