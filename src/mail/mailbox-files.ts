// The files that an import reads: mailbox files, Maildirs, folders of .eml files, archives of these. All are found before
// the first is read, so that the progress bar knows their total size. Whatever is not read is named with the reason.
import { constants, createReadStream, type Dirent, type Stats } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BEGINNING, type FileKind, LINK, recognise, SPECIAL } from './file-kinds.ts';
import { messagesOfGzip, messagesOfZip } from './mailbox-archives.ts';
import type { Noted } from './mailbox-flags.ts';
import {
  BEING_DELIVERED,
  CACHE,
  folderOfPath,
  isBeingDelivered,
  isCache,
  isKnownFolder,
  notedInPath,
  ownName,
  pathOfMail,
} from './mailbox-folders.ts';
import { CHUNK, type FoundMessage, messageOf, messagesOfMbox, notTaken } from './mailbox-messages.ts';
import { MH_DELETED, MH_SEQUENCES, type MhFolder, readMhFolder } from './mh-folder.ts';

export interface MailFile {
  path: string;
  kind: FileKind;
  /** Why it is not taken; null where it is. */
  reason: string | null;
  /** The path of its mail. */
  place: string[];
  size: number;
  /** What its name says about the message; null where its header does. */
  noted: Noted | null;
}

// A pipe that takes the place of a file meanwhile must not block.
const READING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Every file at a path that was given, whatever is in it. */
export async function findMail(path: string): Promise<MailFile[]> {
  const found = await stat(path);
  const name = basename(path);
  if (!found.isDirectory()) return [found.isFile() ? await fileAt(path, []) : leftOut(path, specialFile(found))];
  return findIn(path, isKnownFolder(ownName(name)) || /\.mbox$/i.test(name) ? [name] : []);
}

async function findIn(folder: string, folders: string[]): Promise<MailFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const mh = entries.some(({ name }) => name === MH_SEQUENCES) ? await readMhFolder(folder) : null;
  const found: MailFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isCache(entry.name)) found.push(leftOut(path, CACHE));
      else found.push(...(await findIn(path, [...folders, entry.name]).catch((error) => [unreadable(path, error)])));
      continue;
    }
    found.push(await entryAt(path, folders, entry, mh).catch((error) => unreadable(path, error)));
  }
  return found;
}

async function entryAt(path: string, folders: string[], entry: Dirent, mh: MhFolder | null): Promise<MailFile> {
  if (entry.isSymbolicLink()) {
    const target = await stat(path).catch(() => null);
    if (target === null) return leftOut(path, `${LINK} that leads to nothing`);
    if (target.isDirectory()) return leftOut(path, `${LINK} to a folder, which is not followed; name that folder`);
    if (!target.isFile()) return leftOut(path, specialFile(target));
  } else if (!entry.isFile()) return leftOut(path, specialFile(await lstat(path)));
  if (isBeingDelivered(folders, entry.name)) return leftOut(path, BEING_DELIVERED);
  if (mh?.isDeleted(entry.name)) return leftOut(path, MH_DELETED);
  const noted = notedInPath(folders, entry.name) ?? mh?.notedOf(entry.name) ?? null;
  if (noted === null) return fileAt(path, folders);
  // There may be very many of them: each is looked into when it is read.
  const { size } = await stat(path);
  return { path, kind: 'message', reason: null, place: pathOfMail(folders, entry.name, 'message'), size, noted };
}

function specialFile(found: Stats): string {
  const kind = found.isFIFO()
    ? 'a named pipe'
    : found.isSocket()
      ? 'a socket'
      : found.isCharacterDevice() || found.isBlockDevice()
        ? 'a device'
        : 'of a kind that is not known';
  return `${SPECIAL}: it is ${kind}`;
}

async function fileAt(path: string, folders: string[]): Promise<MailFile> {
  const { size } = await stat(path);
  const { kind, reason } = recognise(path, await beginningOf(path), false);
  return { path, kind, reason, place: pathOfMail(folders, basename(path), kind), size, noted: null };
}

function leftOut(path: string, reason: string): MailFile {
  return { path, kind: 'message', reason, place: [], size: 0, noted: null };
}

function unreadable(path: string, error: Error): MailFile {
  return leftOut(path, `it cannot be read: ${error.message}`);
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, READING);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The messages of a file, and what cannot be read with the reason. Calls `report` with the bytes read so far. */
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
  const handle = await open(path, READING);
  const stream = createReadStream(path, { fd: handle, highWaterMark: CHUNK });
  for await (const chunk of stream) yield chunk as Buffer;
}
