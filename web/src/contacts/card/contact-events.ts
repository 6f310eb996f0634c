// The events that a person attends. A series that goes on is there as its next occurrence.
import { withNextOccurrences } from '../../calendar/events/next-occurrences.ts';
import { daybook } from '../../data/client.ts';
import { mapFewAtOnce } from '../../data/few-at-once.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { eventQueriesOf } from './history-queries.ts';

/** As many as a search returns at once. */
const PAGE = 50;
const MOST_PAGES = 10;

export interface ContactEvents {
  events: readonly CalendarEvent[];
  /** Not all that were found were read. */
  isCut: boolean;
}

interface Read {
  events: readonly CalendarEvent[];
  total: number;
}

export async function loadEvents(addresses: readonly string[], signal: AbortSignal): Promise<ContactEvents> {
  const lists = await mapFewAtOnce(eventQueriesOf(addresses), (q) => readEvents(q, signal));
  const found = new Map(lists.flatMap(({ events }) => events.map((one) => [one.id, one] as const)));
  const events = await withNextOccurrences([...found.values()].filter(isAttendee(addresses)), signal);
  return { events, isCut: lists.some((one) => one.events.length < one.total) };
}

/** The oldest are first, also series that go on. Of very many the latest are read with them. */
async function readEvents(q: string, signal: AbortSignal): Promise<Read> {
  const readPage = async (offset: number): Promise<Read> => {
    const { data } = await daybook.search({ q, kinds: ['events'], limit: PAGE, offset }, { signal });
    const { results = [], total = 0 } = data.events ?? {};
    return { events: results.map(({ record }) => record as CalendarEvent), total };
  };
  const { events, total } = await readPage(0);
  const offsets = Array.from({ length: Math.ceil(total / PAGE) - 1 }, (_, at) => (at + 1) * PAGE);
  const others = await mapFewAtOnce(offsets.slice(-(MOST_PAGES - 1)), readPage);
  return { events: [...events, ...others.flatMap((one) => one.events)], total };
}

/** The search also finds the address in other texts of events. */
function isAttendee(addresses: readonly string[]) {
  const wanted = new Set(addresses.map((one) => one.toLowerCase()));
  return ({ attendees }: CalendarEvent) => attendees.some(({ email }) => wanted.has(email.toLowerCase()));
}
