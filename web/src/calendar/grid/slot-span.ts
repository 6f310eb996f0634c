// The time that is chosen for a new event with the keyboard, as by drag: Shift and arrow keys make it longer, half an hour
// or a day at a time.
import type { CalendarEvent } from '../../data/types.ts';
import { addDays, daysBetween } from '../../words/days.ts';
import { timeZone } from '../../words/format.ts';
import type { DayRange } from '../calendar-days.ts';
import { slotText, whenText } from '../events/event-text.ts';
import { type EventTimes, momentOf, NEW_EVENT_MINUTES, slotTimes, timeValues } from '../events/event-times.ts';
import { SLOT_MINUTES, type Slot } from './grid-items.ts';

const STEPS: Record<string, { isByDay: boolean; step: 1 | -1 }> = {
  ArrowDown: { isByDay: false, step: 1 },
  ArrowUp: { isByDay: false, step: -1 },
  ArrowRight: { isByDay: true, step: 1 },
  ArrowLeft: { isByDay: true, step: -1 },
};

/** The slot after Shift and an arrow key; undefined if the key does not change its length. */
export function extendedSlot(slot: Slot, key: string): Slot | undefined {
  const change = STEPS[key];
  if (!change || change.isByDay !== (slot.minutes === null)) return undefined;
  const longest = slot.minutes === null ? Number.POSITIVE_INFINITY : (1440 - slot.minutes) / SLOT_MINUTES;
  return { ...slot, span: Math.min(longest, Math.max(1, (slot.span ?? 1) + change.step)) };
}

/** What is created at the slot: what is chosen, else an hour or the day. */
export function timesOfSlot({ day, minutes, span }: Slot, zone: string): EventTimes {
  if (span === undefined) return slotTimes(day, minutes, zone);
  if (minutes === null) return { all_day: true, start_date: day, end_date: addDays(day, span) };
  const end_at = momentOf(day, minutes + span * SLOT_MINUTES, zone);
  return { all_day: false, start_at: momentOf(day, minutes, zone), end_at };
}

/** How much of the day is marked: the place of the keyboard, or what is created there. */
export function markedMinutes({ minutes, span }: Slot, isCreated: boolean): number {
  const length = span === undefined && isCreated ? NEW_EVENT_MINUTES : (span ?? 1) * SLOT_MINUTES;
  return Math.min(length, 1440 - (minutes ?? 0));
}

/** What a screen reader says: the place with its events, or the time that is chosen. */
export function spokenSlot(slot: Slot, events: readonly CalendarEvent[], zone: string): string {
  if (slot.span === undefined) return slotText(slot, events, zone);
  return whenText(timeValues(timesOfSlot(slot, zone)) as CalendarEvent, timeZone());
}

/** How many days are marked in the row of the slot; the others are not shown in it. */
export function daysInRow({ day, span = 1 }: Slot, row: DayRange): number {
  return Math.min(span, daysBetween(day, row.to) + 1);
}
