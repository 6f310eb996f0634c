// Random access to the bytes of a message or of a decoded part, which are in memory, or in a file of which one window
// at a time is in memory. The parser does not know which, so its memory use does not depend on the size of the message.
import { closeSync, openSync, readSync } from 'node:fs';

export interface Range {
  start: number;
  end: number;
}

/** A file that is read through a window, and the size of the window. */
interface Windows {
  path: string;
  bytes: number;
}

const WINDOW = 256 * 1024;
const MAX_WINDOWS = 4; // over all open files; the one loaded longest ago is released first
const PIECE = 64 * 1024;
const NONE = Buffer.alloc(0);

const loaded: Backing[] = [];

/** Bytes that several sources share: all bytes in memory, or a window of a file. */
class Backing {
  window: Buffer;
  from = 0;
  readonly length: number;
  readonly file: Windows | null;
  private buffer: Buffer | null = null;

  constructor(window: Buffer, length: number, file: Windows | null) {
    this.window = window;
    this.length = length;
    this.file = file;
  }

  /** Moves the window so that it contains the byte at an offset and up to `need` bytes after it. */
  load(at: number, need: number): void {
    const { bytes } = this.file as Windows;
    const from = Math.max(0, at - (bytes >> 3)); // the next access can be before it
    const size = Math.min(this.length - from, Math.max(bytes, at - from + need));
    if (!this.buffer || this.buffer.length < size || this.buffer.length > 2 * Math.max(size, bytes))
      this.buffer = Buffer.allocUnsafeSlow(Math.max(size, Math.min(bytes, this.length)));
    this.window = this.fill(from, this.buffer.subarray(0, size));
    this.from = from;
    const index = loaded.indexOf(this);
    if (index >= 0) loaded.splice(index, 1);
    else if (loaded.length >= MAX_WINDOWS) loaded.shift()?.release();
    loaded.push(this);
  }

  release(): void {
    this.window = NONE;
    this.buffer = null;
  }

  // The file is opened for each read: a message can have a thousand decoded parts.
  fill(from: number, target: Buffer): Buffer {
    const { path } = this.file as Windows;
    const handle = openSync(path, 'r');
    try {
      let length = 0;
      while (length < target.length) {
        const count = readSync(handle, target, length, target.length - length, from + length);
        if (count === 0) throw Object.assign(new Error(`${path} was truncated while it was read`), { code: 'EIO' });
        length += count;
      }
    } finally {
      closeSync(handle);
    }
    return target;
  }
}

export class Source {
  readonly length: number;
  private readonly backing: Backing;
  private readonly base: number;

  private constructor(backing: Backing, base: number, length: number) {
    this.backing = backing;
    this.base = base;
    this.length = length;
  }

  static ofBytes(bytes: Uint8Array): Source {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Source(new Backing(buffer, buffer.length, null), 0, buffer.length);
  }

  static ofFile(path: string, length: number, window = WINDOW): Source {
    return new Source(new Backing(NONE, length, { path, bytes: window }), 0, length);
  }

  get isInMemory(): boolean {
    return this.backing.file === null;
  }

  /** The best number of bytes to read at a time. */
  get pieceBytes(): number {
    const { file } = this.backing;
    return file === null ? this.length : Math.min(PIECE, file.bytes, this.length);
  }

  /** The path of the file, if the source is the whole file; otherwise null. */
  get wholeFile(): string | null {
    return this.backing.file && this.length === this.backing.length ? this.backing.file.path : null;
  }

  /** The byte at an offset; undefined if it is out of range. */
  at(index: number): number | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { backing } = this;
    const place = this.base + index;
    if (place < backing.from || place >= backing.from + backing.window.length) backing.load(place, 1);
    return backing.window[place - backing.from];
  }

  latin1(start: number, end: number): string {
    const from = Math.max(0, start);
    const to = Math.min(end, this.length);
    if (from >= to) return '';
    const { backing } = this;
    this.ensure(from, to);
    return backing.window.toString('latin1', this.base + from - backing.from, this.base + to - backing.from);
  }

  /**
   * The bytes of a range. In memory this is a view without a copy; from a file the bytes are copied, into `target` if
   * it is present and large enough.
   */
  read(start: number, end: number, target?: Buffer): Buffer {
    const from = Math.max(0, start);
    const length = Math.max(0, Math.min(end, this.length) - from);
    const { backing } = this;
    if (backing.file === null) return backing.window.subarray(this.base + from, this.base + from + length);
    const buffer = target && target.length >= length ? target : Buffer.allocUnsafeSlow(length);
    return backing.fill(this.base + from, buffer.subarray(0, length));
  }

  /** All bytes; for texts and other contents with their own limit. */
  whole(): Buffer {
    return this.read(0, this.length);
  }

  /** The bytes of a range in pieces; a piece is valid until the next one is requested. */
  *pieces(start = 0, end = this.length): Generator<Buffer> {
    const size = this.pieceBytes;
    const target = this.isInMemory ? undefined : Buffer.allocUnsafeSlow(size);
    for (let at = start; at < end; at += size) yield this.read(at, Math.min(end, at + size), target);
  }

  /** The first offset of a byte sequence within a range; -1 if it does not occur. */
  indexOf(pattern: Buffer | number, start = 0, end = this.length): number {
    const { backing, base } = this;
    const to = Math.min(end, this.length);
    if (backing.file === null && base + to === backing.window.length) {
      const found = backing.window.indexOf(pattern, base + Math.max(0, start));
      return found < 0 ? -1 : found - base;
    }
    const length = typeof pattern === 'number' ? 1 : pattern.length;
    for (let from = Math.max(0, start); from + length <= to; ) {
      this.ensure(from, from + length);
      const stop = Math.min(base + to - backing.from, backing.window.length);
      const found = backing.window.subarray(0, stop).indexOf(pattern, base + from - backing.from);
      if (found >= 0) return found + backing.from - base;
      from = Math.max(from + 1, stop + backing.from - base - length + 1);
    }
    return -1;
  }

  /** The last offset of a byte sequence within a range; -1 if it does not occur. */
  lastIndexOf(pattern: Buffer, start = 0, end = this.length): number {
    const size = Math.max(this.pieceBytes, 2 * pattern.length);
    const first = Math.max(0, start);
    for (let to = Math.min(end, this.length); to - first >= pattern.length; ) {
      const from = Math.max(first, to - size);
      const found = this.view(from, to).lastIndexOf(pattern);
      if (found >= 0) return from + found;
      if (from === first) return -1;
      to = from + pattern.length - 1;
    }
    return -1;
  }

  /** The bytes of a range without a copy; they are valid until the next read. */
  view(start: number, end: number): Buffer {
    const from = Math.max(0, start);
    const to = Math.min(end, this.length);
    if (from >= to) return NONE;
    const { backing, base } = this;
    this.ensure(from, to);
    return backing.window.subarray(base + from - backing.from, base + to - backing.from);
  }

  range(start: number, end: number): Source {
    const from = Math.min(Math.max(0, start), this.length);
    return new Source(this.backing, this.base + from, Math.max(from, Math.min(end, this.length)) - from);
  }

  private ensure(from: number, to: number): void {
    const { backing, base } = this;
    if (base + from < backing.from || base + to > backing.from + backing.window.length)
      backing.load(base + from, to - from);
  }
}

/** Whether it contains only whitespace and line breaks. */
export function isBlank(source: Source): boolean {
  for (const piece of source.pieces())
    if (!piece.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return false;
  return true;
}

/** Sequential reading of a source, with one piece buffered: for the loops of the decoders. */
export class Cursor {
  readonly source: Source;
  readonly length: number;
  piece: Buffer;
  from = 0;
  private readonly target: Buffer | undefined;

  constructor(source: Source) {
    this.source = source;
    this.length = source.length;
    this.target = source.isInMemory ? undefined : Buffer.allocUnsafeSlow(source.pieceBytes);
    this.piece = source.read(0, source.pieceBytes, this.target);
  }

  /** The byte at an offset; undefined if it is out of range. */
  at(index: number): number | undefined {
    const place = index - this.from;
    if (place >= 0 && place < this.piece.length) return this.piece[place];
    if (index < 0 || index >= this.length) return undefined;
    return this.load(index)[index - this.from];
  }

  /** The bytes of a range, valid until the next read. */
  bytes(start: number, end: number): Buffer {
    if (!this.has(start, end)) this.load(start);
    if (!this.has(start, end)) return this.source.read(start, end);
    return this.piece.subarray(start - this.from, end - this.from);
  }

  private has(start: number, end: number): boolean {
    return start >= this.from && end <= this.from + this.piece.length;
  }

  /** The first offset of one of two bytes; the length if neither occurs. */
  find(one: number, other: number, start: number): number {
    for (let at = start; at < this.length; at = this.from + this.piece.length) {
      this.at(at);
      const { piece, from } = this;
      for (let place = at - from; place < piece.length; place++)
        if (piece[place] === one || piece[place] === other) return from + place;
    }
    return this.length;
  }

  /** Loads the piece around an offset. */
  load(index: number): Buffer {
    const size = this.source.pieceBytes;
    this.from = Math.max(0, Math.min(index - (size >> 3), this.length - size));
    this.piece = this.source.read(this.from, this.from + size, this.target);
    return this.piece;
  }
}
