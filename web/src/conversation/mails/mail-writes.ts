// What a conversation changes: flags, labels, trash, senders and contacts. Each change is shown at once and can be undone.

import { mutate } from '../../data/changes/mutations.ts';
import type { PendingChange } from '../../data/changes/pending.ts';
import type { Request } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { collection } from '../../data/live/live.ts';
import type { Conversation, Email } from '../../data/types.ts';
import { applyChange } from '../../mail/changes/apply-change.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import { findContact } from '../contact-of.ts';
import { type Mails, mailsFrom } from '../conversation-data.ts';
import { nameOf, type Person } from './people.ts';

interface Change {
  requests: readonly Request[];
  pending?: readonly PendingChange[];
  /** Said when it is made. */
  text?: string;
  undo?: () => Promise<boolean>;
}

/** Shows the change, and says why if the service refuses it. */
async function make({ requests, pending = [], text, undo }: Change): Promise<boolean> {
  const toast = text && undo ? offerUndo(text, () => void undo()) : text ? showToast({ text }) : undefined;
  const isMade = await call(() => mutate(requests, pending));
  // Of several requests, some may have been made, which can be undone.
  if (!isMade && toast !== undefined && requests.length === 1) withdrawUndo(toast);
  return isMade;
}

/** Creates a record, and offers to delete it again once the service has it. */
function create(path: string, body: object, text: string): Promise<boolean> {
  return call(async () => {
    const [made] = await mutate([{ method: 'POST', path, body }]);
    const id = (made?.body as { data: { id: string } } | undefined)?.data.id;
    offerUndo(text, () => void make({ requests: [{ method: 'DELETE', path: `${path}/${id}` }] }));
  });
}

/** Resolves to whether it succeeded; the reason why not is shown. */
async function call(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    showRefusal(error);
    return false;
  }
}

const MOST_IN_BATCH = 100;

function batches(emails: readonly Email[], action: string, params?: Record<string, string>): Request[] {
  const requests: Request[] = [];
  for (let at = 0; at < emails.length; at += MOST_IN_BATCH) {
    const ids = emails.slice(at, at + MOST_IN_BATCH).map(({ id }) => id);
    requests.push({ method: 'POST', path: '/emails/batch', body: { ids, action, ...(params && { params }) } });
  }
  return requests;
}

function forEach(emails: readonly Email[], values: PendingChange['values']): PendingChange[] {
  return emails.map(({ id }) => ({ kind: 'emails', id, values }));
}

/** What was shown is read. */
export function markRead(head: Conversation, emails: readonly Email[]): Promise<boolean> {
  const unread = Math.max(0, head.unread - emails.length);
  return make({
    requests: batches(emails, 'mark_read'),
    pending: [...forEach(emails, { is_read: true }), { kind: 'threads', id: head.id, values: { unread } }],
  });
}

/** This mail and those after it. */
export function markUnread(mails: Mails, first: Email): Promise<boolean> {
  return call(async () => {
    const all = await mailsFrom(mails, first);
    const from = all.findIndex(({ id }) => id === first.id);
    const later = from < 0 ? [] : all.slice(from).filter((one) => one.status === 'received' && !one.deleted_at);
    const emails = later.length > 0 ? later : [first];
    const { head } = mails;
    // Some may not have been read: those that a long conversation leaves out.
    const read = emails.filter((one) => one.is_read);
    const unread = head.unread + read.length;
    return make({
      requests: batches(emails, 'mark_unread'),
      pending: [...forEach(emails, { is_read: false }), { kind: 'threads', id: head.id, values: { unread } }],
      text: words().conversation.markedUnread,
      undo: () => markRead({ ...head, unread }, read),
    });
  });
}

export function setStarred(email: Email, isStarred: boolean): Promise<boolean> {
  const { starred, unstarred } = words().mail.done;
  return make({
    ...starring(email, isStarred),
    text: (isStarred ? starred : unstarred)(1),
    undo: () => make(starring(email, !isStarred)),
  });
}

function starring(email: Email, isStarred: boolean): Change {
  return {
    requests: [{ method: 'POST', path: `/emails/${email.id}/${isStarred ? 'star' : 'unstar'}` }],
    pending: forEach([email], { is_starred: isStarred }),
  };
}

/** From all its mails, also from those that are not shown. */
export function removeLabel(head: Conversation, label: string): Promise<void> {
  return applyChange([head], { type: 'unlabel', label }, words().conversation.labelRemoved(label));
}

export function deleteMail(email: Email): Promise<boolean> {
  const isDraft = email.status === 'draft';
  return make({
    ...deleting(email),
    text: isDraft ? words().conversation.draftDiscarded : words().conversation.mailDeleted,
    undo: () => make({ ...restoring(email), text: words().conversation.restored }),
  });
}

export function restoreMail(email: Email): Promise<boolean> {
  return make({ ...restoring(email), text: words().conversation.restored, undo: () => make(deleting(email)) });
}

function deleting({ id }: Email): Change {
  const values = { deleted_at: new Date().toISOString() };
  return { requests: [{ method: 'DELETE', path: `/emails/${id}` }], pending: [{ kind: 'emails', id, values }] };
}

function restoring({ id }: Email): Change {
  const requests: Request[] = [{ method: 'POST', path: `/emails/${id}/restore` }];
  return { requests, pending: [{ kind: 'emails', id, values: { deleted_at: null } }] };
}

/** Not queued: it begins something at another server. */
export const unsubscribe = (email: Email) => call(() => daybook.emails.unsubscribe(email.id));

/** Images of the sender are shown from now on. */
export function trustSender(sender: Person): Promise<boolean> {
  const text = words().conversation.nowTrusted(nameOf(sender));
  const isTrusted = collection('trustedSenders')
    .values()
    .some((one) => one.sender.toLowerCase() === sender.address.toLowerCase());
  // Undo would end what another client, or an earlier day, has begun.
  return isTrusted ? make({ requests: [], text }) : create('/trusted-senders', { sender: sender.address }, text);
}

/** Unless they are one, which the menu may not have known yet. */
export async function addContact(person: Person): Promise<boolean> {
  const emails = [{ address: person.address, label: 'other', primary: true }];
  const text = words().conversation.contactAdded(nameOf(person));
  // Without an answer, or the permission to read contacts, the request itself says what is wrong.
  const known = await findContact(person.address).catch(() => null);
  if (known) return make({ requests: [], text });
  return create('/contacts', { display_name: nameOf(person), emails }, text);
}
