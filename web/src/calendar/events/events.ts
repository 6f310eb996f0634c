// The events of a range of days as they will be: what the service has, with the changes that are on their way, of the
// calendars that are shown.
import type { Message } from 'daybook-client';
import { useMemo, useSyncExternalStore } from 'react';
import { pendingChanges, withPending } from '../../data/changes/pending.ts';
import { daybook } from '../../data/client.ts';
import { prefetch, useQuery } from '../../data/live/query.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { timeZone } from '../../words/format.ts';
import type { DayRange } from '../calendar-days.ts';
import { BIRTHDAYS, useCalendars } from '../sidebar/calendars.ts';
import { daysOf, isSameTimes, timesOf } from './event-times.ts';

/** The id of an event that the service has not made yet begins with this. */
export const NEW_EVENT = 'new:';

const PAGE = 499;
const EVENTS = { events: ['event.*', 'calendar.*'], concerns: isChange };
const BIRTHDAY_EVENTS = { events: ['contact.*'] };

export interface EventList {
  /** undefined until the first answer. */
  events: readonly CalendarEvent[] | undefined;
  error: Error | undefined;
}

/** What takes place on these days in the calendars that are visible. */
export function useEvents(range: DayRange | null): EventList {
  const calendars = useCalendars();
  const zone = timeZone();
  const key = range && keyOf(range, zone);
  const hasBirthdays = calendars.some(({ name, is_visible }) => name === BIRTHDAYS && is_visible);
  const all = useQuery(key, (signal) => load(range as DayRange, zone, {}, signal), EVENTS);
  const birthdays = useQuery(
    hasBirthdays && key ? `birthdays/${key}` : null,
    (signal) => load(range as DayRange, zone, { calendar_name: BIRTHDAYS }, signal),
    BIRTHDAY_EVENTS,
  );
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: withPending reads what is pending.
  const events = useMemo(() => {
    if (!all.data || !range) return undefined;
    const hidden = new Set(calendars.filter((one) => !one.is_visible).map(({ name }) => name));
    const known = [...all.data, ...(hasBirthdays ? (birthdays.data ?? []) : [])];
    return [...known.map((one) => withPending('events', one)), ...createdEvents(known)].filter(
      (event) => !event.deleted_at && !hidden.has(event.calendar_name) && isIn(event, range, zone),
    );
  }, [all.data, birthdays.data, hasBirthdays, pending, calendars, range?.from, range?.to, zone]);
  return { events, error: all.error };
}

/** Reads a range before it is shown. */
export function prefetchEvents(range: DayRange): void {
  const zone = timeZone();
  prefetch(keyOf(range, zone), (signal) => load(range, zone, {}, signal), EVENTS);
}

function keyOf({ from, to }: DayRange, zone: string): string {
  return `events/${from}/${to}/${zone}`;
}

async function load(
  { from, to }: DayRange,
  zone: string,
  filter: { calendar_name?: string },
  signal: AbortSignal,
): Promise<CalendarEvent[]> {
  const query = { ...filter, expand: true, from, to, tz: zone, sort: 'start_at', limit: PAGE } as const;
  const found: CalendarEvent[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { data, meta } = await daybook.events.list({ ...query, offset }, { signal });
    found.push(...(data as CalendarEvent[]));
    if (!meta.has_more) return found;
  }
}

/** New events that are not among the known ones yet. The feed can be faster than the answer that has the id. */
function createdEvents(known: readonly CalendarEvent[]): CalendarEvent[] {
  return pendingChanges
    .get()
    .flatMap(({ changes }) => changes)
    .filter(({ kind, id }) => kind === 'events' && id.startsWith(NEW_EVENT))
    .map(({ values }) => values as unknown as CalendarEvent)
    .filter((created) => !known.some((one) => isSame(one, created)));
}

function isSame(one: CalendarEvent, other: CalendarEvent): boolean {
  return (
    one.title === other.title && one.calendar_name === other.calendar_name && isSameTimes(timesOf(one), timesOf(other))
  );
}

function isIn(event: CalendarEvent, range: DayRange, zone: string): boolean {
  const { first, last } = daysOf(event, zone);
  return first <= range.to && last >= range.from;
}

/** Reminders are messages about events, but do not change them. */
function isChange({ event }: Message): boolean {
  return !event.startsWith('event.reminder');
}
