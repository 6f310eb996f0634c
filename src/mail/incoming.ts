// Stores mail from a server or a file as a record: its text, its attachments as files, and its unchanged source. Every
// message is accepted: values are cut to the limits and never refused.
import type { Blobs, Received } from '../files/content-store.ts';
import { restoreFile } from '../files/files.ts';
import { limits } from '../limits.ts';
import { find, lookUp } from '../records/find.ts';
import { newRecord } from '../records/records.ts';
import { save } from '../records/save.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { type Attachment, asEmail, type Email, type EmailStatus, email, hasAttachments } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
import type { Tx } from '../store/port.ts';
import { contentOf, useContent } from '../store/tables/contents.ts';
import { findByOrigin, hasRecord } from '../store/tables/record-lookups.ts';
import type { Stored } from '../store/tables/records.ts';
import type { Address } from '../values/addresses.ts';
import { cleanFilename, cleanMediaType } from '../values/filenames.ts';
import type { Authentication, DeliveredBy } from '../values/mail-facts.ts';
import type { ParsedMail } from '../values/parsed-mail.ts';
import { clean } from '../values/text.ts';
import { formatTime, isWritable } from '../values/time.ts';
import { trustedResults } from './authentication.ts';
import { applyKept, type KeptFields, keptAttachments, readKept } from './kept-fields.ts';
import { aboutKeptFile, type KeptFile, keptFilesFor } from './kept-files.ts';
import { previewOfAttached } from './previews/preview.ts';

export interface IncomingMail {
  parsed: ParsedMail;
  /** The unchanged message; null if an export made it from a record without a source. */
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
  delivered_by: DeliveredBy;
  status?: EmailStatus;
  labels?: string[];
  /** The record that an export wrote. */
  exported?: ExportedRecord;
}

interface ExportedRecord {
  id: string;
  fields: KeptFields;
  /** Whether only the user can have changed the file, so that its authentication results are trusted. */
  isTrusted: boolean;
  /** Threads that the same import restored. */
  threads: Set<string>;
}

/** The stored record, and whether this call created it. */
export type StoredMail = Stored & { isNew: boolean };

/** Stores the mail; if one with its source and source_id exists, returns that one instead. */
export async function storeIncoming(tx: Tx, blobs: Blobs, mail: IncomingMail): Promise<StoredMail> {
  const kept = mail.exported ? readKept(mail.exported.fields, tx.now) : null;
  const { source, source_id } = originOf(mail, kept);
  const existing =
    mail.exported && (await hasRecord(tx, email, mail.exported.id))
      ? mail.exported.id
      : source_id !== null && (await findByOrigin(tx, email, source, source_id));
  if (existing) return { ...(await find(tx, email, existing)), isNew: false };

  const record = newRecord(tx, email, { ...valuesOf(mail, tx.now), source_id }, source);
  if (mail.exported && kept) {
    record.id = mail.exported.id;
    await applyKept(tx, asEmail(record), kept, mail.exported.threads);
  }
  record.delivered_by = kept?.delivered_by ?? mail.delivered_by;
  record.authentication = await authenticationOf(tx, mail, kept, asEmail(record));
  record.list = trustedList(asEmail(record));
  if (mail.parsed.attached) record.preview = previewOfAttached(mail.parsed.attached);
  const attachments = await addAttachments(tx, blobs, asEmail(record), mail, kept);
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

async function addAttachments(
  tx: Tx,
  blobs: Blobs,
  record: Email,
  mail: IncomingMail,
  kept: KeptFields | null,
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  const files = keptFilesFor((kept?.files as KeptFile[] | undefined) ?? []);
  const add = async (received: Received, one: Pick<Attachment, 'filename' | 'mime'>, index: number) => {
    const recorded = files.take(received.sha256, index);
    return (await restoreFile(tx, blobs, received, aboutKeptFile(recorded, one, record))).record;
  };
  const keptOnes = kept && keptAttachments(kept, mail.attachments);
  if (keptOnes) {
    for (const [index, [one, received]] of keptOnes.entries())
      attachments.push(received ? { ...one, file_id: (await add(received, one, index)).id } : one);
    return attachments;
  }
  for (const [index, { filename, mime, inline, content_id }] of mail.parsed.attachments.entries()) {
    const received = mail.attachments[index];
    if (!received || attachments.length >= limits.attachments) break;
    const file = await add(received, { filename, mime }, index);
    attachments.push({
      filename: cleanFilename(filename, limits.fileNameChars),
      mime: cleanMediaType(mime),
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
  { parsed, raw, exported }: IncomingMail,
  kept: KeptFields | null,
  { account_id, status, from_address }: Email,
): Promise<Authentication | null> {
  // Whoever may not send mail has stored it elsewhere, and could write any results into it.
  if (kept?.delivered_by === 'other') return null;
  if (exported?.isTrusted) return (kept?.authentication as Authentication | undefined) ?? null;
  if (parsed.authentication.length === 0 || raw === null || account_id === null || status !== 'received') return null;
  const found = await lookUp<AccountRecord>(tx, account, account_id);
  return found ? trustedResults(parsed.authentication, found.record, from_address) : null;
}

// RFC 8058 section 4: a valid DKIM signature must cover the fields that offer one-click unsubscribe.
function trustedList({ list, authentication }: Email): EmailList | null {
  const dkim = authentication?.dkim ?? null;
  if (!list?.unsubscribe || dkim === null || dkim === 'pass') return list;
  return { ...list, unsubscribe: { ...list.unsubscribe, one_click: false } };
}

/** Whether this is the stored source of the mail. */
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
    labels: [...new Set((mail.labels ?? []).map((label) => cut(label.trim(), limits.shortChars).trim()))]
      .filter((label) => label !== '')
      .slice(0, limits.tags),
  };
}

/** The values of a record that come from its message, except attachments. */
export function sourceValues(parsed: ParsedMail): Record<string, unknown> {
  return {
    message_id: line(parsed.message_id, limits.lineChars),
    subject: line(parsed.subject, limits.nameChars * 2),
    from_address: line(parsed.from?.address, limits.lineChars),
    from_name: line(parsed.from?.name, limits.nameChars),
    to_addresses: addresses(parsed.to),
    cc_addresses: addresses(parsed.cc),
    bcc_addresses: addresses(parsed.bcc),
    reply_to: parsed.reply_to.length > 0 ? addresses(parsed.reply_to) : undefined,
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

function addresses(values: Address[]): Address[] {
  return values
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
