// The list of contacts for a tag and a filter, read in pages in the order of the names.
import { daybook } from '../../data/client.ts';
import type { ListSource } from '../../data/live/paged-list.ts';
import type { Contact } from '../../data/types.ts';

export interface ContactFilter {
  tag: string | null;
  search: string;
}

export function contactSource(filter: ContactFilter): ListSource<Contact> {
  const query = queryOf(filter);
  return {
    key: `contacts?${JSON.stringify(query)}`,
    kind: 'contacts',
    events: ['contact.*'],
    load: (page, signal) => daybook.contacts.list({ ...query, ...page }, { signal }),
    belongs: ({ deleted_at, tags }) => deleted_at === null && (filter.tag === null || tags.includes(filter.tag)),
  };
}

/** The name of the contact at a place of the list. */
export async function nameAt(filter: ContactFilter, index: number): Promise<string> {
  const query = { ...queryOf(filter), limit: 1, offset: index, fields: ['display_name'] } as const;
  const { data } = await daybook.contacts.list({ ...query, fields: ['display_name'] });
  return data[0]?.display_name ?? '';
}

function queryOf({ tag, search }: ContactFilter) {
  return {
    sort: 'display_name' as const,
    order: 'asc' as const,
    ...(tag !== null && { tag: [tag] }),
    ...(search.trim() !== '' && { search: searchText(search.trim()) }),
  };
}

/** A part of a phone number is searched by its digits, however it is divided. */
function searchText(search: string): string {
  const digits = search.replaceAll(/[^\d]/g, '');
  return digits.length >= 4 && /^[\d\s()+./-]+$/.test(search) ? digits : search;
}
