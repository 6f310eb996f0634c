// The event that was added from an invitation, live: found by the UID of the invitation.
import { DaybookError } from 'daybook-client';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent } from '../../data/types.ts';
import type { Invitation } from './invitation.ts';
import { SOURCE } from './invitation-event.ts';
import { changesOf, INDEX_CHANGES, type InvitedIds, type InvitedIndex, invitedIds } from './invited-index.ts';

/** The events that were added last; the invitation of an older one is one of long ago. */
const MOST = 5000;
const PAGE = 499;
const FIELDS = ['custom_fields', 'all_day', 'start_at', 'start_date'] as const;
const NOTHING: InvitedIds = { own: undefined, series: undefined, occurrence: undefined };

/** What the card of an invitation needs to know. */
export type InvitedEvent = Pick<CalendarEvent, 'id' | (typeof FIELDS)[number]>;

/** null if there is none, undefined while that is not known. Of an occurrence it is that of the series, if there is one. */
export function useInvitedEvent(invitation: Invitation): InvitedEvent | null | undefined {
  const { data: index } = useQuery('invited-events', loadIndex, INDEX_CHANGES);
  const { own, series, occurrence } = index ? invitedIds(index, invitation) : NOTHING;
  const single = useEvent(own, own);
  const ofSeries = useEvent(occurrence, series);
  if (!index) return undefined;
  if (single !== null) return single;
  return series && !occurrence ? undefined : ofSeries;
}

/** `changed`: the id in messages about its changes. */
function useEvent(id: string | undefined, changed = ''): InvitedEvent | null | undefined {
  const load = async (signal: AbortSignal) => (await loadEvent(id ?? '', signal)) ?? null;
  const { data } = useQuery(id === undefined ? null : `invited-event/${id}`, load, changesOf(changed));
  return id === undefined ? null : data;
}

async function loadIndex(signal: AbortSignal): Promise<InvitedIndex> {
  const query = { source: SOURCE, sort: 'created_at', order: 'desc', fields: ['source_id'], limit: PAGE } as const;
  const events: Pick<CalendarEvent, 'id' | 'source_id'>[] = [];
  for await (const event of daybook.events.all(query, { signal })) if (events.push(event) >= MOST) break;
  return events;
}

async function loadEvent(id: string, signal: AbortSignal): Promise<InvitedEvent | undefined> {
  try {
    return await daybook.events.get(id, { fields: FIELDS }, { signal });
  } catch (error) {
    if (error instanceof DaybookError && error.status === 404) return undefined;
    throw error;
  }
}
