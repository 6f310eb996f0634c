// A message as a parser read it, in the form in which readings are compared: texts without line ends at their ends,
// contents as hashes. Daybook's own reading and the expected one are brought into it here.
import { createHash } from 'node:crypto';
import type { ParsedMail } from '../../src/values/parsed-mail.ts';
import type { Expected } from './build.ts';

interface ReadAttachment {
  filename: string | null;
  mime: string;
  size: number;
  sha256: string;
}

export interface Reading extends Omit<Expected, 'attachments' | 'problem'> {
  attachments: ReadAttachment[];
}

/** A reading of another parser: a field is the name of an exception where the parser raised one. */
export type PeerReading = { [Field in keyof Reading]: Reading[Field] | string };

export function readingOf(mail: ParsedMail): Reading {
  const { message_id, in_reply_to, references, subject, from, to, cc } = mail;
  return {
    subject,
    from,
    to,
    cc,
    date: mail.date === null ? null : momentOf(new Date(mail.date)),
    message_id,
    in_reply_to,
    references,
    text: textOf(mail.body_plain),
    html: textOf(mail.body_html),
    attachments: mail.attachments.map(({ filename, mime, content }) => ({ filename, mime, ...digestOf(content) })),
  };
}

/** What a correct reading has in each field that is decided. */
export function expectedReading(expected: Partial<Expected>): Record<string, unknown> {
  const { problem: _problem, attachments, ...fields } = expected;
  const decided = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (attachments) decided.push(['attachments', attachments.map(expectedAttachment) as never]);
  return Object.fromEntries(decided);
}

function expectedAttachment({ filename, mime, content }: Expected['attachments'][number]): Partial<ReadAttachment> {
  return { filename, ...(mime === undefined ? {} : { mime }), ...digestOf(content) };
}

export function digestOf(content: Uint8Array): { size: number; sha256: string } {
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** A text without the line ends at its end; null for none. */
export function textOf(text: string | null | undefined): string | null {
  return text?.replaceAll('\r\n', '\n').replace(/\s+$/, '') || null;
}

/** RFC 3339 in UTC, without milliseconds that are zero. */
export function momentOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
