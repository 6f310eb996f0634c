// The contact that a mail address belongs to.
import { daybook } from '../data/client.ts';
import { useQuery } from '../data/live/query.ts';
import { may, useSession } from '../data/session.ts';
import type { Contact } from '../data/types.ts';

/** undefined if there is none, or while it is looked up. */
export function useContactOf(address: string): Contact | undefined {
  const isAllowed = may(useSession(), 'contacts:read');
  const { data } = useQuery(
    isAllowed && address ? `contact-of/${address.toLowerCase()}` : null,
    (signal) => findContact(address, signal),
    { events: ['contact.*'] },
  );
  return data ?? undefined;
}

export async function findContact(address: string, signal?: AbortSignal): Promise<Contact | null> {
  const { data: found } = await daybook.contacts.list({ search: `"${address}"`, limit: 10 }, signal && { signal });
  const isSame = (one: { address: string }) => one.address.toLowerCase() === address.toLowerCase();
  return found.find(({ emails }) => emails.some(isSame)) ?? null;
}
