// A line to an IMAP server: opened with everything the server offers that makes mirroring cheap (CONDSTORE and
// QRESYNC, RFC 7162), and asked for its folders and for how they stand.
import { ImapFlow, type ImapFlowOptions, type ListResponse } from 'imapflow';
import { limits } from '../limits.ts';
import { folderOf } from './folders.ts';

/** A folder at the server as it stands now. */
export interface FolderView {
  path: string;
  /** The folder that its mail has here. */
  folder: string;
  uidValidity: number;
  /** The number of its last change; null where the server keeps none. */
  modSeq: string | null;
  messages: number;
}

/** A folder that the server lists. */
export interface Box {
  path: string;
  folder: string;
  /** Whether it only shows what lies in others: its mail would be there twice. */
  isView: boolean;
  /** How it stands; null where the server does not tell, which says nothing about what is in it. */
  view: FolderView | null;
}

export type Line = ImapFlow;

/** A line that is not open yet; whoever has it can close it while it is being opened. */
export function newLine(options: ImapFlowOptions, settings: Partial<ImapFlowOptions>): Line {
  const line = new ImapFlow({
    ...options,
    qresync: true,
    maxLiteralSize: limits.mailSourceBytes * 2,
    maxResponseSize: limits.mailSourceBytes * 3,
    ...settings,
  });
  line.on('error', () => {}); // what was asked of it fails, and that is told
  return line;
}

/** Ends it with good manners, and without them if the server has none. */
export async function closeLine(line: Line): Promise<void> {
  if (line.isClosed) return;
  if (!line.usable) return line.close();
  const late = setTimeout(() => line.close(), 1000);
  await line.logout().catch(() => line.close());
  clearTimeout(late);
}

const VIEWS = ['\\All', '\\Flagged'];

/** Every folder that can be opened. */
export async function listFolders(line: Line): Promise<Box[]> {
  const query = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  if (line.mailbox) await line.noop(); // a server may tell of an open folder only what it has told already
  const boxes = await line.list({ statusQuery: query });
  return boxes.filter(isSelectable).map((box) => {
    const { path, status } = box;
    const folder = folderOf(box).slice(0, limits.shortChars);
    const isView = VIEWS.includes(box.specialUse ?? '');
    if (!status || status.uidValidity === undefined) return { path, folder, isView, view: null };
    const modSeq = status.highestModseq ? String(status.highestModseq) : null;
    const uidValidity = Number(status.uidValidity);
    return { path, folder, isView, view: { path, folder, uidValidity, modSeq, messages: status.messages ?? 0 } };
  });
}

function isSelectable({ flags }: ListResponse): boolean {
  return ![...flags].some((flag) => /^\\(noselect|nonexistent)$/i.test(flag));
}

/** Tells of every change in the inbox as soon as the server does (RFC 2177), and when the line is lost. */
export async function watchInbox(line: Line, onChange: () => void, onLoss: () => void): Promise<void> {
  for (const event of ['exists', 'expunge', 'flags'] as const) line.on(event, onChange);
  line.on('close', onLoss);
  await line.mailboxOpen('INBOX', { readOnly: true });
  onChange(); // what came between the last look and now
}

/** Runs the work with the folder open. */
export async function inFolder<T>(line: Line, path: string, readOnly: boolean, work: () => Promise<T>): Promise<T> {
  const lock = await line.getMailboxLock(path, { readOnly });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
