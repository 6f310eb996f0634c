// In a mailbox file, lines of a message that begin with From are quoted with >: only those (mboxo), or also lines that
// are already quoted (mboxrd). The variant of a file cannot be detected, so mboxrd is read and written here: one > is
// removed or added. A message that contains an unquoted From line was not quoted at all (mboxcl2).

import type { Source } from '../mime/source.ts';
import { isLineEnd } from './header.ts';

const QUOTED = /^>(>*From )/gm;
const UNQUOTED = /^From /m;
// A relay has added these lines at the top of the header (UUCP); they are not quoted.
const RELAYED = /^(?:>From .*(?:\r\n|\n|\r))+/;
const LONGEST_RELAYED = 10_000;
const FROM = Buffer.from('From ');
const LINE_START = 64 * 1024; // bytes at the beginning of a long line that are processed together

export interface Unquoted {
  bytes: Buffer;
  /** Whether it has lines that would have been quoted if the writer quoted any. */
  hasUnquoted: boolean;
}

/** Removes the quoting. */
export function unquote(bytes: Buffer): Unquoted {
  if (!bytes.includes('From ', 0, 'latin1')) return { bytes, hasUnquoted: false };
  const start = RELAYED.exec(bytes.toString('latin1', 0, LONGEST_RELAYED))?.[0].length ?? 0;
  const text = bytes.toString('latin1', start);
  if (UNQUOTED.test(text)) return { bytes, hasUnquoted: true };
  const unquoted = text.replace(QUOTED, '$1');
  if (unquoted.length === text.length) return { bytes, hasUnquoted: false };
  return { bytes: Buffer.concat([bytes.subarray(0, start), Buffer.from(unquoted, 'latin1')]), hasUnquoted: false };
}

/** The same for a message that is not in memory. */
export function unquoteLarge(source: Source): { pieces: Iterable<Buffer>; hasUnquoted: boolean } {
  const start = RELAYED.exec(source.latin1(0, LONGEST_RELAYED))?.[0].length ?? 0;
  for (let at = source.indexOf(FROM, start); at >= 0; at = source.indexOf(FROM, at + 1))
    if (at === start || isLineEnd(source.at(at - 1))) return { pieces: source.pieces(), hasUnquoted: true };
  return { pieces: unquotedPieces(source, start), hasUnquoted: false };
}

function* unquotedPieces(source: Source, start: number): Generator<Buffer> {
  yield* source.pieces(0, start);
  yield* changeLines(source.pieces(start), (lines) => lines.replace(QUOTED, '$1'));
}

/** Changes the beginnings of lines in a stream: `change` receives whole lines, or a long line in parts. */
function* changeLines(pieces: Iterable<Buffer>, change: (lines: string) => string): Generator<Buffer> {
  let waiting = ''; // the beginning of a line
  let isInLine = false; // the beginning of the line has been emitted
  for (const piece of pieces) {
    let text = waiting + piece.toString('latin1');
    waiting = '';
    if (isInLine) {
      const end = text.search(/[\r\n]/) + 1;
      isInLine = end === 0;
      const before = isInLine ? text : text.slice(0, end);
      yield Buffer.from(before, 'latin1');
      text = text.slice(before.length);
    }
    const begun = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (text.length - begun <= LINE_START) {
      waiting = text.slice(begun);
      text = text.slice(0, begun);
    } else isInLine = true;
    if (text !== '') yield Buffer.from(change(text), 'latin1');
  }
  if (waiting !== '') yield Buffer.from(change(waiting), 'latin1');
}

/**
 * The message with its separator line and the blank line after it, which end with LF (RFC 4155 appendix A) whatever its
 * own line endings, quoted so that reading restores it exactly.
 */
export function writeMbox(bytes: Uint8Array, sender: string | null, receivedAt: number): Buffer {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = raw.toString('latin1');
  const quoted = text.replace(/^(>*From )/gm, '>$1');
  const who = sender && /^[!-~]+$/.test(sender) ? sender : 'MAILER-DAEMON';
  const last = text.endsWith('\n') || text === '' ? '' : '\n';
  return Buffer.from(`From ${who} ${asctime(receivedAt)}\n${quoted}${last}\n`, 'latin1');
}

// Tue Feb 17 09:00:00 2026, in UTC.
function asctime(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} ${year}`;
}
