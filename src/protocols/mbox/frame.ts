// Tracks the MIME structure of a message in a mailbox file (RFC 2046 section 5.1): while its outermost multipart is
// open, a line that begins with From belongs to a part, such as an attached patch or mailbox. A truncated message never
// closes its multipart; this is detected by what follows: no delimiter line of it, or one that another message has
// declared.
import type { Source } from '../mime/source.ts';
import { headerEnd, isLineEnd } from './header.ts';

const TYPE = /^content-type[ \t]*:((?:.*)(?:(?:\r\n|\n|\r)[ \t].*)*)/im;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]{1,200}))/i;
const DECLARED = /^oundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/;
const EVIDENT = /(?:^|\r\n|\n|\r)--(\S.{0,69}?)[ \t]*(?:\r\n|\n|\r)content-[a-z-]+:/i;
const SEARCHED = 64 * 1024; // bytes of a body that are searched for its first delimiter
const LONGEST_HEADER = 1024 * 1024; // of a message within a message
const HYPHENS = Buffer.from('--');
const DECLARATION = Buffer.from('oundary');
const DEEPEST = 4; // levels of messages that consist only of another message
const LONGEST = 210; // characters of a delimiter line that are compared; RFC 2046 allows 70, real mail has more

/** The outermost boundary of the message; null if it is not multipart. `to` is its latest possible end. */
export function boundaryOf(text: Source, begin: number, body: number, to: number): string | null {
  let message = text.range(begin, to);
  let header = body - begin;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const type = TYPE.exec(message.latin1(0, header))?.[1]?.trim() ?? '';
    if (/^message\/rfc822/i.test(type)) {
      while (header < message.length && isLineEnd(message.at(header))) header++;
      message = message.range(header, message.length);
      header = headerEnd(message.view(0, LONGEST_HEADER));
      continue;
    }
    if (!/^multipart\//i.test(type)) return null;
    const [, quoted, plain] = BOUNDARY.exec(`;${type}`) ?? [];
    const declared = quoted?.replaceAll(/\\(.)/g, '$1').trimEnd() ?? plain ?? null;
    if (declared !== null && message.indexOf(Buffer.from(`--${declared}`, 'latin1'), header) >= 0) return declared;
    // A wrong or missing boundary is common: use the one that the body contains.
    return EVIDENT.exec(message.latin1(header, header + SEARCHED))?.[1] ?? declared;
  }
  return null;
}

/** Whether the multipart is closed within a range. */
export function isClosed(text: Source, boundary: string, from: number, to: number): boolean {
  const closing = Buffer.from(`--${boundary}--`, 'latin1');
  for (let end = to; ; ) {
    const at = text.lastIndexOf(closing, from, end);
    if (at < 0) return false;
    const after = text.at(at + closing.length);
    if ((at === 0 || isLineEnd(text.at(at - 1))) && (after === undefined || after <= 0x20)) return true;
    end = at + closing.length - 1;
  }
}

const DROPPED = 1000; // positions that are dropped at a time

/** The positions of names in a file, in file order. */
function newPositions() {
  const all: { at: number; name: string }[] = [];
  const byName = new Map<string, number[]>();
  return {
    add(name: string, at: number): void {
      all.push({ at, name });
      const known = byName.get(name);
      if (known) known.push(at);
      else byName.set(name, [at]);
    },
    /** The first position of a name after an offset; Infinity if none is known. */
    next(name: string, after: number): number {
      const known = byName.get(name);
      return known?.[firstAfter(known, after)] ?? Infinity;
    },
    /** Drops positions before an offset. */
    forget(before: number): void {
      while ((all[DROPPED - 1]?.at ?? before) < before)
        for (const name of new Set(all.splice(0, DROPPED).map((one) => one.name))) {
          const known = byName.get(name) ?? [];
          const left = known.slice(firstAfter(known, before - 1));
          if (left.length > 0) byName.set(name, left);
          else byName.delete(name);
        }
    },
  };
}

/**
 * The index of the first position after an offset, by binary search: a hostile file has a million positions of one
 * name.
 */
function firstAfter(positions: number[], after: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The delimiter lines and declared boundaries ahead. Each range of the file is scanned once, however many lines begin
 * with From and however many messages are truncated. Offsets count from the beginning of the file.
 */
export function newDelimiters() {
  const lines = newPositions();
  const declared = newPositions();
  const searched = { lines: 0, declared: 0 };

  function findLines(text: Source, base: number, isEnd: boolean): void {
    let at = Math.max(searched.lines - base, 0);
    for (;;) {
      at = text.indexOf(HYPHENS, at);
      if (at < 0) break;
      if (at > 0 && !isLineEnd(text.at(at - 1))) {
        at += 2;
        continue;
      }
      let end = at;
      while (end < text.length && end < at + LONGEST && !isLineEnd(text.at(end))) end++;
      if (end === text.length && !isEnd) break; // the line is not complete yet
      lines.add(withoutEnd(text.latin1(at + 2, end).trimEnd()), base + at);
      at = end;
    }
    searched.lines = base + (at < 0 ? Math.max(text.length - 1, 0) : at);
  }

  function findDeclared(text: Source, base: number, isEnd: boolean): void {
    let at = Math.max(searched.declared - base, 0);
    for (;;) {
      at = text.indexOf(DECLARATION, at);
      if (at < 0 || (at + LONGEST > text.length && !isEnd)) break;
      const [, quoted, plain] = DECLARED.exec(text.latin1(at, at + LONGEST)) ?? [];
      const name = quoted ?? plain;
      if (name !== undefined) declared.add(name.trimEnd(), base + at);
      at += 7;
    }
    searched.declared = base + (at < 0 ? Math.max(text.length - 6, 0) : at);
  }

  return {
    /** Scans the text, which begins at offset `base`, up to its end. */
    extend(text: Source, base: number, isEnd: boolean): void {
      findLines(text, base, isEnd);
      findDeclared(text, base, isEnd);
    },
    /** The next delimiter line of this boundary after an offset; null if none is known. */
    next(boundary: string, after: number): number | null {
      const at = Math.min(lines.next(boundary, after), lines.next(withoutEnd(boundary), after));
      return at === Infinity ? null : at;
    },
    /** Whether a multipart with this boundary is declared within a range. */
    isDeclared: (boundary: string, from: number, to: number): boolean => declared.next(boundary, from) < to,
    forget(before: number): void {
      lines.forget(before);
      declared.forget(before);
    },
  };
}

/** Whether a closing delimiter (with two hyphens at its end) matches. */
function withoutEnd(delimiter: string): string {
  return delimiter.replace(/--$/, '');
}
