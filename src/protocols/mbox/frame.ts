// The MIME frame of a message in a mailbox file (RFC 2046 section 5.1): while its outermost multipart is open, a line
// that begins with From belongs to a part, such as an attached patch or mailbox. A message that was cut off never closes
// its frame; that is seen from what follows: no delimiter line of it, or one that another message has declared.
import { headerEnd, isLineEnd } from './header.ts';

const TYPE = /^content-type[ \t]*:((?:.*)(?:(?:\r\n|\n|\r)[ \t].*)*)/im;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]{1,200}))/i;
const DECLARED = /^oundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/;
const EVIDENT = /(?:^|\r\n|\n|\r)--(\S.{0,69}?)[ \t]*(?:\r\n|\n|\r)content-[a-z-]+:/i;
const SEARCHED = 64 * 1024; // bytes of a body in which its first delimiter is looked for
const DEEPEST = 4; // messages that are nothing but a message
const LONGEST = 210; // characters of a delimiter line that count; a boundary has 70 (RFC 2046 section 5.1.1), in practice more

/** The outermost boundary of the message; null where it is not multipart. `to` is where it ends at most. */
export function boundaryOf(text: Buffer, begin: number, body: number, to: number): string | null {
  let message = text.subarray(begin, to);
  let header = body - begin;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const type = TYPE.exec(message.toString('latin1', 0, header))?.[1]?.trim() ?? '';
    if (/^message\/rfc822/i.test(type)) {
      while (header < message.length && isLineEnd(message[header])) header++;
      message = message.subarray(header);
      header = headerEnd(message);
      continue;
    }
    if (!/^multipart\//i.test(type)) return null;
    const [, quoted, plain] = BOUNDARY.exec(`;${type}`) ?? [];
    const declared = quoted?.replaceAll(/\\(.)/g, '$1').trimEnd() ?? plain ?? null;
    if (declared !== null && message.includes(`--${declared}`, header, 'latin1')) return declared;
    // A wrong boundary, or none, is common enough: the body tells.
    return EVIDENT.exec(message.toString('latin1', header, header + SEARCHED))?.[1] ?? declared;
  }
  return null;
}

/** Whether the multipart has been closed between these two places. */
export function isClosed(text: Buffer, boundary: string, from: number, to: number): boolean {
  const closing = `--${boundary}--`;
  const stretch = text.subarray(from, to); // a search backwards goes to the beginning
  for (let end = stretch.length; end >= 0; ) {
    const at = stretch.lastIndexOf(closing, end, 'latin1');
    if (at < 0) return false;
    const after = text[from + at + closing.length];
    if ((from + at === 0 || isLineEnd(text[from + at - 1])) && (after === undefined || after <= 0x20)) return true;
    end = at - 1;
  }
  return false;
}

const FORGOTTEN = 1000; // places that are forgotten at once

/** Where names are in a file, in the order of the file. */
function newPlaces() {
  const all: { at: number; name: string }[] = [];
  const byName = new Map<string, number[]>();
  return {
    add(name: string, at: number): void {
      all.push({ at, name });
      const known = byName.get(name);
      if (known) known.push(at);
      else byName.set(name, [at]);
    },
    /** The first place of the name after another place; Infinity where none is known. */
    next(name: string, after: number): number {
      const known = byName.get(name);
      return known?.[firstAfter(known, after)] ?? Infinity;
    },
    /** Forgets what lies before a place. */
    forget(before: number): void {
      while ((all[FORGOTTEN - 1]?.at ?? before) < before)
        for (const name of new Set(all.splice(0, FORGOTTEN).map((one) => one.name))) {
          const known = byName.get(name) ?? [];
          const left = known.slice(firstAfter(known, before - 1));
          if (left.length > 0) byName.set(name, left);
          else byName.delete(name);
        }
    },
  };
}

/** The index of the first place after another one, by bisection: a hostile file has a million places of one name. */
function firstAfter(places: number[], after: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The delimiter lines and the declared boundaries ahead. Each stretch of the file is looked through once, however many
 * lines begin with From and however many messages were cut off. Places count from the beginning of the file.
 */
export function newDelimiters() {
  const lines = newPlaces();
  const declared = newPlaces();
  const searched = { lines: 0, declared: 0 };

  function findLines(text: Buffer, base: number, isEnd: boolean): void {
    let at = Math.max(searched.lines - base, 0);
    for (;;) {
      at = text.indexOf('--', at, 'latin1');
      if (at < 0) break;
      if (at > 0 && !isLineEnd(text[at - 1])) {
        at += 2;
        continue;
      }
      let end = at;
      while (end < text.length && end < at + LONGEST && !isLineEnd(text[end])) end++;
      if (end === text.length && !isEnd) break; // the line is not whole yet
      lines.add(withoutEnd(text.toString('latin1', at + 2, end).trimEnd()), base + at);
      at = end;
    }
    searched.lines = base + (at < 0 ? Math.max(text.length - 1, 0) : at);
  }

  function findDeclared(text: Buffer, base: number, isEnd: boolean): void {
    let at = Math.max(searched.declared - base, 0);
    for (;;) {
      at = text.indexOf('oundary', at, 'latin1');
      if (at < 0 || (at + LONGEST > text.length && !isEnd)) break;
      const [, quoted, plain] = DECLARED.exec(text.toString('latin1', at, at + LONGEST)) ?? [];
      const name = quoted ?? plain;
      if (name !== undefined) declared.add(name.trimEnd(), base + at);
      at += 7;
    }
    searched.declared = base + (at < 0 ? Math.max(text.length - 6, 0) : at);
  }

  return {
    /** Looks through the text, whose beginning is at `base`, up to its end. */
    extend(text: Buffer, base: number, isEnd: boolean): void {
      findLines(text, base, isEnd);
      findDeclared(text, base, isEnd);
    },
    /** The next delimiter line of this boundary after a place; null where none is known. */
    next(boundary: string, after: number): number | null {
      const at = Math.min(lines.next(boundary, after), lines.next(withoutEnd(boundary), after));
      return at === Infinity ? null : at;
    },
    /** Whether a multipart with this boundary is declared between two places. */
    isDeclared: (boundary: string, from: number, to: number): boolean => declared.next(boundary, from) < to,
    forget(before: number): void {
      lines.forget(before);
      declared.forget(before);
    },
  };
}

/** A closing delimiter has two hyphens at its end. */
function withoutEnd(delimiter: string): string {
  return delimiter.replace(/--$/, '');
}
