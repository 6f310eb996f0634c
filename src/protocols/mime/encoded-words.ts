// Decodes header text: encoded-words (RFC 2047) as mail programs write them, valid or not, and raw bytes between them.
// Before this step the values of header fields are strings of bytes (latin1).
import { decodeText } from './charsets/charsets.ts';

const PLAIN = /^[\t -~]*$/;
const LABEL_CHARS = 80;

interface Word {
  /** The offset after it. */
  end: number;
  charset: string;
  bytes: Buffer;
}

/**
 * Decodes a header value. A word that is truncated at the end stays as it is written, unless `cutOff` says that its
 * beginning is better than nothing.
 */
export function decodeHeader(value: string, { cutOff = false } = {}): string {
  if (!value.includes('=?')) return decodeRaw(value);
  const finder = new WordFinder(value, cutOff);
  const parts: string[] = [];
  let raw = 0; // where the text after the last word begins
  let run: Word[] = [];
  const flush = () => {
    parts.push(decodeRun(run));
    run = [];
  };
  for (let at = value.indexOf('=?'); at >= 0; ) {
    const word = finder.wordAt(at);
    if (!word) {
      at = value.indexOf('=?', at + 2);
      continue;
    }
    const between = value.slice(raw, at);
    // RFC 2047 section 6.2: whitespace between two words is not shown.
    if (raw === 0 || trimBlanks(between) !== '') {
      flush();
      if (between !== '') parts.push(decodeRaw(between));
    } else if (run[0]?.charset.toLowerCase() !== word.charset.toLowerCase()) flush();
    run.push(word); // a character may be split between words of one character set
    raw = word.end;
    at = value.indexOf('=?', raw);
  }
  flush();
  if (raw < value.length) parts.push(decodeRaw(value.slice(raw)));
  return parts.join('');
}

/** Decodes words of one character set. A character may be split between them, but each has its own byte order mark. */
function decodeRun(run: Word[]): string {
  const charset = run[0]?.charset ?? '';
  if (/^(?:utf-?(?:7|16|32)|ucs)/i.test(charset)) return run.map(({ bytes }) => decodeText(bytes, charset)).join('');
  return decodeText(Buffer.concat(run.map(({ bytes }) => bytes)), charset);
}

/** The same for a value that is already a Unicode string. */
export function decodeWords(text: string): string {
  return text.includes('=?') ? decodeHeader(Buffer.from(text).toString('latin1')) : text;
}

/** Bytes outside of encoded-words: UTF-8 (RFC 6532), or what old programs sent instead. */
function decodeRaw(value: string): string {
  return PLAIN.test(value) ? value : decodeText(Buffer.from(value, 'latin1'), null);
}

class WordFinder {
  private readonly value: string;
  private readonly cutOff: boolean;
  private closing = 0; // the next ?= at or after the last requested index; the length if there is none

  constructor(value: string, cutOff: boolean) {
    this.value = value;
    this.cutOff = cutOff;
  }

  wordAt(at: number): Word | null {
    const { value } = this;
    const label = value.indexOf('?', at + 2);
    if (label < 0 || label - at > LABEL_CHARS) return null;
    const charset = value.slice(at + 2, label);
    const encoding = value[label + 1]?.toLowerCase();
    if ((encoding !== 'b' && encoding !== 'q') || value[label + 2] !== '?' || /\s/.test(charset)) return null;
    const from = label + 3;
    const { to, end } = this.endOf(from);
    if (to < 0) return null;
    const text = value.slice(from, to);
    return { end, charset, bytes: encoding === 'b' ? Buffer.from(text, 'base64') : decodeQ(text) };
  }

  private endOf(from: number): { to: number; end: number } {
    const { value } = this;
    if (this.closing < from) {
      const found = value.indexOf('?=', from);
      this.closing = found < 0 ? value.length : found;
    }
    const next = value.indexOf('=?', from);
    const isOpen = this.closing === value.length || (next >= 0 && next + 1 < this.closing && isBeginning(value, next));
    if (!isOpen) return { to: this.closing, end: this.closing + 2 };
    // The last character may be missing, or everything after a limit.
    const rest = /^[^\s?]*\??$/.exec(value.slice(from, from + 1000))?.[0];
    if (rest === undefined || from + rest.length < value.length) return { to: -1, end: -1 };
    if (rest.endsWith('?')) return { to: value.length - 1, end: value.length };
    return this.cutOff ? { to: value.length, end: value.length } : { to: -1, end: -1 };
  }
}

// "=?" can be a part of a word in Q encoding ("x=?="), but is unlikely to be followed by a charset and an encoding.
function isBeginning(value: string, at: number): boolean {
  return /^=\?[^?\s]{1,60}\?[bq]\?/i.test(value.slice(at, at + 70));
}

function decodeQ(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // In a folded word the whitespace belongs to the fold.
    if ((code === 0x20 || code === 0x09) && (text[at + 1] === '_' || text[at - 1] === '_')) continue;
    const value = code === 0x3d ? hexPair(text, at + 1) : -1;
    if (value >= 0) at += 2;
    bytes[length++] = value >= 0 ? value : code === 0x5f ? 0x20 : code;
  }
  return bytes.subarray(0, length);
}

/** The byte of two hexadecimal digits; -1 if they are not hexadecimal. */
export function hexPair(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at));
  const low = hexDigit(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

/** Trims whitespace. String.trim also removes 0xA0, which is a part of UTF-8 characters here. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
