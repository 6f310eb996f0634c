// Notifications of new mail, when the person has switched them on: in the inbox, not from a mailing list, while the page
// is not visible. Those of reminders are in calendar/reminders.ts.
import type { Message } from 'daybook-client';
import { useEffect } from 'react';
import { onMessage } from '../data/feed.ts';
import { preferences } from '../data/preferences.ts';
import type { Email } from '../data/types.ts';
import { words } from '../words/words.ts';
import { goTo } from './navigation-state.ts';

/** Older mail is of an import or of the first synchronisation. */
const NEWEST = 15 * 60_000;
/** Mails that arrive together are one notification. */
const COLLECT = 1000;

export function useMailNotifications(): void {
  useEffect(() => onMessage(['email.created'], collectMail), []);
}

function isWanted(): boolean {
  const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted';
  return isAllowed && preferences.get().notifications && document.visibilityState !== 'visible';
}

let arrived: Email[] = [];

function collectMail({ data }: Message): void {
  const email = data as unknown as Email;
  if (!isWanted() || !isNewMail(email)) return;
  arrived.push(email);
  if (arrived.length > 1) return;
  setTimeout(() => {
    notifyOfMail(arrived);
    arrived = [];
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
    show(texts.more(emails.length), senders, 'mail', '/mail/inbox');
    return;
  }
  const path = first.thread_id ? `/mail/inbox/${first.thread_id}` : '/mail/inbox';
  show(senderOf(first), first.subject ?? texts.noSubject, first.id, path);
}

function senderOf({ from_name, from_address }: Email): string {
  return from_name ?? from_address ?? words().settings.notifications.noSender;
}

/** The same tag replaces a notification, so that two tabs show one. */
function show(title: string, body: string, tag: string, path: string): void {
  const notification = new Notification(title, { body, tag, icon: '/icons/icon-192.png' });
  notification.onclick = () => {
    window.focus();
    goTo(path);
    notification.close();
  };
}
