// Writes and reads the notes that an export adds at the top of each message in a mailbox file: whether it is read,
// starred, a draft or deleted, in fields that mail programs know (Status, X-Status, X-Keywords), its folder, id and
// status, the Bcc recipients of a message that was sent without them, and record fields that are not in the message. An
// import removes the notes, so that the message is the same byte for byte.
import { type Address, parseAddresses } from '../../values/addresses.ts';
import { headerEnd } from '../mbox/header.ts';
import { EXPORTED_FIELD } from '../mbox/separator.ts';
import { decodeWords } from '../mime/encoded-words.ts';
import { type ExportedRecord, type MailMetadata, metadataByLetters } from './flags.ts';
import { splitGmailLabels } from './gmail-labels.ts';

export type MboxNotes = MailMetadata & { folder: string };

const FIRST = EXPORTED_FIELD;
const LAST = '\nStatus: ';
const NOTES =
  /^X-Daybook-Folder: (.*(?:\r?\n[ \t].*)*)\r?\n(?:X-Daybook-Record: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (received|sent|draft)\r?\n)?(?:X-Daybook-Source: (.*)\r?\n)?(?:X-Daybook-Fields: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:Bcc: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Keywords: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Status: ([A-Z]+)\r?\n)?Status: ([RO]+)\r?\n/;
// Fields that the message may have from other programs, and that would contradict the notes or the file.
const KEPT = '(?:status|x-status|x-keywords|x-mozilla-status2?|content-length)';
const HIDE = new RegExp(`^((?:X-Kept-)*${KEPT}[ \\t]*:)`, 'gim');
const SHOW = new RegExp(`^X-Kept-((?:X-Kept-)*${KEPT}[ \\t]*:)`, 'gim');
// Separator lines within the header, which would end it for other programs.
const HIDE_LINE = /^((?:X-Kept-Line: )*>*From )/gm;
const SHOW_LINE = /^X-Kept-Line: ((?:X-Kept-Line: )*>*From )/gm;
const WORD_BYTES = 45; // of text in one encoded-word (RFC 2047 section 2: 75 characters)
const LINE = 900; // characters of a line that is written as it is; the maximum is 998

export function addNotes(source: Buffer, metadata: MboxNotes): Buffer {
  const { record, labels, isRead, isStarred, isDraft, isDeleted, kept } = metadata;
  const isCrOnly = !source.includes('\n') && source.includes('\r');
  const raw = isCrOnly ? replaceBytes(source, '\r', '\n') : source; // other programs do not support CR line ends
  const bcc = /^bcc[ \t]*:/im.test(raw.toString('latin1', 0, headerEnd(raw))) ? [] : metadata.bcc;
  const lineEnd = raw.includes('\r\n') ? '\r\n' : '\n';
  const letters = `${isDeleted ? 'D' : ''}${isStarred ? 'F' : ''}${isDraft ? 'T' : ''}`;
  const about = [
    ...(kept?.isMade ? ['made'] : []),
    ...(isCrOnly ? ['line-ends=cr'] : []),
    ...(raw.at(-1) === 0x0a ? [] : [`bytes=${raw.length}`]), // a mailbox file ends each message with a line break
  ];
  const folder = headerText(metadata.folder, lineEnd);
  const keywords = headerText(labels.map(quoted).join(', '), lineEnd);
  const fields = {
    ...kept?.fields,
    ...(kept && !isSame(readFolder(folder), metadata.folder) && { folder: metadata.folder }),
    ...(kept && !isSame(readLabels(labels.length > 0 ? keywords : ''), labels) && { labels }),
  };
  const notes = [
    `${FIRST}${folder}`,
    ...(record ? [`X-Daybook-Record: ${record.id} ${record.status}`] : []),
    ...(about.length > 0 ? [`X-Daybook-Source: ${about.join('; ')}`] : []),
    ...(kept ? [`X-Daybook-Fields: ${foldedJson(fields, lineEnd)}`] : []),
    ...(bcc.length > 0 ? [`Bcc: ${bcc.map((one) => mailbox(one, lineEnd)).join(`,${lineEnd} `)}`] : []),
    ...(labels.length > 0 ? [`X-Keywords: ${keywords}`] : []),
    ...(letters === '' ? [] : [`X-Status: ${letters}`]),
    `Status: ${isRead ? 'RO' : 'O'}`,
    '',
  ].join(lineEnd);
  const hidden = inHeader(raw, (header) => header.replace(HIDE, 'X-Kept-$1').replace(HIDE_LINE, 'X-Kept-Line: $1'));
  return Buffer.concat([Buffer.from(notes, 'latin1'), hidden]);
}

export interface FoundNotes {
  metadata: MboxNotes;
  /** Length of the notes at the top of the message. */
  length: number;
  /** Length of the original message; Infinity if it is everything after the notes. */
  size: number;
  /** Whether its lines ended with CR alone. */
  isCrOnly: boolean;
}

/** The original message and its notes; null if it has no notes of Daybook. */
export function takeNotes(bytes: Buffer): { bytes: Buffer; metadata: MboxNotes } | null {
  const notes = findNotes(bytes);
  return (
    notes && { metadata: notes.metadata, bytes: originalPiece(showHeader(bytes.subarray(notes.length)), notes, 0) }
  );
}

/** The header of a message without notes, with its original fields. */
export function showHeader(bytes: Buffer): Buffer {
  return inHeader(bytes, (header) => header.replace(SHOW, '$1').replace(SHOW_LINE, '$1'));
}

/** A piece of the original message; `before` is the number of bytes before it. */
export function originalPiece(piece: Buffer, { size, isCrOnly }: FoundNotes, before: number): Buffer {
  const raw = piece.subarray(0, Math.max(0, size - before));
  return isCrOnly ? replaceBytes(raw, '\n', '\r') : raw;
}

/** The notes at the top of a message; null if it has none of Daybook. */
export function findNotes(bytes: Buffer): FoundNotes | null {
  if (!bytes.subarray(0, FIRST.length).equals(Buffer.from(FIRST))) return null;
  const last = bytes.indexOf(LAST, 0, 'latin1');
  const found = NOTES.exec(bytes.toString('latin1', 0, last < 0 ? 0 : last + LAST.length + 10));
  if (!found) return null;
  const [all, folder = '', id, status, about = '', fields, bcc = '', labels = '', more = '', flags = ''] = found;
  const { folder: oddFolder, labels: oddLabels, ...kept } = readJson(fields);
  const metadata: MboxNotes = {
    ...metadataByLetters(`${flags}${more}`),
    folder: typeof oddFolder === 'string' ? oddFolder : readFolder(folder),
    record: id === undefined ? null : { id, status: status as ExportedRecord['status'] },
    labels: Array.isArray(oddLabels) ? oddLabels.filter((one) => typeof one === 'string') : readLabels(labels),
    bcc: bcc === '' ? [] : mailboxes(unfolded(bcc)),
    kept: fields === undefined ? null : { fields: kept, isMade: /\bmade\b/.test(about) },
  };
  const size = /\bbytes=(\d+)/.exec(about)?.[1];
  return {
    metadata,
    length: all.length,
    size: size === undefined ? Infinity : Number(size),
    isCrOnly: /\bline-ends=cr\b/.test(about),
  };
}

function replaceBytes(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Changes the header and nothing else. */
function inHeader(bytes: Buffer, change: (header: string) => string): Buffer {
  const end = headerEnd(bytes);
  const header = bytes.toString('latin1', 0, end);
  const changed = change(header);
  return changed === header ? bytes : Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(end)]);
}

// JSON in ASCII, folded anywhere. No line is blank, which would end the header for some programs.
function foldedJson(value: object, lineEnd: string): string {
  const escaped = (text: string) =>
    text.replaceAll(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const text = JSON.stringify(value).replaceAll(/[^!-~ ]| {2,}/g, escaped);
  return (text.match(new RegExp(`.{1,${LINE}}`, 'g')) as string[]).join(`${lineEnd} `);
}

function readJson(folded: string | undefined): Record<string, unknown> {
  if (folded === undefined) return {};
  try {
    const value: unknown = JSON.parse(folded.replaceAll(/\r?\n[ \t]/g, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // another program has changed it
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readFolder(text: string): string {
  return decodeWords(unfolded(text)).trim();
}

function readLabels(text: string): string[] {
  return splitGmailLabels(unfolded(text));
}

function quoted(label: string): string {
  return /[",]|^\s|\s$/.test(label) ? `"${label.replaceAll('"', '""')}"` : label;
}

function headerText(text: string, lineEnd: string): string {
  const line = lineOf(text);
  return isPlain(line) ? line : encodedWords(line, lineEnd);
}

// As in a header (RFC 5322 section 3.4); a non-ASCII address is written as UTF-8 (RFC 6532).
function mailbox({ name, address }: Address, lineEnd: string): string {
  const bytes = Buffer.from(lineOf(address)).toString('latin1');
  const phrase = lineOf(name ?? '');
  if (phrase === '') return bytes;
  const written = isPlain(phrase) ? `"${phrase.replaceAll(/["\\]/g, '\\$&')}"` : encodedWords(phrase, lineEnd);
  return `${written} <${bytes}>`;
}

function mailboxes(text: string): Address[] {
  return parseAddresses(Buffer.from(text, 'latin1').toString('utf8')).map(({ name, address }) => ({
    address,
    name: name === null ? null : decodeWords(name),
  }));
}

function lineOf(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function isPlain(line: string): boolean {
  return /^[ -~]*$/.test(line) && line.length <= LINE && !line.includes('=?');
}

function encodedWords(line: string, lineEnd: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(`${lineEnd} `);
}

function unfolded(value: string): string {
  return value.replaceAll(/\r?\n[ \t]+/g, ' ').trim();
}
