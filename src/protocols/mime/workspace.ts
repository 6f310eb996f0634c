// Holds the decoded contents of one message: small ones in a shared memory budget, others in files. A file that becomes
// an attachment is handed over with its digest; the others are removed after the message has been parsed.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { limits } from '../../limits.ts';
import type { StoredContent } from '../../values/parsed-mail.ts';
import { Source } from './source.ts';

const CHUNK = 256 * 1024; // bytes that are written to a file at a time
const SMALL = 256 * 1024; // maximum size of a content in memory

/** The content of an attachment: its bytes, or the file that contains them. */
export interface Kept {
  content: Uint8Array;
  stored?: StoredContent;
}

export class Workspace {
  /** Path prefix of its files; null to keep everything in memory. */
  private readonly prefix: string | null;
  private readonly window: number | undefined;
  private readonly files = new Set<string>();
  private memoryLeft: number;
  private chunk: Buffer | undefined;
  private open: Sink | null = null;
  private made = 0;

  constructor(prefix: string | null, sizes: { window?: number; memory?: number } = {}) {
    this.prefix = prefix;
    this.window = sizes.window;
    this.memoryLeft = sizes.memory ?? limits.mailContentMemory;
  }

  /** Opens a sink for a content of at most `max` bytes. Only one sink is open at a time. */
  sink(max: number): Sink {
    if (this.prefix === null || max <= Math.min(this.memoryLeft, SMALL)) {
      this.memoryLeft -= max;
      return new Sink(new Uint8Array(max), null, this.window);
    }
    const path = `${this.prefix}-${this.made++}`;
    this.files.add(path);
    this.chunk ??= Buffer.allocUnsafeSlow(CHUNK);
    this.open = new Sink(this.chunk, path, this.window);
    return this.open;
  }

  /** The content in the form that is handed over with the message. */
  keep(content: Source): Kept {
    if (content.isInMemory) return { content: content.whole() };
    const path = content.wholeFile;
    if (path === null || !this.files.has(path)) return this.keep(this.copy(content));
    this.files.delete(path);
    const hash = createHash('sha256');
    for (const piece of content.pieces()) hash.update(piece);
    const stored = { sha256: hash.digest('hex'), size: content.length, temporary: path };
    return { content: new Uint8Array(0), stored };
  }

  private copy(content: Source): Source {
    const sink = this.sink(content.length);
    for (const piece of content.pieces()) sink.write(piece);
    return sink.end();
  }

  /** Removes the files that were not handed over. */
  clear(): void {
    this.open?.close();
    for (const path of this.files) rmSync(path, { force: true });
    this.files.clear();
  }
}

/** A content that is being written. A decoder writes into `chunk` at `used`, after it has reserved space. */
export class Sink {
  readonly chunk: Uint8Array;
  used = 0;
  private readonly path: string | null;
  private readonly window: number | undefined;
  private handle: number | null = null;
  private flushed = 0;
  private longest = 0; // length that the file had

  constructor(chunk: Uint8Array, path: string | null, window: number | undefined) {
    this.chunk = chunk;
    this.path = path;
    this.window = window;
    if (path !== null) this.handle = openSync(path, 'wx', 0o600);
  }

  get length(): number {
    return this.flushed + this.used;
  }

  /** Makes room for this many bytes in the chunk. */
  reserve(bytes: number): void {
    if (this.used + bytes > this.chunk.length) this.flush();
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      this.reserve(1);
      const piece = bytes.subarray(at, at + this.chunk.length - this.used);
      this.chunk.set(piece, this.used);
      this.used += piece.length;
      at += piece.length;
    }
  }

  /** Discards everything beyond a length. */
  truncate(length: number): void {
    if (length >= this.flushed) this.used = length - this.flushed;
    else [this.flushed, this.used] = [length, 0];
  }

  end(): Source {
    if (this.path === null) return Source.ofBytes(this.chunk.subarray(0, this.used));
    this.flush();
    if (this.longest > this.flushed) ftruncateSync(this.handle as number, this.flushed);
    this.close();
    return Source.ofFile(this.path, this.flushed, this.window);
  }

  close(): void {
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
  }

  private flush(): void {
    if (this.handle === null) throw new RangeError('a decoded content exceeds its maximum size');
    let at = 0;
    while (at < this.used) at += writeSync(this.handle, this.chunk, at, this.used - at, this.flushed + at);
    this.flushed += this.used;
    this.used = 0;
    this.longest = Math.max(this.longest, this.flushed);
  }
}

/** Whether the error is a disk error, which is not caused by the message. */
export function isDiskFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code);
}

/** A unique file name prefix for the files of one message. */
export function newPrefix(): string {
  return randomBytes(12).toString('hex');
}
