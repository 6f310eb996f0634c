// The messages of files and folders that people bring along: mailbox files, Maildirs, folders of .eml files. They are
// found first, for a bar that tells the truth, and then read one after the other, with one message in memory.
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limits } from '../limits.ts';
import { type Noted, notedInHeader, notedInName, placeOfLabels } from './mailbox-flags.ts';
import { folderOfPath, isKnownFolder } from './mailbox-folders.ts';
import { isMbox, readMbox } from './mbox.ts';
import { parseMailDate } from './mime-dates.ts';

export interface MailFile {
  path: string;
  kind: 'mbox' | 'message' | 'none';
  folder: string;
  size: number;
  /** What its name says about the message; null where its header does. */
  noted: Noted | null;
}

export interface FoundMessage {
  path: string;
  offset: number;
  /** null: it cannot be taken, and `reason` says why. */
  bytes: Buffer | null;
  reason: string | null;
  folder: string;
  noted: Noted;
  /** When it came, as far as the file tells; milliseconds. */
  receivedAt: number;
}

const CHUNK = 4 * 1024 * 1024;
const IGNORED =
  /\.(?:msf|dat|html|json|sqlite|db|log|ini|plist)$|^(?:popstate|filterlog|dovecot|subscriptions|maildirfolder|courierimap)/i;

/** Every file with mail in it, at a path that was given. */
export async function findMail(path: string): Promise<MailFile[]> {
  const found = await stat(path);
  const name = basename(path).replace(/\.(?:mbox|mbx|sbd)$/i, '');
  if (!found.isDirectory()) return fileAt(path, /\.eml$/i.test(path) ? [] : [name], true);
  const isNamed = isKnownFolder(name) || /\.mbox$/i.test(path);
  return findIn(path, isNamed ? [name] : []);
}

async function findIn(folder: string, place: string[]): Promise<MailFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.includes('cur') || folders.includes('new')) return findInMaildir(folder, place, folders);
  const found: MailFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.')) found.push(...(await findIn(path, [...place, withoutSuffix(entry.name)])));
    } else if (entry.isFile() && !entry.name.startsWith('.') && !IGNORED.test(entry.name)) {
      // Apple writes Name.mbox/mbox, others Name.mbox; a message lies in the folder it is in.
      const own = /\.eml$/i.test(entry.name) || entry.name === 'mbox' ? [] : [withoutSuffix(entry.name)];
      found.push(...(await fileAt(path, [...place, ...own], false).catch(() => [unreadable(path, place)])));
    }
  }
  return found;
}

// Maildir++ names the folders below with a dot: .Archive.2025
async function findInMaildir(folder: string, place: string[], folders: string[]): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const part of ['cur', 'new'].filter((one) => folders.includes(one))) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      if (name.startsWith('.')) continue;
      const path = join(folder, part, name);
      const size = (await stat(path).catch(() => undefined))?.size ?? 0; // one that is gone is told when its turn comes
      const noted = notedInName(name, part === 'new');
      found.push({ path, kind: 'message', folder: folderOfPath(place), size, noted });
    }
  }
  for (const name of folders.filter((one) => !['cur', 'new', 'tmp'].includes(one))) {
    const below = name.startsWith('.') ? name.slice(1).split('.') : [name];
    found.push(...(await findIn(join(folder, name), [...place, ...below])));
  }
  return found;
}

async function fileAt(path: string, place: string[], isGiven: boolean): Promise<MailFile[]> {
  const { size } = await stat(path);
  const beginning = await beginningOf(path);
  const kind = isMbox(beginning) ? 'mbox' : isMessage(path, beginning, isGiven) ? 'message' : 'none';
  return [{ path, kind, folder: folderOfPath(place), size, noted: null }];
}

// Its turn will come, and then the reason why it cannot be read is told.
function unreadable(path: string, place: string[]): MailFile {
  return { path, kind: 'message', folder: folderOfPath(place), size: 0, noted: null };
}

function isMessage(path: string, beginning: Buffer, isGiven: boolean): boolean {
  if (/\.eml$/i.test(path)) return true;
  return isGiven && /^[!-9;-~]{1,100}:/.test(beginning.toString('latin1'));
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1000), 0, 1000, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The messages of a file; `report` is told how many bytes of it have been read. What cannot be read is told as such. */
export async function* messagesOf(file: MailFile, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  try {
    yield* readMessages(file, report);
  } catch (error) {
    const { path, folder } = file;
    const reason = `it cannot be read: ${(error as Error).message}`;
    yield { path, folder, offset: 0, bytes: null, reason, noted: notedInName('', false), receivedAt: 0 };
  }
}

async function* readMessages(file: MailFile, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const { path, kind, folder, size } = file;
  const { mtimeMs } = await stat(path);
  const found = { path, offset: 0, folder, reason: null, receivedAt: mtimeMs };
  if (kind === 'none') {
    const noted = notedInName('', false);
    yield { ...found, noted, bytes: null, reason: 'it is neither a mailbox file nor a message' };
  } else if (kind === 'message') {
    const bytes = size > limits.mailSourceBytes ? null : await readFile(path);
    const noted = file.noted ?? notedInHeader(bytes ?? Buffer.alloc(0));
    yield bytes === null ? { ...found, noted, bytes, reason: tooLarge } : settle({ ...found, noted, bytes });
  } else {
    for await (const { offset, envelope, bytes } of readMbox(chunksOf(path), limits.mailSourceBytes)) {
      const noted = notedInHeader(bytes ?? Buffer.alloc(0));
      const receivedAt = parseMailDate(envelope.replace(/^From \S*/, '')) ?? mtimeMs;
      const one = { ...found, offset, noted, receivedAt };
      yield bytes === null ? { ...one, bytes, reason: tooLarge } : settle({ ...one, bytes });
      report(offset);
    }
  }
  report(size);
}

const tooLarge = `it is larger than ${limits.mailSourceBytes} bytes`;

// What a mail program has noted tells the folder too.
function settle(message: FoundMessage): FoundMessage {
  const { noted } = message;
  if (message.bytes?.length === 0) return { ...message, bytes: null, reason: 'it is empty' };
  const { folder, own } = placeOfLabels(noted.labels);
  const place = folder ?? message.folder;
  if (
    noted.isDeleted &&
    folder === null &&
    /^x-mozilla-status:/im.test(message.bytes?.toString('latin1', 0, 4000) ?? '')
  )
    return { ...message, bytes: null, reason: 'it was deleted in Thunderbird and only not cleared away' };
  return {
    ...message,
    folder: noted.isDeleted ? 'TRASH' : noted.isDraft ? 'DRAFTS' : place,
    noted: { ...noted, labels: own },
  };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) yield chunk as Buffer;
}

function withoutSuffix(name: string): string {
  return name.replace(/\.(?:mbox|mbx|sbd)$/i, '');
}
