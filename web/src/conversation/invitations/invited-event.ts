// The event that was added from an invitation, live: found by the UID of the invitation.
import { DaybookError } from 'daybook-client';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { type Invitation, keyOf } from './invitation.ts';
import { occurrenceIdOf, SOURCE } from './invitation-event.ts';

const PAGE = 499;
const FIELDS = ['source_id', 'custom_fields', 'all_day', 'start_at', 'start_date'] as const;

/** null if there is none, undefined while that is not known. Of an occurrence it is that of the series, if there is one. */
export function useInvitedEvent(invitation: Invitation): CalendarEvent | null | undefined {
  const { occurrence } = invitation;
  const { data: all } = useQuery('invited-events', loadAll, { events: ['event.*'] });
  const single = all && (all.find(({ source_id }) => source_id === keyOf(invitation)) ?? null);
  const series = occurrence && all?.find(({ source_id }) => source_id === invitation.uid);
  const id = series && occurrence && occurrenceIdOf(series.id, occurrence);
  const { data: ofSeries } = useQuery(
    id ? `invited-occurrence/${id}` : null,
    async (signal) => (await loadOccurrence(id ?? '', signal)) ?? null,
    { events: ['event.*'] },
  );
  if (single || !series) return single;
  return ofSeries;
}

async function loadAll(signal: AbortSignal): Promise<CalendarEvent[]> {
  const query = { source: SOURCE, sort: 'created_at', order: 'desc', fields: FIELDS, limit: PAGE } as const;
  const events: CalendarEvent[] = [];
  for await (const event of daybook.events.all(query, { signal })) events.push(event);
  return events;
}

async function loadOccurrence(id: string, signal: AbortSignal): Promise<CalendarEvent | undefined> {
  try {
    return await daybook.events.get(id, undefined, { signal });
  } catch (error) {
    if (error instanceof DaybookError && error.status === 404) return undefined;
    throw error;
  }
}
