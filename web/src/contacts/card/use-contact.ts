// One contact, live.
import { daybook } from '../../data/client.ts';
import { type QueryState, useQuery } from '../../data/live/query.ts';
import type { Contact } from '../../data/types.ts';

export function useContact(id: string): QueryState<Contact> {
  return useQuery(`contact/${id}`, (signal) => daybook.contacts.get(id, undefined, { signal }), {
    events: ['contact.*'],
    concerns: (message) => (message.data as { id?: string } | undefined)?.id === id,
  });
}
