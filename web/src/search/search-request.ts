// Asks the service for everything that matches, and shows series of events by their next occurrence.
import type { components } from 'daybook-client';
import { withNextOccurrences } from '../calendar/events/next-occurrences.ts';
import { daybook } from '../data/client.ts';
import { mapFewAtOnce } from '../data/few-at-once.ts';
import { timeZone } from '../words/format.ts';

export type Results = components['schemas']['SearchResults'];
type EventMatch = components['schemas']['EventMatch'];

/** The kinds whose further results are shown on the screen Search; mail has a list of its own. */
export type FurtherKind = 'events' | 'contacts';

const FIRST = 20;
/** As many as the service returns at once. */
export const FURTHER = 50;

export async function search(q: string, signal: AbortSignal): Promise<Results> {
  const found = (await daybook.search({ q, limit: FIRST, body: false, tz: timeZone() }, { signal })) as Results;
  const { events } = found.data;
  if (!events) return found;
  const results = await showNext(events.results, signal);
  return { ...found, data: { ...found.data, events: { ...events, results } } };
}

/** How much matches, of all kinds. */
export async function countMatches(q: string, signal: AbortSignal): Promise<number> {
  return totalOf((await daybook.search({ q, limit: 0, body: false, tz: timeZone() }, { signal })) as Results);
}

export function totalOf({ data: { emails, events, contacts } }: Results): number {
  return (emails?.total ?? 0) + (events?.total ?? 0) + (contacts?.total ?? 0);
}

export type Further<K extends FurtherKind> = NonNullable<Results['data'][K]>['results'];

/** The results of one kind after the first ones, as many as were asked for. */
export async function searchFurther<K extends FurtherKind>(
  q: string,
  kind: K,
  count: number,
  signal: AbortSignal,
): Promise<Further<K>> {
  const offsets = Array.from({ length: Math.ceil(count / FURTHER) }, (_, at) => FIRST + at * FURTHER);
  const pages = await mapFewAtOnce(offsets, async (offset) => {
    const query = { q, kinds: [kind], limit: FURTHER, offset, body: false, tz: timeZone() };
    const { data } = (await daybook.search(query, { signal })) as Results;
    return data[kind]?.results ?? [];
  });
  const found = pages.flat();
  return (kind === 'events' ? await showNext(found as EventMatch[], signal) : found) as Further<K>;
}

async function showNext(matches: readonly EventMatch[], signal: AbortSignal): Promise<EventMatch[]> {
  const records = await withNextOccurrences(
    matches.map(({ record }) => record),
    signal,
  );
  return matches.map((match, index) => ({ ...match, record: records[index] ?? match.record }));
}
