// What mail programs note about a message: in header fields (mbox, Thunderbird, Google Takeout), or in the name of its
// file (Maildir).
import { decodeWords } from 'postal-mime';

export interface Noted {
  /** null where nothing is noted. */
  isRead: boolean | null;
  isStarred: boolean;
  isDraft: boolean;
  /** Deleted by the program that wrote it, and only not cleared away yet. */
  isDeleted: boolean;
  labels: string[];
}

const HEADER_BYTES = 256 * 1024;
const DELETED_BY_MOZILLA = 0x0008;
// Labels of Gmail that are folders or flags here.
const GMAIL_OWN = /^(?:inbox|sent|draft|drafts|trash|spam|starred|unread|opened|important|archived|category .*)$/i;

export function notedInHeader(bytes: Buffer): Noted {
  const fields = fieldsOf(bytes);
  const status = `${fields('status') ?? ''}${fields('x-status') ?? ''}`;
  const mozilla = Number.parseInt(fields('x-mozilla-status') ?? '', 16);
  const gmail = fields('x-gmail-labels');
  const labels =
    gmail === null
      ? []
      : decodeWords(gmail)
          .split(',')
          .map((label) => label.trim().replace(/^"|"$/g, ''));
  const labelled = (name: RegExp) => labels.some((label) => name.test(label));
  const isNoted = fields('status') !== null || fields('x-status') !== null;
  return {
    isRead:
      gmail !== null
        ? !labelled(/^unread$/i)
        : Number.isNaN(mozilla)
          ? isNoted
            ? status.includes('R')
            : null
          : (mozilla & 0x0001) !== 0,
    isStarred: status.includes('F') || (mozilla & 0x0004) !== 0 || labelled(/^starred$/i),
    isDraft: (fields('x-status') ?? '').includes('T') || labelled(/^drafts?$/i),
    isDeleted: (mozilla & DELETED_BY_MOZILLA) !== 0,
    labels: labels.filter((label) => label !== ''),
  };
}

/** The labels of Gmail that a person has made, and the folder that the others tell. */
export function placeOfLabels(labels: string[]): { folder: string | null; own: string[] } {
  const has = (name: string) => labels.some((label) => label.toLowerCase() === name);
  const own = labels.filter((label) => !GMAIL_OWN.test(label));
  if (labels.length === 0) return { folder: null, own };
  if (has('trash')) return { folder: 'TRASH', own };
  if (has('spam')) return { folder: 'SPAM', own };
  if (has('draft') || has('drafts')) return { folder: 'DRAFTS', own };
  if (has('inbox')) return { folder: 'INBOX', own };
  return { folder: has('sent') ? 'SENT' : 'ARCHIVE', own };
}

/** `1700000000.M1P2.host:2,FS`; some systems write ; or ! for the colon. */
export function notedInName(filename: string, isNew: boolean): Noted {
  const flags = /[:;!]2,([A-Za-z]*)$/.exec(filename)?.[1] ?? '';
  return {
    isRead: !isNew && flags.includes('S'),
    isStarred: flags.includes('F'),
    isDraft: flags.includes('D'),
    isDeleted: flags.includes('T'),
    labels: [],
  };
}

function fieldsOf(bytes: Buffer): (name: string) => string | null {
  const beginning = bytes.toString('latin1', 0, HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(beginning)?.index ?? beginning.length;
  const header = beginning.slice(0, end);
  const known = new Map<string, string>();
  for (const [, name, value] of header.matchAll(
    /^(status|x-status|x-mozilla-status|x-gmail-labels):((?:.*)(?:\r?\n[ \t].*)*)/gim,
  ))
    if (!known.has((name as string).toLowerCase()))
      known.set((name as string).toLowerCase(), (value as string).replace(/\r?\n[ \t]+/g, ' ').trim());
  return (name) => known.get(name) ?? null;
}
