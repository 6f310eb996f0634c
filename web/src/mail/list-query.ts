// Which conversations a list of the screen Mail has: the filters of GET /threads.
import type { MailList } from './mail-address.ts';

export const FILTERS = ['all', 'unread', 'starred', 'attachments'] as const;
export type Filter = (typeof FILTERS)[number];

/** Filters of GET /threads and of `where` of a batch. */
export type ListQuery = Readonly<Record<string, string | boolean>>;

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

/** Without what a search needs besides. */
export function plainQueryOf(list: MailList, filter: Filter): ListQuery {
  const folder = folderOf(list);
  return {
    ...(folder !== undefined && { folder }),
    ...(list.kind === 'label' && { label: list.name }),
    ...(list.kind === 'starred' && { is_starred: true }),
    ...(list.kind === 'trash' && { only_deleted: true }),
    ...FILTER_QUERIES[filter],
  };
}
