// Mail that comes from elsewhere, from a server or from a file, becomes a record: its text, its attachments as files, and
// its source as it came. It is stored whatever it holds: values are cut to the limits and never refused.
import { limits } from '../limits.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { type Attachment, type EmailStatus, email, hasAttachments } from '../resources/email.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { contentOf, useContent } from '../store/contents.ts';
import { findKindRow } from '../store/kind-rows.ts';
import { findByOrigin, type Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import type { Address } from '../values/addresses.ts';
import type { Authentication } from '../values/mail-facts.ts';
import type { ParsedMail } from '../values/parsed-mail.ts';
import { clean } from '../values/text.ts';
import { formatTime, isWritable } from '../values/time.ts';
import { trustedResults } from './authentication.ts';
import { addFile } from './files.ts';
import { findAnywhere, newRecord } from './records.ts';
import { save } from './saving.ts';

export interface IncomingMail {
  parsed: ParsedMail;
  /** The message as it came. */
  raw: Received;
  /** The contents of parsed.attachments, in the same order. */
  attachments: Received[];
  account_id: string | null;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  /** Milliseconds. */
  received_at: number;
  source: string;
  source_id: string | null;
  status?: EmailStatus;
  labels?: string[];
}

/** The record as it stands, and whether it was made by this call. */
export type StoredMail = Stored & { isNew: boolean };

/** Stores the mail, unless one with its source and source_id stands already; that one is returned then. */
export async function storeIncoming(tx: Tx, blobs: Blobs, mail: IncomingMail): Promise<StoredMail> {
  const source = cut(mail.source, limits.shortChars);
  const source_id = mail.source_id === null ? null : cut(mail.source_id, limits.lineChars);
  const standing = source_id === null ? undefined : await findByOrigin(tx, email, source, source_id);
  if (standing) return { ...(await findAnywhere(tx, email, standing)), isNew: false };

  const authentication = await authenticationOf(tx, mail);
  const record = newRecord(tx, email, { ...valuesOf(mail, tx.now), authentication, source_id }, source);
  const attachments: Attachment[] = [];
  for (const [index, { filename, mime, inline, content_id }] of mail.parsed.attachments.entries()) {
    const received = mail.attachments[index];
    if (!received || attachments.length >= limits.attachments) break;
    const { record: file } = await addFile(tx, blobs, received, { filename, mime, email_id: record.id });
    attachments.push({
      filename: file.filename,
      mime: file.mime,
      size: file.size,
      path: null,
      file_id: file.id,
      ...(inline && { inline }),
      ...(content_id !== null && { content_id: cut(content_id, limits.lineChars) }),
    });
  }
  record.attachments = attachments;
  record.has_attachments = hasAttachments(attachments);
  blobs.keep(tx.user, mail.raw);
  await useContent(tx, 'raw', record.id, mail.raw);
  return { ...(await save(tx, email, 'created', record, null)), isNew: true };
}

async function authenticationOf(tx: Tx, { parsed, account_id, status }: IncomingMail): Promise<Authentication | null> {
  if (parsed.authentication.length === 0 || account_id === null || (status ?? 'received') !== 'received') return null;
  const found = await findKindRow<AccountRecord>(tx, account, account_id);
  return found ? trustedResults(parsed.authentication, found.record) : null;
}

/** Whether this is the source that is kept of the mail. */
export async function hasSource(tx: Tx, id: string, { sha256 }: Received): Promise<boolean> {
  return (await contentOf(tx, 'raw', id))?.sha256 === sha256;
}

function valuesOf({ parsed, ...mail }: IncomingMail, now: number): Record<string, unknown> {
  const status = mail.status ?? 'received';
  const at = formatTime(isWritable(mail.received_at) ? mail.received_at : now);
  return {
    message_id: line(parsed.message_id, limits.lineChars),
    subject: line(parsed.subject, limits.nameChars * 2),
    from_address: line(parsed.from?.address, limits.lineChars),
    from_name: line(parsed.from?.name, limits.nameChars),
    to_addresses: addresses(parsed.to),
    cc_addresses: addresses(parsed.cc),
    bcc_addresses: addresses(parsed.bcc),
    folder: cut(mail.folder, limits.shortChars) || 'INBOX',
    is_read: mail.is_read,
    is_starred: mail.is_starred,
    received_at: at,
    sent_at: status === 'sent' ? at : null,
    account_id: mail.account_id,
    status,
    in_reply_to: line(parsed.in_reply_to, limits.lineChars),
    references: parsed.references.slice(-limits.references).map((id) => cut(id, limits.lineChars)),
    labels: [...new Set((mail.labels ?? []).map((label) => cut(label, limits.shortChars)))]
      .filter((label) => label !== '')
      .slice(0, limits.tags),
    read_receipt_requested: parsed.read_receipt_requested,
    parse_problem: parsed.problem ?? undefined,
    report: parsed.report,
    list: parsed.list && { ...parsed.list, unsubscribed_at: null },
    body_plain: body(parsed.body_plain),
    body_html: body(parsed.body_html),
  };
}

function addresses(given: Address[]): Address[] {
  return given
    .slice(0, limits.addresses)
    .map(({ address, name }) => ({ address: cut(address, limits.lineChars), name: line(name, limits.nameChars) }))
    .filter(({ address }) => address !== '');
}

function line(text: string | null | undefined, chars: number): string | null {
  return text ? cut(text, chars) || null : null;
}

function body(text: string | null): string | null {
  return text === null ? null : cut(text, limits.mailBodyChars);
}

function cut(text: string, chars: number): string {
  return clean(text.length > chars ? text.slice(0, chars) : text);
}
