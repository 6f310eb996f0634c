// Buffers the part of a mailbox file that has been read but not yet emitted: in memory, or in a temporary file once it
// is large. A large message is emitted as its first bytes and a stream of pieces, so that it is never in memory as a
// whole.
import { limits } from '../../limits.ts';
import { Source } from '../mime/source.ts';
import { unquote, unquoteLarge } from './quoting.ts';
import type { Scratch, ScratchFile } from './scratch.ts';

const NOTHING = Source.ofBytes(Buffer.alloc(0));

export interface MessageContent {
  /** The message, or its first bytes if it is large. */
  bytes: Buffer;
  large?: LargeContent;
}

export interface LargeContent {
  /** The bytes after the first ones; can be read once. A piece is valid until the next one is requested. */
  rest: Iterable<Buffer>;
  /** Size of the whole message in the mailbox file. */
  size: number;
  /** Must be called when the message is no longer needed. */
  release(): void;
}

export class MailboxText {
  source = NOTHING;
  private file: ScratchFile | null = null;
  private readonly scratch: Scratch | null;

  /** Without scratch files the whole text stays in memory. */
  constructor(scratch: Scratch | null) {
    this.scratch = scratch;
  }

  get length(): number {
    return this.source.length;
  }

  async add(chunk: Buffer): Promise<void> {
    const { source, scratch } = this;
    const isSmall = source.length === 0 || source.length + chunk.length <= (scratch?.memory ?? Infinity);
    if (scratch === null || (this.file === null && isSmall)) {
      this.source = Source.ofBytes(source.length === 0 ? chunk : Buffer.concat([source.whole(), chunk]));
      return;
    }
    const start = await this.intoFile(scratch);
    const file = this.file as ScratchFile;
    await file.append(chunk);
    this.source = Source.ofFile(file.path, file.size).range(start, file.size);
  }

  /** Moves the text to a file, unless it already makes up most of its current file. Returns its offset there. */
  private async intoFile(scratch: Scratch): Promise<number> {
    const { file, source } = this;
    const start = file === null ? 0 : file.size - source.length;
    if (file !== null && start <= source.length) return start;
    const next = await scratch.newFile();
    for (const piece of source.pieces()) await next.append(piece);
    file?.release();
    this.file = next;
    return 0;
  }

  /** Drops the first bytes. */
  advance(by: number): void {
    const rest = this.source.range(by, this.length);
    if (this.file === null || this.scratch === null || rest.length > this.scratch.memory / 2) {
      this.source = rest;
      return;
    }
    this.source = Source.ofBytes(rest.whole());
    this.file.release();
    this.file = null;
  }

  /** The content of a message: ranges of the text, concatenated. */
  contentOf(ranges: Source[]): MessageContent {
    return this.isLarge(ranges) ? this.largeContent(ranges, piecesOf(ranges)) : { bytes: wholeOf(ranges) };
  }

  /** The same with quoting removed. */
  unquotedContent(range: Source): MessageContent & { hasUnquoted: boolean } {
    if (!this.isLarge([range])) return unquote(range.whole());
    const { pieces, hasUnquoted } = unquoteLarge(range);
    return { ...this.largeContent([range], pieces), hasUnquoted };
  }

  private isLarge(ranges: Source[]): boolean {
    const window = Math.min(limits.mailWindow, this.scratch?.memory ?? Infinity);
    return this.file !== null && sizeOf(ranges) > window;
  }

  private largeContent(ranges: Source[], pieces: Iterable<Buffer>): MessageContent {
    const file = this.file as ScratchFile;
    file.share();
    const rest = pieces[Symbol.iterator]();
    const first: Buffer[] = [];
    const window = Math.min(limits.mailWindow, this.scratch?.memory ?? Infinity);
    for (let length = 0; length <= window; ) {
      const { value, done } = rest.next();
      if (done) break;
      first.push(Buffer.from(value));
      length += value.length;
    }
    const large = { rest: { [Symbol.iterator]: () => rest }, size: sizeOf(ranges), release: () => file.release() };
    return { bytes: Buffer.concat(first), large };
  }

  /** Drops the remaining text. */
  close(): void {
    this.file?.release();
    this.file = null;
    this.source = NOTHING;
  }
}

function sizeOf(ranges: Source[]): number {
  return ranges.reduce((sum, { length }) => sum + length, 0);
}

function wholeOf(ranges: Source[]): Buffer {
  const [first] = ranges;
  return first && ranges.length === 1 ? first.whole() : Buffer.concat(ranges.map((range) => range.whole()));
}

function* piecesOf(ranges: Source[]): Generator<Buffer> {
  for (const range of ranges) yield* range.pieces();
}
