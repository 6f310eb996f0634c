// What mail programs note about a message: in header fields (mbox, Thunderbird, Google Takeout), or in the name of its
// file (Maildir).

import { headerEnd } from '../protocols/mbox/header.ts';
import type { Address } from '../values/addresses.ts';
import type { GmailLabel } from './gmail-label-names.ts';
import { type GmailLabelReader, type GmailLabels, splitGmailLabels } from './gmail-labels.ts';

export interface Noted {
  /** null where nothing is noted. */
  isRead: boolean | null;
  isStarred: boolean;
  isDraft: boolean;
  /** Deleted by the program that wrote it, and only not cleared away yet. */
  isDeleted: boolean;
  labels: string[];
  /** Blind recipients that an export has noted, since the message itself does not have them. */
  bcc: Address[];
  /** The folder it belongs to; null where the message does not name one, and the path of its file decides. */
  folder: string | null;
  /** The record that an export has written; null for mail from elsewhere. */
  record: NotedRecord | null;
  /** What else the record had; null where nothing else is noted. */
  kept: KeptRecord | null;
}

export interface KeptRecord {
  /** Fields that the message does not have. They are checked when the mail is stored. */
  fields: Record<string, unknown>;
  /** Whether the message was made from the record, which had no source. */
  isMade: boolean;
}

/** A mail that was not sent yet is a draft in a file. */
export interface NotedRecord {
  id: string;
  status: 'received' | 'sent' | 'draft';
}

export const NOTHING_NOTED: Noted = {
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

/** The labels of a message from Gmail; null where it has none of Gmail's fields. */
export function gmailLabelsOf(bytes: Buffer): string[] | null {
  return gmailLabelsIn(fieldsOf(bytes));
}

/** `labelReader` has counted the labels of this message, and of others in the same mailbox file. */
export function notedInHeader(bytes: Buffer, labelReader: GmailLabelReader): Noted {
  const fields = fieldsOf(bytes);
  const gmail = gmailLabelsIn(fields);
  if (gmail !== null) return notedByGmail(labelReader.read(gmail));
  const mozilla = Number.parseInt(fields.get('x-mozilla-status') ?? '', 16);
  if (!Number.isNaN(mozilla))
    return {
      ...NOTHING_NOTED,
      isRead: (mozilla & MOZILLA_READ) !== 0,
      isStarred: (mozilla & MOZILLA_STARRED) !== 0,
      isDeleted: (mozilla & MOZILLA_DELETED) !== 0,
    };
  const [status, more] = [fields.get('status'), fields.get('x-status')];
  if (status === undefined && more === undefined) return NOTHING_NOTED;
  return notedByLetters(`${status ?? ''}${more ?? ''}`);
}

/** The letters of Status and X-Status: read, flagged, deleted; T is a draft. */
export function notedByLetters(letters: string): Noted {
  return {
    ...NOTHING_NOTED,
    isRead: letters.includes('R'),
    isStarred: letters.includes('F'),
    isDraft: letters.includes('T'),
    isDeleted: letters.includes('D'),
  };
}

// A message of Gmail has several labels and is in one folder here: that of the first of these which it has.
const GMAIL_FOLDERS: [label: GmailLabel, folder: string][] = [
  ['trash', 'TRASH'],
  ['spam', 'SPAM'],
  ['drafts', 'DRAFTS'],
  ['scheduled', 'DRAFTS'],
  ['inbox', 'INBOX'],
  ['snoozed', 'INBOX'],
  ['sent', 'SENT'],
];

function notedByGmail({ system, own }: GmailLabels): Noted {
  const folder = GMAIL_FOLDERS.find(([label]) => system.has(label))?.[1] ?? 'ARCHIVE';
  return {
    ...NOTHING_NOTED,
    isRead: !system.has('unread'),
    isStarred: system.has('starred'),
    isDraft: folder === 'DRAFTS',
    labels: system.has('chat') ? ['Chat', ...own] : own, // nothing else would say that it is one
    folder,
  };
}

/** `1700000000.M1P2.host:2,FS`; some systems write ; or ! for the colon. */
export function notedInName(filename: string, isNew: boolean): Noted {
  const flags = /[:;!]2,([A-Za-z]*)$/.exec(filename)?.[1] ?? '';
  return {
    ...NOTHING_NOTED,
    isRead: !isNew && flags.includes('S'),
    isStarred: flags.includes('F'),
    isDraft: flags.includes('D'),
    isDeleted: flags.includes('T'),
  };
}

/** Thunderbird keeps deleted messages in the file until it is compacted. */
export function isLeftByThunderbird(bytes: Buffer, { isDeleted }: Noted): boolean {
  return isDeleted && fieldsOf(bytes).has('x-mozilla-status');
}

// Words that Babyl keeps for itself; all others are labels.
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

/** The words of a message in a Babyl file. */
export function notedInBabyl(words: readonly string[]): Noted {
  return {
    ...NOTHING_NOTED,
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
