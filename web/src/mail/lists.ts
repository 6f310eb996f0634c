// The lists of the screen Mail: which conversations each one has, and what it is called.
import type { Conversation } from '../data/types.ts';
import { timeZone } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import { type Filter, folderOf, type ListQuery, plainQueryOf } from './list-query.ts';
import type { MailList } from './mail-address.ts';

/** A conversation of a list. `is_deleted` is only set by pending changes: moved to the trash, or restored from it. */
export type Row = Conversation & { is_deleted?: boolean };

export function queryOf(list: MailList, filter: Filter): ListQuery {
  return { ...plainQueryOf(list, filter), ...(list.kind === 'search' && { q: list.name, tz: timeZone() }) };
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
