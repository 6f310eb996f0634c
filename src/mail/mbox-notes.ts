// What an export notes at the top of each message in a mailbox file: whether it was read, starred, a draft or deleted,
// in the fields that mail programs know (Status, X-Status, X-Keywords), its folder, id and status, and the blind
// recipients of a message that was sent without them. An import removes the notes, so that the message is the same byte for byte.
import { headerEnd } from '../protocols/mbox/header.ts';
import { decodeWords } from '../protocols/mime/encoded-words.ts';
import { type Address, parseAddresses } from '../values/addresses.ts';
import { splitGmailLabels } from './gmail-labels.ts';
import { type Noted, type NotedRecord, notedByLetters } from './mailbox-flags.ts';

export type MboxNotes = Noted & { folder: string };

const FIRST = 'X-Daybook-Folder: ';
const NOTES =
  /^X-Daybook-Folder: (.*(?:\r?\n[ \t].*)*)\r?\n(?:X-Daybook-Record: ([0-9a-f-]{36}) (received|sent|draft)\r?\n)?(?:Bcc: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Keywords: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Status: ([A-Z]+)\r?\n)?Status: ([RO]+)\r?\n/;
const NOTES_BYTES = 4 * 1024 * 1024; // a thousand blind recipients with long names
// Fields that the message may have from elsewhere, and that would contradict the notes or the file.
const KEPT = '(?:status|x-status|x-keywords|x-mozilla-status2?|content-length)';
const HIDE = new RegExp(`^((?:X-Kept-)*${KEPT}:)`, 'gim');
const SHOW = new RegExp(`^X-Kept-((?:X-Kept-)*${KEPT}:)`, 'gim');
const WORD_BYTES = 45; // of text in one encoded word (RFC 2047 section 2: 75 characters)
const LINE = 900; // characters that are written as they are; a line may have 998

export function addNotes(raw: Buffer, noted: MboxNotes): Buffer {
  const { folder, record, labels, isRead, isStarred, isDraft, isDeleted } = noted;
  const bcc = /^bcc[ \t]*:/im.test(raw.toString('latin1', 0, headerEnd(raw))) ? [] : noted.bcc;
  const lineEnd = raw.includes('\r\n') ? '\r\n' : '\n';
  const letters = `${isDeleted ? 'D' : ''}${isStarred ? 'F' : ''}${isDraft ? 'T' : ''}`;
  const notes = [
    `${FIRST}${headerText(folder, lineEnd)}`,
    ...(record ? [`X-Daybook-Record: ${record.id} ${record.status}`] : []),
    ...(bcc.length > 0 ? [`Bcc: ${bcc.map((one) => mailbox(one, lineEnd)).join(`,${lineEnd} `)}`] : []),
    ...(labels.length > 0 ? [`X-Keywords: ${headerText(labels.map(quoted).join(', '), lineEnd)}`] : []),
    ...(letters === '' ? [] : [`X-Status: ${letters}`]),
    `Status: ${isRead ? 'RO' : 'O'}`,
    '',
  ].join(lineEnd);
  return Buffer.concat([Buffer.from(notes, 'latin1'), inHeader(raw, (header) => header.replace(HIDE, 'X-Kept-$1'))]);
}

/** The message as it was, and what was noted about it; null where it has no notes of ours. */
export function takeNotes(bytes: Buffer): { bytes: Buffer; noted: MboxNotes } | null {
  if (!bytes.subarray(0, FIRST.length).equals(Buffer.from(FIRST))) return null;
  const found = NOTES.exec(bytes.toString('latin1', 0, NOTES_BYTES));
  if (!found) return null;
  const [all, folder = '', id, kind, bcc = '', labels = '', more = '', status = ''] = found;
  const noted: MboxNotes = {
    ...notedByLetters(`${status}${more}`),
    folder: decodeWords(unfolded(folder)).trim(),
    record: id === undefined ? null : { id, status: kind as NotedRecord['status'] },
    labels: splitGmailLabels(unfolded(labels)),
    bcc: bcc === '' ? [] : mailboxes(unfolded(bcc)),
  };
  return { noted, bytes: inHeader(bytes.subarray(all.length), (header) => header.replace(SHOW, '$1')) };
}

/** Changes the header and nothing else. */
function inHeader(bytes: Buffer, change: (header: string) => string): Buffer {
  const end = headerEnd(bytes);
  const header = bytes.toString('latin1', 0, end);
  const changed = change(header);
  return changed === header ? bytes : Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(end)]);
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
