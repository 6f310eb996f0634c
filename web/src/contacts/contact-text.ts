// Parts of a contact as text: the address to write to, the number to call, days, postal addresses.
import type { Contact } from '../data/types.ts';
import { dateFormat } from '../words/intl.ts';
import { locale } from '../words/words.ts';

export function primaryAddress({ emails }: Contact): string | null {
  return (emails.find(({ primary }) => primary) ?? emails[0])?.address ?? null;
}

export function primaryNumber({ phones }: Contact): string | null {
  return (phones.find(({ primary }) => primary) ?? phones[0])?.number ?? null;
}

/** `Ann Lee <ann@example.org>`, as the field To takes it. */
export function recipientOf(contact: Contact, address = primaryAddress(contact)): string {
  const name = contact.display_name.replaceAll(/["\\]/g, '');
  return address ? `"${name}" <${address}>` : '';
}

/** The address of a call: digits and a leading plus only. */
export function telephoneLink(number: string): string {
  const digits = number.replaceAll(/[^\d+]/g, '');
  return `tel:${digits.slice(0, 1)}${digits.slice(1).replaceAll('+', '')}`;
}

/** What the list shows below the name. */
export function secondLine(contact: Contact): string {
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  return work || primaryAddress(contact) || primaryNumber(contact) || '';
}

/** 10 May 1980, or 10 May if the year is not known (`--05-10`). */
export function formatDayOfLife(day: string): string {
  const hasYear = !day.startsWith('--');
  const options = {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(hasYear && ({ year: 'numeric' } as const)),
  } as const;
  // 2000 is a leap year, so that 29 February exists.
  const date = new Date(`${hasYear ? day : `2000-${day.slice(2)}`}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dateFormat(locale(), options).format(date);
}

/** How old a person is on a date; null if the year of birth is not known. */
export function ageOn(birthday: string, today: string): number | null {
  if (birthday.startsWith('--')) return null;
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  const age = today.slice(5) < birthday.slice(5) ? years - 1 : years;
  return age < 0 ? null : age;
}

/** The lines of a postal address, as it is written on an envelope. */
export function addressLines(address: Contact['addresses'][number]): string[] {
  const town = [address.postal_code, address.city].filter(Boolean).join(' ');
  return [address.street, town, address.state, address.country].filter((line): line is string => Boolean(line));
}
