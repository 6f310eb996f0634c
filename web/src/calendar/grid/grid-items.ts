// The slots and events of the grid in the order in which arrow keys go through them. Each day is a column: in a month
// its cell and then its events, in a week or day the all-day row and then each half hour with the events that begin in it.
import type { CalendarEvent } from '../../data/types.ts';
import { localDate, localMinutes } from '../events/event-times.ts';
import styles from './grid.module.css';

export const SLOT_MINUTES = 30;

/** A place in the grid: a day, or half an hour of it. */
export interface Slot {
  day: string;
  /** null: the whole day. */
  minutes: number | null;
  /** How many half hours or days are chosen for a new event. */
  span?: number;
}

/** A slot, or an element to focus: an event, or the link to those that have no room. */
export type GridItem = { slot: Slot; element?: HTMLElement };

export interface GridContext {
  root: HTMLElement;
  isMonth: boolean;
  events: readonly CalendarEvent[];
  zone: string;
}

/** The cell of a slot: that of a day of the month, of the all-day row, or the column of a day. */
export function cellOf(root: HTMLElement, { day, minutes }: Slot): HTMLElement | null {
  const part = minutes === null ? styles.dayCell : styles.lane;
  return root.querySelector<HTMLElement>(`.${part}[data-date="${day}"]`);
}

export function elementOfEvent(root: HTMLElement, id: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-event-id="${CSS.escape(id)}"]`)?.closest('[tabindex]') ?? null;
}

export function eventIdOf(element: Element): string | undefined {
  return element.querySelector<HTMLElement>('[data-event-id]')?.dataset.eventId;
}

/** All places of a day, from the top to the bottom. */
export function itemsOf(context: GridContext, day: string): GridItem[] {
  const whole: Slot = { day, minutes: null };
  const items: GridItem[] = [
    { slot: whole },
    ...elementsIn(context, whole).map((element) => ({ slot: whole, element })),
  ];
  if (context.isMonth) return items;
  const timed = elementsIn(context, { day, minutes: 0 })
    .map((element) => ({ element, minutes: startOf(context, element, day) }))
    .sort((one, other) => one.minutes - other.minutes);
  for (let minutes = 0; minutes < 1440; minutes += SLOT_MINUTES) {
    const slot = { day, minutes };
    items.push({ slot });
    for (const one of timed)
      if (one.minutes >= minutes && one.minutes < minutes + SLOT_MINUTES) items.push({ slot, element: one.element });
  }
  return items;
}

/** The item that has the focus. */
export function indexOf(items: readonly GridItem[], slot: Slot, element: Element | null): number {
  const found = element ? items.findIndex((item) => item.element === element) : -1;
  return found >= 0 ? found : items.findIndex((item) => !item.element && item.slot.minutes === slot.minutes);
}

function elementsIn({ root }: GridContext, slot: Slot): HTMLElement[] {
  return [...(cellOf(root, slot)?.querySelectorAll<HTMLElement>('[tabindex]') ?? [])].filter(
    (element) => element.querySelector('[data-event-id]') || element.classList.contains(styles.moreLink ?? ''),
  );
}

/** When an event of a column begins; one from the day before at midnight. */
function startOf({ events, zone }: GridContext, element: HTMLElement, day: string): number {
  const event = events.find(({ id }) => id === eventIdOf(element));
  return event && localDate(event.start_at, zone) === day ? localMinutes(event.start_at, zone) : 0;
}
