// Names of senders and recipients as a conversation shows them.
import { useMemo } from 'react';
import { useCollection } from '../data/live.ts';
import type { Email } from '../data/types.ts';
import { words } from '../words/words.ts';

export interface Person {
  address: string;
  name: string | null;
}

export function senderOf({ from_address, from_name }: Email): Person {
  return { address: from_address ?? '', name: from_name };
}

export function nameOf({ name, address }: Person): string {
  return name?.trim() || address || words().conversation.noSender;
}

/** The first name in a list of several people. */
export function shortNameOf(person: Person, own: ReadonlySet<string>): string {
  if (isOwn(person, own)) return words().conversation.me;
  const name = nameOf(person);
  if (name.includes('@')) return name.slice(0, name.indexOf('@'));
  return name.includes(',') ? name : (name.split(/\s+/u)[0] ?? name);
}

export function isOwn({ address }: Person, own: ReadonlySet<string>): boolean {
  return own.has(address.toLowerCase());
}

/** The addresses from which the user sends mail, in lower case. */
export function useOwnAddresses(): ReadonlySet<string> {
  const accounts = useCollection('accounts');
  const identities = useCollection('identities');
  return useMemo(
    () => new Set([...accounts, ...identities].map(({ address }) => address.toLowerCase())),
    [accounts, identities],
  );
}

/** When the mail came or was sent; of one that was not sent yet, when it will be or was written. */
export function timeOf(email: Email): string {
  return email.received_at ?? email.sent_at ?? email.scheduled_at ?? email.created_at;
}
