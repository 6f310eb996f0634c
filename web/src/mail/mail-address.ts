// Addresses of the screen Mail: which list is shown, and which conversation is open. Names of folders and labels, and
// searches, are percent-encoded, because they can contain slashes.

const PLAIN_LISTS = [
  'inbox',
  'starred',
  'snoozed',
  'scheduled',
  'drafts',
  'sent',
  'outbox',
  'failed',
  'all',
  'spam',
  'trash',
] as const;

export type PlainList = (typeof PLAIN_LISTS)[number];

const NAMED_LISTS = ['folder', 'label', 'search'] as const;

/** The name of a search is its query. */
type NamedList = (typeof NAMED_LISTS)[number];

export type MailList = { kind: PlainList } | { kind: NamedList; name: string };

export interface MailAddress {
  list: MailList;
  threadId: string | undefined;
}

const INBOX: MailAddress = { list: { kind: 'inbox' }, threadId: undefined };

/** `pathname` as the browser has it, not decoded. An unknown address is the inbox. */
export function parseMailPath(pathname: string): MailAddress {
  const [, area, kind = '', ...rest] = pathname.split('/');
  if (area !== 'mail') return INBOX;
  if ((PLAIN_LISTS as readonly string[]).includes(kind))
    return { list: { kind: kind as PlainList }, threadId: decoded(rest[0]) };
  const name = decoded(rest[0]);
  if ((NAMED_LISTS as readonly string[]).includes(kind) && name)
    return { list: { kind: kind as NamedList, name }, threadId: decoded(rest[1]) };
  return INBOX;
}

export function mailPath(list: MailList, threadId?: string): string {
  const base = 'name' in list ? `/mail/${list.kind}/${encodeURIComponent(list.name)}` : `/mail/${list.kind}`;
  return threadId ? `${base}/${encodeURIComponent(threadId)}` : base;
}

export function isSameList(one: MailList, other: MailList): boolean {
  return mailPath(one) === mailPath(other);
}

function decoded(part: string | undefined): string | undefined {
  if (!part) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
