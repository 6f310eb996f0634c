// Reads a folder of MH (nmh, Claws Mail, Emacs MH-E): a numbered file for each message, and `.mh_sequences` with the
// numbers of unseen and flagged messages. Removed messages have a comma or # before their number.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailMetadata, NO_METADATA } from './flags.ts';

export const MH_SEQUENCES = '.mh_sequences';
export const MH_DELETED = 'it was deleted in MH, but not yet removed from the folder';

export interface MhFolder {
  /** The metadata of the message in this file; null for other files. */
  notedOf(filename: string): MailMetadata | null;
  isDeleted(filename: string): boolean;
}

export async function readMhFolder(folder: string): Promise<MhFolder> {
  const text = await readFile(join(folder, MH_SEQUENCES), 'latin1').catch(() => '');
  const unseen = rangesOf(text, 'unseen');
  const flagged = rangesOf(text, 'flagged');
  return {
    notedOf(filename) {
      if (!/^\d{1,9}$/.test(filename)) return null;
      const number = Number(filename);
      return { ...NO_METADATA, isRead: !includes(unseen, number), isStarred: includes(flagged, number) };
    },
    isDeleted: (filename) => /^[,#]\d+$/.test(filename),
  };
}

type Range = [first: number, last: number];

// unseen: 1-3 7
function rangesOf(text: string, sequence: string): Range[] {
  const line = new RegExp(`^${sequence}:(.*)$`, 'im').exec(text)?.[1] ?? '';
  return [...line.matchAll(/(\d+)(?:-(\d+))?/g)].map(([, first, last]) => [Number(first), Number(last ?? first)]);
}

function includes(ranges: Range[], number: number): boolean {
  return ranges.some(([first, last]) => first <= number && number <= last);
}
