// The beginning of a message in a mailbox file: its separator line, its header, and its end by its Content-Length.
import type { Source } from '../mime/source.ts';
import { headerEnd, isLineEnd, lineBreakAt } from './header.ts';
import { formOf, isExportedBeginning, LOOK_AHEAD, type SeparatorForm } from './separator.ts';

/** Bytes of a message that are searched for the end of its header. */
export const HEADER = 256 * 1024;
/** Bytes of a message: its separator line and the part that is searched for its header. */
export const BEGINNING = 2 * (HEADER + LOOK_AHEAD);
/** More of the file is needed. */
export const WAIT = 'wait';
const LENGTH = /^content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?$/im;

/** A message whose end is not yet known. */
export interface Beginning {
  form: SeparatorForm;
  /** Where the message begins, after its separator line. */
  begin: number;
  /** Where its body begins. */
  body: number;
  /** Where it ends by its Content-Length; null if that is missing or wrong. */
  declaredEnd: number | null;
  /** Whether it was written by an export of Daybook. */
  isExported: boolean;
  /** The boundary of its outermost multipart; undefined: not yet determined. */
  boundary: string | null | undefined;
  /** Up to this offset of the file the multipart is not closed. */
  openAt: number;
  /** Up to this offset of the file everything belongs to its parts. */
  insideTo: number;
}

/** The separator line and the header at the beginning of the text, which has at most BEGINNING bytes. */
export function describe(text: Buffer, isEnd: boolean, max: number): Beginning | typeof WAIT {
  const beginning = text.subarray(0, HEADER + LOOK_AHEAD);
  let begin = 0;
  while (begin < beginning.length && !isLineEnd(beginning[begin])) begin++;
  if (begin + 2 >= text.length && !isEnd) return WAIT;
  begin += lineBreakAt(text, begin);
  const form = formOf(text.toString('latin1', 0, Math.min(begin, LOOK_AHEAD))) ?? 'other';
  const header = headerOf(text, begin);
  if (header === null && !isEnd && text.length < HEADER) return WAIT;
  const body = header ?? begin;
  const length = header === null ? undefined : LENGTH.exec(text.toString('latin1', begin, header))?.[1];
  const declaredEnd = length === undefined || body + Number(length) > max ? null : body + Number(length);
  return {
    form,
    begin,
    body,
    declaredEnd,
    isExported: isExportedBeginning(text.toString('latin1', 0, LOOK_AHEAD)),
    boundary: undefined,
    openAt: 0,
    insideTo: 0,
  };
}

/** The offset after the blank line that ends the header, or of the next message if it begins before. */
function headerOf(text: Buffer, begin: number): number | null {
  // Only as far as one message needs, not through everything that has been read.
  for (let size = 4096; ; size *= 4) {
    const piece = text.subarray(begin, begin + size);
    const end = headerEnd(piece);
    if (end < piece.length) {
      const next = /[\r\n](?=From (?:\S.*\d{4}|-)\s*[\r\n])/.exec(piece.toString('latin1', 0, end + 2));
      if (next) return begin + next.index + 1;
      const blank = end === 0 ? 0 : end + lineBreakAt(piece, end);
      return begin + blank + lineBreakAt(piece, blank);
    }
    if (begin + size >= text.length || size >= HEADER) return null;
  }
}

/**
 * Where the next separator line begins according to the Content-Length, or the file ends. A wrong Content-Length is
 * ignored: the next separator line counts.
 */
export function checkDeclaredEnd(
  text: Source,
  { declaredEnd }: Beginning,
  isEnd: boolean,
  max: number,
): number | typeof WAIT | null {
  let end = declaredEnd as number;
  if (end + LOOK_AHEAD > text.length && !isEnd) return end > max ? null : WAIT;
  if (end > text.length) return null;
  while (isLineEnd(text.at(end))) end++;
  if (end === text.length) return isEnd ? end : WAIT;
  if (end > 0 && !isLineEnd(text.at(end - 1))) return null;
  return formOf(text.latin1(end, end + LOOK_AHEAD)) === null ? null : end;
}
