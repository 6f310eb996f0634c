// Names of senders and recipients as a conversation shows them.
import { useOwnPerson } from '../../data/own-people.ts';
import type { Email } from '../../data/types.ts';
import { useWords, words } from '../../words/words.ts';
import { isUnsent } from '../arrangement.ts';

export interface Person {
  address: string;
  name: string | null;
}

export function senderOf({ from_address, from_name }: Email): Person {
  return { address: from_address ?? '', name: from_name };
}

/** The same, and of a draft that has no sender yet the one that it will have. */
export function useSender(email: Email): Person {
  const own = useOwnPerson(email);
  const { conversation } = useWords();
  if (email.from_address || !isUnsent(email)) return senderOf(email);
  return { address: own?.address ?? '', name: own?.name || own?.address || conversation.myself };
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

/** When the mail came or was sent; of one that was not sent yet, when it will be or was written. */
export function timeOf(email: Email): string {
  return email.received_at ?? email.sent_at ?? email.scheduled_at ?? email.created_at;
}
