// Shared by the readers of archives: entries are streamed and never written to disk, their names are only displayed and
// never opened, and the unpacked size is bounded by a multiple of the archive's size.
import { limits } from '../../limits.ts';

export interface ArchiveEntry {
  /** Its path in the archive, separated by /. */
  name: string;
  /** Milliseconds; null if unknown. */
  modifiedAt: number | null;
  /** Why it cannot be read; null if it can. */
  problem: string | null;
  /** Its content. Must be read before the next entry is requested, or not at all. */
  read(): AsyncIterable<Buffer>;
}

export interface ArchiveLimits {
  /** Counts unpacked bytes; throws if they exceed the limit. */
  bytes(count: number): void;
  /** Counts an entry; throws if there are more than the limit. */
  entry(): void;
}

/** The archive exceeds a limit and is not read further. */
export class OverLimit extends Error {}

export function limitsOf(archiveBytes: number): ArchiveLimits {
  const max = limits.archiveFree + archiveBytes * limits.archiveRatio;
  let bytes = 0;
  let entries = 0;
  return {
    bytes(count) {
      bytes += count;
      if (bytes > max)
        throw new OverLimit(`it unpacks to more than ${limits.archiveRatio} times its size; the rest was not read`);
    },
    entry() {
      entries++;
      if (entries > limits.archiveEntries)
        throw new OverLimit(`it has more than ${limits.archiveEntries} files; the rest was not read`);
    },
  };
}

/**
 * The first bytes of a content, and the content from its beginning. A caller that does not read to the end must
 * `close`.
 */
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
