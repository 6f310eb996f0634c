// What a replica can hold: where each kind is listed, and which events of the feed change it.
import type { components } from '../generated/openapi.ts';
import type { Query } from '../transport.ts';

/** The type of the records of each kind. */
export interface Kinds {
  emails: Schemas['Email'];
  events: Schemas['Event'];
  contacts: Schemas['Contact'];
  files: Schemas['StoredFile'];
  accounts: Schemas['EmailAccount'];
  identities: Schemas['Identity'];
  trustedSenders: Schemas['TrustedSender'];
  tasks: Schemas['Task'];
  settings: Schemas['Settings'];
  folders: Schemas['Folder'];
  labels: Schemas['Label'];
  calendars: Schemas['Calendar'];
  tags: Schemas['Tag'];
}

type Schemas = components['schemas'];

export type Kind = keyof Kinds;

/** What a replica looks at in a record of any kind. */
export interface AnyRecord {
  id?: string;
  name?: string;
  deleted_at?: string | null;
  permanent?: boolean;
  received_at?: string | null;
  [field: string]: unknown;
}

export interface Source {
  path: string;
  /** The events that change the list. */
  events: readonly string[];
  query?: Query;
  /** There is one record, not a list. */
  isSingle?: true;
  /** The events do not have all that the list has, such as counts: it is read again after them. */
  isReadAgain?: true;
}

const TASKS = ['email.task_updated', 'event.task_updated', 'contact.task_updated'];
// In this order no record changes its place, so that a list can be read in pages while others write.
const query = { sort: 'created_at', order: 'asc' };
const records = (name: string, path: string, more?: Query): Source => ({
  path,
  events: [`${name}.*`],
  ...(more && { query: more }),
});
const names = (name: string, path: string, tasks: string): Source => ({
  path,
  events: [`${name}.*`, tasks, 'counts.updated'],
  isReadAgain: true,
});

export const sources: Record<Kind, Source> = {
  emails: records('email', '/emails', query),
  events: records('event', '/events', query),
  contacts: records('contact', '/contacts', query),
  files: records('file', '/files'),
  accounts: records('email_account', '/email-accounts'),
  identities: records('identity', '/identities'),
  trustedSenders: records('trusted_sender', '/trusted-senders'),
  tasks: { path: '/tasks', events: TASKS },
  settings: { path: '/settings', events: ['settings.updated'], isSingle: true },
  folders: names('folder', '/folders', 'email.task_updated'),
  labels: names('label', '/labels', 'email.task_updated'),
  calendars: names('calendar', '/calendars', 'event.task_updated'),
  tags: names('tag', '/tags', 'contact.task_updated'),
};

/** Whether the event changes the list. */
export function concerns({ events }: Source, event: string): boolean {
  return events.some((one) => one === event || (one.endsWith('*') && event.startsWith(one.slice(0, -1))));
}

/** Names have no id, and there is one record of settings. */
export function keyOf({ id, name }: AnyRecord): string {
  return id ?? name ?? '';
}
