// The places of mail that the command palette leads to: the lists of the service by their names in the language of the
// app, folders and labels of the user by their own.
import type { Folder, Label } from '../data/types.ts';
import { titleOf } from '../mail/lists.ts';
import { type MailList, mailPath } from '../mail/mail-address.ts';
import type { Words } from '../words/words.ts';

export interface MailPlace {
  list: MailList;
  title: string;
  path: string;
}

const LISTS: readonly MailList[] = [
  { kind: 'inbox' },
  { kind: 'starred' },
  { kind: 'snoozed' },
  { kind: 'scheduled' },
  { kind: 'drafts' },
  { kind: 'sent' },
  { kind: 'outbox' },
  { kind: 'failed' },
  { kind: 'folder', name: 'ARCHIVE' },
  { kind: 'all' },
  { kind: 'spam' },
  { kind: 'trash' },
];

export function mailPlaces(
  words: Words,
  folders: readonly Pick<Folder, 'name' | 'role'>[],
  labels: readonly Pick<Label, 'name'>[],
): MailPlace[] {
  // Several accounts can have a folder of the same name, which is one list.
  const own = new Set(folders.filter(({ role }) => role === null).map(({ name }) => name));
  const lists: readonly MailList[] = [
    ...LISTS,
    ...[...own].map((name) => ({ kind: 'folder', name }) as const),
    ...labels.map(({ name }) => ({ kind: 'label', name }) as const),
  ];
  return lists.map((list) => ({ list, title: titleOf(list, words), path: mailPath(list) }));
}
