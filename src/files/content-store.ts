// The content store: attachments, and sources of mail. Each content is a file named by its SHA-256 in the folder of its
// user, written once, and on disk before a row refers to it.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { makeFolder, moveDurably, syncFolder } from '../store/engine/folder.ts';
import { unavailable } from '../store/engine/problem.ts';

/** A content in a temporary file on disk that no row refers to yet. */
export interface Received {
  sha256: string;
  size: number;
  temporary: string;
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface Blobs {
  /** Streams the bytes to disk. Throws PAYLOAD_TOO_LARGE beyond `max`; a failure leaves nothing behind. */
  receive(bytes: Pieces, max: number): Promise<Received>;
  /** A path for a temporary file beside those received; like them it is removed if the process ends early. */
  newTemporary(): Promise<string>;
  /** Takes over a temporary file that was written to such a path. */
  adopt(received: Received): Promise<Received>;
  /** The bytes of a content that was not kept yet. */
  readReceived(received: Received): Readable;
  /** Moves it to its final path; called within the transaction that stores the row, and may be called again. */
  keep(user: number, received: Received): void;
  /**
   * The same for many before the transaction: each folder is synced once, and meanwhile others are served. Only for a
   * process that has the content folder for itself: another one could take them for those of a write that has failed.
   */
  keepAll(user: number, received: readonly Received[]): Promise<void>;
  /** Contents kept at least this many milliseconds ago whose write has an unknown outcome. */
  kept(olderThan: number): { user: number; sha256: string }[];
  /** Marks the outcome of the write as known. */
  settle(user: number, sha256: string): void;
  /** Removes a temporary file; does nothing if it was kept. */
  discard(received: Received): void;
  /** The content, or a part of it (`end` is the last byte); throws if it does not exist. */
  read(user: number, sha256: string, range?: { start: number; end: number }): NodeJS.ReadableStream;
  readWhole(user: number, sha256: string): Promise<Uint8Array>;
  /** The path of a content, for readers that open it themselves. */
  pathOf(user: number, sha256: string): string;
  has(user: number, sha256: string): boolean;
  /** Its size on disk; undefined if it does not exist. */
  size(user: number, sha256: string): number | undefined;
  /** Removes it from the disk, if it exists. */
  remove(user: number, sha256: string): void;
  /** Every content of a user, for backups and checks. */
  list(user: number): Iterable<string>;
  /** Every user who has a folder here. */
  users(): number[];
  /** Removes temporary files of ended processes that are older than this many milliseconds. */
  dropLeftOvers(olderThan: number): void;
}

const SHA256 = /^[0-9a-f]{64}$/;
const NOTE = /^kept-([1-9]\d*)-([0-9a-f]{64})$/;

export function isContentName(text: string): boolean {
  return SHA256.test(text);
}

/** The path of a content below the content folder. */
export function contentPlace(folder: string, user: number, sha256: string): string {
  if (!SHA256.test(sha256) || !Number.isSafeInteger(user)) throw new Error('not the name of a content');
  return join(folder, String(user), sha256.slice(0, 2), sha256);
}

/** `claim` is called before anything is written: it throws if the folder belongs to another database. */
export function openBlobs(folder: string, claim: () => Promise<void> = async () => {}): Blobs {
  const incoming = join(folder, 'incoming');
  const placeOf = (user: number, sha256: string) => contentPlace(folder, user, sha256);
  const noteOf = (user: number, sha256: string) => join(incoming, `kept-${user}-${sha256}`);
  const newTemporary = async () => {
    try {
      await claim();
      makeFolder(incoming);
    } catch (error) {
      throw asRefusal(error);
    }
    return join(incoming, randomBytes(12).toString('hex'));
  };
  /** Returns the folder it is moved to. If the write is not committed, and the process ends, a note shows what was its. */
  const moveIn = (user: number, { sha256, temporary }: Received, move: (from: string, to: string) => void): string => {
    const place = placeOf(user, sha256);
    try {
      makeDurably(dirname(place));
      writeFileSync(noteOf(user, sha256), '');
      move(temporary, place);
    } catch (error) {
      throw asRefusal(error);
    }
    return dirname(place);
  };
  return {
    newTemporary,
    receive: async (bytes, max) => writeTemporary(await newTemporary(), bytes, max),
    async adopt(received) {
      try {
        const handle = await open(received.temporary, 'r');
        await handle.sync().finally(() => handle.close());
        return received;
      } catch (error) {
        throw asRefusal(error);
      }
    },
    readReceived: ({ temporary }) => createReadStream(temporary),
    keep(user, received) {
      const place = placeOf(user, received.sha256);
      if (existsSync(received.temporary)) moveIn(user, received, moveDurably);
      else if (!existsSync(place)) throw new Error(`the content ${received.sha256} is neither received nor kept`);
    },
    async keepAll(user, received) {
      const isThere = ({ temporary }: Received) => existsSync(temporary); // the same content may be twice among them
      const folders = new Set<string>();
      for (const one of received) if (isThere(one)) folders.add(moveIn(user, one, renameSync));
      await Promise.all([...folders].map(syncOnce)).catch((error) => Promise.reject(asRefusal(error)));
    },
    kept: (olderThan) =>
      agedIn(incoming, olderThan).flatMap((name) => {
        const [, user, sha256] = NOTE.exec(name) ?? [];
        return user && sha256 ? [{ user: Number(user), sha256 }] : [];
      }),
    settle: (user, sha256) => rmSync(noteOf(user, sha256), { force: true }),
    discard: ({ temporary }) => rmSync(temporary, { force: true }),
    read: (user, sha256, range) => createReadStream(placeOf(user, sha256), range),
    readWhole: (user, sha256) => readFile(placeOf(user, sha256)),
    pathOf: placeOf,
    has: (user, sha256) => existsSync(placeOf(user, sha256)),
    size: (user, sha256) => statSync(placeOf(user, sha256), { throwIfNoEntry: false })?.size,
    remove: (user, sha256) => rmSync(placeOf(user, sha256), { force: true }),
    *list(user) {
      const own = join(folder, String(user));
      for (const part of namesIn(own)) yield* namesIn(join(own, part)).filter((name) => SHA256.test(name));
    },
    users: () =>
      namesIn(folder)
        .filter((name) => /^[1-9]\d*$/.test(name))
        .map(Number),
    dropLeftOvers(olderThan) {
      for (const name of agedIn(incoming, olderThan))
        if (!NOTE.test(name)) rmSync(join(incoming, name), { force: true });
    },
  };
}

async function writeTemporary(temporary: string, bytes: Pieces, max: number): Promise<Received> {
  const handle = await begin(temporary);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > max) throw new AppError('PAYLOAD_TOO_LARGE', `A file may have at most ${max} bytes.`);
      hash.update(piece);
      await handle.writeFile(piece); // unlike write, it continues until the whole piece is written
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw asRefusal(error);
  }
  await handle.close();
  return { sha256: hash.digest('hex'), size, temporary };
}

async function begin(temporary: string): Promise<FileHandle> {
  try {
    return await open(temporary, 'wx', 0o600);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Resolves when the folder is synced to disk. */
async function syncOnce(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Creates a folder with its parents so that it survives a power failure. */
export function makeDurably(path: string): void {
  if (existsSync(path)) return;
  makeDurably(dirname(path));
  makeFolder(path);
  syncFolder(dirname(path));
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** The names of files that were written at least this many milliseconds ago. */
function agedIn(folder: string, olderThan: number): string[] {
  return namesIn(folder).filter((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    // Date.now() has whole milliseconds, so a file of this one would have a negative age.
    return found !== undefined && Date.now() - Math.floor(found.mtimeMs) >= olderThan;
  });
}

const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM']);

// A disk that is full or not writable is a problem of the service, not of the request. The log has the path.
function asRefusal(error: unknown): unknown {
  if (DISK_FAULTS.has((error as { code?: string }).code ?? ''))
    return unavailable(error, 'The file cannot be written to the disk just now; nothing was stored.');
  return error;
}
