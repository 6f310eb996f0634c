// Where the parts of a multipart begin and end (RFC 2046 section 5.1.1): by its boundary, or by the one that its body
// evidently uses where the header names none or another.

export interface Range {
  start: number;
  end: number;
}

export interface Frame {
  parts: Range[];
  /** What is before, between and after them. */
  around: Range[];
  /** Whether a closing delimiter is there. */
  isClosed: boolean;
}

interface Delimiter {
  /** Where its line begins, and where the next one does. */
  at: number;
  next: number;
  isClosing: boolean;
}

const DASH = 0x2d;
const CR = 0x0d;
const LF = 0x0a;
const CANDIDATE = /^--([\w'()+,./:=?#$@!%&*~^ -]{1,200}?)[ \t]*$/;
const PART_FIELD = /^content-[a-z-]+[ \t]*:/i;
const MOST_CANDIDATES = 500;
const MOST_LINES = 20_000; // that begin with dashes are looked at
const HIDDEN_PART = /(?<![^\r\n])(--[^\r\n]{1,300}?)?content-(?:type|transfer-encoding|disposition)[ \t]*:/i;
const GAP_BYTES = 64 * 1024; // of what is around the parts are looked through for one

/** The frame by a boundary; null where no delimiter is there. More than `most` parts are not told apart. */
export function frameBy(bytes: Buffer, { start, end }: Range, boundary: string, most: number): Frame | null {
  const sign = Buffer.from(`--${boundary}`, 'latin1');
  const frame: Frame = { around: [], parts: [], isClosed: false };
  let open: number | null = null;
  let from = start;
  let found: Delimiter | null = null;
  do {
    found = nextDelimiter(bytes, from, start, end, sign);
    if (!found && from === start) return null;
    const stop = found ? Math.max(beforeBreak(bytes, found.at, start, open), from) : end;
    if (open !== null) frame.parts.push({ start: open, end: stop });
    else addGap(bytes, { start: from, end: stop }, boundary, frame);
    if (!found) break;
    // Parts can follow a closing delimiter where something was joined; they are not hidden.
    open = found.isClosing ? null : found.next;
    frame.isClosed ||= found.isClosing;
    from = found.next;
  } while (frame.parts.length <= most);
  return frame;
}

/** What is before, between and after the parts is ignored, unless it is a part whose delimiter is damaged. */
function addGap(bytes: Buffer, gap: Range, boundary: string, frame: Frame): void {
  if (gap.start >= gap.end) return;
  const text = bytes.toString('latin1', gap.start, Math.min(gap.end, gap.start + GAP_BYTES));
  const at = hiddenPart(text, signOf(boundary));
  if (at < 0) frame.around.push(gap);
  else frame.parts.push({ start: gap.start + at, end: gap.end });
}

/** How a damaged delimiter begins. It has letters or digits: dashes alone, as many boundaries begin, are a rule in a text. */
function signOf(boundary: string): string | null {
  const word = boundary.search(/[a-z\d]/i);
  return word < 0 ? null : `--${boundary.slice(0, Math.max(word + 4, boundary.length / 3))}`;
}

/** Where a part begins by its fields, or after a line that begins as its delimiter would; -1 where none does. */
function hiddenPart(text: string, sign: string | null): number {
  const found = HIDDEN_PART.exec(text);
  if (found) return found.index + (found[1]?.length ?? 0);
  const at = sign === null ? -1 : text.indexOf(sign);
  if (at < 0 || (at > 0 && !/[\r\n]/.test(text[at - 1] as string))) return -1;
  const line = /\r?\n|\r/.exec(text.slice(at));
  return line ? at + line.index + line[0].length : -1;
}

function nextDelimiter(bytes: Buffer, from: number, start: number, end: number, sign: Buffer): Delimiter | null {
  const range = bytes.subarray(0, end); // a search does not go on into the parts that follow
  for (let at = range.indexOf(sign, from); at >= 0; at = range.indexOf(sign, at + 1)) {
    const before = bytes[at - 1];
    if (at > start && before !== LF && before !== CR) continue;
    let after = at + sign.length;
    const isClosing = bytes[after] === DASH && bytes[after + 1] === DASH && after + 2 <= end;
    if (isClosing) after += 2;
    while (after < end && (bytes[after] === 0x20 || bytes[after] === 0x09)) after++;
    if (isClosing && bytes[after] !== LF && bytes[after] !== CR) after = afterForeign(bytes, after, end);
    // A delimiter whose line break is lost is one.
    const isOpen = after < end && bytes[after] !== LF && bytes[after] !== CR;
    if (isOpen && !isPartField(bytes, after)) continue;
    return { at, next: isOpen ? after : afterBreak(bytes, after, end), isClosing };
  }
  return null;
}

function isPartField(bytes: Buffer, at: number): boolean {
  return (bytes[at] === 0x43 || bytes[at] === 0x63) && PART_FIELD.test(bytes.toString('latin1', at, at + 100));
}

/** Past signs that no boundary has, up to the end of the line: `--b-->` is a closing delimiter, `--b--x` another one. */
function afterForeign(bytes: Buffer, from: number, end: number): number {
  const line = bytes.toString('latin1', from, Math.min(end, from + 100));
  return from + (/^[^\w'()+,./:=?\s-][^\w\r\n]*(?=[\r\n]|$)/.exec(line)?.[0].length ?? 0);
}

/**
 * The line break before a delimiter belongs to the delimiter. Where the delimiter before the part ends in a line feed
 * alone, so does the break, and a carriage return before it is of the part.
 */
function beforeBreak(bytes: Buffer, at: number, start: number, open: number | null): number {
  if (at <= start) return start;
  const end = at - 1;
  const isAlone = open !== null && bytes[open - 1] === LF && bytes[open - 2] !== CR;
  return bytes[end] === LF && end > start && bytes[end - 1] === CR && !isAlone ? end - 1 : end;
}

function afterBreak(bytes: Buffer, at: number, end: number): number {
  let next = at;
  while (next < end && next - at < 8 && bytes[next] === CR) next++;
  if (next < end && bytes[next] === LF) return next + 1;
  return next > at ? at + 1 : at;
}

/**
 * The boundary that a body uses by its looks: the first one whose delimiter is followed by fields of a part, or that is
 * closed. With `atTop` only one that is the first line.
 */
export function evidentBoundary(bytes: Buffer, { start, end }: Range, atTop = false): string | null {
  const seen = new Set<string>();
  let lines = 0;
  const range = bytes.subarray(0, end);
  for (let at = range.indexOf('--', start); at >= 0; at = range.indexOf('--', afterDashes(range, at))) {
    const before = bytes[at - 1];
    if (at > start && before !== LF && before !== CR) continue;
    if (atTop && bytes.toString('latin1', start, Math.min(at, start + 1000)).trim() !== '') return null;
    if (++lines > MOST_LINES || seen.size >= MOST_CANDIDATES) return null;
    const line = lineAt(bytes, at, end);
    const name = CANDIDATE.exec(line)?.[1]?.trimEnd();
    if (!name || /^[-=_*. ]+$/.test(name) || seen.has(name)) continue;
    if (isPartField(bytes, afterBreak(bytes, at + line.length, end))) return name;
    const closed = name.endsWith('--') ? name.slice(0, -2) : null;
    if (closed && seen.has(closed)) return closed;
    if (atTop) return null;
    seen.add(name);
  }
  return null;
}

function afterDashes(bytes: Buffer, at: number): number {
  let after = at;
  while (bytes[after] === DASH) after++;
  return after;
}

function lineAt(bytes: Buffer, at: number, end: number): string {
  const text = bytes.toString('latin1', at, Math.min(end, at + 300));
  return text.slice(0, /[\r\n]|$/.exec(text)?.index);
}
