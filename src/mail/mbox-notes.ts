// What an export notes at the top of each message in a mailbox file: whether it was read, starred, a draft or deleted,
// in the fields that mail programs know (Status, X-Status, X-Keywords), its folder, id and status, the blind recipients
// of a message that was sent without them, and the fields of the record that the message does not have. An import removes
// the notes, so that the message is the same byte for byte.
import { headerEnd } from '../protocols/mbox/header.ts';
import { EXPORTED_FIELD } from '../protocols/mbox/separator.ts';
import { decodeWords } from '../protocols/mime/encoded-words.ts';
import { type Address, parseAddresses } from '../values/addresses.ts';
import { splitGmailLabels } from './gmail-labels.ts';
import { type Noted, type NotedRecord, notedByLetters } from './mailbox-flags.ts';

export type MboxNotes = Noted & { folder: string };

const FIRST = EXPORTED_FIELD;
const LAST = '\nStatus: ';
const NOTES =
  /^X-Daybook-Folder: (.*(?:\r?\n[ \t].*)*)\r?\n(?:X-Daybook-Record: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (received|sent|draft)\r?\n)?(?:X-Daybook-Source: (.*)\r?\n)?(?:X-Daybook-Fields: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:Bcc: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Keywords: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Status: ([A-Z]+)\r?\n)?Status: ([RO]+)\r?\n/;
// Fields that the message may have from elsewhere, and that would contradict the notes or the file.
const KEPT = '(?:status|x-status|x-keywords|x-mozilla-status2?|content-length)';
const HIDE = new RegExp(`^((?:X-Kept-)*${KEPT}[ \\t]*:)`, 'gim');
const SHOW = new RegExp(`^X-Kept-((?:X-Kept-)*${KEPT}[ \\t]*:)`, 'gim');
// Separator lines within the header, which would end it for other programs.
const HIDE_LINE = /^((?:X-Kept-Line: )*>*From )/gm;
const SHOW_LINE = /^X-Kept-Line: ((?:X-Kept-Line: )*>*From )/gm;
const WORD_BYTES = 45; // of text in one encoded word (RFC 2047 section 2: 75 characters)
const LINE = 900; // characters that are written as they are; a line may have 998

export function addNotes(source: Buffer, noted: MboxNotes): Buffer {
  const { record, labels, isRead, isStarred, isDraft, isDeleted, kept } = noted;
  const isCrOnly = !source.includes('\n') && source.includes('\r');
  const raw = isCrOnly ? replaceBytes(source, '\r', '\n') : source; // other programs do not know CR
  const bcc = /^bcc[ \t]*:/im.test(raw.toString('latin1', 0, headerEnd(raw))) ? [] : noted.bcc;
  const lineEnd = raw.includes('\r\n') ? '\r\n' : '\n';
  const letters = `${isDeleted ? 'D' : ''}${isStarred ? 'F' : ''}${isDraft ? 'T' : ''}`;
  const about = [
    ...(kept?.isMade ? ['made'] : []),
    ...(isCrOnly ? ['line-ends=cr'] : []),
    ...(raw.at(-1) === 0x0a ? [] : [`bytes=${raw.length}`]), // a mailbox file ends each message with a line break
  ];
  const folder = headerText(noted.folder, lineEnd);
  const keywords = headerText(labels.map(quoted).join(', '), lineEnd);
  const fields = {
    ...kept?.fields,
    ...(kept && !isSame(readFolder(folder), noted.folder) && { folder: noted.folder }),
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

/** The message as it was, and what was noted about it; null where it has no notes of ours. */
export function takeNotes(bytes: Buffer): { bytes: Buffer; noted: MboxNotes } | null {
  if (!bytes.subarray(0, FIRST.length).equals(Buffer.from(FIRST))) return null;
  const last = bytes.indexOf(LAST, 0, 'latin1');
  const found = NOTES.exec(bytes.toString('latin1', 0, last < 0 ? 0 : last + LAST.length + 10));
  if (!found) return null;
  const [all, folder = '', id, status, about = '', fields, bcc = '', labels = '', more = '', flags = ''] = found;
  const { folder: oddFolder, labels: oddLabels, ...kept } = readJson(fields);
  const noted: MboxNotes = {
    ...notedByLetters(`${flags}${more}`),
    folder: typeof oddFolder === 'string' ? oddFolder : readFolder(folder),
    record: id === undefined ? null : { id, status: status as NotedRecord['status'] },
    labels: Array.isArray(oddLabels) ? oddLabels.filter((one) => typeof one === 'string') : readLabels(labels),
    bcc: bcc === '' ? [] : mailboxes(unfolded(bcc)),
    kept: fields === undefined ? null : { fields: kept, isMade: /\bmade\b/.test(about) },
  };
  const shown = inHeader(bytes.subarray(all.length), (header) => header.replace(SHOW, '$1').replace(SHOW_LINE, '$1'));
  const length = /\bbytes=(\d+)/.exec(about)?.[1];
  const raw = length === undefined ? shown : shown.subarray(0, Number(length));
  return { noted, bytes: /\bline-ends=cr\b/.test(about) ? replaceBytes(raw, '\n', '\r') : raw };
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

// JSON in ASCII, broken into lines anywhere. No line has only blanks, which would end the header for some programs.
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

// As in a header (RFC 5322 section 3.4); an address that is not ASCII is written as UTF-8 (RFC 6532).
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
