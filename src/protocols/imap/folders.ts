// Maps IMAP mailboxes to folders of Daybook: by special use (RFC 6154), by well-known names where the server does not
// report a use, else by path.

/** A mailbox as ImapFlow lists it. */
export interface Mailbox {
  path: string;
  delimiter?: string;
  specialUse?: string | undefined;
}

const USES: Record<string, string> = {
  '\\inbox': 'INBOX',
  '\\sent': 'SENT',
  '\\drafts': 'DRAFTS',
  '\\trash': 'TRASH',
  '\\junk': 'SPAM',
  '\\archive': 'ARCHIVE',
  '\\all': 'ARCHIVE',
};

const NAMES: Record<string, string> = {
  sent: 'SENT',
  'sent items': 'SENT',
  'sent mail': 'SENT',
  'sent messages': 'SENT',
  drafts: 'DRAFTS',
  draft: 'DRAFTS',
  trash: 'TRASH',
  'deleted items': 'TRASH',
  'deleted messages': 'TRASH',
  bin: 'TRASH',
  junk: 'SPAM',
  'junk e-mail': 'SPAM',
  'junk mail': 'SPAM',
  spam: 'SPAM',
  'bulk mail': 'SPAM',
  archive: 'ARCHIVE',
  archives: 'ARCHIVE',
  'all mail': 'ARCHIVE',
};

/** The folder that mail of this mailbox has here. */
export function folderOf(mailbox: Mailbox): string {
  return specialUseOf(mailbox) ?? mailbox.path;
}

/** INBOX, SENT, DRAFTS, TRASH, SPAM, ARCHIVE, or null. */
export function specialUseOf({ path, delimiter = '/', specialUse }: Mailbox): string | null {
  if (path.toUpperCase() === 'INBOX') return 'INBOX';
  // On many servers every mailbox is a child of INBOX.
  const below = `inbox${delimiter}`;
  const name = path.toLowerCase().startsWith(below) ? path.slice(below.length) : path;
  return USES[(specialUse ?? '').toLowerCase()] ?? NAMES[name.toLowerCase()] ?? null;
}
