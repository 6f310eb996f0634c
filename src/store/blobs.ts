// Contents on disk: what is attached to mail, and mail as it came or was sent. Each is a file named after its SHA-256 in the folder
// of its user, written once, on disk before any row names it.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { makeFolder, moveDurably, syncFolder } from './folder.ts';
import { unavailable } from './unavailable.ts';

/** A content that lies in a temporary file, on disk, and belongs to nothing yet. */
export interface Received {
  sha256: string;
  size: number;
  temporary: string;
}

export interface Blobs {
  /** Streams the bytes to disk. Throws PAYLOAD_TOO_LARGE beyond `most`; whatever fails leaves nothing behind. */
  receive(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number): Promise<Received>;
  /** The bytes of one that was not kept yet. */
  readReceived(received: Received): Readable;
  /** Gives it its place; called within the transaction that stores the row, and may be called again. */
  keep(user: number, received: Received): void;
  /** What was kept at least so many milliseconds ago and was not settled: nobody knows whether its write has come true. */
  kept(olderThan: number): { user: number; sha256: string }[];
  /** Notes that the outcome is known. */
  settle(user: number, sha256: string): void;
  /** Drops a temporary file that nothing came of; does nothing once it was kept. */
  discard(received: Received): void;
  /** The content, or a part of it (`end` is the last byte); throws when it is not there. */
  read(user: number, sha256: string, range?: { start: number; end: number }): NodeJS.ReadableStream;
  readWhole(user: number, sha256: string): Promise<Uint8Array>;
  has(user: number, sha256: string): boolean;
  /** Its size on disk; undefined when it is not there. */
  size(user: number, sha256: string): number | undefined;
  /** Takes it off the disk, if it is there. */
  remove(user: number, sha256: string): void;
  /** Every content of a user, for backups and examinations. */
  list(user: number): Iterable<string>;
  /** Every user who has a folder here. */
  users(): number[];
  /** Removes what an ended process was receiving, where it is older than this many milliseconds. */
  dropLeftOvers(olderThan: number): void;
}

const SHA256 = /^[0-9a-f]{64}$/;
const NOTE = /^kept-([1-9]\d*)-([0-9a-f]{64})$/;

export function isContentName(text: string): boolean {
  return SHA256.test(text);
}

/** Where a content lies below the folder for contents. */
export function contentPlace(folder: string, user: number, sha256: string): string {
  if (!SHA256.test(sha256) || !Number.isSafeInteger(user)) throw new Error('not the name of a content');
  return join(folder, String(user), sha256.slice(0, 2), sha256);
}

/** `claim` is called before anything is written: it throws where the folder is another's. */
export function openBlobs(folder: string, claim: () => Promise<void> = async () => {}): Blobs {
  const incoming = join(folder, 'incoming');
  const placeOf = (user: number, sha256: string) => contentPlace(folder, user, sha256);
  const noteOf = (user: number, sha256: string) => join(incoming, `kept-${user}-${sha256}`);
  return {
    async receive(bytes, most) {
      await claim().catch((error: unknown) => {
        throw asRefusal(error);
      });
      const temporary = join(incoming, randomBytes(12).toString('hex'));
      const handle = await begin(temporary);
      const hash = createHash('sha256');
      let size = 0;
      try {
        for await (const piece of bytes) {
          size += piece.length;
          if (size > most) throw new AppError('PAYLOAD_TOO_LARGE', `A file may have at most ${most} bytes.`);
          hash.update(piece);
          await handle.writeFile(piece); // unlike write, it goes on until all of the piece is there
        }
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(temporary, { force: true });
        throw asRefusal(error);
      }
      await handle.close();
      return { sha256: hash.digest('hex'), size, temporary };
    },
    readReceived: ({ temporary }) => createReadStream(temporary),
    keep(user, { sha256, temporary }) {
      const place = placeOf(user, sha256);
      if (existsSync(temporary)) {
        try {
          makeDurably(dirname(place));
          // Should the write not come true, and the process not live to undo it, this tells what was for it.
          writeFileSync(noteOf(user, sha256), '');
          moveDurably(temporary, place);
        } catch (error) {
          throw asRefusal(error);
        }
      } else if (!existsSync(place)) throw new Error(`the content ${sha256} is neither received nor kept`);
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

async function begin(temporary: string): Promise<FileHandle> {
  try {
    makeFolder(dirname(temporary));
    return await open(temporary, 'wx', 0o600);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** A folder that is there after a power cut, with every one above it. */
export function makeDurably(path: string): void {
  if (existsSync(path)) return;
  makeDurably(dirname(path));
  makeFolder(path);
  syncFolder(dirname(path));
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** The names of what was written at least so many milliseconds ago. */
function agedIn(folder: string, olderThan: number): string[] {
  return namesIn(folder).filter((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs >= olderThan;
  });
}

const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM']);

// A disk that is full or may not be written is a state of the service and no fault of the client. The log has the path.
function asRefusal(error: unknown): unknown {
  if (DISK_FAULTS.has((error as { code?: string }).code ?? ''))
    return unavailable(error, 'The file cannot be written to the disk just now; nothing was stored.');
  return error;
}
