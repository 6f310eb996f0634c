// The people of an event as they are typed: one address, or a list of them with names.
import type { CalendarEvent } from '../../data/types.ts';
import { isMailAddress, parseAddressList } from '../../words/address-list.ts';

type Attendees = CalendarEvent['attendees'];

/** The people of a list; undefined if a part of it is not an address. */
export function typedAttendees(text: string): Attendees | undefined {
  const people = parseAddressList(text);
  if (people.length === 0 || !people.every(({ address }) => isMailAddress(address))) return undefined;
  return people.map(({ address, name }) => ({ email: address, name, status: 'pending' }));
}

/** Adds those who are not there yet. */
export function withAttendees(list: Attendees, added: Attendees): Attendees {
  const known = new Set(list.map(keyOf));
  return [...list, ...added.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)))];
}

export function hasAttendee(list: Attendees, email: string): boolean {
  return list.some((one) => keyOf(one) === email.toLowerCase());
}

function keyOf({ email }: Attendees[number]): string {
  return email.toLowerCase();
}
