// A connection to an IMAP server for sync, with CONDSTORE and QRESYNC (RFC 7162) where the server has them: opening,
// closing, listing mailboxes with their status, and notifications of the inbox.
import { ImapFlow, type ImapFlowOptions, type ListResponse } from 'imapflow';
import { limits } from '../../limits.ts';
import { folderOf } from './folders.ts';

/** The status of a mailbox (RFC 3501 section 6.3.10). */
export interface FolderStatus {
  path: string;
  /** The folder that its mail has here. */
  folder: string;
  uidValidity: number;
  /** HIGHESTMODSEQ; null if the server does not have it. */
  modSeq: string | null;
  messages: number;
}

/** A mailbox that the server lists. */
export interface Mailbox {
  path: string;
  folder: string;
  /** Whether it only shows messages of other mailboxes (RFC 6154 section 2): its mail would exist twice. */
  isVirtual: boolean;
  /** null if the server does not report it, which does not mean that the mailbox is empty. */
  view: FolderStatus | null;
}

export type ImapConnection = ImapFlow;

/** A connection that is not open yet; it can be closed while it is being opened. */
export function newConnection(options: ImapFlowOptions, settings: Partial<ImapFlowOptions>): ImapConnection {
  const connection = new ImapFlow({
    ...options,
    qresync: true,
    maxLiteralSize: limits.mailSourceBytes * 2,
    maxResponseSize: limits.mailSourceBytes * 3,
    ...settings,
  });
  connection.on('error', () => {}); // the command in progress fails with it
  return connection;
}

/** Logs out; closes the connection where the server does not answer within a second. */
export async function closeConnection(connection: ImapConnection): Promise<void> {
  if (connection.isClosed) return;
  if (!connection.usable) return connection.close();
  const late = setTimeout(() => connection.close(), 1000);
  await connection.logout().catch(() => connection.close());
  clearTimeout(late);
}

const VIRTUAL = ['\\All', '\\Flagged'];

/** Every mailbox that can be selected. */
export async function listFolders(connection: ImapConnection): Promise<Mailbox[]> {
  const query = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  if (connection.mailbox) await connection.noop(); // a server may report an outdated status of the selected mailbox (RFC 3501 section 6.3.10)
  const mailboxes = await connection.list({ statusQuery: query });
  return mailboxes.filter(isSelectable).map((mailbox) => {
    const { path, status } = mailbox;
    const folder = folderOf(mailbox).slice(0, limits.shortChars);
    const isVirtual = VIRTUAL.includes(mailbox.specialUse ?? '');
    if (!status || status.uidValidity === undefined) return { path, folder, isVirtual, view: null };
    const modSeq = status.highestModseq ? String(status.highestModseq) : null;
    const uidValidity = Number(status.uidValidity);
    return { path, folder, isVirtual, view: { path, folder, uidValidity, modSeq, messages: status.messages ?? 0 } };
  });
}

function isSelectable({ flags }: ListResponse): boolean {
  return ![...flags].some((flag) => /^\\(noselect|nonexistent)$/i.test(flag));
}

/** Reports changes in the inbox as soon as the server does (IDLE, RFC 2177), and the loss of the connection. */
export async function watchInbox(connection: ImapConnection, onChange: () => void, onLoss: () => void): Promise<void> {
  for (const event of ['exists', 'expunge', 'flags'] as const) connection.on(event, onChange);
  connection.on('close', onLoss);
  await connection.mailboxOpen('INBOX', { readOnly: true });
  onChange(); // for what changed between the last scan and now
}

/** Runs the work with the mailbox selected. */
export async function inFolder<T>(
  connection: ImapConnection,
  path: string,
  readOnly: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await connection.getMailboxLock(path, { readOnly });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
