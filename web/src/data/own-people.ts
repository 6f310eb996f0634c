// Who the user is: the identities and accounts, and the senders of sent mail, so that imported mail without an account is
// known as one's own too. All of them are read together: names on the screen do not change while they become known.
import { useMemo } from 'react';
import { OWN_PEOPLE } from '../start/first-queries.ts';
import { daybook } from './client.ts';
import { useQuery } from './live/query.ts';
import { addressesOf, type OwnPerson, ownPeople } from './own-addresses.ts';
import { may, sessionState } from './session.ts';
import type { Email } from './types.ts';

const EVENTS = ['identity.*', 'email_account.*'];

async function read(signal: AbortSignal): Promise<OwnPerson[]> {
  const state = sessionState.get();
  const hasAccounts = state.status === 'ready' && may(state.session, 'accounts:read');
  const [identities, accounts, sent] = await Promise.all([
    hasAccounts ? daybook.identities.list(OWN_PEOPLE.identities, { signal }) : NOTHING,
    hasAccounts ? daybook.accounts.list(OWN_PEOPLE.accounts, { signal }) : NOTHING,
    daybook.emails.list(OWN_PEOPLE.sent, { signal }),
  ]);
  return ownPeople({ identities: identities.data, accounts: accounts.data, sent: sent.data });
}

const NOTHING = { data: [] };
const NOBODY: readonly OwnPerson[] = [];

function useOwnPeople(): { people: readonly OwnPerson[]; isKnown: boolean } {
  const { data, error } = useQuery('own-people', read, { events: EVENTS });
  return { people: data ?? NOBODY, isKnown: data !== undefined || error !== undefined };
}

/** Whether one's own addresses were read, or cannot be: until then nobody should be named. */
export function useIsOwnKnown(): boolean {
  return useOwnPeople().isKnown;
}

/** In lower case. */
export function useOwnAddresses(): ReadonlySet<string> {
  const { people } = useOwnPeople();
  return useMemo(() => addressesOf(people), [people]);
}

/** Who will be the sender of a mail that has none yet. */
export function useOwnPerson({ account_id }: Pick<Email, 'account_id'>): OwnPerson | undefined {
  const { people } = useOwnPeople();
  const ofAccount = account_id ? people.filter((one) => one.account_id === account_id) : [];
  const possible = ofAccount.length > 0 ? ofAccount : people;
  return possible.find(({ is_default }) => is_default) ?? possible[0];
}
