// Mail that comes from elsewhere, from a server or from a file, becomes a record: its text, its attachments as files, and
// its source as it came. It is stored whatever it holds: values are cut to the limits and never refused.
import { limits } from '../limits.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { type Attachment, asEmail, type Email, type EmailStatus, email, hasAttachments } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
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
import { applyKept, type KeptFields, keptAttachments, readKept } from './kept-fields.ts';
import { findAnywhere, newRecord } from './records.ts';
import { save } from './saving.ts';

export interface IncomingMail {
  parsed: ParsedMail;
  /** The message as it came; null where an export has made it from a record without a source. */
  raw: Received | null;
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
  /** The record that an export has written. */
  exported?: ExportedRecord;
}

interface ExportedRecord {
  id: string;
  fields: KeptFields;
  /** Threads that the same import has brought back. */
  threads: Set<string>;
}

/** The record as it stands, and whether it was made by this call. */
export type StoredMail = Stored & { isNew: boolean };

/** Stores the mail, unless one with its source and source_id stands already; that one is returned then. */
export async function storeIncoming(tx: Tx, blobs: Blobs, mail: IncomingMail): Promise<StoredMail> {
  const kept = mail.exported ? readKept(mail.exported.fields, tx.now) : null;
  const { source, source_id } = originOf(mail, kept);
  const standing =
    (mail.exported && (await findId(tx, mail.exported.id))) ??
    (source_id === null ? undefined : await findByOrigin(tx, email, source, source_id));
  if (standing) return { ...(await findAnywhere(tx, email, standing)), isNew: false };

  const record = newRecord(tx, email, { ...valuesOf(mail, tx.now), source_id }, source);
  if (mail.exported && kept) {
    record.id = mail.exported.id;
    await applyKept(tx, asEmail(record), kept, mail.exported.threads);
  }
  record.authentication = await authenticationOf(tx, mail, asEmail(record));
  record.list = trustedList(asEmail(record));
  const attachments = await addAttachments(tx, blobs, record.id, mail, kept);
  record.attachments = attachments;
  record.has_attachments = kept?.has_attachments ?? hasAttachments(attachments);
  if (mail.raw !== null) {
    blobs.keep(tx.user, mail.raw);
    await useContent(tx, 'raw', record.id, mail.raw);
  }
  return { ...(await save(tx, email, 'created', record, null)), isNew: true };
}

function originOf(mail: IncomingMail, kept: KeptFields | null): { source: string; source_id: string | null } {
  if (typeof kept?.source === 'string')
    return { source: kept.source, source_id: (kept.source_id as string | null | undefined) ?? null };
  const source_id = mail.source_id === null ? null : cut(mail.source_id, limits.lineChars);
  return { source: cut(mail.source, limits.shortChars), source_id };
}

async function findId(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.get('select id from emails where user_id = ?1 and id = ?2', id);
  return row?.id as string | undefined;
}

async function addAttachments(
  tx: Tx,
  blobs: Blobs,
  id: string,
  mail: IncomingMail,
  kept: KeptFields | null,
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  const add = async (received: Received, { filename, mime }: Pick<Attachment, 'filename' | 'mime'>) =>
    (await addFile(tx, blobs, received, { filename, mime: mime ?? 'application/octet-stream', email_id: id })).record;
  const keptOnes = kept && keptAttachments(kept, mail.attachments);
  if (keptOnes) {
    for (const [one, received] of keptOnes)
      attachments.push(received ? { ...one, file_id: (await add(received, one)).id } : one);
    return attachments;
  }
  for (const [index, { filename, mime, inline, content_id }] of mail.parsed.attachments.entries()) {
    const received = mail.attachments[index];
    if (!received || attachments.length >= limits.attachments) break;
    const file = await add(received, { filename, mime });
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
  return attachments;
}

async function authenticationOf(
  tx: Tx,
  { parsed, raw }: IncomingMail,
  { account_id, status }: Email,
): Promise<Authentication | null> {
  if (parsed.authentication.length === 0 || raw === null || account_id === null || status !== 'received') return null;
  const found = await findKindRow<AccountRecord>(tx, account, account_id);
  return found ? trustedResults(parsed.authentication, found.record) : null;
}

// RFC 8058 section 4: a valid DKIM signature must cover the fields that offer one click.
function trustedList({ list, authentication }: Email): EmailList | null {
  const dkim = authentication?.dkim ?? null;
  if (!list?.unsubscribe || dkim === null || dkim === 'pass') return list;
  return { ...list, unsubscribe: { ...list.unsubscribe, one_click: false } };
}

/** Whether this is the source that is kept of the mail. */
export async function hasSource(tx: Tx, id: string, { sha256 }: Received): Promise<boolean> {
  return (await contentOf(tx, 'raw', id))?.sha256 === sha256;
}

function valuesOf(mail: IncomingMail, now: number): Record<string, unknown> {
  const status = mail.status ?? 'received';
  const at = formatTime(isWritable(mail.received_at) ? mail.received_at : now);
  return {
    ...sourceValues(mail.parsed),
    folder: cut(mail.folder, limits.shortChars) || 'INBOX',
    is_read: mail.is_read,
    is_starred: mail.is_starred,
    received_at: at,
    sent_at: status === 'sent' ? at : null,
    account_id: mail.account_id,
    status,
    labels: [...new Set((mail.labels ?? []).map((label) => cut(label, limits.shortChars)))]
      .filter((label) => label !== '')
      .slice(0, limits.tags),
  };
}

/** The values that a record has from its message, attachments apart. */
export function sourceValues(parsed: ParsedMail): Record<string, unknown> {
  return {
    message_id: line(parsed.message_id, limits.lineChars),
    subject: line(parsed.subject, limits.nameChars * 2),
    from_address: line(parsed.from?.address, limits.lineChars),
    from_name: line(parsed.from?.name, limits.nameChars),
    to_addresses: addresses(parsed.to),
    cc_addresses: addresses(parsed.cc),
    bcc_addresses: addresses(parsed.bcc),
    in_reply_to: line(parsed.in_reply_to, limits.lineChars),
    references: parsed.references.slice(-limits.references).map((id) => cut(id, limits.lineChars)),
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
