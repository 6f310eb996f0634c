// Streams the files of a tar archive: ustar, with the long names of GNU tar and pax.
import type { ArchiveEntry, ArchiveLimits } from './archive.ts';
import { LINK, SPECIAL } from './file-types.ts';

const BLOCK = 512;
const LONGEST = 1024 * 1024; // bytes of a name or of an extended header

const DAMAGED = 'it is damaged; the rest was not read';

interface Header {
  name: string;
  size: number;
  modifiedAt: number;
  type: string;
}

export function isTar(beginning: Buffer): boolean {
  return beginning.length >= BLOCK && readHeader(beginning.subarray(0, BLOCK)) !== null;
}

export async function* tarEntries(chunks: AsyncIterable<Buffer>, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  const source = newSource(chunks);
  let long: { name?: string; size?: number } = {};
  try {
    for (;;) {
      if (await source.isOver()) return;
      const block = await source.take(BLOCK);
      if (block.every((byte) => byte === 0)) return;
      const header = readHeader(block);
      if (header === null) throw new Error(DAMAGED);
      limits.entry();
      if ('LKxg'.includes(header.type)) {
        if (header.size > LONGEST) throw new Error(DAMAGED);
        const text = (await source.take(padded(header.size))).subarray(0, header.size);
        if (header.type === 'L') long.name = text.toString('utf8').replace(/\0.*$/s, '');
        if (header.type === 'x') long = { ...long, ...readPax(text) };
        continue;
      }
      const { name = header.name, size = header.size } = long;
      if (!Number.isSafeInteger(size) || size < 0) throw new Error(DAMAGED);
      long = {};
      let left = size;
      async function* read(): AsyncGenerator<Buffer> {
        while (left > 0) {
          const piece = await source.some(left);
          left -= piece.length;
          yield piece;
        }
      }
      const isFolder = header.type === '5' || name.endsWith('/');
      if (!isFolder) yield { name, modifiedAt: header.modifiedAt, problem: problemOf(header.type), read };
      for await (const _ of read()); // skip unread content
      await source.take(padded(size) - size);
    }
  } finally {
    await source.close();
  }
}

// Types of POSIX 1003.1 (ustar); other programs have added more.
function problemOf(type: string): string | null {
  if ('0\x007'.includes(type)) return null;
  if (type === '2') return `${LINK}, which has no content of its own in the archive`;
  if (type === '1') return 'it is another name of a file in the archive';
  const name = { 3: 'a device', 4: 'a device', 6: 'a named pipe' }[type] ?? 'of an unknown type';
  return `${SPECIAL}: it is ${name}`;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** null if the checksum does not match, so that the block is not a header. */
function readHeader(block: Buffer): Header | null {
  const text = (start: number, end: number) => block.toString('utf8', start, end).replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 156).trim(), 8);
  const actual = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== actual) return null;
  const prefix = text(257, 263).startsWith('ustar') && block[263] !== 0x20 ? text(345, 500) : '';
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: readNumber(block.subarray(124, 136)),
    modifiedAt: readNumber(block.subarray(136, 148)) * 1000,
    type: String.fromCharCode(block[156] as number),
  };
}

// Octal digits, or, for larger numbers, binary with the first bit set.
function readNumber(field: Buffer): number {
  if (((field[0] as number) & 0x80) === 0)
    return Number.parseInt(field.toString('latin1').replace(/\0.*$/s, '').trim() || '0', 8);
  const digits = Buffer.from(field);
  digits[0] = (digits[0] as number) & 0x7f;
  return Number(BigInt(`0x${digits.toString('hex')}`));
}

// Records of "<length> <key>=<value>\n", the length in bytes.
function readPax(text: Buffer): { name?: string; size?: number } {
  const found: { name?: string; size?: number } = {};
  for (let at = 0; at < text.length; ) {
    const length = Number.parseInt(text.toString('latin1', at, at + 12), 10);
    if (!(length > 0)) break;
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(text.toString('utf8', at, at + length)) ?? [];
    if (key === 'path') found.name = value;
    if (key === 'size') found.size = Number(value);
    at += length;
  }
  return found;
}

/** Reads the bytes of a stream on demand. */
function newSource(chunks: AsyncIterable<Buffer>) {
  const pieces = chunks[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);
  const isOver = async (): Promise<boolean> => {
    while (waiting.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return true;
      waiting = value;
    }
    return false;
  };
  const some = async (max: number): Promise<Buffer> => {
    if (await isOver()) throw new Error('it ends in the middle; download or copy it again');
    const piece = waiting.subarray(0, max);
    waiting = waiting.subarray(piece.length);
    return piece;
  };
  return {
    isOver,
    some,
    async take(count: number): Promise<Buffer> {
      const taken: Buffer[] = [];
      for (let left = count; left > 0; ) {
        const piece = await some(left);
        taken.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(taken);
    },
    close: async () => {
      await pieces.return?.();
    },
  };
}
