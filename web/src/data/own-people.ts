// Who the user is: the identities and accounts, and the senders of sent mail, so that imported mail without an account is
// known as one's own too. All of them are read together: names on the screen do not change while they become known.
import { useMemo } from 'react';
import { OWN_PEOPLE } from '../start/first-queries.ts';
import { daybook } from './client.ts';
import { useQuery } from './live/query.ts';
import { may, sessionState } from './session.ts';
import type { Email } from './types.ts';

export interface OwnPerson {
  address: string;
  name: string | null;
  account_id: string | null;
  is_default: boolean;
}

const EVENTS = ['identity.*', 'email_account.*'];

async function read(signal: AbortSignal): Promise<OwnPerson[]> {
  const state = sessionState.get();
  const hasAccounts = state.status === 'ready' && may(state.session, 'accounts:read');
  const [identities, accounts, sent] = await Promise.all([
    hasAccounts ? daybook.identities.list(OWN_PEOPLE.identities, { signal }) : NOTHING,
    hasAccounts ? daybook.accounts.list(OWN_PEOPLE.accounts, { signal }) : NOTHING,
    daybook.emails.list(OWN_PEOPLE.sent, { signal }),
  ]);
  const all: OwnPerson[] = [
    ...identities.data.map(({ address, name, account_id, is_default }) => ({ address, name, account_id, is_default })),
    ...accounts.data.map(({ id, address, from_name, is_default }) => ({
      address,
      name: from_name,
      account_id: id,
      is_default,
    })),
    ...sent.data.flatMap(({ from_address, from_name }) =>
      from_address ? [{ address: from_address, name: from_name, account_id: null, is_default: false }] : [],
    ),
  ];
  return [...Map.groupBy(all, ({ address }) => address.toLowerCase()).values()].flatMap(([first]) => first ?? []);
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
  return useMemo(() => new Set(people.map(({ address }) => address.toLowerCase())), [people]);
}

/** Who will be the sender of a mail that has none yet. */
export function useOwnPerson({ account_id }: Pick<Email, 'account_id'>): OwnPerson | undefined {
  const { people } = useOwnPeople();
  const ofAccount = account_id ? people.filter((one) => one.account_id === account_id) : [];
  const possible = ofAccount.length > 0 ? ofAccount : people;
  return possible.find(({ is_default }) => is_default) ?? possible[0];
}
