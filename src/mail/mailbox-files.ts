// The files that an import reads: mailbox files, Maildirs, folders of .eml files, archives of these. All are found before
// the first is read, so that the progress bar knows their total size.
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BEGINNING, type FileKind, recognise } from './file-kinds.ts';
import { messagesOfGzip, messagesOfZip } from './mailbox-archives.ts';
import { type Noted, notedInName } from './mailbox-flags.ts';
import { folderOfPath, isKnownFolder, isOfMailProgram, ownName } from './mailbox-folders.ts';
import { CHUNK, type FoundMessage, messageOf, messagesOfMbox, notTaken } from './mailbox-messages.ts';

export interface MailFile {
  path: string;
  kind: FileKind;
  /** Why it is not taken; null where it is. */
  reason: string | null;
  /** The folders that it lies in. */
  place: string[];
  size: number;
  /** What its name says about the message; null where its header does. */
  noted: Noted | null;
}

/** Every file at a path that was given, whatever is in it. */
export async function findMail(path: string): Promise<MailFile[]> {
  const found = await stat(path);
  const name = basename(path);
  if (!found.isDirectory()) return [await fileAt(path, [])];
  return findIn(path, isKnownFolder(ownName(name)) || /\.mbox$/i.test(path) ? [ownName(name)] : []);
}

async function findIn(folder: string, place: string[]): Promise<MailFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.includes('cur') || folders.includes('new')) return findInMaildir(folder, place, folders);
  const found: MailFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) found.push(...(await findIn(path, [...place, ownName(entry.name)])));
    else if (entry.isFile() && !isOfMailProgram(entry.name)) {
      const file = await fileAt(path, place).catch(() => unreadable(path, place));
      // An empty mailbox file has no message that could be missed.
      if (file.size > 0 || file.kind !== 'other' || /\.eml$/i.test(path)) found.push(file);
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
      found.push({ path, kind: 'message', reason: null, place, size, noted: notedInName(name, part === 'new') });
    }
  }
  for (const name of folders.filter((one) => !['cur', 'new', 'tmp'].includes(one))) {
    const below = name.startsWith('.') ? name.slice(1).split('.') : [name];
    found.push(...(await findIn(join(folder, name), [...place, ...below])));
  }
  return found;
}

async function fileAt(path: string, place: string[]): Promise<MailFile> {
  const { size } = await stat(path);
  const { kind, reason } = recognise(path, await beginningOf(path), false);
  // Apple writes Name.mbox/mbox, others Name.mbox; a message lies in the folder it is in.
  const name = basename(path);
  const own = kind !== 'mbox' || name === 'mbox' ? [] : [ownName(name)];
  return { path, kind, reason, place: [...place, ...own], size, noted: null };
}

// Its turn will come, and then the reason why it cannot be read is told.
function unreadable(path: string, place: string[]): MailFile {
  return { path, kind: 'message', reason: null, place, size: 0, noted: null };
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The messages of a file; `report` is told how many bytes of it have been read. What cannot be read is told as such. */
export async function* messagesOf(file: MailFile, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const about = { path: file.path, folder: folderOfPath(file.place) };
  try {
    if (file.reason !== null) yield notTaken(about, file.reason);
    else yield* readMessages(file, about, report);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    yield notTaken(about, code === undefined ? message : `it cannot be read: ${message}`);
  }
  report(file.size);
}

async function* readMessages(
  file: MailFile,
  about: { path: string; folder: string },
  report: (bytes: number) => void,
): AsyncGenerator<FoundMessage> {
  const { path, kind, size, place, noted } = file;
  const { mtimeMs: modifiedAt } = await stat(path);
  if (kind === 'zip') yield* messagesOfZip({ path, size, place, modifiedAt }, report);
  else if (kind === 'gzip') yield* messagesOfGzip({ path, size, place, modifiedAt }, report);
  else if (kind === 'mbox') yield* messagesOfMbox({ ...about, noted, modifiedAt }, chunksOf(path), report);
  else yield await messageOf({ ...about, noted, modifiedAt }, chunksOf(path));
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) yield chunk as Buffer;
}
