// The fields of a mail that its source does not have: an export writes them beside the message, and an import brings them
// back. What waited to be sent comes back as a draft, and recipients who waited are not tried again: nothing is sent by
// an import.
import { limits } from '../limits.ts';
import { type Attachment, type Email, email, hasAttachments, openStatuses } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
import { datetime, type Fields, nullable } from '../resources/kinds.ts';
import { originFields } from '../resources/resource.ts';
import { findAccount } from '../store/accounts.ts';
import type { Received } from '../store/blobs.ts';
import type { Tx } from '../store/store.ts';
import { threadsNaming } from '../store/thread-links.ts';
import { isWebAddress, type Unsubscribe } from '../values/mail-facts.ts';
import { newReader, readFields } from './reading.ts';
import { endWaiting } from './recipients.ts';
import { messageIdsOf } from './threads.ts';

export type KeptFields = Record<string, unknown>;

/** An attachment of a mail without a source; the digest says which content of the message it is. */
type KeptAttachment = Omit<Attachment, 'file_id'> & { sha256?: string };

/** Fields that are read from the source. */
const DERIVED = [
  'message_id',
  'subject',
  'from_address',
  'from_name',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'attachments',
  'in_reply_to',
  'references',
  'read_receipt_requested',
  'parse_problem',
  'report',
  'body_plain',
  'body_html',
];
/** Fields that an export writes in another way, or that must not come back. */
const APART = [
  'folder',
  'is_read',
  'is_starred',
  'labels',
  'status',
  'has_attachments',
  'scheduled_at',
  'authentication', // anyone can write a mailbox file; it is decided anew from the source
];
/** Fields that are not taken from a note, whatever wrote it. */
const NOT_TAKEN = ['scheduled_at', 'authentication'];

const readable: Fields = {
  ...email.fields,
  ...originFields,
  created_at: datetime(),
  deleted_at: nullable(datetime()),
};

const INTERRUPTED = {
  code: 'RESTORED',
  message: 'waited when the mail was exported; it may have been sent since',
};

/**
 * What an export keeps of a mail. `read` has the values that are read from its message, where that was made from the
 * record; `contents` the digests of its files.
 */
export function keptFields(mail: Email, read: KeptFields | null, contents: Map<string, string>): KeptFields {
  const record = mail as unknown as KeptFields;
  const kept: KeptFields = { source: mail.source, source_id: mail.source_id, created_at: mail.created_at };
  for (const [name, field] of Object.entries(email.fields as Fields)) {
    if (APART.includes(name)) continue;
    if (!DERIVED.includes(name)) {
      if (!isSame(record[name], field.default)) kept[name] = record[name];
    } else if (read && name !== 'attachments' && !isSame(record[name], read[name] ?? field.default))
      kept[name] = record[name] ?? null;
  }
  if (read) {
    const attachments = mail.attachments.map(({ file_id, ...one }): KeptAttachment => {
      const sha256 = contents.get(file_id ?? '');
      return { ...one, ...(sha256 !== undefined && { sha256 }) };
    });
    if (attachments.length > 0) kept.attachments = attachments;
  }
  if (mail.status === 'failed') kept.status = 'failed';
  if (mail.deleted_at !== null) kept.deleted_at = mail.deleted_at;
  if (mail.has_attachments !== hasAttachments(mail.attachments)) kept.has_attachments = mail.has_attachments;
  return kept;
}

/** The folder that a mail comes back to: that of drafts for what waited to be sent. */
export function keptFolder({ status, folder, snoozed_until, snoozed_from }: Email): string {
  if (status !== 'failed' && status !== 'draft' && (openStatuses as readonly string[]).includes(status))
    return 'DRAFTS';
  return snoozed_until === null ? folder : (snoozed_from ?? folder); // another program does not wake it
}

/** The values that can be brought back. Anyone can write a mailbox file: what does not fit is left out. */
export function readKept(given: KeptFields, now: number): KeptFields {
  const kept: KeptFields = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(readable, name) || NOT_TAKEN.includes(name) || (name === 'status' && value !== 'failed'))
      continue;
    const reader = newReader('UTC');
    const checked = name === 'attachments' ? withoutDigests(value) : value;
    const read = readFields({ [name]: readable[name] as never }, { [name]: checked }, reader);
    if (reader.faults.length === 0) kept[name] = read[name];
  }
  if (!canBeLeft((kept.list as EmailList | null | undefined)?.unsubscribe ?? null)) delete kept.list;
  for (const name of ['created_at', 'deleted_at'])
    if (typeof kept[name] === 'string' && Date.parse(kept[name]) > now) delete kept[name];
  if (Array.isArray(kept.attachments))
    kept.attachments = kept.attachments.map((one: Attachment, index) => ({ ...one, sha256: digestOf(given, index) }));
  return kept;
}

/** Whether the addresses are such as a message can name: a request may go there. */
function canBeLeft(ways: Unsubscribe | null): boolean {
  if (ways === null || ways.url === null) return ways?.one_click !== true;
  const { one_click, url } = ways;
  return url.length <= limits.pathChars && (isWebAddress(url, 'https:') || (!one_click && isWebAddress(url, 'http:')));
}

function withoutDigests(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one: unknown) => {
    const { sha256, file_id, ...rest } = Object(one) as Record<string, unknown>;
    return rest;
  });
}

function digestOf({ attachments }: KeptFields, index: number): string | undefined {
  const digest = (attachments as { sha256?: unknown }[])[index]?.sha256;
  return typeof digest === 'string' ? digest : undefined;
}

/** Puts the kept values into a new record, which has those of its message. */
export async function applyKept(tx: Tx, record: Email, kept: KeptFields, restored: Set<string>): Promise<void> {
  const { account_id, thread_id, created_at, deleted_at, attachments, ...values } = kept;
  for (const [name, field] of Object.entries(email.fields as Fields))
    if (!DERIVED.includes(name) && !APART.includes(name) && name !== 'account_id')
      Object.assign(record, { [name]: field.default });
  Object.assign(record, values, { deleted_at: deleted_at ?? null });
  if (typeof created_at === 'string') record.created_at = created_at;
  if (typeof account_id === 'string' && record.account_id === null)
    record.account_id = (await findAccount(tx, account_id))?.id ?? null;
  if (record.snoozed_until !== null) {
    record.snoozed_from ??= record.folder;
    record.folder = 'SNOOZED';
  } else record.snoozed_from = null;
  if (record.status === 'received' && record.received_at === null) record.received_at = record.created_at;
  record.deliveries = endWaiting(record.deliveries, 'unknown', INTERRUPTED);
  if (typeof thread_id === 'string') await keepThread(tx, record, thread_id, restored);
}

// A conversation that is here already goes on; otherwise the thread is as it was. Threads that the same import has
// brought back stay apart, as a client may have put them.
async function keepThread(tx: Tx, record: Email, thread: string, restored: Set<string>): Promise<void> {
  const found = await threadsNaming(tx, messageIdsOf(record), record.id);
  if (found.some((one) => one !== thread && !restored.has(one))) return;
  record.thread_id = thread;
  restored.add(thread);
}

/**
 * The kept attachments, each with the content of the message that it belongs to; null where they are not kept, or do not
 * belong to exactly these contents.
 */
export function keptAttachments(
  kept: KeptFields,
  contents: readonly Received[],
): [Attachment, Received | null][] | null {
  if (!Array.isArray(kept.attachments)) return null;
  const left = [...contents];
  const attachments = (kept.attachments as KeptAttachment[]).map(
    ({ sha256, ...one }): [Attachment, Received | null] => {
      const index = left.findIndex((content) => content.sha256 === sha256);
      return [one, index < 0 ? null : (left.splice(index, 1)[0] as Received)];
    },
  );
  return left.length === 0 ? attachments : null;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
