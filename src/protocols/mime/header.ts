// The header at the top of a message or of a part, as fields whose values are bytes (latin1 strings), unfolded. It is
// read as programs in the field write it: with any line end, without the blank line at its end, with rubbish in between.

import { isUtf8 } from 'node:buffer';
import { decodeText } from './charsets.ts';
import { trimBlanks } from './encoded-words.ts';

export interface HeaderField {
  /** In lower case. */
  name: string;
  /** Unfolded and trimmed; each character is a byte. */
  value: string;
}

export interface Header {
  fields: HeaderField[];
  /** Where the body begins. */
  body: number;
  /** Whether a blank line ends it. */
  isClosed: boolean;
  /** Whether it is longer than was looked at. */
  isTooLong: boolean;
}

const FIELD = /^([!-9;-~]{1,200})[ \t]*:/;
const NAME = /^[!-9;-~]{1,100}[ \t]*$/;
const FOLDED_COLON = /[\r\n]+[ \t]+:/;
const PART_FIELD = /^content-[a-z-]+[ \t]*:/i;
const MAIL_FIELD =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|content-[a-z-]+|reply-to|x-[a-z-]+)[ \t]*:/i;
// A parameter that was folded without a blank at the beginning of its line.
const PARAMETER =
  /^(?:boundary|charset|name|filename|format|delsp|type|report-type|protocol|micalg|start)(?:\*\d*)?\*?[ \t]*=/i;
const WINDOW = 16 * 1024;
const CR = 13;
const LF = 10;
const COLON = 58;

/** Where the message begins: after a byte order mark, blank lines, and the separator line of a mailbox file. */
export function beginningOf(bytes: Buffer): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let blank = at;
  while (bytes[blank] === LF || bytes[blank] === CR) blank++;
  if (FIELD.test(bytes.toString('latin1', blank, blank + 300))) at = blank;
  const line = bytes.toString('latin1', at, at + 40);
  if (!/^>?From (?![ \t]*:)/.test(line)) return at;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return at + lineBreakLength(bytes.toString('latin1', at, at + 16), 0);
}

/** The header that begins at `start`, of at most `most` bytes; `isPart` where it is one within a message. */
export function readHeader(bytes: Buffer, start: number, end: number, most: number, isPart: boolean): Header {
  const longest = Math.min(end, start + most + 1);
  for (let window = WINDOW; ; window *= 8) {
    const stop = Math.min(longest, start + window);
    const text = bytes.toString('latin1', start, stop);
    const lineAt = lineFinder(text, start > 0 && bytes[start - 1] === CR ? 'first' : 'never');
    const header = parseLines(text, lineAt, isPart, stop === end, stop === longest);
    if (!header) continue;
    // A header without an end: then a carriage return alone, whatever follows it, ends a line.
    const isAllHeader = !header.isClosed && header.body === text.length && stop === end;
    const other = isAllHeader ? parseLines(text, lineFinder(text, 'always'), isPart, true, true) : null;
    const { isEnded, ...found } = other ?? header;
    return { ...found, body: start + found.body, isTooLong: stop < end && !isEnded };
  }
}

/**
 * The fields with raw bytes as UTF-8: what is not, is in the character set of the text, as programs without MIME in
 * their headers wrote.
 */
export function inUtf8(fields: HeaderField[], charset: string | undefined): HeaderField[] {
  if (!charset || fields.every(({ value }) => isPlain(value))) return fields;
  return fields.map((field) => {
    // Raw bytes in an encoded-word are in the character set of the word.
    if (field.value.includes('=?')) return field;
    const bytes = Buffer.from(field.value, 'latin1');
    if (isUtf8(bytes)) return field;
    return { ...field, value: Buffer.from(decodeText(bytes, charset)).toString('latin1') };
  });
}

function isPlain(value: string): boolean {
  return !/[\x80-\xff]/.test(value);
}

type LineFinder = (start: number) => Line;

interface Line {
  start: number;
  end: number;
  next: number;
}

type Lines = Omit<Header, 'isTooLong'> & { isEnded: boolean };

/** null where the text ends before the header does, and there is more of it. */
function parseLines(text: string, lineAt: LineFinder, isPart: boolean, isEnd: boolean, isAll: boolean): Lines | null {
  const fields: HeaderField[] = [];
  const known = isPart ? PART_FIELD : MAIL_FIELD;
  let odd: { at: number; fields: number } | null = null; // the first line that is not of a header
  let lastKnown = { end: 0, fields: 0 };
  let pieces: string[] = [];
  let isField = false; // whether a line that begins with a blank goes on with the last field
  const close = () => {
    const field = fields.at(-1);
    if (field) field.value = trimBlanks(pieces.length > 0 ? field.value + pieces.join('') : field.value);
    pieces = [];
  };
  let contentType: HeaderField | undefined;
  const typeSoFar = () => (contentType?.value ?? '') + (contentType === fields.at(-1) ? pieces.join('') : '');
  let at = 0;
  while (at < text.length) {
    const line = withColon(text, lineAt(at), lineAt);
    if (line.next > text.length - 2 && !isEnd) break; // it may go on
    const char = text.charCodeAt(at);
    if (line.end === at) return finished(line.next, true);
    if (char === 32 || char === 9) {
      if (isField) pieces.push(unbroken(text.slice(at, line.end)));
    } else if (char !== COLON) {
      // A field without a name is passed over.
      const words = text.slice(at, Math.min(line.end, at + 300));
      const name = words.startsWith('--') ? undefined : FIELD.exec(words.replace(FOLDED_COLON, ':'))?.[1];
      if (odd !== null && name !== undefined && known.test(`${name}:`)) odd = null;
      if (name !== undefined) {
        close();
        fields.push(fieldOf(name, text.slice(at, line.end)));
        isField = true;
        if (fields.at(-1)?.name === 'content-type') contentType = fields.at(-1);
        if (odd === null && known.test(`${name}:`)) lastKnown = { end: line.next, fields: fields.length };
      } else if (odd === null && PARAMETER.test(words) && fields.at(-1)?.name.startsWith('content-')) {
        pieces.push(` ${unbroken(text.slice(at, line.end))}`);
      } else if (isDelimiter(text, words, line, typeSoFar())) {
        return finished(at, false);
      } else {
        close();
        odd ??= { at, fields: fields.length };
        isField = false;
      }
    }
    if (odd === null && fields.length === lastKnown.fields) lastKnown.end = line.next;
    at = line.next;
  }
  return isAll ? finished(text.length, false, isEnd || odd !== null) : null;

  function finished(body: number, isClosed: boolean, isEnded = true): Lines {
    close();
    // A part that is not written as one: what follows its last field about content is its text.
    if (isPart && (odd !== null || !isClosed))
      return { fields: fields.slice(0, lastKnown.fields), body: lastKnown.end, isClosed: false, isEnded };
    if (odd !== null) return { fields: fields.slice(0, odd.fields), body: odd.at, isClosed: false, isEnded };
    return { fields, body, isClosed, isEnded };
  }
}

function fieldOf(written: string, line: string): HeaderField {
  return { name: written.toLowerCase(), value: unbroken(line.slice(line.indexOf(':') + 1)) };
}

// A name whose colon is on the next line, which others read as a field.
function withColon(text: string, line: Line, lineAt: LineFinder): Line {
  if (line.end - line.start > 100 || !FOLDED_COLON.test(text.slice(line.end, line.end + 20))) return line;
  const name = text.slice(line.start, line.end);
  return NAME.test(name) && line.next > line.end ? { ...lineAt(line.next), start: line.start } : line;
}

// The first delimiter of a multipart, which is there without a blank line before it. `type` is the Content-Type so far.
function isDelimiter(text: string, words: string, { next }: Line, type: string): boolean {
  if (!words.startsWith('--') || words.length < 3) return false;
  if (PART_FIELD.test(text.slice(next, next + 100))) return true;
  return /boundary/i.test(type) && type.includes(words.slice(2).trimEnd());
}

/**
 * Carriage returns alone end lines too, where another line of a header follows, or where the line before ended so; others
 * are blanks.
 */
function lineFinder(text: string, alone: 'always' | 'first' | 'never'): LineFinder {
  const hasReturns = text.includes('\r');
  let isAlone = alone !== 'never';
  const feedFrom = searcher(text, '\n');
  const returnFrom = searcher(text, '\r');
  return (start) => {
    const last = feedFrom(start);
    if (!hasReturns) return { start, end: last, next: Math.min(last + 1, text.length) };
    for (let at = returnFrom(start); at < last; at = returnFrom(at + 1)) {
      const length = lineBreakLength(text, at);
      const next = at + length;
      const isEnd = length > 1 || at === start || next === text.length || isAlone || beginsLine(text, next);
      if (!isEnd) continue;
      isAlone = length === 1 || alone === 'always';
      return { start, end: at, next };
    }
    return { start, end: last, next: Math.min(last + 1, text.length) };
  };
}

/**
 * Where a character is next; the length of the text where it is not. What was found is remembered: lines that end in the
 * other character would each search as far again.
 */
function searcher(text: string, char: string): (from: number) => number {
  let [searched, found] = [0, -1];
  return (from) => {
    if (from >= searched && from <= found) return found;
    const at = text.indexOf(char, from);
    [searched, found] = [from, at < 0 ? text.length : at];
    return found;
  };
}

function beginsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === CR || code === 32 || code === 9) return true;
  const words = text.slice(at, at + 210);
  return words.startsWith('--') || FIELD.test(words);
}

// Gateways have made CR CR LF of CR LF; that is one line end.
function lineBreakLength(text: string, at: number): number {
  if (text.charCodeAt(at) === LF) return 1;
  let end = at;
  while (text.charCodeAt(end) === CR && end - at < 8) end++;
  return end > at && text.charCodeAt(end) === LF ? end + 1 - at : text.charCodeAt(at) === CR ? 1 : 0;
}

function unbroken(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r', ' ') : text;
}
