// The events that a person attends. A series that goes on is there as its next occurrence.
import { withNextOccurrences } from '../../calendar/events/next-occurrences.ts';
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';

const MOST_EVENTS = 50;

export async function loadEvents(addresses: readonly string[], signal: AbortSignal): Promise<CalendarEvent[]> {
  const q = addresses.map((one) => `"${one}"`).join(' OR ');
  const { data } = await daybook.search({ q, kinds: ['events'], limit: MOST_EVENTS }, { signal });
  const found = (data.events?.results ?? []).map(({ record }) => record as CalendarEvent).filter(isAttendee(addresses));
  return withNextOccurrences(found, signal);
}

/** The search also finds the address in other texts of events. */
function isAttendee(addresses: readonly string[]) {
  const wanted = new Set(addresses.map((one) => one.toLowerCase()));
  return ({ attendees }: CalendarEvent) => attendees.some(({ email }) => wanted.has(email.toLowerCase()));
}
