// Finds the files that an import reads: mailbox files, Maildirs, folders of .eml files, archives of these. All files
// are found before the first is read, so that the progress bar knows their total size. Skipped files are listed with a
// reason.
import { constants, createReadStream, type Dirent, type Stats } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messagesOfGzip, messagesOfZip } from './archives.ts';
import { BEGINNING, type FileType, LINK, recognise, SPECIAL } from './file-types.ts';
import type { MailMetadata } from './flags.ts';
import {
  CACHE,
  folderOfPath,
  INCOMPLETE_DELIVERY,
  isBeingDelivered,
  isCache,
  isKnownFolder,
  metadataInPath,
  ownName,
  pathOfMail,
} from './folders.ts';
import {
  CHUNK,
  emlxOf,
  type FoundMessage,
  messageOf,
  messagesOfMbox,
  type NewPath,
  skippedMessage,
} from './messages.ts';
import { MH_DELETED, MH_SEQUENCES, type MhFolder, readMhFolder } from './mh-folder.ts';
import { FEEDS, hasServers, isFeeds, isProfile, PROFILE_FOLDER, pathInProfile } from './thunderbird.ts';

export interface MailFile {
  path: string;
  /** What it is called where it is reported. */
  name: string;
  type: FileType;
  /** Why it is skipped; null if it is imported. */
  reason: string | null;
  /** The folder path of its mail. */
  place: string[];
  size: number;
  /** Metadata in its name; null if the header has it. */
  metadata: MailMetadata | null;
}

const APPLE_ATTACHMENTS = 'it has attachments that Apple Mail keeps beside its messages, not mail';
const PIECE = 256 * 1024; // bytes of a single message that are read at once

// Must not block if a pipe has replaced the file in the meantime.
const READING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Every file under a path, whatever its content. */
export async function findMail(path: string): Promise<MailFile[]> {
  const found = await stat(path);
  const name = basename(resolve(path));
  if (!found.isDirectory()) return [found.isFile() ? await fileAt(path, []) : skippedFile(path, specialFile(found))];
  if (hasServers(name) && isProfile(await readdir(dirname(resolve(path)), { withFileTypes: true }).catch(() => [])))
    return findOfServers(path);
  return findIn(path, isKnownFolder(ownName(name)) || /\.mbox$/i.test(name) ? [name] : []);
}

async function findIn(folder: string, folders: string[]): Promise<MailFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (isProfile(entries)) return findInProfile(folder, entries);
  const mh = entries.some(({ name }) => name === MH_SEQUENCES) ? await readMhFolder(folder) : null;
  const found: MailFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isCache(entry.name)) found.push(skippedFile(path, CACHE));
      else if (entry.name === 'Attachments' && entries.some(({ name }) => name === 'Messages'))
        found.push(skippedFile(path, APPLE_ATTACHMENTS));
      else found.push(...(await findIn(path, [...folders, entry.name]).catch((error) => [unreadable(path, error)])));
      continue;
    }
    found.push(await entryAt(path, folders, entry, mh).catch((error) => unreadable(path, error)));
  }
  return found;
}

/** The mail in a profile of Thunderbird. */
async function findInProfile(profile: string, entries: readonly Dirent[]): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const entry of entries) {
    const path = join(profile, entry.name);
    if (!entry.isDirectory()) found.push(await fileIn(path, entry));
    else if (hasServers(entry.name)) found.push(...(await findOfServers(path)));
    else found.push(skippedFile(path, isCache(entry.name) ? CACHE : PROFILE_FOLDER));
  }
  return found;
}

/** The mail of each server, as if the folder of the server had been named. */
async function findOfServers(folder: string): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) found.push(await fileIn(path, entry));
    else if (isFeeds(entry.name)) found.push(skippedFile(path, FEEDS));
    else
      for (const file of await findIn(path, []).catch((error) => [unreadable(path, error)]))
        found.push({ ...file, place: pathInProfile(file.place) });
  }
  return found;
}

function fileIn(path: string, entry: Dirent): Promise<MailFile> {
  return entryAt(path, [], entry, null).catch((error) => unreadable(path, error));
}

async function entryAt(path: string, folders: string[], entry: Dirent, mh: MhFolder | null): Promise<MailFile> {
  if (entry.isSymbolicLink()) {
    const target = await stat(path).catch(() => null);
    if (target === null) return skippedFile(path, `${LINK} to a missing file`);
    if (target.isDirectory()) return skippedFile(path, `${LINK} to a folder, which is not followed; name that folder`);
    if (!target.isFile()) return skippedFile(path, specialFile(target));
  } else if (!entry.isFile()) return skippedFile(path, specialFile(await lstat(path)));
  if (isBeingDelivered(folders, entry.name)) return skippedFile(path, INCOMPLETE_DELIVERY);
  if (mh?.isDeleted(entry.name)) return skippedFile(path, MH_DELETED);
  const metadata = metadataInPath(folders, entry.name) ?? mh?.notedOf(entry.name) ?? null;
  if (metadata === null) return fileAt(path, folders);
  // There may be very many files: each is examined only when it is read.
  const { size } = await stat(path);
  const place = pathOfMail(folders, entry.name, 'message');
  return { path, name: path, type: 'message', reason: null, place, size, metadata };
}

function specialFile(found: Stats): string {
  const type = found.isFIFO()
    ? 'a named pipe'
    : found.isSocket()
      ? 'a socket'
      : found.isCharacterDevice() || found.isBlockDevice()
        ? 'a device'
        : 'of an unknown type';
  return `${SPECIAL}: it is ${type}`;
}

/** A file that is stored under another name than its own, which says what it contains. */
export function mailFile(path: string, name: string): Promise<MailFile> {
  return fileAt(path, [], name);
}

async function fileAt(path: string, folders: string[], name = path): Promise<MailFile> {
  const { size } = await stat(path);
  const { type, reason } = recognise(name, await beginningOf(path), false);
  return { path, name, type, reason, place: pathOfMail(folders, basename(name), type), size, metadata: null };
}

function skippedFile(path: string, reason: string): MailFile {
  return { path, name: path, type: 'message', reason, place: [], size: 0, metadata: null };
}

function unreadable(path: string, error: Error): MailFile {
  return skippedFile(path, `it cannot be read: ${error.message}`);
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

/**
 * The messages of a file, and the reason for each message that cannot be read. Calls `report` with the bytes read so
 * far. `newPath` provides temporary files for large messages.
 */
export async function* messagesOf(
  file: MailFile,
  report: (bytes: number) => void,
  newPath: NewPath = null,
): AsyncGenerator<FoundMessage> {
  const about = { path: file.name, folder: folderOfPath(file.place) };
  try {
    if (file.reason !== null) yield skippedMessage(about, file.reason);
    else yield* readMessages(file, about, report, newPath);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    yield skippedMessage(about, code === undefined ? message : `it cannot be read: ${message}`);
  }
  report(file.size);
}

async function* readMessages(
  file: MailFile,
  about: { path: string; folder: string },
  report: (bytes: number) => void,
  newPath: NewPath,
): AsyncGenerator<FoundMessage> {
  const { path, name, type, size, place, metadata } = file;
  const { mtimeMs: modifiedAt } = await stat(path);
  if (type === 'zip') yield* messagesOfZip({ path, name, size, place, modifiedAt, newPath }, report);
  else if (type === 'gzip') yield* messagesOfGzip({ path, name, size, place, modifiedAt, newPath }, report);
  else if (type === 'mbox') yield* messagesOfMbox({ ...about, metadata, modifiedAt }, chunksOf(path), report, newPath);
  else if (type === 'emlx') yield await emlxOf({ ...about, metadata, modifiedAt }, piecesOf(path, size));
  else yield await messageOf({ ...about, metadata, modifiedAt }, piecesOf(path, size));
}

// One buffer for the whole message: buffers allocated per read are released late by the garbage collector.
async function* piecesOf(path: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(path, READING);
  try {
    const target = Buffer.allocUnsafe(Math.min(PIECE, size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(target, 0, target.length, null);
      if (bytesRead === 0) return;
      yield target.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, READING);
  const stream = createReadStream(path, { fd: handle, highWaterMark: CHUNK });
  for await (const chunk of stream) yield chunk as Buffer;
}
