// Reads the messages in an archive: a zip or .tgz file, such as those of Google Takeout, or a single compressed file.
// Nothing is unpacked to disk except a large message while it is read.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ArchiveEntry, type ArchiveLimits, limitsOf, OverLimit, peek } from './archive.ts';
import { BEGINNING, isProgramFile, recognise } from './file-types.ts';
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
  WRAPPER,
} from './folders.ts';
import {
  emlxOf,
  type FoundMessage,
  type MailLocation,
  messageOf,
  messagesOfMbox,
  type NewPath,
  skippedMessage,
} from './messages.ts';
import { isTar, tarEntries } from './tar.ts';
import { FEEDS, foldersOfServer, isFeeds, PROFILE_FILE, pathInProfile } from './thunderbird.ts';
import { openZip } from './zip.ts';

export interface Archive {
  path: string;
  /** What it is called where it is reported. */
  name: string;
  size: number;
  /** The folders that contain the archive itself. */
  place: string[];
  /** Milliseconds. */
  modifiedAt: number;
  newPath: NewPath;
}

export async function* messagesOfZip(archive: Archive, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const zip = openZip(archive.path);
  const reader = newEntryReader(archive, await overviewOf(zip.names()));
  for await (const entry of zip.entries(limitsOf(archive.size), report)) {
    try {
      yield* reader(entry);
    } catch (error) {
      if (error instanceof OverLimit) throw error;
      const place = { path: pathOf(archive, entry), folder: '' };
      yield skippedMessage(place, `it cannot be read: ${(error as Error).message}`); // the next entry does not depend on it
    }
  }
}

export async function* messagesOfGzip(archive: Archive, report: (bytes: number) => void): AsyncGenerator<FoundMessage> {
  const limits = limitsOf(archive.size);
  const { beginning, whole, close } = await peek(unzipped(archive.path, limits, report), BEGINNING);
  try {
    if (!isTar(beginning)) {
      const name = archive.name.replace(/^.*\//s, '').replace(/\.gz$/i, '');
      const entry = { name, modifiedAt: archive.modifiedAt, problem: null, read: whole };
      return yield* newEntryReader(archive, { root: null, profiles: new Set() })(entry);
    }
    const reader = newEntryReader(archive, await overviewOf(namesInTar(archive)));
    for await (const entry of tarEntries(whole(), limits)) yield* reader(entry);
  } finally {
    await close();
  }
}

// A tar archive has no directory, so it is read twice. Errors are reported by the second pass.
async function* namesInTar(archive: Archive): AsyncGenerator<string> {
  const limits = limitsOf(archive.size);
  try {
    for await (const { name } of tarEntries(
      unzipped(archive.path, limits, () => {}),
      limits,
    ))
      yield name;
  } catch {}
}

/** What has to be known of an archive before its first entry. */
interface Overview {
  /** The top folder that contains all files, unless its name is meaningful for the mail; otherwise null. */
  root: string | null;
  /** The folders with a profile of Thunderbird. */
  profiles: ReadonlySet<string>;
}

async function overviewOf(names: AsyncIterable<string>): Promise<Overview> {
  const profiles = new Set<string>();
  let root: string | null | undefined;
  for await (const name of names) {
    const [first = '', ...rest] = partsOf(name);
    if (rest.at(-1) === PROFILE_FILE) profiles.add([first, ...rest.slice(0, -1)].join('/'));
    else if (rest.length === 0 && first === PROFILE_FILE) profiles.add('');
    if (isCache(first) || (rest.length === 0 && isProgramFile(first))) continue;
    if (root === undefined) root = first;
    if (root !== first || rest.length === 0 || !isPlain(first)) root = null;
  }
  return { root: root ?? null, profiles };
}

async function* unzipped(path: string, limits: ArchiveLimits, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  pipeline(file, gunzip, () => {}); // an error ends the loop below
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    limits.bytes(piece.length);
    report(file.bytesRead);
    yield piece;
  }
}

/** Returns a function that reads the messages of the next entry. */
function newEntryReader(archive: Archive, { root, profiles }: Overview) {
  const caches = new Set<string>(); // each is reported once
  return async function* (entry: ArchiveEntry): AsyncGenerator<FoundMessage> {
    const folders = partsOf(entry.name);
    const file = folders.pop() ?? '';
    const ofServer = foldersOfServer(folders, profiles);
    const above = root !== null && folders[0] === root ? folders.splice(0, 1) : [];
    const path = pathOf(archive, entry);
    const cache = folders.findIndex(isCache);
    if (cache >= 0) {
      const name = [...above, ...folders.slice(0, cache + 1)].join('/');
      if (!caches.has(name)) yield skippedMessage({ path: pathOf(archive, { name }), folder: '' }, CACHE);
      caches.add(name);
    } else if (isBeingDelivered(folders, file)) yield skippedMessage({ path, folder: '' }, INCOMPLETE_DELIVERY);
    else if (entry.problem !== null) yield skippedMessage({ path, folder: '' }, entry.problem);
    else if (ofServer && isFeeds(folders.at(-1 - ofServer.length) ?? ''))
      yield skippedMessage({ path, folder: '' }, FEEDS);
    else yield* messagesOfEntry(archive, entry, ofServer ?? folders, file, ofServer !== null);
  };
}

async function* messagesOfEntry(
  archive: Archive,
  entry: ArchiveEntry,
  folders: string[],
  file: string,
  isInProfile: boolean,
): AsyncGenerator<FoundMessage> {
  const metadata = metadataInPath(folders, file);
  const { beginning, whole, close } = await peek(entry.read(), BEGINNING);
  try {
    const { type, reason } = recognise(file, beginning, metadata !== null);
    const own = pathOfMail(folders, file, type);
    const place: MailLocation = {
      path: pathOf(archive, entry),
      folder: folderOfPath(isInProfile ? pathInProfile(own) : [...archive.place, ...own]),
      metadata,
      modifiedAt: entry.modifiedAt ?? archive.modifiedAt,
    };
    if (type === 'mbox') yield* messagesOfMbox(place, whole(), () => {}, archive.newPath);
    else if (type === 'emlx') yield await emlxOf(place, whole());
    else if (type === 'message') yield await messageOf(place, whole());
    else if (type !== 'other') yield skippedMessage(place, 'it is an archive within an archive; unpack it first');
    else yield skippedMessage(place, reason as string);
  } finally {
    await close();
  }
}

/** Whether a folder name has no meaning for its mail. The wrapper folder is ignored wherever it is. */
function isPlain(name: string): boolean {
  return name !== WRAPPER && !isKnownFolder(ownName(name)) && !/^(?:cur|new)$|\.mbox$/i.test(name);
}

function pathOf(archive: Archive, { name }: Pick<ArchiveEntry, 'name'>): string {
  return `${archive.name}/${name}`;
}

// The names in an archive are untrusted: they are displayed, and the folder name is made from their parts.
function partsOf(name: string): string[] {
  return name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}
