// The lists of the screen Mail: which conversations each one has, and what it is called.
import type { Conversation } from '../data/types.ts';
import { timeZone } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import type { MailList } from './mail-address.ts';

export const FILTERS = ['all', 'unread', 'starred', 'attachments'] as const;
export type Filter = (typeof FILTERS)[number];

/** Filters of GET /threads and of `where` of a batch. */
export type ListQuery = Readonly<Record<string, string | boolean>>;

/** A conversation of a list. `is_deleted` is only set by pending changes: moved to the trash, or restored from it. */
export type Row = Conversation & { is_deleted?: boolean };

const FOLDERS: Partial<Record<MailList['kind'], string>> = {
  inbox: 'INBOX',
  snoozed: 'SNOOZED',
  sent: 'SENT',
  spam: 'SPAM',
};

const FILTER_QUERIES: Record<Filter, ListQuery> = {
  all: {},
  unread: { is_read: false },
  starred: { is_starred: true },
  attachments: { has_attachments: true },
};

/** Lists of single mails that were not sent yet, in contrast to conversations. */
export type UnsentKind = 'drafts' | 'scheduled' | 'outbox' | 'failed';

export function isUnsent(list: MailList): list is { kind: UnsentKind } {
  return ['drafts', 'scheduled', 'outbox', 'failed'].includes(list.kind);
}

/** The folder of which the list shows the conversations, if it is one of a folder. */
export function folderOf(list: MailList): string | undefined {
  return list.kind === 'folder' ? list.name : FOLDERS[list.kind];
}

export function queryOf(list: MailList, filter: Filter): ListQuery {
  const folder = folderOf(list);
  return {
    ...(folder !== undefined && { folder }),
    ...(list.kind === 'label' && { label: list.name }),
    ...(list.kind === 'search' && { q: list.name, tz: timeZone() }),
    ...(list.kind === 'starred' && { is_starred: true }),
    ...(list.kind === 'trash' && { only_deleted: true }),
    ...FILTER_QUERIES[filter],
  };
}

/** The same as `where` of a batch, which needs at least one filter. */
export function whereOf(list: MailList, filter: Filter): ListQuery {
  const query = queryOf(list, filter);
  return Object.keys(query).length > 0 ? query : { all: true };
}

/** Whether a conversation is still on the list with its pending changes. */
export function belongsTo(list: MailList, filter: Filter): (row: Row) => boolean {
  const folder = folderOf(list);
  return (row) => {
    if (list.kind === 'trash') return row.is_deleted !== false;
    if (row.is_deleted) return false;
    if (folder !== undefined && !row.folders.includes(folder)) return false;
    if (list.kind === 'label' && !row.labels.includes(list.name)) return false;
    if (filter === 'unread' && row.unread === 0) return false;
    return row.is_starred || (list.kind !== 'starred' && filter !== 'starred');
  };
}

export function titleOf(list: MailList, { mail }: Words): string {
  if (!('name' in list)) return mail.lists[list.kind];
  if (list.kind === 'search') return mail.searchFor(list.name);
  return list.kind === 'folder' ? folderTitle(list.name, { mail }) : list.name;
}

const FOLDER_TITLES: Record<string, keyof Words['mail']['lists']> = {
  INBOX: 'inbox',
  DRAFTS: 'drafts',
  SENT: 'sent',
  OUTBOX: 'outbox',
  SNOOZED: 'snoozed',
  ARCHIVE: 'archive',
  SPAM: 'spam',
  TRASH: 'trash',
};

/** Folders of the service have names of the language; others are called as they are. */
export function folderTitle(name: string, { mail }: Pick<Words, 'mail'>): string {
  const known = FOLDER_TITLES[name];
  return known ? mail.lists[known] : name;
}
