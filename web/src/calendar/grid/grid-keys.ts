// What keys do in the grid of the calendar.
import { useEffect, useRef } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { addDays, daysBetween } from '../../words/days.ts';
import { goToView } from '../calendar-address.ts';
import { FEW_DAYS, rangeOf, rowOf, stepDate } from '../calendar-days.ts';
import { isReadOnly } from '../events/event-text.ts';
import { localDate, localMinutes, timesOf } from '../events/event-times.ts';
import type { GridCursorProps } from './grid-cursor.tsx';
import { elementOfEvent, eventIdOf, type GridItem, indexOf, itemsOf, SLOT_MINUTES, type Slot } from './grid-items.ts';
import { extendedSlot } from './slot-span.ts';

type FocusSlot = (slot: Slot) => void;

/** Listens to keys of the slot or event that has the focus; those with Alt are of grid-moving.ts. */
export function useGridKeys(props: GridCursorProps, slot: Slot, focusSlot: FocusSlot): void {
  const latest = useRef({ props, slot });
  latest.current = { props, slot };
  useEffect(() => {
    const root = props.root.current;
    if (!root) return;
    const onKeyDown = (key: KeyboardEvent) => {
      const { props: current, slot: at } = latest.current;
      const target = key.target as HTMLElement;
      const event = current.events.find(({ id }) => id === eventIdOf(target));
      if (key.altKey || (!event && !target.matches('[data-grid-item]'))) return;
      const isHandled =
        (!event && key.shiftKey && extend(at, key, focusSlot)) ||
        eventKey(current, event, key) ||
        navigate(current, event ? slotOf(event, current) : at, target, key, focusSlot);
      if (!isHandled) return;
      key.preventDefault();
      key.stopPropagation();
    };
    root.addEventListener('keydown', onKeyDown);
    return () => root.removeEventListener('keydown', onKeyDown);
  }, [props.root, focusSlot]);
}

/** Where the focus is when the focused event is another element now, or is not there any more. */
export function useLostFocus({ root, events, zone }: GridCursorProps, focusSlot: FocusSlot): void {
  const focused = useRef<{ id: string; slot: Slot } | null>(null);
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const event = latest.current.find(({ id }) => id === eventIdOf(target as Element));
      const isInGrid = root.current?.contains(target as Node);
      if (isInGrid && event) focused.current = { id: event.id, slot: slotOfEvent(event, zone) };
      else if (target instanceof Element && !target.closest('dialog, [popover]')) focused.current = null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [root, zone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the events.
  useEffect(() => {
    // FullCalendar draws after its own measurements.
    const frame = requestAnimationFrame(() => {
      if (!focused.current || document.activeElement !== document.body || !root.current) return;
      const element = elementOfEvent(root.current, focused.current.id);
      if (element) element.focus({ preventScroll: true });
      else focusSlot(focused.current.slot);
    });
    return () => cancelAnimationFrame(frame);
  }, [events]);
}

function eventKey(props: GridCursorProps, event: CalendarEvent | undefined, { key }: KeyboardEvent): boolean {
  if (!event || isReadOnly(event)) return false;
  if (key === 'Delete' || key === 'Backspace') props.onRemove(event);
  else if (key === 'e') props.onEdit(event);
  else return false;
  return true;
}

/** Shift and an arrow key: a new event is longer. */
function extend(at: Slot, { key }: KeyboardEvent, focusSlot: FocusSlot): boolean {
  const longer = extendedSlot(at, key);
  if (longer) focusSlot(longer);
  return longer !== undefined;
}

/** Where a focused event is: an event that began before the days that are shown is on the first of them. */
function slotOf(event: CalendarEvent, props: GridCursorProps): Slot {
  const { day, minutes } = slotOfEvent(event, props.zone);
  const { from } = rangeOf(props.view, props.date, props.weekStart);
  return { day: day < from ? from : day, minutes: props.view === 'month' ? null : day < from ? 0 : minutes };
}

function slotOfEvent(event: CalendarEvent, zone: string): Slot {
  const times = timesOf(event);
  if (times.all_day) return { day: times.start_date, minutes: null };
  const minutes = Math.floor(localMinutes(times.start_at, zone) / SLOT_MINUTES) * SLOT_MINUTES;
  return { day: localDate(times.start_at, zone), minutes };
}

/** Arrow keys, Home, End, Page Up and Page Down. */
function navigate(
  props: GridCursorProps,
  at: Slot,
  target: HTMLElement,
  { key }: KeyboardEvent,
  focusSlot: FocusSlot,
): boolean {
  const row = rowOf(props.view, props.date, at.day, props.weekStart);
  const days: Record<string, string> = {
    ArrowLeft: addDays(at.day, -1),
    ArrowRight: addDays(at.day, 1),
    Home: row.from,
    End: row.to,
    PageUp: stepDate(props.view, at.day, -1),
    PageDown: stepDate(props.view, at.day, 1),
  };
  const day = days[key];
  if (day) showSlot(props, { day, minutes: at.minutes }, focusSlot);
  else if (key === 'ArrowDown' || key === 'ArrowUp')
    moveVertically(props, at, target, key === 'ArrowDown' ? 1 : -1, focusSlot);
  else return false;
  return true;
}

function moveVertically(
  props: GridCursorProps,
  at: Slot,
  target: HTMLElement,
  step: 1 | -1,
  focusSlot: FocusSlot,
): void {
  const { root, view, events, zone } = props;
  if (!root.current) return;
  const isMonth = view === 'month';
  const context = { root: root.current, isMonth, events, zone };
  const items = itemsOf(context, at.day);
  const next = items[indexOf(items, at, target) + step];
  if (next) focusItem(next, focusSlot);
  if (next || !isMonth) return;
  const day = addDays(at.day, step * 7);
  const other = itemsOf(context, day);
  const item = step === 1 ? other[0] : other.at(-1);
  if (item && isShown(props, day)) focusItem(item, focusSlot);
  else showSlot(props, { day, minutes: null }, focusSlot);
}

function focusItem({ slot, element }: GridItem, focusSlot: FocusSlot): void {
  if (!element) focusSlot(slot);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** Focuses a slot; if it is on a day that is not shown, the calendar goes there. */
function showSlot(props: GridCursorProps, slot: Slot, focusSlot: FocusSlot): void {
  focusSlot(slot);
  if (!isShown(props, slot.day)) goToView(props.view, firstDayOf(props, slot.day), { replace: true });
}

/** The date of the address that shows a day: few days are turned like pages, so that none is left out. */
function firstDayOf({ view, date }: GridCursorProps, day: string): string {
  return view === 'days' ? addDays(date, Math.floor(daysBetween(date, day) / FEW_DAYS) * FEW_DAYS) : day;
}

function isShown({ view, date, weekStart }: GridCursorProps, day: string): boolean {
  const { from, to } = rangeOf(view, date, weekStart);
  return day >= from && day <= to;
}
