// The address of the calendar that opens a new event with the subject and the people of a mail.
import type { Email } from '../data/types.ts';
import { nameOf, senderOf } from './people.ts';

const PREFIXES = /^(?:\s*(?:re|aw|fwd?|wg|sv|vs|tr|rv)\s*(?:\[\d+\])?\s*:)+\s*/iu;

export function newEventPath(email: Email): string {
  const title = (email.subject ?? '').replace(PREFIXES, '').trim();
  const sender = senderOf(email);
  const description = [nameOf(sender), email.preview].filter(Boolean).join(': ');
  return `/calendar?${new URLSearchParams({ new: '1', title, description })}`;
}
