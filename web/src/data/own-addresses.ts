// Which addresses are the user's own, from what was read: identities, accounts, and the senders of sent mail.
import type { Account, Email, Identity } from './types.ts';

export interface OwnPerson {
  address: string;
  name: string | null;
  account_id: string | null;
  is_default: boolean;
}

export interface OwnRecords {
  identities: readonly Identity[];
  accounts: readonly Account[];
  sent: readonly Pick<Email, 'from_address' | 'from_name'>[];
}

/** Each address once, with the name of the first that has it. */
export function ownPeople({ identities, accounts, sent }: OwnRecords): OwnPerson[] {
  const all: OwnPerson[] = [
    ...identities.map(({ address, name, account_id, is_default }) => ({ address, name, account_id, is_default })),
    ...accounts.map(({ id, address, from_name, is_default }) => ({
      address,
      name: from_name,
      account_id: id,
      is_default,
    })),
    ...sent.flatMap(({ from_address, from_name }) =>
      from_address ? [{ address: from_address, name: from_name, account_id: null, is_default: false }] : [],
    ),
  ];
  return [...Map.groupBy(all, ({ address }) => address.toLowerCase()).values()].flatMap(([first]) => first ?? []);
}

/** In lower case. */
export function addressesOf(people: readonly OwnPerson[]): ReadonlySet<string> {
  return new Set(people.map(({ address }) => address.toLowerCase()));
}
