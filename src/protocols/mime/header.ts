// Parses the header of a message or of a part into fields whose values are bytes (latin1 strings), unfolded. It accepts
// what mail programs write: any line ending, a missing blank line at the end, invalid lines in between.
import { isUtf8 } from 'node:buffer';
import { decodeText } from './charsets/charsets.ts';
import { trimBlanks } from './encoded-words.ts';
import type { Source } from './source.ts';

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
  /** Whether it is longer than the bytes that were read. */
  isTooLong: boolean;
}

const FIELD = /^([!-9;-~]{1,200})[ \t]*:/;
const NAME = /^[!-9;-~]{1,100}[ \t]*$/;
const FOLDED_COLON = /[\r\n]+[ \t]+:/;
const PART_FIELD = /^content-[a-z-]+[ \t]*:/i;
const MAIL_FIELD =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|content-[a-z-]+|reply-to|x-[a-z-]+)[ \t]*:/i;
// A parameter that was folded without whitespace at the beginning of its line.
const PARAMETER =
  /^(?:boundary|charset|name|filename|format|delsp|type|report-type|protocol|micalg|start)(?:\*\d*)?\*?[ \t]*=/i;
const WINDOW = 16 * 1024;
const LONGEST_TYPE = 2000; // characters of a Content-Type that are searched for a boundary
const CR = 13;
const LF = 10;
const COLON = 58;

/** Where the message begins: after a byte order mark, blank lines, and the separator line of a mailbox file. */
export function beginningOf(message: Source): number {
  let at = message.latin1(0, 3) === '\xef\xbb\xbf' ? 3 : 0;
  let blank = at;
  while (message.at(blank) === LF || message.at(blank) === CR) blank++;
  if (FIELD.test(message.latin1(blank, blank + 300))) at = blank;
  if (!/^>?From (?![ \t]*:)/.test(message.latin1(at, at + 40))) return at;
  while (at < message.length && message.at(at) !== LF && message.at(at) !== CR) at++;
  return at + lineBreakLength(message.latin1(at, at + 16), 0);
}

/** Reads the header at `start`, of at most `max` bytes; `isPart` for the header of a part within a message. */
export function readHeader(message: Source, start: number, end: number, max: number, isPart: boolean): Header {
  const longest = Math.min(end, start + max + 1);
  for (let window = WINDOW; ; window *= 8) {
    const stop = Math.min(longest, start + window);
    const text = message.latin1(start, stop);
    const lineAt = lineFinder(text, message.at(start - 1) === CR ? 'first' : 'never');
    const header = parseLines(text, lineAt, isPart, stop === end, stop === longest);
    if (!header) continue;
    // If a header has no end, every bare carriage return ends a line.
    const isAllHeader = !header.isClosed && header.body === text.length && stop === end;
    const other = isAllHeader ? parseLines(text, lineFinder(text, 'always'), isPart, true, true) : null;
    const { isEnded, ...found } = other ?? header;
    return { ...found, body: start + found.body, isTooLong: stop < end && !isEnded };
  }
}

/**
 * Converts raw bytes of the fields to UTF-8. Bytes that are not UTF-8 are in the character set of the text: this is how
 * programs without MIME in headers wrote them.
 */
export function inUtf8(fields: HeaderField[], charset: string | undefined): HeaderField[] {
  if (!charset || fields.every(({ value }) => isPlain(value))) return fields;
  return fields.map((field) => {
    // Raw bytes in an encoded-word are in the character set of that word.
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

/** null if the text ends before the header does, and there is more to read. */
function parseLines(text: string, lineAt: LineFinder, isPart: boolean, isEnd: boolean, isAll: boolean): Lines | null {
  const header = new Collected(isPart);
  let at = 0;
  while (at < text.length) {
    const line = withColon(text, lineAt(at), lineAt);
    if (line.next > text.length - 2 && !isEnd) break; // it may continue
    if (line.end === at) return header.finish(line.next, true, true);
    if (!header.take(text, line)) return header.finish(at, false, true);
    at = line.next;
  }
  return isAll ? header.finish(text.length, false, isEnd || header.hasInvalidLine) : null;
}

/** The fields of a header so far, line by line. */
class Collected {
  private readonly fields: HeaderField[] = [];
  private readonly isPart: boolean;
  private invalid: { at: number; fields: number } | null = null; // the first line that is not a header line
  private lastKnown = { end: 0, fields: 0 };
  private pieces: string[] = []; // continuation lines of the last field
  private isField = false; // whether a line that begins with whitespace continues the last field
  private contentType: HeaderField | undefined;

  constructor(isPart: boolean) {
    this.isPart = isPart;
  }

  get hasInvalidLine(): boolean {
    return this.invalid !== null;
  }

  /** false if the line is a delimiter, which ends the header. */
  take(text: string, line: Line): boolean {
    const { start, end, next } = line;
    const char = text.charCodeAt(start);
    if (char === 32 || char === 9) {
      if (this.isField) this.pieces.push(unbroken(text.slice(start, end)));
    } else if (char !== COLON) {
      // A field without a name is skipped.
      const words = text.slice(start, Math.min(end, start + 300));
      const name = words.startsWith('--') ? undefined : FIELD.exec(words.replace(FOLDED_COLON, ':'))?.[1];
      if (name !== undefined) this.addField(name, text.slice(start, end), next);
      else if (this.invalid === null && PARAMETER.test(words) && this.fields.at(-1)?.name.startsWith('content-'))
        this.pieces.push(` ${unbroken(text.slice(start, end))}`);
      else if (this.isDelimiter(text, words, next)) return false;
      else {
        this.close();
        this.invalid ??= { at: start, fields: this.fields.length };
        this.isField = false;
      }
    }
    if (this.invalid === null && this.fields.length === this.lastKnown.fields) this.lastKnown.end = next;
    return true;
  }

  finish(body: number, isClosed: boolean, isEnded: boolean): Lines {
    this.close();
    const { fields, invalid, lastKnown } = this;
    // A malformed part: everything after its last Content-* field is its text.
    if (this.isPart && (invalid !== null || !isClosed))
      return { fields: fields.slice(0, lastKnown.fields), body: lastKnown.end, isClosed: false, isEnded };
    if (invalid !== null)
      return { fields: fields.slice(0, invalid.fields), body: invalid.at, isClosed: false, isEnded };
    return { fields, body, isClosed, isEnded };
  }

  private addField(name: string, line: string, next: number): void {
    const isKnown = (this.isPart ? PART_FIELD : MAIL_FIELD).test(`${name}:`);
    if (isKnown) this.invalid = null;
    this.close();
    const field = fieldOf(name, line);
    this.fields.push(field);
    this.isField = true;
    if (field.name === 'content-type') this.contentType = field;
    if (this.invalid === null && isKnown) this.lastKnown = { end: next, fields: this.fields.length };
  }

  private close(): void {
    const field = this.fields.at(-1);
    if (field) field.value = trimBlanks(this.pieces.length > 0 ? field.value + this.pieces.join('') : field.value);
    this.pieces = [];
  }

  /** Whether a line is the first delimiter of a multipart without a blank line before it. */
  private isDelimiter(text: string, words: string, next: number): boolean {
    if (!words.startsWith('--') || words.length < 3) return false;
    if (!this.isPart || PART_FIELD.test(text.slice(next, next + 100))) return true;
    // Lines after such a line do not continue the last field, whatever the line is.
    this.close();
    const type = this.contentType?.value ?? '';
    const named = type.slice(0, LONGEST_TYPE).search(/boundary/i);
    return named >= 0 && type.slice(named, named + LONGEST_TYPE).includes(words.slice(2).trimEnd());
  }
}

function fieldOf(written: string, line: string): HeaderField {
  return { name: written.toLowerCase(), value: unbroken(line.slice(line.indexOf(':') + 1)) };
}

// A name whose colon is on the next line, which other programs accept as a field.
function withColon(text: string, line: Line, lineAt: LineFinder): Line {
  if (line.end - line.start > 100 || !FOLDED_COLON.test(text.slice(line.end, line.end + 20))) return line;
  const name = text.slice(line.start, line.end);
  return NAME.test(name) && line.next > line.end ? { ...lineAt(line.next), start: line.start } : line;
}

/**
 * A bare carriage return ends a line too if another header line follows, or if the previous line ended this way;
 * otherwise it is whitespace.
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
 * Finds the next occurrence of a character; the length of the text if there is none. The result is cached: otherwise
 * each line that ends in the other character would repeat the search.
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

// Some gateways convert CR LF to CR CR LF; this is one line ending.
function lineBreakLength(text: string, at: number): number {
  if (text.charCodeAt(at) === LF) return 1;
  let end = at;
  while (text.charCodeAt(end) === CR && end - at < 8) end++;
  return end > at && text.charCodeAt(end) === LF ? end + 1 - at : text.charCodeAt(at) === CR ? 1 : 0;
}

function unbroken(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r', ' ') : text;
}
