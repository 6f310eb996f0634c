// The folders of an IMAP server as Daybook's: by their special use (RFC 6154), by names that are well known where the
// server tells no use, and by their path otherwise.

/** What a server tells of a mailbox, as ImapFlow lists it. */
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

/** The folder that the mail of this mailbox has here. */
export function folderOf(mailbox: Mailbox): string {
  return specialUseOf(mailbox) ?? mailbox.path;
}

/** INBOX, SENT, DRAFTS, TRASH, SPAM, ARCHIVE, or null. */
export function specialUseOf({ path, delimiter = '/', specialUse }: Mailbox): string | null {
  if (path.toUpperCase() === 'INBOX') return 'INBOX';
  // On many servers every folder lies below the inbox.
  const below = `inbox${delimiter}`;
  const name = path.toLowerCase().startsWith(below) ? path.slice(below.length) : path;
  return USES[(specialUse ?? '').toLowerCase()] ?? NAMES[name.toLowerCase()] ?? null;
}
