// Finds where the parts of a multipart begin and end (RFC 2046 section 5.1.1): by the boundary of its header, or, if
// that is missing or wrong, by the boundary that its body evidently uses.
import type { Range, Source } from './source.ts';

export interface Frame {
  parts: Range[];
  /** The ranges before, between and after the parts. */
  around: Range[];
  /** Whether there is a closing delimiter. */
  isClosed: boolean;
}

interface Delimiter {
  /** Where its line begins, and where the next line begins. */
  at: number;
  next: number;
  isClosing: boolean;
}

const DASH = 0x2d;
const DASHES = Buffer.from('--');
const CR = 0x0d;
const LF = 0x0a;
const CANDIDATE = /^--([\w'()+,./:=?#$@!%&*~^ -]{1,200}?)[ \t]*$/;
const PART_FIELD = /^content-[a-z-]+[ \t]*:/i;
const MAX_CANDIDATES = 500;
const MAX_LINES = 20_000; // beginning with dashes that are examined
const HIDDEN_PART = /(?<![^\r\n])(--[^\r\n]{1,300}?)?content-(?:type|transfer-encoding|disposition)[ \t]*:/i;
const GAP_BYTES = 64 * 1024; // of the text around the parts that are searched for a hidden part

/** The frame for a boundary; null if there is no delimiter. It stops after more than `max` parts. */
export function frameBy(message: Source, { start, end }: Range, boundary: string, max: number): Frame | null {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const frame: Frame = { around: [], parts: [], isClosed: false };
  let open: number | null = null;
  let from = start;
  let found: Delimiter | null = null;
  do {
    found = nextDelimiter(message, from, start, end, delimiter);
    if (!found && from === start) return null;
    const stop = found ? Math.max(beforeBreak(message, found.at, start, open), from) : end;
    if (open !== null) frame.parts.push({ start: open, end: stop });
    else addGap(message, { start: from, end: stop }, boundary, frame);
    if (!found) break;
    // Parts can follow a closing delimiter if messages were concatenated; they are not hidden.
    open = found.isClosing ? null : found.next;
    frame.isClosed ||= found.isClosing;
    from = found.next;
  } while (frame.parts.length <= max);
  return frame;
}

/** The text before, between and after the parts is ignored, unless it contains a part whose delimiter is damaged. */
function addGap(message: Source, gap: Range, boundary: string, frame: Frame): void {
  if (gap.start >= gap.end) return;
  const text = message.latin1(gap.start, Math.min(gap.end, gap.start + GAP_BYTES));
  const at = hiddenPart(text, delimiterPrefix(boundary));
  if (at < 0) frame.around.push(gap);
  else frame.parts.push({ start: gap.start + at, end: gap.end });
}

/** The beginning of a damaged delimiter. It must have a letter or digit: dashes alone can be a rule in the text. */
function delimiterPrefix(boundary: string): string | null {
  const word = boundary.search(/[a-z\d]/i);
  return word < 0 ? null : `--${boundary.slice(0, Math.max(word + 4, boundary.length / 3))}`;
}

/** Where a part begins, recognised by its fields or by a line like a damaged delimiter; -1 if there is none. */
function hiddenPart(text: string, prefix: string | null): number {
  const found = HIDDEN_PART.exec(text);
  if (found) return found.index + (found[1]?.length ?? 0);
  const at = prefix === null ? -1 : text.indexOf(prefix);
  if (at < 0 || (at > 0 && !/[\r\n]/.test(text[at - 1] as string))) return -1;
  const line = /\r?\n|\r/.exec(text.slice(at));
  return line ? at + line.index + line[0].length : -1;
}

function nextDelimiter(message: Source, from: number, start: number, end: number, delimiter: Buffer): Delimiter | null {
  // The search does not continue into the parts that follow.
  for (let at = message.indexOf(delimiter, from, end); at >= 0; at = message.indexOf(delimiter, at + 1, end)) {
    const before = message.at(at - 1);
    if (at > start && before !== LF && before !== CR) continue;
    let after = at + delimiter.length;
    const isClosing = message.at(after) === DASH && message.at(after + 1) === DASH && after + 2 <= end;
    if (isClosing) after += 2;
    while (after < end && (message.at(after) === 0x20 || message.at(after) === 0x09)) after++;
    if (isClosing && message.at(after) !== LF && message.at(after) !== CR) after = afterForeign(message, after, end);
    // A delimiter without its line break still counts if fields of a part follow it.
    const isOpen = after < end && message.at(after) !== LF && message.at(after) !== CR;
    if (isOpen && !isPartField(message, after)) continue;
    return { at, next: isOpen ? after : afterBreak(message, after, end), isClosing };
  }
  return null;
}

function isPartField(message: Source, at: number): boolean {
  return (message.at(at) === 0x43 || message.at(at) === 0x63) && PART_FIELD.test(message.latin1(at, at + 100));
}

/** Skips characters that cannot be in a boundary, up to the line end: `--b-->` closes `b`, but `--b--x` does not. */
function afterForeign(message: Source, from: number, end: number): number {
  const line = message.latin1(from, Math.min(end, from + 100));
  return from + (/^[^\w'()+,./:=?\s-][^\w\r\n]*(?=[\r\n]|$)/.exec(line)?.[0].length ?? 0);
}

/**
 * The line break before a delimiter belongs to the delimiter. If the delimiter before the part ends in a bare line
 * feed, the break is a bare line feed too, and a carriage return before it belongs to the part.
 */
function beforeBreak(message: Source, at: number, start: number, open: number | null): number {
  if (at <= start) return start;
  const end = at - 1;
  const isAlone = open !== null && message.at(open - 1) === LF && message.at(open - 2) !== CR;
  return message.at(end) === LF && end > start && message.at(end - 1) === CR && !isAlone ? end - 1 : end;
}

function afterBreak(message: Source, at: number, end: number): number {
  let next = at;
  while (next < end && next - at < 8 && message.at(next) === CR) next++;
  if (next < end && message.at(next) === LF) return next + 1;
  return next > at ? at + 1 : at;
}

/**
 * Guesses the boundary of a body: the first one whose delimiter is followed by fields of a part, or that has a closing
 * delimiter. With `atTop`, only the first line counts.
 */
export function evidentBoundary(message: Source, { start, end }: Range, atTop = false): string | null {
  const seen = new Set<string>();
  let lines = 0;
  for (
    let at = message.indexOf(DASHES, start, end);
    at >= 0;
    at = message.indexOf(DASHES, afterDashes(message, at), end)
  ) {
    const before = message.at(at - 1);
    if (at > start && before !== LF && before !== CR) continue;
    if (atTop && message.latin1(start, Math.min(at, start + 1000)).trim() !== '') return null;
    if (++lines > MAX_LINES || seen.size >= MAX_CANDIDATES) return null;
    const line = lineAt(message, at, end);
    const name = CANDIDATE.exec(line)?.[1]?.trimEnd();
    if (!name || /^[-=_*. ]+$/.test(name) || seen.has(name)) continue;
    if (isPartField(message, afterBreak(message, at + line.length, end))) return name;
    const closed = name.endsWith('--') ? name.slice(0, -2) : null;
    if (closed && seen.has(closed)) return closed;
    if (atTop) return null;
    seen.add(name);
  }
  return null;
}

function afterDashes(message: Source, at: number): number {
  let after = at;
  while (message.at(after) === DASH) after++;
  return after;
}

function lineAt(message: Source, at: number, end: number): string {
  const text = message.latin1(at, Math.min(end, at + 300));
  return text.slice(0, /[\r\n]|$/.exec(text)?.index);
}
