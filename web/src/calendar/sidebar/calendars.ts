// The calendars: their colours as hues of the design, their names, and changes of them.
import { useMemo, useSyncExternalStore } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import { pendingChanges, withPending } from '../../data/changes/pending.ts';
import { collection, useCollection } from '../../data/live/live.ts';
import type { Calendar } from '../../data/types.ts';
import { type Hue, hueOf } from '../../ui/hues.ts';
import { words } from '../../words/words.ts';

export const DEFAULT_CALENDAR = 'default';
export const BIRTHDAYS = 'birthdays';

/** The calendars in the order of the service, with changes that are on their way. */
export function useCalendars(): readonly Calendar[] {
  const all = useCollection('calendars');
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: withPending reads what is pending.
  return useMemo(
    () => all.map((one) => withPending('calendars', { ...one, id: one.name })).sort(byOrder),
    [all, pending],
  );
}

export function calendarTitle(name: string): string {
  const { defaultCalendar, birthdays } = words().calendar;
  if (name === DEFAULT_CALENDAR) return defaultCalendar;
  return name === BIRTHDAYS ? birthdays : name;
}

export function hueOfCalendar({ name, color }: Pick<Calendar, 'name' | 'color'>): Hue {
  return !color && name === DEFAULT_CALENDAR ? 'blue' : hueOf({ name, color });
}

export function setCalendarVisible(name: string, isVisible: boolean): Promise<unknown> {
  return updateCalendar(name, { is_visible: isVisible });
}

export function updateCalendar(name: string, values: Partial<Calendar>): Promise<unknown> {
  return mutate(
    [{ method: 'PATCH', path: `/calendars/${encodeURIComponent(name)}`, body: values }],
    [{ kind: 'calendars', id: name, values }],
  );
}

/** The calendar that a new event is in: the default one, unless it is hidden and another is shown. */
export function calendarForNew(): string {
  const writable = [...collection('calendars').values()].filter((one) => !one.is_read_only);
  const shown = writable.filter((one) => one.is_visible).sort(byOrder);
  return (shown.find(({ name }) => name === DEFAULT_CALENDAR) ?? shown[0])?.name ?? DEFAULT_CALENDAR;
}

function byOrder(one: Calendar, other: Calendar): number {
  const by = (one.order ?? Number.POSITIVE_INFINITY) - (other.order ?? Number.POSITIVE_INFINITY);
  return by || one.name.localeCompare(other.name);
}
