// Detects the type of a file to import by its first bytes and its name: mail in one of its formats, an archive that may
// contain mail, or something else, which is skipped with the reason.
import { fieldName, isMailField } from '../mbox/header.ts';
import { isMailbox } from '../mbox/mailbox.ts';
import { isEmlx } from './emlx.ts';

export type FileType = 'mbox' | 'message' | 'emlx' | 'zip' | 'gzip' | 'other';

export interface Recognised {
  type: FileType;
  /** Why it is skipped; null for mail and archives. */
  reason: string | null;
}

/** Bytes at the beginning of a file that are enough to recognise it. */
export const BEGINNING = 4096;

export const CALENDAR = 'it is a calendar (iCalendar); only mail can be imported so far';
export const CONTACTS = 'it contains contacts (vCard); only mail can be imported so far';
export const PROGRAM_FILE = 'it is an index or settings file of a mail program or of the system, not mail';
export const EMPTY = 'it is empty';
export const LINK = 'it is a symbolic link';
export const SPECIAL = 'it is not a regular file';
const NOT_MAIL = 'it is neither a mailbox file nor a message';

// biome-ignore format: a table
const SIGNATURES: [beginnings: (string | RegExp)[], reason: string][] = [
  [['%PDF-'], 'it is a PDF document, not mail'],
  [['\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*', /^RIFF.{4}WEBP/s, /^.{4}ftyp(?:hei|mif|avif)/s], 'it is an image, not mail'],
  [[/^.{4}ftyp/s, 'ID3', 'OggS', 'fLaC', /^RIFF.{4}(?:WAVE|AVI )/s, '\x1aE\xdf\xa3'], 'it is an audio or video file, not mail'],
  [['!BDN'], 'it is an Outlook data file (.pst or .ost); export its mail first: readpst -r FILE.pst writes mailbox files, or let Thunderbird import it (Tools > Import) and name its profile here'],
  [['\xcf\xad\x12\xfe'], 'it is a folder of Outlook Express (.dbx); export its mail first: readdbx -f FILE.dbx -o FILE.mbox, or drag the mails from Outlook Express into a folder as .eml files'],
  [['\xd0\xcf\x11\xe0'], 'it is an Outlook message (.msg) or an Office document; save the mail as .eml first'],
  [['7z\xbc\xaf', 'Rar!', 'BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd'], 'it is an archive of an unsupported type; unpack it and import the folder'],
  [['SQLite format 3\0'], 'it is a database, not mail'],
  [[/^\s*(?:<!doctype html|<html|<head|<body)/i], 'it is a web page, not mail'],
  [[/^\s*<(?:\?xml|!|[a-z])/i], 'it is an XML document, not mail'],
  [[/^\s*[{[]/], 'it is JSON, not mail'],
];
const OLM =
  'it is an archive of Outlook for Mac (.olm); export its mail first: drag a folder from Outlook to the desktop, which makes a mailbox file (.mbox), or add the account to Apple Mail and choose Mailbox > Export Mailbox';
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
const GZIP = ['\x1f\x8b'];
const NAMES: [name: RegExp, reason: string][] = [
  [/\.(?:ics|ical|icalendar|ifb|vcs)$/i, CALENDAR],
  [/\.(?:vcf|vcard)$/i, CONTACTS],
];
// Files that mail programs, mail servers and systems keep beside the mail. The content has priority over the name.
const PROGRAM_NAMES =
  /^(?:.+\.msf|popstate\.dat|msgfilterrules\.dat|virtualfolders\.dat|filterlog\.html|junklog\.html|rules\.dat|training\.dat|\.?dovecot(?:[-.](?:index|uidlist|uidvalidity|keywords|mailbox|list|acl|sieve).*)?|\.?subscriptions|maildirfolder|maildirsize|courierimap.*|\.mailboxlist|\.customflags|\.mh_sequences|\.uidvalidity|\.ds_store|\._.*|thumbs\.db|desktop\.ini)$/i;
// Zip archives under another extension.
const DOCUMENT = /\.(?:docx|xlsx|pptx|odt|ods|odp|odg|epub|pages|numbers|key|jar|apk)$/i;

/**
 * `sure` means that the file is in a folder that contains only messages, such as `cur` of a Maildir. In that case, or
 * with the extension .eml, one mail header field is enough; otherwise two are required, because many file types begin
 * with a word and a colon.
 */
export function recognise(name: string, beginning: Buffer, sure: boolean): Recognised {
  const text = beginning.toString('latin1');
  const content = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^BEGIN:VCALENDAR/i.test(content)) return other(CALENDAR);
  if (/^BEGIN:VCARD/i.test(content)) return other(CONTACTS);
  if (beginsWith(text, ZIP) && /\.olm$/i.test(name)) return other(OLM);
  if (beginsWith(text, ZIP))
    return DOCUMENT.test(name) ? other('it is a document, not mail') : { type: 'zip', reason: null };
  if (beginsWith(text, GZIP)) return { type: 'gzip', reason: null };
  if (isEmlx(name, beginning)) return { type: 'emlx', reason: null };
  const isNamed = sure || /\.eml$/i.test(name);
  // Some programs begin a single message with an mbox separator line.
  if (isMailbox(beginning)) return { type: isNamed && content.startsWith('From ') ? 'message' : 'mbox', reason: null };
  const named = NAMES.find(([pattern]) => pattern.test(name));
  if (named) return other(named[1]);
  if (content === '') return other(EMPTY);
  if (mailFields(content, isNamed) >= (isNamed ? 1 : 2)) return { type: 'message', reason: null };
  if (isProgramFile(name)) return other(PROGRAM_FILE);
  return other(SIGNATURES.find(([beginnings]) => beginsWith(text, beginnings))?.[1] ?? NOT_MAIL);
}

/** Whether mail programs or systems write a file of this name beside the mail. */
export function isProgramFile(path: string): boolean {
  return PROGRAM_NAMES.test(path.replace(/^.*\//s, ''));
}

function beginsWith(text: string, beginnings: (string | RegExp)[]): boolean {
  return beginnings.some((one) => (typeof one === 'string' ? text.startsWith(one) : one.test(text)));
}

function other(reason: string): Recognised {
  return { type: 'other', reason };
}

/** The number of mail header fields at the beginning; `lenient` skips other lines between them. */
function mailFields(content: string, lenient: boolean): number {
  const lines = content.replace(/^(?:>?From .*(?:\r\n|\n|\r))+/, '').split(/\r\n|\r|\n/);
  const names = new Set<string>();
  for (const line of lines) {
    if (/^[ \t]/.test(line)) continue; // continues the previous field
    const name = fieldName(line);
    if (line === '' || (name === null && !lenient)) break;
    if (name !== null && isMailField(name)) names.add(name.toLowerCase());
  }
  return names.size;
}
