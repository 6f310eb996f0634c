// Finds and decodes files embedded in a text: uuencode (POSIX) and yEnc. They become attachments and leave the text.
import { decodeText } from '../charsets/charsets.ts';
import { Cursor, type Source } from '../source.ts';
import type { Sink, Workspace } from '../workspace.ts';

export interface EncodedFile {
  filename: string | null;
  /** Where it begins and ends in the text, line break included. */
  start: number;
  end: number;
  decode(workspace: Workspace): Source;
}

const LF = 0x0a;
const CR = 0x0d;
const MAX_FILES = 200;
const MAX_FAILURES = 50; // begin lines without a valid file; each can cost a scan of the whole text
const BASE64_LINE = 4096; // characters that are decoded at a time; whole quanta
const LONGEST_LINE = 90; // of uuencode: 61 characters and one or two checksum characters
const BEGIN = /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]{0,255})/; // the name can be missing
const YENC_BEGIN = /^=ybegin ([^\r\n]{1,500})/;

type Finder = (text: Source, cursor: Cursor, at: number) => EncodedFile | null;

const FINDERS: [keyword: string, find: Finder][] = [
  ['begin ', findUuencode],
  ['begin-base64 ', findUuencode],
  ['=ybegin ', findYenc],
];

/** The files of a text in order. A file that is not encoded correctly stays text. */
export function findEncodedFiles(text: Source): EncodedFile[] {
  const files: EncodedFile[] = [];
  for (const [keyword, find] of FINDERS) {
    let failures = 0;
    let cursor: Cursor | undefined;
    for (let at = lineBeginning(text, keyword, 0); at >= 0; ) {
      cursor ??= new Cursor(text);
      const file = find(text, cursor, at);
      if (file) files.push(file);
      else failures++;
      if (files.length >= MAX_FILES || failures >= MAX_FAILURES) break;
      at = lineBeginning(text, keyword, file ? file.end : at + 1);
    }
  }
  files.sort((one, other) => one.start - other.start);
  return files.filter(({ start }, index) => index === 0 || start >= (files[index - 1] as EncodedFile).end);
}

/** The file that begins at an offset; null if there is none, or its end is missing. It is decoded on demand. */
function findUuencode(text: Source, cursor: Cursor, start: number): EncodedFile | null {
  const [line, name] = BEGIN.exec(text.latin1(start, start + 300)) ?? [];
  if (line === undefined || name === undefined) return null;
  const isBase64 = line.startsWith('begin-');
  const begin = afterLine(cursor, start);
  for (let at = begin; at < text.length; ) {
    const end = lineEnd(cursor, at);
    if (isLast(cursor, at, end, isBase64))
      return {
        filename: nameOf(name),
        start,
        end: afterLine(cursor, at),
        decode: (workspace) => decodeLines(text, begin, at, isBase64, workspace),
      };
    if (end > at && !isBase64 && (end - at > LONGEST_LINE || !isEncodedLine(cursor.bytes(at, end)))) return null;
    at = afterBreak(cursor, end);
  }
  return null;
}

function isLast(cursor: Cursor, at: number, end: number, isBase64: boolean): boolean {
  if (end - at > 4) return false;
  const line = cursor.source.latin1(at, end);
  return isBase64 ? line === '====' : line.trimEnd() === 'end';
}

function decodeLines(text: Source, from: number, to: number, isBase64: boolean, workspace: Workspace): Source {
  const cursor = new Cursor(text);
  const sink = workspace.sink(to - from);
  for (let at = from; at < to; ) {
    const end = lineEnd(cursor, at);
    if (isBase64) writeBase64(text, at, end, sink);
    else if (end > at) decodeLine(cursor.bytes(at, end), sink);
    at = afterBreak(cursor, end);
  }
  return sink.end();
}

function writeBase64(text: Source, from: number, end: number, sink: Sink): void {
  for (let at = from; at < end; at += BASE64_LINE)
    sink.write(Buffer.from(text.latin1(at, Math.min(end, at + BASE64_LINE)), 'base64'));
}

/** Whether a line is valid uuencode. Trailing spaces can be missing, and one or two checksum characters can follow. */
function isEncodedLine(line: Buffer): boolean {
  const first = line[0] as number;
  if (!isSign(first)) return false;
  const length = (first - 0x20) & 63;
  const chars = Math.ceil(length / 3) * 4;
  if (line.length - 1 > chars + 2 || line.length - 1 < Math.ceil((length * 4) / 3) - 3) return false;
  for (let at = 1; at < Math.min(line.length, 1 + chars); at++) if (!isSign(line[at] as number)) return false;
  return true;
}

function isSign(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x60;
}

function decodeLine(line: Buffer, sink: Sink): void {
  const length = ((line[0] as number) - 0x20) & 63;
  sink.reserve(length);
  const { chunk, used } = sink;
  for (let done = 0, group = 1; done < length; group += 4) {
    let word = 0;
    for (let at = group; at < group + 4; at++) word = (word << 6) | (((line[at] ?? 0x20) - 0x20) & 63);
    for (let shift = 16; shift >= 0 && done < length; shift -= 8) chunk[used + done++] = (word >> shift) & 255;
  }
  sink.used += length;
}

/** yEnc 1.3: =ybegin, optionally =ypart, lines of bytes with 42 added, =yend. */
function findYenc(text: Source, cursor: Cursor, start: number): EncodedFile | null {
  const attributes = YENC_BEGIN.exec(text.latin1(start, start + 600))?.[1];
  const end = attributes === undefined || !/\bsize=\d+/.test(attributes) ? -1 : lineBeginning(text, '=yend', start);
  if (attributes === undefined || end < 0) return null;
  let begin = afterLine(cursor, start);
  if (text.latin1(begin, begin + 7) === '=ypart ') begin = afterLine(cursor, begin);
  const name = /\bname=(.+)$/.exec(attributes)?.[1] ?? '';
  return {
    filename: nameOf(name),
    start,
    end: afterLine(cursor, end),
    decode: (workspace) => decodeYenc(text.range(begin, Math.max(begin, end)), workspace),
  };
}

function decodeYenc(lines: Source, workspace: Workspace): Source {
  const sink = workspace.sink(lines.length);
  let isEscaped = false;
  for (const piece of lines.pieces())
    for (const byte of piece) {
      if (!isEscaped && (byte === LF || byte === CR)) continue;
      if (!isEscaped && byte === 0x3d) {
        isEscaped = true;
        continue;
      }
      sink.reserve(1);
      sink.chunk[sink.used++] = isEscaped ? byte - 64 - 42 : byte - 42;
      isEscaped = false;
    }
  return sink.end();
}

function nameOf(written: string): string | null {
  const name = written.trim().replace(/^"(.+)"$/, '$1');
  return name === '' ? null : decodeText(Buffer.from(name, 'latin1'), null);
}

function lineBeginning(text: Source, keyword: string, from: number): number {
  const bytes = Buffer.from(keyword);
  for (let at = text.indexOf(bytes, from); at >= 0; at = text.indexOf(bytes, at + 1))
    if (at === 0 || isBreak(text.at(at - 1))) return at;
  return -1;
}

function isBreak(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

function lineEnd(cursor: Cursor, from: number): number {
  return cursor.find(LF, CR, from);
}

function afterLine(cursor: Cursor, from: number): number {
  return afterBreak(cursor, lineEnd(cursor, from));
}

function afterBreak(cursor: Cursor, end: number): number {
  return cursor.at(end) === CR && cursor.at(end + 1) === LF ? end + 2 : Math.min(end + 1, cursor.length);
}
