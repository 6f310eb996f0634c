// Messages of Apple Mail (.emlx): a line with the number of bytes of the message, the message, and a property list with
// its flags. A `.partial.emlx` lacks attachments, which Apple Mail keeps in files beside it.
import { type MailMetadata, NO_METADATA } from './flags.ts';

const LENGTH = /^\s{0,8}(\d{1,12})[ \t]*\r?\n/;
const FIRST_LINE = 64; // bytes of a file that have the first line
const [READ, DELETED, FLAGGED, DRAFT] = [1 << 0, 1 << 1, 1 << 4, 1 << 6];

export interface EmlxMessage {
  bytes: Buffer;
  metadata: MailMetadata;
  /** Milliseconds; null if it is not noted. */
  receivedAt: number | null;
}

/** Whether a file with this name and beginning is one. */
export function isEmlx(name: string, beginning: Buffer): boolean {
  return /\.emlx$/i.test(name) && LENGTH.test(beginning.toString('latin1', 0, FIRST_LINE));
}

export function readEmlx(file: Buffer): EmlxMessage {
  const first = LENGTH.exec(file.toString('latin1', 0, FIRST_LINE)) ?? ['', '0'];
  const start = first[0].length;
  const end = endOfMessage(file, start, start + Number(first[1]));
  const list = file.toString('utf8', end);
  const flags = numberOf(list, 'flags');
  const received = numberOf(list, 'date-received');
  return {
    bytes: file.subarray(start, end),
    metadata:
      flags === null
        ? NO_METADATA
        : {
            ...NO_METADATA,
            isRead: (flags & READ) !== 0,
            isStarred: (flags & FLAGGED) !== 0,
            isDraft: (flags & DRAFT) !== 0,
            isDeleted: (flags & DELETED) !== 0,
          },
    receivedAt: received === null ? null : received * 1000,
  };
}

const LIST_BEGINNING = /^\s*(?:<\?xml|<!DOCTYPE plist|<plist|bplist00)/;
const LIST = /^<\?xml[^<]{0,200}(?:<!DOCTYPE[^<]{0,300})?<plist\b.*<\/plist>\s*$/s;

/** The number of bytes is wrong where other programs have changed the message, such as its line ends. */
function endOfMessage(file: Buffer, start: number, counted: number): number {
  if (counted === file.length || LIST_BEGINNING.test(file.toString('utf8', counted, counted + FIRST_LINE)))
    return counted;
  // The list is the last of the file. One that does not end it, or is not about a message, is text of the message.
  const at = file.lastIndexOf('<?xml');
  const list = at < start ? '' : file.toString('utf8', at);
  return LIST.test(list) && numberOf(list, 'flags') !== null ? at : file.length;
}

/** An integer of the property list, which has 64 bits: those that count here are the lowest. */
function numberOf(list: string, key: string): number | null {
  const value = new RegExp(`<key>${key}</key>\\s{0,100}<(?:integer|real)>(\\d{1,20})`).exec(list)?.[1];
  return value === undefined ? null : key === 'flags' ? Number(BigInt(value) & 0xffn) : Number(value);
}
