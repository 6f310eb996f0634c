// Reads mailbox files (RFC 4155 and variants) as a stream of messages, with the current one in memory, or in a
// temporary file if it is large. A message ends 1. where its Content-Length says (mboxcl, mboxcl2), if a separator line
// or the end of the file is there; 2. otherwise before the next separator line (separator.ts) that is not within an
// open MIME part (frame.ts). docs/guide/import.md states the rule for users.
import { limits } from '../../limits.ts';
import type { Source } from '../mime/source.ts';
import { BEGINNING, type Beginning, checkDeclaredEnd, describe, HEADER, WAIT } from './beginning.ts';
import { boundaryOf, isClosed, newDelimiters } from './frame.ts';
import { isLineEnd } from './header.ts';
import type { Scratch } from './scratch.ts';
import { blankLineBefore, formOf, isExported, isSeparator, LOOK_AHEAD } from './separator.ts';
import { type LargeContent, MailboxText, type MessageContent } from './text.ts';

export interface MboxMessage {
  /** The offset of its separator line in the file. */
  offset: number;
  /** The separator line; empty if there is none. */
  envelope: string;
  /** The message, or its first bytes if it is large; null if it is larger than `max`. */
  bytes: Buffer | null;
  /** The rest of a large message; absent if `bytes` is complete. */
  large?: LargeContent;
  /** Attributes that the mailbox stores outside of the message; absent if there are none. */
  attributes?: string[];
}

const FROM = Buffer.from('From ');
const AFTER_DELIMITER = 400; // bytes after a delimiter that contain the first field of its part

/** `scratch` stores large messages; without it they stay in memory. */
export async function* readMbox(
  chunks: AsyncIterable<Buffer>,
  max: number,
  scratch: Scratch | null = null,
): AsyncGenerator<MboxMessage> {
  const text = new MailboxText(scratch);
  const splitter = new Splitter(text, max);
  try {
    for await (const chunk of chunks) {
      await text.add(chunk);
      yield* splitter.messages(false);
    }
    yield* splitter.messages(true);
  } finally {
    text.close();
  }
}

/** Splits the text, which begins with a separator line once one was found, into messages. */
class Splitter {
  private base = 0; // the offset of the text in the file
  private searched = 0; // offset up to which there is no separator line
  private dropped: number | null = null; // where a message began that is too large
  private current: Beginning | null = null;
  private isUnquoted = false; // a message with a Content-Length had lines that were not quoted (mboxcl2)
  private readonly delimiters = newDelimiters();
  private readonly text: MailboxText;
  private readonly max: number;

  constructor(text: MailboxText, max: number) {
    this.text = text;
    this.max = max;
  }

  /** The complete messages; at the end of the file also the last one. */
  *messages(isEnd: boolean): Generator<MboxMessage> {
    const { text } = this;
    if (this.base === 0 && this.dropped === null && this.current === null) {
      const start = text.source.indexOf(FROM);
      if (start < 0) return;
      this.advance(start);
    }
    for (;;) {
      if (text.length === 0 && this.dropped === null) return;
      const end = this.findEnd(isEnd);
      if (end === null) break;
      yield this.take(end);
    }
    if (isEnd) yield this.take(text.length);
    else this.drop();
  }

  private take(end: number): MboxMessage {
    const { dropped, text } = this;
    const { begin, declaredEnd } = this.current as Beginning;
    const { source } = text;
    const last = declaredEnd ?? end - (blankLineBefore(source, end) ?? 0);
    const isKept = dropped === null && last - begin <= this.max;
    const envelope = dropped === null ? source.latin1(0, Math.min(begin, LOOK_AHEAD)).trimEnd() : '';
    const content = isKept ? this.contentOf(source.range(begin, last), declaredEnd !== null) : { bytes: null };
    const message = { offset: dropped ?? this.base, envelope, ...content };
    this.advance(end);
    this.dropped = null;
    this.current = null;
    return message;
  }

  private contentOf(range: Source, hasLength: boolean): MessageContent {
    if (hasLength && this.isUnquoted) return this.text.contentOf([range]);
    const { hasUnquoted, ...content } = this.text.unquotedContent(range);
    this.isUnquoted ||= hasLength && hasUnquoted;
    return content;
  }

  private advance(by: number): void {
    this.text.advance(by);
    this.base += by;
    this.searched = Math.max(this.searched - by, 0);
    this.delimiters.forget(this.base);
  }

  /** The end of the current message, or null if more of the file is needed. */
  private findEnd(isEnd: boolean): number | null {
    const current = this.findCurrent(isEnd);
    if (current === null) return null;
    if (current.declaredEnd !== null) {
      const end = checkDeclaredEnd(this.text.source, current, isEnd, this.max);
      if (end === WAIT) return null;
      if (end !== null) return end;
      current.declaredEnd = null;
    }
    return this.findSeparator(current, isEnd);
  }

  /** The current message; null if more of the file is needed to describe it. */
  private findCurrent(isEnd: boolean): Beginning | null {
    if (this.current === null) {
      const found = describe(this.text.source.view(0, BEGINNING), isEnd, this.max);
      if (found === WAIT) return null;
      this.current = found;
      this.searched = Math.max(found.begin - 1, 0);
    }
    return this.current;
  }

  /** The next separator line outside of the parts of the message. */
  private findSeparator(current: Beginning, isEnd: boolean): number | null {
    const { text } = this;
    const { source } = text;
    for (let at = this.searched; ; at++) {
      at = source.indexOf(FROM, at);
      if (at < 0) {
        this.searched = Math.max(text.length - FROM.length, this.searched);
        return null;
      }
      this.searched = at;
      if (!isLineEnd(source.at(at - 1))) continue;
      if (text.length - at < LOOK_AHEAD && !isEnd) return null;
      if (!isSeparator(source, at, current.form)) continue;
      const inside = this.isInPart(at, current, isEnd);
      if (inside === WAIT) return null;
      if (!inside) return at;
    }
  }

  private isInPart(at: number, message: Beginning, isEnd: boolean): boolean | typeof WAIT {
    const { source } = this.text;
    if (message.isExported && isExported(source, at)) return false;
    if (message.boundary === undefined) message.boundary = boundaryOf(source, message.begin, message.body, at);
    const { boundary } = message;
    if (boundary === null) return false;
    if (this.base + at < message.insideTo) return true;
    if (isClosed(source, boundary, Math.max(message.openAt - this.base, message.body), at)) return false;
    message.openAt = this.base + at - boundary.length - '----'.length;
    this.delimiters.extend(source, this.base, isEnd);
    const next = this.delimiters.next(boundary, this.base + at);
    if (next === null) return isEnd || this.text.length - at > limits.mailboxReach ? false : WAIT;
    if (next - this.base - at > limits.mailboxReach || this.delimiters.isDeclared(boundary, this.base + at, next))
      return false;
    if (this.isOfAnother(at, next - this.base, boundary)) return false;
    message.insideTo = next;
    return true;
  }

  /** Whether a delimiter belongs to a message in between, which uses the same boundary and declares another or none. */
  private isOfAnother(from: number, delimiter: number, boundary: string): boolean {
    const { source } = this.text;
    for (let at = delimiter; ; at--) {
      at = source.lastIndexOf(FROM, from, at + FROM.length);
      if (at < 0) return false;
      const form = isLineEnd(source.at(at - 1)) ? formOf(source.latin1(at, at + LOOK_AHEAD)) : null;
      if (form !== 'dated' && form !== 'bare') continue;
      const other = source.range(at, delimiter + AFTER_DELIMITER);
      const found = describe(other.view(0, BEGINNING), true, this.max);
      return found !== WAIT && boundaryOf(other, found.begin, found.body, other.length) === boundary;
    }
  }

  /** Drops what was read of a message that is too large; from here on only its end is searched for. */
  private drop(): void {
    const { current, text } = this;
    if (text.length <= this.max + HEADER || current === null) return;
    if (this.dropped === null) {
      const { boundary, begin, body } = current;
      current.boundary = boundary === undefined ? boundaryOf(text.source, begin, body, text.length) : boundary;
      this.dropped = this.base;
    }
    // The line break and the text before it show whether a line is blank.
    const gone = Math.max(this.searched - 4, 0);
    this.current = { ...current, begin: 0, body: 0, declaredEnd: null };
    this.advance(gone);
  }
}
