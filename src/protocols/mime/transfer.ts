// Transfer encodings (RFC 2045 section 6) undone: what comes out are the bytes that the sender encoded.
import type { PartType } from './content-type.ts';
import { findEncodedFiles } from './encoded-files.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';

export interface Transferred {
  /** A part of the message where nothing was encoded. */
  content: Uint8Array;
  /** Text after the end of base64, such as the footer of a mailing list. */
  rest: Uint8Array | null;
  /** The name that the encoding itself gives. */
  filename: string | null;
}

export function decodeTransfer(body: Buffer, { encoding, mime }: PartType): Transferred {
  const plain = { content: body, rest: null, filename: null };
  if (encoding === 'base64') return decodeBase64(body, mime.startsWith('text/')) ?? plain;
  if (encoding === 'quoted-printable') return { ...plain, content: decodeQuotedPrintable(body) };
  if (encoding === 'uuencode' || encoding === 'yenc') {
    const [file] = findEncodedFiles(body);
    if (file) return { ...plain, content: file.content, filename: file.filename };
  }
  return plain;
}

const BLANK = 64;
const PADDING = 65;
const FOREIGN = 66;
const VALUES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(byte));
  if (at >= 0) return at;
  if (byte === 0x3d) return PADDING;
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? BLANK : FOREIGN;
});
const WINDOW = 200; // bytes on each side of a foreign character that are looked at
const BLANK_WEIGHT = 100; // of a blank within a line, in foreign characters
const NOISY_CHARS = 20; // of a line of base64 with a foreign character in it
const WORD_CHARS = 100;

/** null where it is not base64, but text that is called so. */
function decodeBase64(written: Uint8Array, isText: boolean): Transferred | null {
  const body = isText ? written : withoutUrlSigns(written);
  const decoder = new Base64(body);
  const end = decoder.run();
  if (decoder.isNothing || (isText && isWord(body)))
    return isBlank(body) ? { content: new Uint8Array(0), rest: null, filename: null } : null;
  const rest = body.subarray(end);
  return { content: decoder.content(), rest: isBlank(rest) ? null : rest, filename: null };
}

// The alphabet of URLs (RFC 4648 section 5), where nothing is written in the usual one.
function withoutUrlSigns(body: Uint8Array): Uint8Array {
  if (!body.includes(0x2d) && !body.includes(0x5f)) return body;
  if (body.includes(0x2b) || body.includes(0x2f)) return body;
  const isOther = (byte: number) => VALUES[byte] === FOREIGN && byte !== 0x2d && byte !== 0x5f;
  if (body.some((byte) => isOther(byte) || byte === 0x20)) return body;
  return body.map((byte) => (byte === 0x2d ? 0x2b : byte === 0x5f ? 0x2f : byte));
}

interface Window {
  start: number;
  end: number;
  /** Of what is not base64 in it. */
  weight: number;
}

function weightOf(byte: number): number {
  const value = VALUES[byte] as number;
  return value === FOREIGN ? 1 : value === BLANK ? BLANK_WEIGHT : 0;
}

function isBreak(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

class Base64 {
  private readonly body: Uint8Array;
  private readonly out: Uint8Array;
  private length = 0;
  private bits = 0;
  private count = 0; // characters of the quantum that is being read
  // Where the decoder was at the beginning of the line, or of the paragraph if that is not the first one.
  private mark = { at: 0, length: 0, bits: 0, count: 0 };
  private isLater = false;
  private isPieces = false; // each of which is padded
  private readonly window: Window = { start: 0, end: 0, weight: 0 };

  constructor(body: Uint8Array) {
    this.body = body;
    this.out = new Uint8Array(Math.ceil((body.length * 3) / 4) + 3);
  }

  get isNothing(): boolean {
    return this.length === 0 && this.count < 2;
  }

  content(): Uint8Array {
    const { out, bits, count } = this;
    if (count === 2) out[this.length++] = (bits >> 4) & 255;
    else if (count === 3) {
      out[this.length++] = (bits >> 10) & 255;
      out[this.length++] = (bits >> 2) & 255;
    }
    this.count = 0;
    return out.subarray(0, this.length);
  }

  /** Decodes; returns where the encoded text has ended. */
  run(): number {
    const { body } = this;
    let at = 0;
    while (at < body.length) {
      if (this.count === 0) at = this.quick(at);
      if (at >= body.length) break;
      const value = VALUES[body[at] as number] as number;
      if (value < BLANK) {
        this.take(value);
        at++;
      } else if (value === BLANK) {
        const next = this.blanks(at);
        if (next < 0) return this.back();
        at = next;
      } else if (value === PADDING) {
        const end = this.padding(at);
        if (end < 0) return body.length;
        this.isPieces ||= isEncoded(body, end);
        if (!this.isPieces) return end;
        at = end;
      } else if (this.isNoise(at)) at++;
      else return this.back();
    }
    return body.length;
  }

  /** Whole quanta without anything between them. */
  private quick(from: number): number {
    const { body, out } = this;
    let at = from;
    let length = this.length;
    const last = body.length - 3;
    while (at < last) {
      const a = VALUES[body[at] as number] as number;
      const b = VALUES[body[at + 1] as number] as number;
      const c = VALUES[body[at + 2] as number] as number;
      const d = VALUES[body[at + 3] as number] as number;
      if ((a | b | c | d) >= BLANK) break;
      const word = (a << 18) | (b << 12) | (c << 6) | d;
      out[length++] = word >> 16;
      out[length++] = (word >> 8) & 255;
      out[length++] = word & 255;
      at += 4;
    }
    this.length = length;
    return at;
  }

  private take(value: number): void {
    this.bits = (this.bits << 6) | value;
    if (++this.count < 4) return;
    this.out[this.length++] = (this.bits >> 16) & 255;
    this.out[this.length++] = (this.bits >> 8) & 255;
    this.out[this.length++] = this.bits & 255;
    this.bits = this.count = 0;
  }

  /** Past blanks; -1 where they are between words of one line, which is not base64. */
  private blanks(from: number): number {
    const { body } = this;
    let at = from;
    let feeds = 0;
    let returns = 0;
    for (; at < body.length && VALUES[body[at] as number] === BLANK; at++) {
      if (body[at] === 0x0a) feeds++;
      else if (body[at] === 0x0d) returns++;
    }
    const lines = Math.max(feeds, returns);
    if (lines === 0) return at === body.length || this.isLineStart(from) ? at : -1;
    if (lines > 1 && this.length > 0) this.isLater = true;
    if (lines > 1 || !this.isLater) this.mark = { at, length: this.length, bits: this.bits, count: this.count };
    return at;
  }

  private isLineStart(at: number): boolean {
    return at === 0 || this.body[at - 1] === 0x0a || this.body[at - 1] === 0x0d;
  }

  /** Ends the quantum; returns where the padding ends, -1 where nothing follows it. */
  private padding(from: number): number {
    const { body } = this;
    let at = from;
    let isNewLine = false;
    for (; at < body.length; at++) {
      const value = VALUES[body[at] as number] as number;
      if (value === BLANK) isNewLine ||= body[at] === 0x0a || body[at] === 0x0d;
      else if (value !== PADDING || isNewLine) break; // a line that begins so is the checksum of PGP (RFC 4880 section 6.1)
    }
    this.content();
    this.bits = 0;
    return at === body.length ? -1 : at;
  }

  /** A foreign character in a line that is base64 otherwise is passed over (RFC 2045 section 6.8). */
  private isNoise(at: number): boolean {
    const { body } = this;
    const { start, end, weight } = this.lookAround(at);
    const foreign = VALUES[body[end - 1] as number] === BLANK ? weight - BLANK_WEIGHT : weight; // the last one does not count
    if (end - start <= 3 && foreign === end - start) return isLineEncoded(body, end);
    // One alone in a short line, which is whole quanta without it.
    if (foreign === 1 && end - start >= 5 && (end - start - 1) % 4 === 0 && !isWord(body.subarray(start, end)))
      return true;
    return end - start >= NOISY_CHARS && foreign * 10 <= end - start;
  }

  /** The line around a character, or as much of it as counts. The window slides on, so that each byte is weighed once. */
  private lookAround(at: number): Window {
    const { body, window } = this;
    if (at >= window.end) {
      let start = at;
      while (start > 0 && at - start < WINDOW && !isBreak(body[start - 1])) start--;
      Object.assign(window, { start, end: start, weight: 0 });
    }
    for (; window.start < at - WINDOW; window.start++) window.weight -= weightOf(body[window.start] as number);
    for (; window.end < body.length && window.end - at < WINDOW && !isBreak(body[window.end]); window.end++)
      window.weight += weightOf(body[window.end] as number);
    return window;
  }

  private back(): number {
    const { at, length, bits, count } = this.mark;
    [this.length, this.bits, this.count] = [length, bits, count];
    return at;
  }
}

/** Whether the next line that is not blank is a full one of base64. */
function isLineEncoded(body: Uint8Array, from: number): boolean {
  let at = from;
  while (at < body.length && VALUES[body[at] as number] === BLANK) at++;
  const start = at;
  while (at < body.length && (VALUES[body[at] as number] as number) < BLANK) at++;
  const value = VALUES[body[at] ?? 0x0a] as number;
  return (
    at - start >= NOISY_CHARS && (value === PADDING || body[at] === undefined || body[at] === 0x0a || body[at] === 0x0d)
  );
}

// Programs that encode in pieces pad each of them. The rest must be base64 for sure to be taken for that.
function isEncoded(body: Uint8Array, from: number): boolean {
  let chars = 0;
  let lineChars = 0;
  let hasSign = false;
  for (let at = from; at < body.length; at++) {
    const byte = body[at] as number;
    const value = VALUES[byte] as number;
    if (value === FOREIGN || byte === 0x20) return false;
    if (value === BLANK) lineChars = 0;
    else {
      chars++;
      if (++lineChars >= 40 || value === PADDING || (value >= 52 && value < BLANK)) hasSign = true;
    }
  }
  return chars > 0 && chars % 4 === 0 && hasSign;
}

// A short text that is called base64 and could be: "Hello".
function isWord(body: Uint8Array): boolean {
  if (body.length > WORD_CHARS) return false;
  const text = Buffer.from(body).toString('latin1').trim();
  return text.length % 4 !== 0 && !text.includes('=') && /^[A-Za-z]+$/.test(text);
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
