// Asks the service for everything that matches, and shows series of events by their next occurrence.
import type { components } from 'daybook-client';
import { withNextOccurrences } from '../calendar/events/next-occurrences.ts';
import { daybook } from '../data/client.ts';
import { timeZone } from '../words/format.ts';

export type Results = components['schemas']['SearchResults'];

const MOST = 20;

export async function search(q: string, signal: AbortSignal): Promise<Results> {
  const found = (await daybook.search({ q, limit: MOST, body: false, tz: timeZone() }, { signal })) as Results;
  const { events } = found.data;
  if (!events) return found;
  const records = await withNextOccurrences(
    events.results.map(({ record }) => record),
    signal,
  );
  const results = events.results.map((match, index) => ({ ...match, record: records[index] ?? match.record }));
  return { ...found, data: { ...found.data, events: { ...events, results } } };
}
