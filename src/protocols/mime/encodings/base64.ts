// Decodes base64 (RFC 2045 section 6.8) as found in real mail: with foreign characters, in separately padded pieces,
// with text after its end, or not base64 at all.
import { Cursor, isBlank, type Source } from '../source.ts';
import type { Sink, Workspace } from '../workspace.ts';

export interface Decoded {
  content: Source;
  /** The text after the end of the base64; null if it is blank. */
  rest: Source | null;
}

const BLANK = 64;
const PADDING = 65;
const FOREIGN = 66;
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = valuesOf(SIGNS);
// The URL-safe alphabet (RFC 4648 section 5).
const URL_VALUES = valuesOf(SIGNS.replace('+/', '-_'));
const WINDOW = 200; // bytes that are examined on each side of a foreign character
const BLANK_WEIGHT = 100; // a space within a line counts as this many foreign characters
const NOISY_CHARS = 20; // minimum length of a base64 line that may contain foreign characters
const WORD_CHARS = 100;

function valuesOf(signs: string): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const at = signs.indexOf(String.fromCharCode(byte));
    if (at >= 0) return at;
    if (byte === 0x3d) return PADDING;
    return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? BLANK : FOREIGN;
  });
}

/** null if the body is plain text that is labelled base64. */
export function decodeBase64(body: Source, isText: boolean, workspace: Workspace): Decoded | null {
  const values = !isText && isForUrls(body) ? URL_VALUES : VALUES;
  const sink = workspace.sink(Math.ceil((body.length * 3) / 4) + 3);
  const decoder = new Base64(body, values, sink);
  const end = decoder.run();
  if (decoder.isNothing || (isText && isWord(body))) {
    sink.truncate(0);
    const content = sink.end();
    return isBlank(body) ? { content, rest: null } : null;
  }
  const rest = body.range(end, body.length);
  return { content: decoder.content(), rest: isBlank(rest) ? null : rest };
}

/** Whether it has characters of the URL-safe alphabet, and no others that the standard alphabet lacks. */
function isForUrls(body: Source): boolean {
  if (body.indexOf(0x2d) < 0 && body.indexOf(0x5f) < 0) return false;
  for (const piece of body.pieces())
    if (piece.some((byte) => URL_VALUES[byte] === FOREIGN || byte === 0x20)) return false;
  return true;
}

interface Window {
  start: number;
  end: number;
  /** Number of foreign characters, with spaces weighted. */
  weight: number;
}

function isBreak(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

class Base64 {
  private readonly body: Source;
  private readonly cursor: Cursor;
  private readonly values: Uint8Array;
  private readonly sink: Sink;
  private bits = 0;
  private count = 0; // characters of the current quantum
  // Decoder state at the beginning of the line, or of the paragraph if it is not the first one.
  private readonly mark = { at: 0, length: 0, bits: 0, count: 0 };
  private isLater = false;
  private isPieces = false; // whether the body consists of separately padded pieces
  private readonly window: Window = { start: 0, end: 0, weight: 0 };

  constructor(body: Source, values: Uint8Array, sink: Sink) {
    this.body = body;
    this.values = values;
    this.sink = sink;
    this.cursor = new Cursor(body);
  }

  get isNothing(): boolean {
    return this.sink.length === 0 && this.count < 2;
  }

  content(): Source {
    this.endQuantum();
    return this.sink.end();
  }

  /** Decodes the body; returns the offset after the encoded text. */
  run(): number {
    const { body, cursor } = this;
    const { length } = body;
    let at = 0;
    while (at < length) {
      if (this.count === 0) at = this.quick(at);
      if (at >= length) break;
      const value = this.values[cursor.at(at) as number] as number;
      if (value < BLANK) {
        this.take(value);
        at++;
      } else if (value === BLANK) {
        const next = this.blanks(at);
        if (next < 0) return this.back();
        at = next;
      } else if (value === PADDING) {
        const end = this.padding(at);
        if (end < 0) return length;
        this.isPieces ||= isEncoded(body.range(end, length), this.values);
        if (!this.isPieces) return end;
        at = end;
      } else if (this.isNoise(at)) at++;
      else return this.back();
    }
    return length;
  }

  /** Fast path: whole quanta with only line breaks between them, within the current piece and chunk. */
  private quick(from: number): number {
    const { cursor, sink, values, mark } = this;
    sink.reserve(3);
    if (cursor.at(from) === undefined) return from;
    const { piece } = cursor;
    const { chunk } = sink;
    let at = from - cursor.from;
    let used = sink.used;
    const begun = sink.length - used;
    const last = Math.min(piece.length - 3, at + Math.floor((chunk.length - used) / 3) * 4);
    while (at < last) {
      const a = values[piece[at] as number] as number;
      const b = values[piece[at + 1] as number] as number;
      const c = values[piece[at + 2] as number] as number;
      const d = values[piece[at + 3] as number] as number;
      if ((a | b | c | d) >= BLANK) {
        const feed = piece[at] === 0x0d ? at + 1 : at;
        if (piece[feed] !== 0x0a || (values[piece[feed + 1] as number] as number) >= BLANK) break;
        at = feed + 1;
        if (this.isLater) continue;
        mark.at = at + cursor.from;
        mark.length = begun + used;
        mark.bits = mark.count = 0;
        continue;
      }
      const word = (a << 18) | (b << 12) | (c << 6) | d;
      chunk[used++] = word >> 16;
      chunk[used++] = (word >> 8) & 255;
      chunk[used++] = word & 255;
      at += 4;
    }
    sink.used = used;
    return at + cursor.from;
  }

  private take(value: number): void {
    this.bits = (this.bits << 6) | value;
    if (++this.count < 4) return;
    const { sink, bits } = this;
    sink.reserve(3);
    sink.chunk[sink.used++] = (bits >> 16) & 255;
    sink.chunk[sink.used++] = (bits >> 8) & 255;
    sink.chunk[sink.used++] = bits & 255;
    this.bits = this.count = 0;
  }

  private endQuantum(): void {
    const { sink, bits, count } = this;
    sink.reserve(2);
    if (count === 2) sink.chunk[sink.used++] = (bits >> 4) & 255;
    else if (count === 3) {
      sink.chunk[sink.used++] = (bits >> 10) & 255;
      sink.chunk[sink.used++] = (bits >> 2) & 255;
    }
    this.count = 0;
  }

  /** Skips whitespace; -1 if it is between words of one line, which is not base64. */
  private blanks(from: number): number {
    const { cursor, sink } = this;
    let at = from;
    let feeds = 0;
    let returns = 0;
    for (;;) {
      const byte = cursor.at(at);
      if (byte === undefined || this.values[byte] !== BLANK) break;
      if (byte === 0x0a) feeds++;
      else if (byte === 0x0d) returns++;
      at++;
    }
    const lines = Math.max(feeds, returns);
    if (lines === 0) return at === cursor.length || from === 0 || isBreak(cursor.at(from - 1)) ? at : -1;
    if (lines > 1 && sink.length > 0) this.isLater = true;
    if (lines > 1 || !this.isLater) {
      Object.assign(this.mark, { at, length: sink.length, bits: this.bits, count: this.count });
    }
    return at;
  }

  /** Ends the quantum; returns the offset after the padding, or -1 if nothing follows it. */
  private padding(from: number): number {
    const { cursor } = this;
    let at = from;
    let isNewLine = false;
    for (; at < cursor.length; at++) {
      const byte = cursor.at(at) as number;
      const value = this.values[byte] as number;
      if (value === BLANK) isNewLine ||= isBreak(byte);
      else if (value !== PADDING || isNewLine) break; // a PGP checksum (RFC 4880 section 6.1)
    }
    this.endQuantum();
    this.bits = 0;
    return at === cursor.length ? -1 : at;
  }

  /** A foreign character in a line that is otherwise base64 is ignored (RFC 2045 section 6.8). */
  private isNoise(at: number): boolean {
    const { cursor } = this;
    const { start, end, weight } = this.lookAround(at);
    const isBlankLast = this.values[cursor.at(end - 1) as number] === BLANK; // trailing whitespace does not count
    const foreign = isBlankLast ? weight - BLANK_WEIGHT : weight;
    if (end - start <= 3 && foreign === end - start) return this.isLineEncoded(end);
    // A single foreign character in a short line that consists of whole quanta without it.
    if (foreign === 1 && end - start >= 5 && (end - start - 1) % 4 === 0 && !isWord(this.body.range(start, end)))
      return true;
    return end - start >= NOISY_CHARS && foreign * 10 <= end - start;
  }

  /** The part of the line around a character that is examined. The window slides, so each byte is weighed once. */
  private lookAround(at: number): Window {
    const { cursor, window } = this;
    if (at >= window.end) {
      let start = at;
      while (start > 0 && at - start < WINDOW && !isBreak(cursor.at(start - 1))) start--;
      Object.assign(window, { start, end: start, weight: 0 });
    }
    for (; window.start < at - WINDOW; window.start++) window.weight -= this.weightAt(window.start);
    for (; window.end < cursor.length && window.end - at < WINDOW && !isBreak(cursor.at(window.end)); window.end++)
      window.weight += this.weightAt(window.end);
    return window;
  }

  private weightAt(at: number): number {
    const value = this.values[this.cursor.at(at) as number] as number;
    return value === FOREIGN ? 1 : value === BLANK ? BLANK_WEIGHT : 0;
  }

  /** Whether the next non-blank line is a full line of base64. */
  private isLineEncoded(from: number): boolean {
    const { cursor, values } = this;
    const valueAt = (at: number) => (at < cursor.length ? (values[cursor.at(at) as number] as number) : FOREIGN);
    let at = from;
    while (valueAt(at) === BLANK) at++;
    const start = at;
    while (valueAt(at) < BLANK) at++;
    return at - start >= NOISY_CHARS && (at >= cursor.length || valueAt(at) === PADDING || isBreak(cursor.at(at)));
  }

  private back(): number {
    const { at, length, bits, count } = this.mark;
    [this.bits, this.count] = [bits, count];
    this.sink.truncate(length);
    return at;
  }
}

// Programs that encode in pieces pad each piece. The rest counts as another piece only if it is certainly base64.
function isEncoded(rest: Source, values: Uint8Array): boolean {
  let chars = 0;
  let lineChars = 0;
  let hasSign = false;
  for (const piece of rest.pieces())
    for (const byte of piece) {
      const value = values[byte] as number;
      if (value === FOREIGN || byte === 0x20) return false;
      if (value === BLANK) lineChars = 0;
      else {
        chars++;
        if (++lineChars >= 40 || value === PADDING || (value >= 52 && value < BLANK)) hasSign = true;
      }
    }
  return chars > 0 && chars % 4 === 0 && hasSign;
}

// A short text that is labelled base64 and could be base64: "Hello".
function isWord(body: Source): boolean {
  if (body.length > WORD_CHARS) return false;
  const text = body.latin1(0, body.length).trim();
  return text.length % 4 !== 0 && !text.includes('=') && /^[A-Za-z]+$/.test(text);
}
