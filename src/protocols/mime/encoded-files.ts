// Files that are written into a text: uuencode (POSIX) and yEnc. They are attachments, and leave the text.
import { decodeText } from './charsets.ts';

export interface EncodedFile {
  filename: string | null;
  content: Uint8Array;
  /** Where it begins and ends in the text, with its line break. */
  start: number;
  end: number;
}

const LF = 0x0a;
const CR = 0x0d;
const MOST_FILES = 200;
const MOST_FAILURES = 50; // beginnings that lead nowhere; each can cost a look through the whole text
const BEGIN = /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]{0,255})/; // the name can be missing
const YENC_BEGIN = /^=ybegin ([^\r\n]{1,500})/;

/** The files of a text in their order; where one is not written rightly, it stays text. */
export function findEncodedFiles(text: Buffer): EncodedFile[] {
  const files: EncodedFile[] = [];
  const finders = [
    { sign: 'begin ', decode: decodeUuencode },
    { sign: 'begin-base64 ', decode: decodeUuencode },
    { sign: '=ybegin ', decode: decodeYenc },
  ];
  for (const { sign, decode } of finders) {
    let failures = 0;
    for (let at = lineBeginning(text, sign, 0); at >= 0; ) {
      const file = decode(text, at);
      if (file) files.push(file);
      else failures++;
      if (files.length >= MOST_FILES || failures >= MOST_FAILURES) break;
      at = lineBeginning(text, sign, file ? file.end : at + 1);
    }
  }
  files.sort((one, other) => one.start - other.start);
  return files.filter(({ start }, index) => index === 0 || start >= (files[index - 1] as EncodedFile).end);
}

/** The file that begins at a place; null where there is none, or it does not end. */
function decodeUuencode(text: Buffer, start: number): EncodedFile | null {
  const [line, name] = BEGIN.exec(text.toString('latin1', start, start + 300)) ?? [];
  if (line === undefined || name === undefined) return null;
  const isBase64 = line.startsWith('begin-');
  let out = new Uint8Array(0);
  let length = 0;
  for (let at = afterLine(text, start); at < text.length; at = afterLine(text, at)) {
    const end = lineEnd(text, at);
    const isLast = isBase64
      ? text.toString('latin1', at, end) === '===='
      : end - at <= 4 && text.toString('latin1', at, end).trimEnd() === 'end';
    if (isLast) return { filename: nameOf(name), content: out.subarray(0, length), start, end: afterLine(text, at) };
    if (out.length === 0) out = new Uint8Array(text.length - at + 100); // more than comes out of what is left
    if (end > at)
      length = isBase64 ? length + writeBase64(text, at, end, out, length) : decodeLine(text, at, end, out, length);
    if (length < 0) return null;
  }
  return null;
}

function writeBase64(text: Buffer, from: number, end: number, out: Uint8Array, at: number): number {
  const bytes = Buffer.from(text.toString('latin1', from, end), 'base64');
  out.set(bytes, at);
  return bytes.length;
}

/** Decodes a line of uuencode into `out`; returns where it ends there, -1 where it is not such a line. */
function decodeLine(text: Buffer, from: number, end: number, out: Uint8Array, begin: number): number {
  const first = text[from] as number;
  if (first < 0x20 || first > 0x60) return -1;
  const length = (first - 0x20) & 63;
  const chars = Math.ceil(length / 3) * 4;
  // Blanks at the end of the line can be lost, a check sum or two can follow.
  if (end - from - 1 > chars + 2 || end - from - 1 < Math.ceil((length * 4) / 3) - 3) return -1;
  let at = begin;
  for (let group = from + 1; group <= from + chars; group += 4) {
    let word = 0;
    for (let i = group; i < group + 4; i++) {
      const code = i < end ? (text[i] as number) : 0x20;
      if (code < 0x20 || code > 0x60) return -1;
      word = (word << 6) | ((code - 0x20) & 63);
    }
    out[at++] = word >> 16;
    out[at++] = (word >> 8) & 255;
    out[at++] = word & 255;
  }
  return begin + length;
}

/** yEnc 1.3: =ybegin, perhaps =ypart, lines of bytes with 42 added, =yend. */
function decodeYenc(text: Buffer, start: number): EncodedFile | null {
  const told = YENC_BEGIN.exec(text.toString('latin1', start, start + 600))?.[1];
  const end = told === undefined || !/\bsize=\d+/.test(told) ? -1 : lineBeginning(text, '=yend', start);
  if (told === undefined || end < 0) return null;
  let at = afterLine(text, start);
  if (text.toString('latin1', at, at + 7) === '=ypart ') at = afterLine(text, at);
  const content = new Uint8Array(Math.max(0, end - at));
  let length = 0;
  for (; at < end; at++) {
    const byte = text[at] as number;
    if (byte === LF || byte === CR) continue;
    if (byte === 0x3d) content[length++] = (text[++at] as number) - 64 - 42;
    else content[length++] = byte - 42;
  }
  const name = /\bname=(.+)$/.exec(told)?.[1] ?? '';
  return { filename: nameOf(name), content: content.subarray(0, length), start, end: afterLine(text, end) };
}

function nameOf(written: string): string | null {
  const name = written.trim().replace(/^"(.+)"$/, '$1');
  return name === '' ? null : decodeText(Buffer.from(name, 'latin1'), null);
}

function lineBeginning(text: Buffer, sign: string, from: number): number {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1))
    if (at === 0 || text[at - 1] === LF || text[at - 1] === CR) return at;
  return -1;
}

function lineEnd(text: Buffer, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== LF && text[at] !== CR) at++;
  return at;
}

function afterLine(text: Buffer, from: number): number {
  const end = lineEnd(text, from);
  return text[end] === CR && text[end + 1] === LF ? end + 2 : Math.min(end + 1, text.length);
}
