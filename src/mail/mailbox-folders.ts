// The folder that a mailbox of another program is here, by its name.
import { wordsOf } from './gmail-labels.ts';

// Beside these, the names that Gmail has for its folders in every language.
const KNOWN: Record<string, string> = {
  INBOX: 'inbox,in',
  SENT: 'sent,sent items,sent mail,sent messages,sent-mail,gesendete objekte,gesendete elemente',
  DRAFTS: 'drafts,draft,outbox,unsent messages,postausgang',
  TRASH: 'trash,deleted,deleted items,deleted messages,bin,gelöschte elemente',
  SPAM: 'spam,junk,junk e-mail,junk email,junk mail,bulk mail,junk-e-mail',
  ARCHIVE: 'archive,archives,archiv,all mail,alle nachrichten,all mail including spam and trash',
};
const GMAIL = { INBOX: 'inbox', SENT: 'sent', DRAFTS: 'drafts', TRASH: 'trash', SPAM: 'spam' } as const;
const FOLDERS = new Map<string, string>();
for (const [folder, label] of Object.entries(GMAIL))
  for (const word of wordsOf(label)) FOLDERS.set(keyOf(word), folder);
for (const [folder, names] of Object.entries(KNOWN))
  for (const name of names.split(',')) FOLDERS.set(keyOf(name), folder);

// What mail programs and servers keep beside the mail.
const OF_PROGRAMS =
  /\.(?:msf|dat|sqlite|db|log|ini|plist)$|^(?:popstate|filterlog|dovecot|subscriptions|maildirfolder|courierimap)/i;

/** Whether a file is an index, a setting or the like of a mail program, by its name. */
export function isOfMailProgram(filename: string): boolean {
  return OF_PROGRAMS.test(filename);
}

/** The name of a mailbox without the suffix of its file. */
export function ownName(filename: string): string {
  return filename.replace(/\.(?:mbox|mbx|sbd)$/i, '');
}

function keyOf(name: string): string {
  return name.normalize().toLowerCase();
}

export function isKnownFolder(name: string): boolean {
  return FOLDERS.has(keyOf(name));
}

/** The folder for a mailbox that lies at this path; one with nothing in its path is the inbox. */
export function folderOfPath(path: readonly string[]): string {
  // Servers put everything below the inbox, Gmail its own folders below a name in brackets.
  const own = path.filter((part, index) => !(index < path.length - 1 && /^(?:inbox|\[.+\])$/i.test(part)));
  const [first] = own;
  if (first === undefined) return 'INBOX';
  return (own.length === 1 ? FOLDERS.get(keyOf(first)) : undefined) ?? own.join('/');
}
