// What the readers of archives have in common: an entry is streamed and never written to disk, its name is only shown
// and never opened, and what comes out of an archive is bounded by a multiple of its size.
import { limits } from '../limits.ts';

export interface ArchiveEntry {
  /** Its path in the archive, parts with / between them. */
  name: string;
  /** Milliseconds; null where it is not known. */
  modifiedAt: number | null;
  /** Why it cannot be read; null where it can. */
  problem: string | null;
  /** Its content, to be read before the next entry is asked for, or not at all. */
  read(): AsyncIterable<Buffer>;
}

export interface Budget {
  /** Throws when more has come out than such an archive can hold. */
  bytes(count: number): void;
  /** The same for the number of entries. */
  entry(): void;
}

/** More came out of an archive than it may hold; reading it ends. */
export class OverBudget extends Error {}

export function newBudget(archiveBytes: number): Budget {
  const most = limits.archiveFree + archiveBytes * limits.archiveRatio;
  let bytes = 0;
  let entries = 0;
  return {
    bytes(count) {
      bytes += count;
      if (bytes > most)
        throw new OverBudget(
          `it unpacks to more than ${limits.archiveRatio} times its size, as only one that is made to do harm does; the rest was not read`,
        );
    },
    entry() {
      entries++;
      if (entries > limits.archiveEntries)
        throw new OverBudget(`it has more than ${limits.archiveEntries} files; the rest was not read`);
    },
  };
}

/** The first bytes of a content, and the content from its beginning. Who does not read it to the end calls `close`. */
export async function peek(content: AsyncIterable<Buffer>, bytes: number) {
  const pieces = content[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  let isOver = false;
  while (length < bytes && !isOver) {
    const { value, done } = await pieces.next();
    if (done) isOver = true;
    else {
      read.push(value);
      length += value.length;
    }
  }
  const close = async () => {
    await pieces.return?.();
  };
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield* read;
      if (isOver) return;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      await close();
    }
  }
  return { beginning: Buffer.concat(read).subarray(0, bytes), whole, close };
}
