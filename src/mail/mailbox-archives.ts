// The messages in an archive: a zip or .tgz file, such as Google Takeout writes, or a single compressed file. Nothing is
// unpacked to disk.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ArchiveEntry, type ArchiveLimits, limitsOf, OverLimit, peek } from './archive.ts';
import { BEGINNING, recognise } from './file-kinds.ts';
import { notedInName } from './mailbox-flags.ts';
import { folderOfPath, isKnownFolder, isOfMailProgram, ownName } from './mailbox-folders.ts';
import { type FoundMessage, type MailPlace, messageOf, messagesOfMbox, notTaken } from './mailbox-messages.ts';
import { isTar, tarEntries } from './tar.ts';
import { openZip } from './zip.ts';

export interface Archive {
  path: string;
  size: number;
  /** The folders that the archive itself lies in. */
  place: string[];
  /** Milliseconds. */
  modifiedAt: number;
}

export async function* messagesOfZip(archive: Archive, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const zip = await openZip(archive.path);
  const root = zip.root !== null && isPlain(zip.root) ? zip.root : null;
  for await (const entry of zip.entries(limitsOf(archive.size), report)) {
    try {
      yield* messagesOfEntry(archive, entry, root);
    } catch (error) {
      if (error instanceof OverLimit) throw error;
      const place = { path: pathOf(archive, entry), folder: '' };
      yield notTaken(place, `it cannot be read: ${(error as Error).message}`); // the next one does not depend on it
    }
  }
}

export async function* messagesOfGzip(archive: Archive, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const limits = limitsOf(archive.size);
  const { beginning, whole, close } = await peek(unzipped(archive.path, limits, report), BEGINNING);
  try {
    if (!isTar(beginning)) {
      const name = archive.path.replace(/^.*\//s, '').replace(/\.gz$/i, '');
      const entry = { name, modifiedAt: archive.modifiedAt, problem: null, read: whole };
      return yield* messagesOfEntry(archive, entry, null);
    }
    let root: string | null | undefined;
    for await (const entry of tarEntries(whole(), limits)) {
      // The rest is not known yet; mostly an archive is made of one folder.
      const [first = '', ...rest] = partsOf(entry.name);
      if (root === undefined) root = rest.length > 0 && isPlain(first) ? first : null;
      yield* messagesOfEntry(archive, entry, root);
    }
  } finally {
    await close();
  }
}

async function* unzipped(path: string, limits: ArchiveLimits, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  pipeline(file, gunzip, () => {}); // an error ends the reading below
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    limits.bytes(piece.length);
    report(file.bytesRead);
    yield piece;
  }
}

async function* messagesOfEntry(
  archive: Archive,
  entry: ArchiveEntry,
  root: string | null,
): AsyncGenerator<FoundMessage> {
  const place = placeOf(archive, entry, root);
  if (place === null) return;
  if (entry.problem !== null) return yield notTaken(place, entry.problem);
  const { beginning, whole, close } = await peek(entry.read(), BEGINNING);
  try {
    const { kind, reason } = recognise(place.path, beginning, place.noted !== null);
    if (kind === 'mbox') yield* messagesOfMbox(place, whole(), () => {});
    else if (kind === 'message') yield await messageOf(place, whole());
    else if (kind !== 'other') yield notTaken(place, 'it is an archive within an archive; unpack it first');
    else if (beginning.length > 0 || /\.eml$/i.test(place.path)) yield notTaken(place, reason as string);
  } finally {
    await close();
  }
}

/** Where the mail of an entry belongs; null for what programs and systems keep beside the mail. */
function placeOf(archive: Archive, { name, modifiedAt }: ArchiveEntry, root: string | null): MailPlace | null {
  const parts = partsOf(name);
  const file = parts.pop() ?? '';
  if (parts[0] === '__MACOSX' || file.startsWith('.') || isOfMailProgram(file)) return null;
  if (root !== null && parts[0] === root) parts.shift();
  const path = pathOf(archive, { name });
  const at = modifiedAt ?? archive.modifiedAt;
  const last = parts.at(-1) ?? '';
  if (last === 'tmp' && /^\d+\./.test(file)) return null; // was being delivered to a Maildir
  if (last === 'cur' || last === 'new') {
    // Maildir++ names the folders below with a dot: .Archive.2025
    const folders = parts.slice(0, -1).flatMap((part) => (part.startsWith('.') ? part.slice(1).split('.') : [part]));
    const folder = folderOfPath([...archive.place, ...folders]);
    return { path, folder, noted: notedInName(file, last === 'new'), modifiedAt: at };
  }
  if (parts.some((part) => part.startsWith('.'))) return null;
  const own = /\.eml$/i.test(file) || file === 'mbox' ? [] : [file];
  return { path, folder: folderOfPath([...archive.place, ...parts, ...own].map(ownName)), noted: null, modifiedAt: at };
}

/** Whether a folder says nothing about the mail in it, where all of an archive is in it. */
function isPlain(name: string): boolean {
  return !isKnownFolder(ownName(name)) && !/^(?:cur|new)$|\.mbox$/i.test(name);
}

function pathOf(archive: Archive, { name }: Pick<ArchiveEntry, 'name'>): string {
  return `${archive.path}/${name}`;
}

// Whoever makes an archive can write any name into it; it is shown, and its parts tell the folder.
function partsOf(name: string): string[] {
  return name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}
