// What the bare program does with a mail on either engine: its text from the two pieces, a page, a line.
import { randomUUIDv7 } from 'node:crypto';

export type LimitEmail = Record<string, unknown> & { id: string; body_plain: string | null; body_html: string | null };

export interface Page {
  limit: number;
  offset: number;
}

/**
 * A new mail. The template is any stored one: it has every field in the order in which Daybook serves it, and those
 * that no request of this measurement sets at their defaults.
 */
export function newEmail(template: LimitEmail, given: Record<string, unknown>, thread: string | undefined): LimitEmail {
  const now = timeText(Date.now());
  return {
    ...template,
    ...given,
    id: randomUUIDv7(),
    thread_id: thread ?? randomUUIDv7(),
    received_at: timeText(Date.parse(given.received_at as string)),
    created_at: now,
    updated_at: now,
  };
}

/** The text of a mail as it will be stored with these values. */
export function withValues(mail: Record<string, unknown>, values: Record<string, unknown>, now: number): string {
  return JSON.stringify({ ...mail, ...values, updated_at: timeText(now) });
}

/** The mail's JSON in the two pieces in which it is stored. */
export function piecesOf({ body_plain, body_html, ...rest }: LimitEmail): { doc: string; content: string } {
  const content = `"body_plain":${JSON.stringify(body_plain)},"body_html":${JSON.stringify(body_html)}`;
  return { doc: JSON.stringify(rest), content };
}

/** The words of a mail, folded as far as plain text needs it and no further. */
export function wordsOf({ subject, from_address, from_name, body_plain }: LimitEmail): string {
  return [subject, from_address, from_name, body_plain]
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
}

export function messageIdsOf({ message_id, in_reply_to, references }: Record<string, unknown>): string[] {
  const ids = new Set([message_id, in_reply_to, ...(references as string[])]);
  return [...ids].filter((id) => typeof id === 'string');
}

export function join({ doc, content }: Record<string, unknown>): string {
  return `${(doc as string).slice(0, -1)},${content}}`;
}

export function pageText(rows: Record<string, unknown>[], total: number, page: Page): string {
  return `{"data":[${rows.map(join).join(',')}],"meta":${metaText(rows.length, total, page)}}`;
}

function metaText(shown: number, total: number, { limit, offset }: Page): string {
  return JSON.stringify({ total, limit, offset, has_more: offset + shown < total });
}

/** The same page as lines, for received mails of a folder. */
export function compactText(rows: Record<string, unknown>[], total: number, page: Page, folder: string): string {
  const lines = rows.map(({ doc }) => JSON.stringify(lineOf(JSON.parse(doc as string))));
  const count = rows.length < total ? `${rows.length} of ${total}` : `${total}`;
  const summary = JSON.stringify(`${count} ${total === 1 ? 'email' : 'emails'} (${folder})`);
  return `{"format":"compact","summary":${summary},"lines":[${lines.join(',')}],"meta":${metaText(rows.length, total, page)}}`;
}

function lineOf(mail: Record<string, unknown>): string {
  const marks = [
    mail.is_read ? '' : 'unread',
    mail.is_starred ? 'starred' : '',
    mail.has_attachments ? 'attachment' : '',
    ...(mail.labels as string[]),
  ].filter(Boolean);
  const where = mail.folder === 'INBOX' ? '' : ` [${mail.folder}]`;
  const about = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return `#${(mail.id as string).slice(-10)} ${shortTime(mail.received_at as string)} ${cut(mail.from_name, 60)}: ${cut(mail.subject, 120)}${where}${about}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// All invented mails are of years gone by, so the year is always named.
function shortTime(text: string): string {
  const time = new Date(text);
  return `${WEEKDAYS[time.getUTCDay()]} ${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()} ${text.slice(11, 16)}`;
}

function cut(text: unknown, chars: number): string {
  const line = (text as string).replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}

function timeText(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
