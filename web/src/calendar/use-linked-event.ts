// Opens the event that the address names: /calendar/day/2026-03-17?event=…, as other screens link to it.
import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import type { CalendarEvent } from '../data/types.ts';

/** How many frames the grid may take to draw the event. */
const PATIENCE = 120;

export function useLinkedEvent(
  events: readonly CalendarEvent[],
  open: (event: CalendarEvent, element: HTMLElement) => void,
): void {
  const id = new URLSearchParams(useSearch()).get('event');
  const opened = useRef<string | null>(null);
  const event = id === null ? undefined : events.find((one) => one.id === id);
  useEffect(() => {
    if (!event || opened.current === event.id) return;
    let frame = 0;
    let tries = 0;
    const look = () => {
      const element = elementOf(event.id);
      if (element) {
        opened.current = event.id;
        element.scrollIntoView({ block: 'center' });
        open(event, element);
      } else if (tries++ < PATIENCE) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [event, open]);
  useEffect(() => {
    if (id === null) opened.current = null;
  }, [id]);
}

function elementOf(id: string): HTMLElement | null {
  const name = CSS.escape(id);
  return document.querySelector<HTMLElement>(`[data-event-id="${name}"], [data-agenda-event="${name}"]`);
}
