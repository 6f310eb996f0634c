// What is looked at before a message is read: whether it keeps the budgets that the parser does not count itself
// (lines, parts, the header at its top), and the damage to its frame that mail programs put up with. Each pass is over
// the bytes, once.
import { limits } from '../limits.ts';
import type { ParsedMail } from '../values/parsed-mail.ts';
import { tooLarge } from './mime-note.ts';

export interface Scanned {
  /** The message with its frame repaired; the same bytes where nothing was wrong. */
  bytes: Buffer;
  /** Where its header ends: the place of the blank line, or the end. */
  headerEnd: number;
  problem: ParsedMail['problem'];
}

const LF = 0x0a;
const CR = 0x0d;
const FIELD = /^[!-9;-~]{1,200}[ \t]*:/;
const KNOWN_FIELD =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|content-[a-z-]+|reply-to|x-[a-z-]+)[ \t]*:/i;
const BOUNDARY =
  /boundary(?:\*0?\*?)?[ \t]*=[ \t]*(?:[^'"\s;]{0,40}'[^'"\s;]{0,40}')?(?:"([^"\r\n]{1,200})|([^\s;"]{1,200}))/gi;
const MOST_BOUNDARIES = 5000; // so many are told apart; more are too many parts anyway

export function scanMessage(raw: Uint8Array): Scanned {
  const bytes = beginAtHeader(withLineFeeds(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)));
  const { end, odd } = endOfHeader(bytes);
  if (end === null && odd === null && bytes.length > limits.mailHeaderBytes)
    return { bytes, headerEnd: limits.mailHeaderBytes, problem: tooLarge('Its header is', limits.mailHeaderBytes) };
  const repaired = odd === null ? bytes : Buffer.concat([bytes.subarray(0, odd), Buffer.of(LF), bytes.subarray(odd)]);
  return { bytes: repaired, headerEnd: odd ?? end ?? bytes.length, problem: beyondBudgets(repaired) };
}

// An old Macintosh ends lines with CR alone; then there is no LF at all.
function withLineFeeds(bytes: Buffer): Buffer {
  if (bytes.includes(LF) || !bytes.includes(CR)) return bytes;
  return bytes.map((byte) => (byte === CR ? LF : byte)) as Buffer;
}

/** Without a byte order mark, the separator line of a mailbox file, or blank lines before the header. */
function beginAtHeader(bytes: Buffer): Buffer {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let blank = at;
  while (bytes[blank] === LF || bytes[blank] === CR) blank++;
  if (FIELD.test(lineAt(bytes, blank))) at = blank;
  if (/^>?From /.test(lineAt(bytes, at))) at = nextLine(bytes, at);
  return bytes.subarray(at);
}

/** The place of the blank line; where there is none, the place of the line that is no header field any more. */
function endOfHeader(bytes: Buffer): { end: number | null; odd: number | null } {
  let odd: number | null = null;
  for (let at = 0; at < bytes.length && at <= limits.mailHeaderBytes; at = nextLine(bytes, at)) {
    const first = bytes[at];
    if (first === LF || (first === CR && bytes[at + 1] === LF)) return { end: at, odd };
    if (first === 0x20 || first === 0x09) continue;
    const line = lineAt(bytes, at);
    // Lines of rubbish between fields are passed over.
    if (odd !== null && KNOWN_FIELD.test(line)) odd = null;
    else if (odd === null && !FIELD.test(line)) odd = at;
  }
  return { end: null, odd };
}

function beyondBudgets(bytes: Buffer): ParsedMail['problem'] {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++;
  if (lines > limits.mailLines) return { code: 'TOO_LARGE', message: `It has more than ${limits.mailLines} lines.` };
  if (countParts(bytes) > limits.mailParts)
    return { code: 'TOO_MANY_PARTS', message: `It has more than ${limits.mailParts} parts.` };
  return null;
}

// Every delimiter line of every boundary that is named anywhere: never fewer than the parts there are.
function countParts(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, plain] of text.matchAll(BOUNDARY)) {
    if (boundaries.size >= MOST_BOUNDARIES) return Number.POSITIVE_INFINITY;
    boundaries.add((quoted ?? plain ?? '').trimEnd());
  }
  if (boundaries.size === 0) return 0;
  let parts = 0;
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 1)) {
    const end = text.indexOf('\n', at + 3);
    const line = text.slice(at + 3, Math.min(end < 0 ? text.length : end, at + 300)).trimEnd();
    if (boundaries.has(line)) parts++;
  }
  return parts;
}

function lineAt(bytes: Buffer, at: number): string {
  const end = bytes.subarray(at, at + 300).indexOf(LF);
  return bytes.toString('latin1', at, end < 0 ? Math.min(bytes.length, at + 300) : at + end);
}

function nextLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? bytes.length : end + 1;
}
