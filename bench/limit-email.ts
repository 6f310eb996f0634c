// What the bare program does with a mail on either engine: its columns, its text from the two pieces, a page.
import { randomUUIDv7 } from 'node:crypto';

export type LimitEmail = Record<string, unknown> & { id: string; body_plain: string | null; body_html: string | null };

type Value = string | number | null;

const PAGE = 20;

// The parts of statements that both engines read alike.
export const TEXT = 'select r.doc, b.content';
export const BODY = 'left join bodies b on b.user_id = 1 and b.body = r.body';
export const NEWEST = `order by r.received_at desc nulls last, r.id desc limit ${PAGE}`;
export const COLUMNS = `user_id, id, handle, seq, body, doc, source, source_id, created_at, updated_at, deleted_at, received_at,
  subject, folder, is_read, is_starred, has_attachments, thread_id, account_id, status, snoozed_until`;

/** The values of COLUMNS after the user, which is 1. */
export function columnsOf(email: LimitEmail, seq: number, doc: string): Value[] {
  const text = (name: string) => email[name] as string | null;
  const time = (name: string) => (email[name] === null ? null : Date.parse(email[name] as string));
  const flag = (name: string) => (email[name] ? 1 : 0);
  // biome-ignore format: in the order of COLUMNS
  return [
    email.id, email.id.slice(-10), seq, seq, doc, text('source'), text('source_id'), time('created_at'),
    time('updated_at'), time('deleted_at'), time('received_at'), text('subject')?.toLowerCase() ?? null,
    text('folder'), flag('is_read'), flag('is_starred'), flag('has_attachments'), text('thread_id'),
    text('account_id'), text('status'), time('snoozed_until'),
  ];
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

/** The stored text of a mail with its flag set. */
export function withRead(doc: string, isRead: boolean, now: number): string {
  const record = JSON.parse(doc);
  record.is_read = isRead;
  record.updated_at = timeText(now);
  return JSON.stringify(record);
}

/** The mail's JSON in the two pieces in which it is stored. */
export function piecesOf({ body_plain, body_html, ...rest }: LimitEmail): { doc: string; content: string } {
  const content = `"body_plain":${JSON.stringify(body_plain)},"body_html":${JSON.stringify(body_html)}`;
  return { doc: JSON.stringify(rest), content };
}

export function searchedText({ subject, from_address, from_name, body_plain }: LimitEmail): string {
  return [subject, from_address, from_name, body_plain].join('\n');
}

export function messageIdsOf({ message_id, in_reply_to, references }: Record<string, unknown>): string[] {
  const ids = new Set([message_id, in_reply_to, ...(references as string[])]);
  return [...ids].filter((id) => typeof id === 'string');
}

export function join({ doc, content }: Record<string, unknown>): string {
  return `${(doc as string).slice(0, -1)},${content}}`;
}

export function pageOf(rows: Record<string, unknown>[], total: number): string {
  const meta = { total, limit: PAGE, offset: 0, has_more: rows.length < total };
  return `{"data":[${rows.map(join).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function timeText(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
