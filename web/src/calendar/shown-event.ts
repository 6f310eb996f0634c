// Events that the calendar goes to: the one that the address names (/calendar/day/2026-03-17?event=…), as other screens
// link to it, and the one that was just saved, which may be outside of the hours or days that are shown.
import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { createStore, useStore } from '../data/store.ts';
import type { CalendarEvent } from '../data/types.ts';
import { timeZone } from '../words/format.ts';
import { goToView } from './calendar-address.ts';
import type { CalendarView, DayRange } from './calendar-days.ts';
import { daysOf } from './events/event-times.ts';

/** How many frames the grid may take to draw the event. */
const MOST_FRAMES = 120;

/** How long a saved event is waited for, which can be one that the days on the screen do not have. */
const LONGEST_WAIT = 3000;

const saved = createStore<CalendarEvent | null>(null);

/** Shows an event that was saved, and focuses it. */
export function showSaved(event: CalendarEvent): void {
  saved.set(event);
}

/** Opens the event of the address; of a series the first occurrence on these days. */
export function useLinkedEvent(
  events: readonly CalendarEvent[],
  open: (event: CalendarEvent, element: HTMLElement) => void,
): void {
  const id = new URLSearchParams(useSearch()).get('event');
  const opened = useRef<string | null>(null);
  const event = id === null ? undefined : findEvent(events, id);
  useEffect(() => {
    if (!event || opened.current === event.id) return;
    return whenDrawn(event.id, (element) => {
      opened.current = event.id;
      element.scrollIntoView({ block: 'center' });
      open(event, element);
    });
  }, [event, open]);
  useEffect(() => {
    if (id === null) opened.current = null;
  }, [id]);
}

/** Goes to the days of a saved event, scrolls to it and gives it the focus. */
export function useSavedEvent(events: readonly CalendarEvent[], view: CalendarView, range: DayRange): void {
  const event = useStore(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, so that the person can go elsewhere afterwards.
  useEffect(() => {
    if (!event) return;
    const { first, last } = daysOf(event, timeZone());
    if (first > range.to || last < range.from) goToView(view, first);
    const timer = setTimeout(() => saved.set(null), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [event]);
  const id = event ? (findEvent(events, event.id) ?? findEvent(events, event.series_id ?? ''))?.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    return whenDrawn(id, (element) => {
      saved.set(null);
      element.scrollIntoView({ block: 'nearest' });
      element.focus({ preventScroll: true });
    });
  }, [id]);
}

function findEvent(events: readonly CalendarEvent[], id: string): CalendarEvent | undefined {
  return events.find((one) => one.id === id) ?? events.find(({ series_id }) => series_id === id);
}

/** Calls `show` with the element of the event, which gets the focus; not while a dialog is open. */
function whenDrawn(id: string, show: (element: HTMLElement) => void): () => void {
  let frame = 0;
  let tries = 0;
  const look = () => {
    const element = document.querySelector('dialog:modal') ? null : elementOf(id);
    if (element) show(element);
    else if (tries++ < MOST_FRAMES) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

function elementOf(id: string): HTMLElement | null {
  const name = CSS.escape(id);
  const found = document.querySelector<HTMLElement>(`[data-event-id="${name}"], [data-agenda-event="${name}"]`);
  return found?.closest<HTMLElement>('[tabindex], button') ?? null;
}
