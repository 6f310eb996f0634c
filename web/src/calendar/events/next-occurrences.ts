// The next occurrences of series that were found by a search: it finds the series itself, whose start can be years ago.
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { addDays } from '../../words/days.ts';
import { dayOf, timeZone } from '../../words/format.ts';

/** In how many days, and among how many events, the next occurrence is looked for. */
const DAYS_AHEAD = 366;
const MOST_OCCURRENCES = 2000;
const PAGE = 499;

/** The events, with each series that goes on as its next occurrence. */
export async function withNextOccurrences(
  found: readonly CalendarEvent[],
  signal: AbortSignal,
): Promise<CalendarEvent[]> {
  const now = new Date().toISOString();
  const series = found.filter((event) => goesOn(event, now)).map(({ id }) => id);
  if (series.length === 0) return [...found];
  const next = await nextOccurrences(new Set(series), now, signal);
  return found.map((event) => next.get(event.id) ?? event);
}

function goesOn({ recurrence }: CalendarEvent, now: string): boolean {
  return recurrence !== null && (recurrence.until === undefined || recurrence.until >= now.slice(0, 10));
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
  const next = new Map<string, CalendarEvent>();
  let seen = 0;
  for await (const page of daybook.events.pages({ ...range, limit: PAGE }, { signal })) {
    for (const occurrence of page) {
      const { series_id, start_at, end_at, status } = occurrence;
      if (series_id === undefined || !series.has(series_id) || next.has(series_id) || status === 'cancelled') continue;
      if ((end_at ?? start_at) >= now) next.set(series_id, occurrence);
    }
    seen += page.length;
    if (next.size === series.size || seen >= MOST_OCCURRENCES) break;
  }
  return next;
}
