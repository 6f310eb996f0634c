// Reads what mail programs record about a message: in header fields (mbox, Thunderbird, Google Takeout), or in its file
// name (Maildir).
import type { Address } from '../../values/addresses.ts';
import { headerEnd } from '../mbox/header.ts';
import type { GmailLabel } from './gmail-label-names.ts';
import { type GmailLabelReader, type GmailLabels, splitGmailLabels } from './gmail-labels.ts';

export interface MailMetadata {
  /** null if unknown. */
  isRead: boolean | null;
  isStarred: boolean;
  isDraft: boolean;
  /** Marked as deleted by the program that wrote it, but not yet removed. */
  isDeleted: boolean;
  labels: string[];
  /** Bcc recipients recorded by an export, because the message itself does not contain them. */
  bcc: Address[];
  /** The folder it belongs to; null if the message does not name one, and the path of its file decides. */
  folder: string | null;
  /** The record recorded by an export; null for mail from other programs. */
  record: ExportedRecord | null;
  /** Other fields of the record; null if there are none. */
  kept: KeptRecord | null;
}

export interface KeptRecord {
  /** Fields that are not in the message. They are validated when the mail is stored. */
  fields: Record<string, unknown>;
  /** Whether the message was generated from a record that had no source. */
  isMade: boolean;
}

/** A mail that was not yet sent is a draft in a file. */
export interface ExportedRecord {
  id: string;
  status: 'received' | 'sent' | 'draft';
}

export const NO_METADATA: MailMetadata = {
  isRead: null,
  isStarred: false,
  isDraft: false,
  isDeleted: false,
  labels: [],
  bcc: [],
  folder: null,
  record: null,
  kept: null,
};

const HEADER_BYTES = 256 * 1024;
const MOZILLA_READ = 0x0001;
const MOZILLA_STARRED = 0x0004;
const MOZILLA_DELETED = 0x0008;

/** The labels of a Gmail message; null if it has none of Gmail's fields. */
export function gmailLabelsOf(bytes: Buffer): string[] | null {
  return gmailLabelsIn(fieldsOf(bytes));
}

/** `labelReader` has counted the labels of this message and of others in the same mailbox file. */
export function metadataInHeader(bytes: Buffer, labelReader: GmailLabelReader): MailMetadata {
  const fields = fieldsOf(bytes);
  const gmail = gmailLabelsIn(fields);
  if (gmail !== null) return metadataByGmail(labelReader.read(gmail));
  const mozilla = Number.parseInt(fields.get('x-mozilla-status') ?? '', 16);
  if (!Number.isNaN(mozilla))
    return {
      ...NO_METADATA,
      isRead: (mozilla & MOZILLA_READ) !== 0,
      isStarred: (mozilla & MOZILLA_STARRED) !== 0,
      isDeleted: (mozilla & MOZILLA_DELETED) !== 0,
    };
  const [status, more] = [fields.get('status'), fields.get('x-status')];
  if (status === undefined && more === undefined) return NO_METADATA;
  return metadataByLetters(`${status ?? ''}${more ?? ''}`);
}

/** The letters of Status and X-Status: read, flagged, deleted; T is a draft. */
export function metadataByLetters(letters: string): MailMetadata {
  return {
    ...NO_METADATA,
    isRead: letters.includes('R'),
    isStarred: letters.includes('F'),
    isDraft: letters.includes('T'),
    isDeleted: letters.includes('D'),
  };
}

// A Gmail message has several labels but is in one folder here: the one of the first label in this list that it has.
const GMAIL_FOLDERS: [label: GmailLabel, folder: string][] = [
  ['trash', 'TRASH'],
  ['spam', 'SPAM'],
  ['drafts', 'DRAFTS'],
  ['scheduled', 'DRAFTS'],
  ['inbox', 'INBOX'],
  ['snoozed', 'INBOX'],
  ['sent', 'SENT'],
];

function metadataByGmail({ system, own }: GmailLabels): MailMetadata {
  const folder = GMAIL_FOLDERS.find(([label]) => system.has(label))?.[1] ?? 'ARCHIVE';
  return {
    ...NO_METADATA,
    isRead: !system.has('unread'),
    isStarred: system.has('starred'),
    isDraft: folder === 'DRAFTS',
    labels: system.has('chat') ? ['Chat', ...own] : own, // no other field identifies a chat
    folder,
  };
}

/** `1700000000.M1P2.host:2,FS`; some systems write ; or ! for the colon. */
export function metadataInName(filename: string, isNew: boolean): MailMetadata {
  const flags = /[:;!]2,([A-Za-z]*)$/.exec(filename)?.[1] ?? '';
  return {
    ...NO_METADATA,
    isRead: !isNew && flags.includes('S'),
    isStarred: flags.includes('F'),
    isDraft: flags.includes('D'),
    isDeleted: flags.includes('T'),
  };
}

/** Thunderbird keeps deleted messages in the file until it is compacted. */
export function isDeletedInThunderbird(bytes: Buffer, { isDeleted }: MailMetadata): boolean {
  return isDeleted && fieldsOf(bytes).has('x-mozilla-status');
}

// Attributes that Babyl defines; all others are labels.
const BABYL_WORDS = [
  'unseen',
  'deleted',
  'filed',
  'answered',
  'forwarded',
  'edited',
  'retried',
  'recent',
  'resent',
  'badheader',
];

/** The attributes of a message in a Babyl file. */
export function metadataInBabyl(words: readonly string[]): MailMetadata {
  return {
    ...NO_METADATA,
    isRead: !words.includes('unseen'),
    isDeleted: words.includes('deleted'),
    labels: words.filter((word) => !BABYL_WORDS.includes(word)),
  };
}

/** Pine and some IMAP servers keep their own data as the first message of a mailbox file. */
export function isFolderData(bytes: Buffer): boolean {
  return /^don't delete this message -- folder internal data/i.test(fieldsOf(bytes).get('subject') ?? '');
}

/** The fields of interest by their names in lower case, unfolded, the first of each. */
function fieldsOf(bytes: Buffer): Map<string, string> {
  const beginning = bytes.subarray(0, HEADER_BYTES);
  const header = beginning.toString('latin1', 0, headerEnd(beginning));
  const known = new Map<string, string>();
  for (const [, name = '', value = ''] of header.matchAll(
    /^(status|x-status|x-mozilla-status|x-gmail-labels|subject):((?:.*)(?:(?:\r\n|\n|\r)[ \t].*)*)/gim,
  ))
    if (!known.has(name.toLowerCase()))
      known.set(name.toLowerCase(), value.replace(/(?:\r\n|\n|\r)[ \t]+/g, ' ').trim());
  return known;
}

function gmailLabelsIn(fields: Map<string, string>): string[] | null {
  const value = fields.get('x-gmail-labels');
  return value === undefined ? null : splitGmailLabels(asUtf8(value));
}

// Some programs decode the header and write it as UTF-8.
function asUtf8(latin1: string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}
