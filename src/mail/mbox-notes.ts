// What an export notes at the top of each message in a mailbox file: whether it was read, starred, a draft or deleted,
// in the fields that mail programs know (Status, X-Status, X-Keywords), and its folder. An import takes the notes off
// again and has the message byte for byte.
import { decodeWords } from 'postal-mime';
import { splitGmailLabels } from './gmail-labels.ts';
import { type Noted, notedByLetters } from './mailbox-flags.ts';

export type MboxNotes = Noted & { folder: string };

const NOTES =
  /^X-Daybook-Folder: (.*(?:\r?\n[ \t].*)*)\r?\n(?:X-Keywords: (.*(?:\r?\n[ \t].*)*)\r?\n)?(?:X-Status: ([A-Z]+)\r?\n)?Status: ([RO]+)\r?\n/;
const NOTES_BYTES = 256 * 1024;
// Fields that the message may have from elsewhere, and that would contradict the notes or the file.
const KEPT = '(?:status|x-status|x-keywords|x-mozilla-status2?|content-length)';
const HIDE = new RegExp(`^((?:X-Kept-)*${KEPT}:)`, 'gim');
const SHOW = new RegExp(`^X-Kept-((?:X-Kept-)*${KEPT}:)`, 'gim');
const WORD_BYTES = 45; // of text in one encoded word (RFC 2047 section 2: 75 characters)
const LINE = 900; // characters that are written as they are; a line may have 998

export function addNotes(raw: Buffer, { folder, labels, isRead, isStarred, isDraft, isDeleted }: MboxNotes): Buffer {
  const lineEnd = raw.includes('\r\n') ? '\r\n' : '\n';
  const letters = `${isDeleted ? 'D' : ''}${isStarred ? 'F' : ''}${isDraft ? 'T' : ''}`;
  const notes = [
    `X-Daybook-Folder: ${headerText(folder, lineEnd)}`,
    ...(labels.length > 0 ? [`X-Keywords: ${headerText(labels.map(quoted).join(', '), lineEnd)}`] : []),
    ...(letters === '' ? [] : [`X-Status: ${letters}`]),
    `Status: ${isRead ? 'RO' : 'O'}`,
    '',
  ].join(lineEnd);
  return Buffer.concat([Buffer.from(notes, 'latin1'), inHeader(raw, (header) => header.replace(HIDE, 'X-Kept-$1'))]);
}

/** The message as it was, and what was noted about it; null where it has no notes of ours. */
export function takeNotes(bytes: Buffer): { bytes: Buffer; noted: MboxNotes } | null {
  const found = NOTES.exec(bytes.toString('latin1', 0, NOTES_BYTES));
  if (!found) return null;
  const [all, folder = '', labels = '', more = '', status = ''] = found;
  const noted = {
    ...notedByLetters(`${status}${more}`),
    folder: decodeWords(unfolded(folder)).trim(),
    labels: splitGmailLabels(unfolded(labels)),
  };
  return { noted, bytes: inHeader(bytes.subarray(all.length), (header) => header.replace(SHOW, '$1')) };
}

/** Changes the header and nothing else. */
function inHeader(bytes: Buffer, change: (header: string) => string): Buffer {
  const ends = [bytes.indexOf('\n\n'), bytes.indexOf('\n\r\n')].filter((at) => at >= 0);
  const end = /^\r?\n/.test(bytes.toString('latin1', 0, 2)) ? 0 : Math.min(...ends, bytes.length);
  const header = bytes.toString('latin1', 0, end);
  const changed = change(header);
  return changed === header ? bytes : Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(end)]);
}

function quoted(label: string): string {
  return /[",]|^\s|\s$/.test(label) ? `"${label.replaceAll('"', '""')}"` : label;
}

function headerText(text: string, lineEnd: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  if (/^[ -~]*$/.test(line) && line.length <= LINE && !line.includes('=?')) return line;
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
