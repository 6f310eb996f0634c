// Mailbox files (RFC 4155 and its kin): the messages of one, streamed with only the current one in memory, and a message
// as it is written into one. Lines that begin with From are quoted with > (mboxo, mboxrd), or the length of the
// message is told (mboxcl2); which of them a file has is seen from the file.
import { fieldName, isMailField } from './mail-header.ts';

export interface MboxMessage {
  /** Where its separator line begins in the file. */
  offset: number;
  /** The separator line. */
  envelope: string;
  /** The message; null when it is larger than `most`. */
  bytes: Buffer | null;
}

const LF = 0x0a;
const SEPARATOR = Buffer.from('\nFrom ');
const DATED = /^From .{0,300}?\d{1,2}:\d{2}(?::\d{2})?\b.{0,40}\b\d{4}\b|^From - /;
const BARE = /^From (?:-|\S+@\S+)?\s*$/;
const LOOK_AHEAD = 1000; // bytes that tell whether a line is a separator
const LENGTH = /^content-length:[ \t]*(\d{1,12})[ \t]*\r?$/im;
const HEADER = 256 * 1024; // of a message are looked through for its length

/** Whether a file that begins so is a mailbox file: words that begin with From are none. */
export function isMbox(beginning: Buffer): boolean {
  const text = beginning.toString('latin1', 0, LOOK_AHEAD).replace(/^\xef\xbb\xbf/, '');
  const [, line, next = ''] = /^\s*(From .*)\r?\n(.*)/.exec(text) ?? [];
  const field = fieldName(next);
  return line !== undefined && (DATED.test(line) || (field !== null && (isMailField(field) || BARE.test(line))));
}

export async function* readMbox(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<MboxMessage> {
  let text: Buffer = Buffer.alloc(0); // begins with a separator, once one was found
  let base = 0; // the place of its beginning in the file
  let searched = 0; // up to here no separator was found
  let dropped: number | null = null; // where a message began that is too large to keep

  const take = (end: number, next: number): MboxMessage => {
    const message =
      dropped === null ? messageOf(text, base, end, most) : { offset: dropped, envelope: '', bytes: null };
    dropped = null;
    text = text.subarray(next);
    base += next;
    searched = 0;
    return message;
  };

  let begun = false;
  for await (const chunk of chunks) {
    text = text.length === 0 ? chunk : Buffer.concat([text, chunk]);
    if (!begun) {
      const start = text.indexOf('From ');
      if (start < 0) continue;
      text = text.subarray(start);
      base = start;
      begun = true;
    }
    for (;;) {
      const found = nextSeparator(text, searched, false, most);
      if (found.at !== null) yield take(found.at, found.at);
      else {
        searched = found.searched;
        break;
      }
    }
    if (text.length > most + HEADER) {
      // Only its end is looked for from here on.
      dropped ??= base;
      const kept = Math.max(searched - 4, 0);
      text = text.subarray(kept);
      base += kept;
      searched = Math.min(searched, 4);
    }
  }
  for (;;) {
    const found = nextSeparator(text, searched, true, most);
    if (found.at === null) break;
    yield take(found.at, found.at);
  }
  if (begun && text.length > 0) yield take(text.length, text.length);
}

/** The place of the next separator line, or up to where there is none. */
function nextSeparator(
  text: Buffer,
  from: number,
  isEnd: boolean,
  most: number,
): { at: number | null; searched: number } {
  let at = from;
  if (from === 0) {
    const told = toldEnd(text, isEnd, most);
    if (told === 'wait') return { at: null, searched: 0 };
    if (told !== null) return { at: told, searched: told };
  }
  for (;;) {
    at = text.indexOf(SEPARATOR, at);
    if (at < 0) return { at: null, searched: Math.max(text.length - SEPARATOR.length, 0) };
    if (text.length - at < LOOK_AHEAD && !isEnd) return { at: null, searched: at };
    if (isSeparator(text, at)) return { at: at + 1, searched: at + 1 };
    at++;
  }
}

function isSeparator(text: Buffer, at: number): boolean {
  const [line = '', next = ''] = text.toString('latin1', at + 1, at + LOOK_AHEAD).split(/\r?\n/, 2);
  const afterBlank = text[at - 1] === LF || (text[at - 1] === 0x0d && text[at - 2] === LF);
  const isField = fieldName(next) !== null;
  return DATED.test(line) ? afterBlank || isField : afterBlank && isField && BARE.test(line);
}

/**
 * Where the message ends by its Content-Length, if a separator or the end of the file follows there. One that would be
 * too large is not believed: the next separator tells.
 */
function toldEnd(text: Buffer, isEnd: boolean, most: number): number | 'wait' | null {
  const begin = text.indexOf(LF) + 1;
  const header = headerEnd(text, begin);
  if (header === null) return !isEnd && text.length < HEADER ? 'wait' : null;
  const length = LENGTH.exec(text.toString('latin1', begin, header))?.[1];
  if (length === undefined) return null;
  let end = header + Number(length);
  if (end + LOOK_AHEAD > text.length && !isEnd) return end > most ? null : 'wait';
  if (end > text.length) return null;
  while (text[end] === LF || text[end] === 0x0d) end++;
  if (end === text.length) return null; // the last one
  return text.toString('latin1', end, end + 5) === 'From ' && text[end - 1] === LF ? end : null;
}

/** The place after the blank line. */
function headerEnd(text: Buffer, begin: number): number | null {
  // As far as one message may need, and not through all that has been read.
  const step = 4096;
  for (let at = Math.max(begin - 1, 0); at < text.length && at < begin + HEADER; at += step - 2) {
    const found = /\n\r?\n/.exec(text.toString('latin1', at, at + step));
    if (found) return at + found.index + found[0].length;
  }
  return null;
}

function messageOf(text: Buffer, base: number, end: number, most: number): MboxMessage {
  const first = text.indexOf(LF);
  const begin = first < 0 || first >= end ? end : first + 1;
  const envelope = text.toString('latin1', 0, Math.min(begin, LOOK_AHEAD)).trimEnd();
  // The blank line before the next separator is none of the message.
  let last = end;
  if (last < text.length || text[last - 2] === LF || text[last - 3] === LF) {
    if (text[last - 1] === LF && text[last - 2] === LF) last -= 1;
    else if (text[last - 1] === LF && text[last - 2] === 0x0d && text[last - 3] === LF) last -= 2;
  }
  const bytes = text.subarray(begin, Math.max(begin, last));
  return { offset: base, envelope, bytes: bytes.length > most ? null : unquote(bytes) };
}

// One > less before each From at the beginning of a line, unless there is such a line without: then none is quoted.
function unquote(bytes: Buffer): Buffer {
  if (bytes.indexOf('From ') < 0) return bytes;
  const text = bytes.toString('latin1');
  if (/^From /m.test(text) || !/^>+From /m.test(text)) return bytes;
  return Buffer.from(text.replace(/^>(>*From )/gm, '$1'), 'latin1');
}

/** The message with its separator line and the blank line after it, quoted so that it comes back as it was (mboxrd). */
export function writeMbox(bytes: Uint8Array, sender: string | null, receivedAt: number): Buffer {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = raw.toString('latin1');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const quoted = text.replace(/^(>*From )/gm, '>$1');
  const who = sender && /^[!-~]+$/.test(sender) ? sender : 'MAILER-DAEMON';
  const last = text.endsWith('\n') || text === '' ? '' : lineEnd;
  return Buffer.from(`From ${who} ${asctime(receivedAt)}${lineEnd}${quoted}${last}${lineEnd}`, 'latin1');
}

// Tue Feb 17 09:00:00 2026, in UTC.
function asctime(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} ${year}`;
}
