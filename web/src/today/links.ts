// Where the entries of Today lead.
import type { CalendarEvent, Conversation, Email } from '../data/types.ts';
import { mailHash } from '../shell/navigation/linked-mail.ts';
import { dayOf } from '../words/format.ts';

export const links = {
  calendar: '/calendar',
  inbox: '/mail/inbox',
  drafts: '/mail/drafts',
  scheduled: '/mail/scheduled',
  outbox: '/mail/outbox',
  failed: '/mail/failed',
  snoozed: '/mail/snoozed',
  accounts: '/settings/accounts',
  day: (day: string) => `/calendar/day/${day}`,
  event: (event: CalendarEvent) =>
    `/calendar/day/${event.all_day ? event.start_date : dayOf(event.start_at)}?event=${encodeURIComponent(event.id)}`,
  conversation: ({ id }: Conversation) => `/mail/inbox/${id}`,
  email: (list: string, { id, thread_id }: Email) => `${list}/${thread_id ?? id}`,
  /** A mail that was not sent yet, in one of its lists. */
  unsent: (list: string, { id, thread_id }: Email) => `${list}/${thread_id ?? id}${mailHash(id)}`,
  contact: (id: string) => `/contacts/${id}`,
} as const;
