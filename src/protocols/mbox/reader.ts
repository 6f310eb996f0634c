// Mailbox files (RFC 4155 and its kin) as a stream of messages, with the current one in memory. A message ends
// 1. where its Content-Length says (mboxcl, mboxcl2), if a separator line or the end of the file is there;
// 2. otherwise before the next separator line (separator.ts) that does not lie within an open MIME part (frame.ts).
// docs/guide/import.md states the rule for users.
import { limits } from '../../limits.ts';
import { boundaryOf, isClosed, newDelimiters } from './frame.ts';
import { headerEnd, isLineEnd, lineBreakAt, lineBreakBefore } from './header.ts';
import { unquote } from './quoting.ts';
import { formOf, isBlankBefore, isExported, isSeparator, LOOK_AHEAD, type SeparatorForm } from './separator.ts';

export interface MboxMessage {
  /** Where its separator line begins in the file. */
  offset: number;
  /** The separator line; empty where there is none. */
  envelope: string;
  /** The message; null when it is larger than `most`. */
  bytes: Buffer | null;
  /** What the mailbox notes about it outside of the message; absent where it notes nothing. */
  attributes?: string[];
}

const HEADER = 256 * 1024; // bytes of a message that are looked through for the end of its header
const LENGTH = /^content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?$/im;
const WAIT = 'wait';
const AFTER_DELIMITER = 400; // bytes in which the first field of a part follows its delimiter

/** The message that is being looked for the end of. */
interface Current {
  form: SeparatorForm;
  /** Where the message begins, after its separator line. */
  begin: number;
  /** Where its body begins. */
  body: number;
  /** Where it ends by its Content-Length; null where that is missing or wrong. */
  told: number | null;
  /** Whether an export of Daybook has written it. */
  isExported: boolean;
  /** Of its outermost multipart; undefined: not looked for yet. */
  boundary: string | null | undefined;
  /** Up to here that is not closed. Counts from the beginning of the file, as the next one does. */
  openAt: number;
  /** Up to here everything belongs to its parts. */
  insideTo: number;
}

export async function* readMbox(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<MboxMessage> {
  const splitter = newSplitter(most);
  for await (const chunk of chunks) {
    splitter.add(chunk);
    yield* splitter.messages(false);
  }
  yield* splitter.messages(true);
}

function newSplitter(most: number) {
  let text: Buffer = Buffer.alloc(0); // begins with a separator line, once one was found
  let base = 0; // the place of its beginning in the file
  let searched = 0; // up to here there is no separator line
  let dropped: number | null = null; // where a message began that is too large to keep
  let current: Current | null = null;
  let isUnquoted = false; // a message with a Content-Length had lines that were not quoted (mboxcl2)
  const delimiters = newDelimiters();

  function take(end: number): MboxMessage {
    const { begin, told } = current as Current;
    const isTold = told !== null;
    let bytes: Buffer | null = null;
    let envelope = '';
    if (dropped === null) {
      envelope = text.toString('latin1', 0, Math.min(begin, LOOK_AHEAD)).trimEnd();
      const last = isTold ? told : end - (isBlankBefore(text, end) ? lineBreakBefore(text, end) : 0);
      bytes = text.subarray(begin, Math.max(begin, last));
      if (bytes.length > most) bytes = null;
    }
    if (bytes !== null && !(isTold && isUnquoted)) {
      const unquoted = unquote(bytes);
      isUnquoted ||= isTold && unquoted.hasUnquoted;
      bytes = unquoted.bytes;
    }
    const message = { offset: dropped ?? base, envelope, bytes };
    advance(end);
    dropped = null;
    current = null;
    return message;
  }

  function advance(by: number): void {
    text = text.subarray(by);
    base += by;
    searched = Math.max(searched - by, 0);
    delimiters.forget(base);
  }

  /** The end of the current message, or null where more of the file is needed. */
  function findEnd(isEnd: boolean): number | null {
    if (current === null) {
      const found = describe(text, isEnd, most);
      if (found === WAIT) return null;
      current = found;
      searched = Math.max(current.begin - 1, 0);
    }
    if (current.told !== null) {
      const end = toldEnd(text, current, isEnd, most);
      if (end === WAIT) return null;
      if (end !== null) return end;
      current.told = null;
    }
    for (let at = searched; ; at++) {
      at = text.indexOf('From ', at, 'latin1');
      if (at < 0) {
        searched = Math.max(text.length - 'From '.length, searched);
        return null;
      }
      searched = at;
      if (!isLineEnd(text[at - 1])) continue;
      if (text.length - at < LOOK_AHEAD && !isEnd) return null;
      if (!isSeparator(text, at, current.form)) continue;
      const inside = isInPart(at, current, isEnd);
      if (inside === WAIT) return null;
      if (!inside) return at;
    }
  }

  function isInPart(at: number, message: Current, isEnd: boolean): boolean | typeof WAIT {
    if (message.isExported && isExported(text, at)) return false;
    if (message.boundary === undefined) message.boundary = boundaryOf(text, message.begin, message.body, at);
    const { boundary } = message;
    if (boundary === null) return false;
    if (base + at < message.insideTo) return true;
    if (isClosed(text, boundary, Math.max(message.openAt - base, message.body), at)) return false;
    message.openAt = base + at - boundary.length - '----'.length;
    delimiters.extend(text, base, isEnd);
    const next = delimiters.next(boundary, base + at);
    if (next === null) return isEnd || text.length - at > limits.mailboxReach ? false : WAIT;
    if (next - base - at > limits.mailboxReach || delimiters.isDeclared(boundary, base + at, next)) return false;
    if (isOfAnother(at, next - base, boundary)) return false;
    message.insideTo = next;
    return true;
  }

  /** Whether a delimiter is of a message between, which uses the same boundary and declares another or none. */
  function isOfAnother(from: number, delimiter: number, boundary: string): boolean {
    for (let at = delimiter; at >= from; at--) {
      at = text.lastIndexOf('From ', at, 'latin1');
      if (at < from) return false;
      if (!isLineEnd(text[at - 1]) || formOf(text.toString('latin1', at, at + LOOK_AHEAD)) !== 'dated') continue;
      const other = text.subarray(at, delimiter + AFTER_DELIMITER);
      const found = describe(other, true, most);
      return found !== WAIT && boundaryOf(other, found.begin, found.body, other.length) === boundary;
    }
    return false;
  }

  function drop(): void {
    if (text.length <= most + HEADER || current === null) return;
    if (dropped === null) {
      if (current.boundary === undefined) current.boundary = boundaryOf(text, current.begin, current.body, text.length);
      dropped = base;
    }
    // Only its end is looked for from here on; a line break and what stands before it tell whether a line is blank.
    const gone = Math.max(searched - 4, 0);
    current = { ...current, begin: 0, body: 0, told: null };
    advance(gone);
  }

  return {
    add(chunk: Buffer): void {
      text = text.length === 0 ? chunk : Buffer.concat([text, chunk]);
    },
    *messages(isEnd: boolean): Generator<MboxMessage> {
      if (base === 0 && dropped === null && current === null) {
        const start = text.indexOf('From ', 0, 'latin1');
        if (start < 0) return;
        advance(start);
      }
      for (;;) {
        if (text.length === 0 && dropped === null) return;
        const end = findEnd(isEnd);
        if (end !== null) yield take(end);
        else break;
      }
      if (isEnd) yield take(text.length);
      else drop();
    },
  };
}

/** The separator line and the header of the message that the text begins with. */
function describe(text: Buffer, isEnd: boolean, most: number): Current | typeof WAIT {
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
  const told = length === undefined || body + Number(length) > most ? null : body + Number(length);
  return { form, begin, body, told, isExported: isExported(text, 0), boundary: undefined, openAt: 0, insideTo: 0 };
}

/** The place after the blank line that ends the header, or where the next message begins before it. */
function headerOf(text: Buffer, begin: number): number | null {
  // As far as one message may need, and not through all that has been read.
  for (let size = 4096; ; size *= 4) {
    const piece = text.subarray(begin, begin + size);
    const end = headerEnd(piece);
    if (end < piece.length) {
      const next = /[\r\n](?=From \S.*\d{4}\s*[\r\n])/.exec(piece.toString('latin1', 0, end + 2));
      if (next) return begin + next.index + 1;
      const blank = end === 0 ? 0 : end + lineBreakAt(piece, end);
      return begin + blank + lineBreakAt(piece, blank);
    }
    if (begin + size >= text.length || size >= HEADER) return null;
  }
}

/**
 * Where the next separator line begins by the Content-Length, or the file ends. One that does not lead there is not
 * believed: the next separator line tells.
 */
function toldEnd(text: Buffer, { told }: Current, isEnd: boolean, most: number): number | typeof WAIT | null {
  let end = told as number;
  if (end + LOOK_AHEAD > text.length && !isEnd) return end > most ? null : WAIT;
  if (end > text.length) return null;
  while (isLineEnd(text[end])) end++;
  if (end === text.length) return isEnd ? end : WAIT;
  if (end > 0 && !isLineEnd(text[end - 1])) return null;
  return formOf(text.toString('latin1', end, end + LOOK_AHEAD)) === null ? null : end;
}
