// The MIME frame of a message in a mailbox file (RFC 2046 section 5.1): while its outermost multipart is open, a line
// that begins with From belongs to a part, such as an attached patch or mailbox. A message that was cut off never closes
// its frame; that is seen from what follows: no delimiter line of it, or one that another message has declared.
import { headerEnd, isLineEnd } from './header.ts';

/** Bytes after a line within which a delimiter must follow, if the line is to belong to an open part. */
export const REACH = 32 * 1024 * 1024;
const TYPE = /^content-type[ \t]*:((?:.*)(?:(?:\r\n|\n|\r)[ \t].*)*)/im;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]{1,200}))/i;
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
  for (let end = to - 1; end >= from; ) {
    const at = text.lastIndexOf(closing, end, 'latin1');
    if (at < from) return false;
    const after = text[at + closing.length];
    if ((at === 0 || isLineEnd(text[at - 1])) && (after === undefined || after <= 0x20)) return true;
    end = at - 1;
  }
  return false;
}

/** Whether a multipart with this boundary is declared between these two places. */
export function isDeclared(text: Buffer, boundary: string, from: number, to: number): boolean {
  for (let at = from; ; at++) {
    at = text.indexOf(boundary, at, 'latin1');
    if (at < 0 || at >= to) return false;
    if (/boundary\s*=\s*"?$/i.test(text.toString('latin1', Math.max(from, at - 20), at))) return true;
  }
}

interface Delimiter {
  at: number;
  name: string;
}

const FORGOTTEN = 1000; // delimiter lines that are forgotten at once

/**
 * The delimiter lines ahead. Each stretch of the file is looked through once, however many messages were cut off.
 * Places count from the beginning of the file.
 */
export function newDelimiters() {
  const lines: Delimiter[] = []; // in the order of the file
  const places = new Map<string, number[]>();
  let searched = 0;

  function add(at: number, line: string): void {
    const name = withoutEnd(line.slice(2).trimEnd());
    lines.push({ at, name });
    const known = places.get(name);
    if (known) known.push(at);
    else places.set(name, [at]);
  }

  return {
    /** Looks through the text, whose beginning is at `base`, up to its end. */
    extend(text: Buffer, base: number, isEnd: boolean): void {
      let at = Math.max(searched - base, 0);
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
        add(base + at, text.toString('latin1', at, end));
        at = end;
      }
      searched = base + (at < 0 ? Math.max(text.length - 1, 0) : at);
    },
    /** The first one of this boundary after a place; null where none is known. */
    next(boundary: string, after: number): number | null {
      const known = [boundary, withoutEnd(boundary)].flatMap(
        (name) => places.get(name)?.find((at) => at > after) ?? [],
      );
      return known.length > 0 ? Math.min(...known) : null;
    },
    /** Forgets what lies before a place. */
    forget(before: number): void {
      while ((lines[FORGOTTEN - 1]?.at ?? before) < before)
        for (const name of new Set(lines.splice(0, FORGOTTEN).map((one) => one.name))) {
          const left = places.get(name)?.filter((at) => at >= before) ?? [];
          if (left.length > 0) places.set(name, left);
          else places.delete(name);
        }
    },
  };
}

/** A closing delimiter has two hyphens at its end. */
function withoutEnd(delimiter: string): string {
  return delimiter.replace(/--$/, '');
}
