// What a change of conversations means for their mails: which of them change, the requests for it, the requests that
// restore exactly what was before, and what is shown until the service has made the change.

import type { PendingChange } from '../../data/changes/pending.ts';
import type { Request } from '../../data/changes/requests.ts';
import type { Email } from '../../data/types.ts';

export type Change =
  /** `from`: only mails of these folders; without it all received ones. */
  | { type: 'move'; folder: string; from?: readonly string[] }
  | { type: 'snooze'; until: string; from: readonly string[] }
  | { type: 'unsnooze' | 'delete' | 'restore' | 'erase' | 'read' | 'unread' | 'star' | 'unstar' }
  | { type: 'label' | 'unlabel'; label: string };

/** What has to be known of a mail to change it and to change it back. */
export type MailState = Pick<
  Email,
  'id' | 'folder' | 'is_read' | 'is_starred' | 'labels' | 'status' | 'snoozed_until' | 'snoozed_from' | 'deleted_at'
>;

export const STATE_FIELDS = [
  'folder',
  'is_read',
  'is_starred',
  'labels',
  'status',
  'snoozed_until',
  'snoozed_from',
  'deleted_at',
] as const satisfies readonly (keyof MailState)[];

export interface Plan {
  requests: Request[];
  undo: Request[];
  changes: PendingChange[];
}

/** How many mails one request of a batch can have. */
export const BATCH = 100;
/** Mail that is about to be sent is not deleted with its conversation: it would not be sent. */
const WAITING = ['queued', 'scheduled', 'sending'];

/** `mails` are those of all conversations that change, oldest first in each. */
export function planOf(change: Change, conversations: readonly (readonly MailState[])[]): Plan {
  const mails = conversations.flatMap((all) => affected(change, all));
  const ids = mails.map(({ id }) => id);
  return {
    requests: requestsFor(change, ids),
    undo: undoOf(change, mails),
    changes: mails.map(({ id, labels }) => ({ kind: 'emails', id, values: valuesOf(change, labels) })),
  };
}

/** The mails of a conversation that the change is for. */
export function affected<M extends MailState>(change: Change, mails: readonly M[]): readonly M[] {
  const present = mails.filter(({ deleted_at }) => !deleted_at);
  const received = present.filter(({ status }) => status === 'received');
  switch (change.type) {
    case 'move':
    case 'snooze': {
      const { from } = change;
      const inside = from ? received.filter(({ folder }) => from.includes(folder)) : received;
      return change.type === 'move' ? inside.filter(({ folder }) => folder !== change.folder) : inside;
    }
    case 'unsnooze':
      return received.filter(({ snoozed_until }) => snoozed_until);
    case 'delete':
      return present.filter(({ status }) => !WAITING.includes(status));
    case 'restore':
    case 'erase':
      return mails.filter(({ deleted_at }) => deleted_at);
    case 'read':
      return present.filter(({ is_read }) => !is_read);
    case 'unread':
      return received.slice(-1).filter(({ is_read }) => is_read);
    case 'star':
      return (received.length > 0 ? received : present).slice(-1).filter(({ is_starred }) => !is_starred);
    case 'unstar':
      return present.filter(({ is_starred }) => is_starred);
    case 'label':
      return present.filter(({ labels }) => !labels.includes(change.label));
    case 'unlabel':
      return present.filter(({ labels }) => labels.includes(change.label));
  }
}

/** The action of a batch that makes the change. */
export function actionOf(change: Change): { action: string; params?: object } {
  switch (change.type) {
    case 'move':
      return { action: 'move', params: { folder: change.folder } };
    case 'snooze':
      return { action: 'snooze', params: { until: change.until } };
    case 'read':
    case 'unread':
      return { action: `mark_${change.type}` };
    case 'label':
      return { action: 'add_label', params: { label: change.label } };
    case 'unlabel':
      return { action: 'remove_label', params: { label: change.label } };
    default:
      return { action: change.type };
  }
}

function requestsFor(change: Change, ids: readonly string[]): Request[] {
  if (change.type === 'erase') return ids.map(erasing);
  if (change.type === 'unsnooze')
    return ids.map((id) => ({
      method: 'POST',
      path: `/emails/${id}/unsnooze`,
      doneIf: ['NOT_FOUND', 'NOT_SNOOZED'],
    }));
  return batches(ids, actionOf(change));
}

/** Deletes a mail permanently, unless it was restored, or erased by another client. */
export function erasing(id: string): Request {
  return {
    method: 'DELETE',
    path: `/emails/${id}`,
    query: { permanent: true },
    onlyInTrash: true,
    doneIf: ['NOT_FOUND', 'NOT_DELETED'],
  };
}

export function batches(ids: readonly string[], body: { action: string; params?: object }): Request[] {
  const requests: Request[] = [];
  for (let start = 0; start < ids.length; start += BATCH)
    requests.push({ method: 'POST', path: '/emails/batch', body: { ids: ids.slice(start, start + BATCH), ...body } });
  return requests;
}

function undoOf(change: Change, mails: readonly MailState[]): Request[] {
  const ids = mails.map(({ id }) => id);
  switch (change.type) {
    case 'move':
    case 'snooze':
    case 'unsnooze':
      return [...moveBack(mails), ...snoozeAgain(mails)];
    case 'erase':
      return [];
    default:
      return batches(ids, actionOf(inverse(change)));
  }
}

/** The change that undoes another, for changes that have one. */
function inverse(change: Change): Change {
  const types = {
    delete: 'restore',
    restore: 'delete',
    read: 'unread',
    unread: 'read',
    star: 'unstar',
    unstar: 'star',
  };
  if (change.type === 'label' || change.type === 'unlabel')
    return { type: change.type === 'label' ? 'unlabel' : 'label', label: change.label };
  if (change.type in types) return { type: types[change.type as keyof typeof types] } as Change;
  return { type: 'move', folder: 'INBOX' };
}

function moveBack(mails: readonly MailState[]): Request[] {
  const folders = Map.groupBy(mails, ({ folder, snoozed_until, snoozed_from }) =>
    snoozed_until ? (snoozed_from ?? 'INBOX') : folder,
  );
  return [...folders].flatMap(([folder, group]) =>
    batches(
      group.map(({ id }) => id),
      { action: 'move', params: { folder } },
    ),
  );
}

function snoozeAgain(mails: readonly MailState[]): Request[] {
  const times = Map.groupBy(
    mails.filter(({ snoozed_until }) => snoozed_until),
    ({ snoozed_until }) => snoozed_until,
  );
  return [...times].flatMap(([until, group]) =>
    batches(
      group.map(({ id }) => id),
      { action: 'snooze', params: { until } },
    ),
  );
}

/** New values of a mail; for what the app shows, not for the service. */
function valuesOf(change: Change, labels: readonly string[]): Record<string, unknown> {
  switch (change.type) {
    case 'move':
      return { folder: change.folder, snoozed_until: null };
    case 'snooze':
      return { folder: 'SNOOZED', snoozed_until: change.until };
    case 'unsnooze':
      return { snoozed_until: null };
    case 'delete':
      return { deleted_at: new Date().toISOString() };
    case 'restore':
      return { deleted_at: null };
    case 'erase':
      return {};
    case 'read':
    case 'unread':
      return { is_read: change.type === 'read' };
    case 'star':
    case 'unstar':
      return { is_starred: change.type === 'star' };
    case 'label':
      return { labels: [...labels, change.label].sort() };
    case 'unlabel':
      return { labels: labels.filter((one) => one !== change.label) };
  }
}
