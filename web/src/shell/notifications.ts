// Notifications of new mail, when the person has switched them on: in the inbox, not from a mailing list, while the page
// is not visible. Those of reminders are in calendar/reminders.ts.
import type { Message } from 'daybook-client';
import { useEffect } from 'react';
import { onMessage } from '../data/live/feed.ts';
import type { Email } from '../data/types.ts';
import { words } from '../words/words.ts';
import { isNotifying, notify } from './notify.ts';

/** Older mail is of an import or of the first synchronisation. */
const NEWEST = 15 * 60_000;
/** Mails that arrive together are one notification. */
const COLLECT = 1000;

export function useMailNotifications(): void {
  useEffect(() => onMessage(['email.created'], collectMail), []);
}

let arrived: Email[] = [];

function collectMail({ data }: Message): void {
  const email = data as unknown as Email;
  if (!isNotifying() || !isNewMail(email)) return;
  arrived.push(email);
  if (arrived.length > 1) return;
  setTimeout(() => {
    const emails = arrived;
    arrived = [];
    notifyOfMail(emails);
  }, COLLECT);
}

function isNewMail({ status, folder, is_read, list, received_at }: Email): boolean {
  const isRecent = received_at !== null && Date.now() - Date.parse(received_at) < NEWEST;
  return status === 'received' && folder === 'INBOX' && is_read === false && list == null && isRecent;
}

function notifyOfMail(emails: readonly Email[]): void {
  const { notifications: texts } = words().settings;
  const [first] = emails;
  if (!first) return;
  if (emails.length > 1) {
    const senders = [...new Set(emails.map(senderOf))].join(', ');
    void notify({ title: texts.more(emails.length), body: senders, tag: 'mail', path: '/mail/inbox' });
    return;
  }
  const path = first.thread_id ? `/mail/inbox/${first.thread_id}` : '/mail/inbox';
  void notify({ title: senderOf(first), body: first.subject ?? texts.noSubject, tag: first.id, path });
}

function senderOf({ from_name, from_address }: Email): string {
  return from_name ?? from_address ?? words().settings.notifications.noSender;
}
