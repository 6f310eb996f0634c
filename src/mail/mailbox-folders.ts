// The folder that a mailbox of another program is here, by its name.

const KNOWN: Record<string, string> = {
  INBOX: 'inbox,in,posteingang,boîte de réception,bandeja de entrada',
  SENT: 'sent,sent items,sent mail,sent messages,sent-mail,gesendet,gesendete objekte,gesendete elemente,envoyés,enviados',
  DRAFTS: 'drafts,draft,entwürfe,brouillons,borradores,outbox,unsent messages,postausgang',
  TRASH: 'trash,deleted,deleted items,deleted messages,bin,papierkorb,gelöschte elemente,corbeille,papelera',
  SPAM: 'spam,junk,junk e-mail,junk email,junk mail,bulk mail,junk-e-mail',
  ARCHIVE: 'archive,archives,archiv,all mail,alle nachrichten,all mail including spam and trash',
};
const FOLDERS = new Map(
  Object.entries(KNOWN).flatMap(([folder, names]) => names.split(',').map((name) => [name, folder] as const)),
);

export function isKnownFolder(name: string): boolean {
  return FOLDERS.has(name.toLowerCase().normalize());
}

/** The folder for a mailbox that lies at this path; one with nothing in its path is the inbox. */
export function folderOfPath(path: readonly string[]): string {
  // Servers put everything below the inbox, Gmail its own folders below a name in brackets.
  const own = path.filter((part, index) => !(index < path.length - 1 && /^(?:inbox|\[.+\])$/i.test(part)));
  const [first] = own;
  if (first === undefined) return 'INBOX';
  return (own.length === 1 ? FOLDERS.get(first.toLowerCase().normalize()) : undefined) ?? own.join('/');
}
