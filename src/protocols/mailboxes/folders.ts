// Derives the folder of the mail from the path of its file, and for a Maildir the flags of a message.
import type { FileType } from './file-types.ts';
import { type MailMetadata, metadataInName } from './flags.ts';
import { wordsOf } from './gmail-labels.ts';

// In addition to these: the names of Gmail's folders in every language.
const KNOWN: Record<string, string> = {
  INBOX: 'inbox,in',
  SENT: 'sent,sent items,sent mail,sent messages,sent-mail,gesendete objekte,gesendete elemente',
  DRAFTS: 'drafts,draft,outbox,unsent messages,postausgang',
  TRASH: 'trash,deleted,deleted items,deleted messages,bin,gelöscht,gelöschte elemente,gelöschte objekte',
  SPAM: 'spam,junk,junk e-mail,junk email,junk mail,bulk mail,junk-e-mail,spamverdacht',
  ARCHIVE: 'archive,archives,archiv,all mail,alle nachrichten,all mail including spam and trash',
};
const GMAIL = { INBOX: 'inbox', SENT: 'sent', DRAFTS: 'drafts', TRASH: 'trash', SPAM: 'spam' } as const;
const FOLDERS = new Map<string, string>();
for (const [folder, label] of Object.entries(GMAIL))
  for (const word of wordsOf(label)) FOLDERS.set(keyOf(word), folder);
for (const [folder, names] of Object.entries(KNOWN))
  for (const name of names.split(',')) FOLDERS.set(keyOf(name), folder);

// Cache folders of programs and systems; they are not read.
const CACHES =
  /^(?:\.cache|\.git|\.hg|\.svn|\.npm|\.spotlight-v100|\.fseventsd|\.documentrevisions-v100|\.temporaryitems|__macosx)$/i;
export const CACHE = 'it is a cache folder, which has no mail of its own';
export const INCOMPLETE_DELIVERY = 'it was still being delivered to the Maildir';
// Wrapper folders around the mail folders, in an archive or unpacked.
export const WRAPPER = 'Takeout';
const MAILDIR_FILE = /^\d+\.|[:;!]2,[A-Za-z]*$/;

export function isCache(folder: string): boolean {
  return CACHES.test(folder);
}

/** Whether a file is in the folder of a Maildir for incomplete messages. */
export function isBeingDelivered(folders: readonly string[], filename: string): boolean {
  return folders.at(-1) === 'tmp' && MAILDIR_FILE.test(filename);
}

/** The metadata in the file name of a Maildir message; null for other files. */
export function metadataInPath(folders: readonly string[], filename: string): MailMetadata | null {
  return isMaildirPart(folders.at(-1)) && MAILDIR_FILE.test(filename)
    ? metadataInName(filename, folders.at(-1) === 'new')
    : null;
}

function isMaildirPart(folder: string | undefined): boolean {
  return folder === 'cur' || folder === 'new';
}

/** The folder path of the mail in a file: a mailbox file is a folder itself, a message is in the folder of its file. */
export function pathOfMail(folders: readonly string[], filename: string, type: FileType): string[] {
  const path = folders[0] === WRAPPER ? folders.slice(1) : [...folders];
  // Apple Mail: INBOX.mbox/<id>/Data/0/Messages/1.emlx
  if (type === 'emlx') {
    const mailboxes = path.filter((part) => /\.mbox$/i.test(part));
    return (mailboxes.length > 0 ? mailboxes : path).map(ownName);
  }
  if (type === 'message' && isMaildirPart(path.at(-1))) path.pop();
  if (type === 'mbox' && filename !== 'mbox') path.push(filename); // Apple Mail writes Name.mbox/mbox
  return path.flatMap((part) => namesOf(ownName(part)));
}

// Maildir++ separates the names of subfolders with dots: .Archive.2025
function namesOf(part: string): string[] {
  return part.startsWith('.') ? part.split('.').filter((name) => name !== '') : [part];
}

/** The name of a mailbox without its file extension. */
export function ownName(filename: string): string {
  return filename.replace(/\.(?:mbox|mbx|sbd)$/i, '');
}

function keyOf(name: string): string {
  return name.normalize().toLowerCase();
}

export function isKnownFolder(name: string): boolean {
  return FOLDERS.has(keyOf(name));
}

/** The folder for a mailbox at this path; an empty path is the inbox. */
export function folderOfPath(path: readonly string[]): string {
  // Servers put everything below the inbox; Gmail puts its own folders below a name in brackets.
  const own = path.filter((part, index) => !(index < path.length - 1 && /^(?:inbox|\[.+\])$/i.test(part)));
  const [first] = own;
  if (first === undefined) return 'INBOX';
  return (own.length === 1 ? FOLDERS.get(keyOf(first)) : undefined) ?? own.join('/');
}
