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
const BEGIN = /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]{1,255})/;
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
  const pieces: Uint8Array[] = [];
  for (let at = afterLine(text, start); at < text.length; at = afterLine(text, at)) {
    const end = lineEnd(text, at);
    if (
      isBase64
        ? text.toString('latin1', at, end) === '===='
        : text.toString('latin1', at, Math.min(end, at + 4)).trimEnd() === 'end'
    )
      return { filename: nameOf(name), content: join(pieces), start, end: afterLine(text, at) };
    if (end === at) continue;
    const piece = isBase64 ? Buffer.from(text.toString('latin1', at, end), 'base64') : uuencodedLine(text, at, end);
    if (!piece) return null;
    pieces.push(piece);
  }
  return null;
}

/** A line of uuencode; null where it is none. */
function uuencodedLine(text: Buffer, from: number, end: number): Uint8Array | null {
  const first = text[from] as number;
  if (first < 0x20 || first > 0x60) return null;
  const length = (first - 0x20) & 63;
  const chars = Math.ceil(length / 3) * 4;
  // Blanks at the end of the line can be lost, a check sum or two can follow.
  if (end - from - 1 > chars + 2 || end - from - 1 < Math.ceil((length * 4) / 3) - 3) return null;
  const bytes = new Uint8Array(Math.ceil(length / 3) * 3);
  for (let group = 0; group * 4 < chars; group++) {
    let word = 0;
    for (let i = 0; i < 4; i++) {
      const at = from + 1 + group * 4 + i;
      const code = at < end ? (text[at] as number) : 0x20;
      if (code < 0x20 || code > 0x60) return null;
      word = (word << 6) | ((code - 0x20) & 63);
    }
    bytes.set([word >> 16, (word >> 8) & 255, word & 255], group * 3);
  }
  return bytes.subarray(0, length);
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

function join(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
