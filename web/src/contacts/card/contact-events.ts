// The events that a person attends. A series that goes on is there as its next occurrence.
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { addDays } from '../../words/days.ts';
import { dayOf, timeZone } from '../../words/format.ts';

const MOST_EVENTS = 50;
/** In how many days, and among how many events, the next occurrence is looked for. */
const DAYS_AHEAD = 366;
const MOST_OCCURRENCES = 1000;

export async function loadEvents(addresses: readonly string[], signal: AbortSignal): Promise<CalendarEvent[]> {
  const q = addresses.map((one) => `"${one}"`).join(' OR ');
  const { data } = await daybook.search({ q, kinds: ['events'], limit: MOST_EVENTS }, { signal });
  const found = (data.events?.results ?? []).map(({ record }) => record as CalendarEvent).filter(isAttendee(addresses));
  const now = new Date().toISOString();
  const goesOn = ({ recurrence }: CalendarEvent) =>
    recurrence !== null && (recurrence.until === undefined || recurrence.until >= now.slice(0, 10));
  if (!found.some(goesOn)) return found;
  const next = await nextOccurrences(new Set(found.filter(goesOn).map(({ id }) => id)), now, signal);
  return found.map((event) => next.get(event.id) ?? event);
}

/** By the id of their series. */
async function nextOccurrences(
  series: ReadonlySet<string>,
  now: string,
  signal: AbortSignal,
): Promise<Map<string, CalendarEvent>> {
  const from = dayOf(now);
  const range = {
    from,
    to: addDays(from, DAYS_AHEAD),
    tz: timeZone(),
    expand: true,
    sort: 'start_at',
    order: 'asc',
  } as const;
  const { data } = await daybook.events.list({ ...range, limit: MOST_OCCURRENCES }, { signal });
  const next = new Map<string, CalendarEvent>();
  for (const occurrence of data) {
    const { series_id, start_at, end_at, status } = occurrence;
    if (series_id === undefined || !series.has(series_id) || next.has(series_id) || status === 'cancelled') continue;
    if ((end_at ?? start_at) >= now) next.set(series_id, occurrence);
  }
  return next;
}

/** The search also finds the address in other texts of events. */
function isAttendee(addresses: readonly string[]) {
  const wanted = new Set(addresses.map((one) => one.toLowerCase()));
  return ({ attendees }: CalendarEvent) => attendees.some(({ email }) => wanted.has(email.toLowerCase()));
}
