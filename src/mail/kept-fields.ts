// The fields of a mail that its source does not contain: an export writes them beside the message, and an import
// restores them. An import never sends: queued mail is restored as a draft, and waiting recipients are not retried.
import type { Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import { type Attachment, type Email, email, hasAttachments, openStatuses } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
import { datetime, type Fields, nullable } from '../resources/fields.ts';
import type { FileRecord } from '../resources/file.ts';
import { originFields } from '../resources/resource.ts';
import type { Tx } from '../store/port.ts';
import { threadsNaming } from '../store/tables/message-links.ts';
import { type DeliveredBy, isWebAddress, type Unsubscribe } from '../values/mail-facts.ts';
import { messageIdsOf } from './conversations/assign.ts';
import { keptFilesOf, readKeptFiles } from './kept-files.ts';
import { endWaiting } from './recipients.ts';

export type KeptFields = Record<string, unknown>;

/** An attachment of a mail without a source; the digest identifies its content in the message. */
type KeptAttachment = Omit<Attachment, 'file_id'> & { sha256?: string };

/** Fields that are read from the source. */
const DERIVED = [
  'message_id',
  'subject',
  'preview',
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
/** Fields that an export writes in another way, or that must not be restored. */
const APART = [
  'folder',
  'is_read',
  'is_starred',
  'labels',
  'status',
  'has_attachments',
  'scheduled_at',
  'authentication',
];
/** Fields that are never restored from a file. */
const NOT_TAKEN = ['scheduled_at'];

const readable: Fields = {
  ...email.fields,
  ...originFields,
  created_at: datetime(),
  updated_at: datetime(),
  deleted_at: nullable(datetime()),
};

const INTERRUPTED = {
  code: 'RESTORED',
  message: 'waited when the mail was exported; it may have been sent since',
};

interface BesideMail {
  /** Those of its files that exist. */
  files: ReadonlyMap<string, FileRecord>;
  deliveredBy: DeliveredBy;
}

/**
 * The fields that an export writes for a mail. `read` has the values parsed from its message if that was made from the
 * record.
 */
export function keptFields(mail: Email, read: KeptFields | null, { files, deliveredBy }: BesideMail): KeptFields {
  const record = mail as unknown as KeptFields;
  const { source, source_id, created_at, updated_at } = mail;
  const kept: KeptFields = { source, source_id, created_at, updated_at };
  for (const [name, field] of Object.entries(email.fields as Fields)) {
    if (APART.includes(name)) continue;
    if (!DERIVED.includes(name)) {
      if (!isSame(record[name], field.default)) kept[name] = record[name];
    } else if (read && name !== 'attachments' && !isSame(record[name], read[name] ?? field.default))
      kept[name] = record[name] ?? null;
  }
  if (read) {
    const attachments = mail.attachments.map(({ file_id, ...one }): KeptAttachment => {
      const sha256 = files.get(file_id ?? '')?.sha256;
      return { ...one, ...(sha256 !== undefined && { sha256 }) };
    });
    if (attachments.length > 0) kept.attachments = attachments;
  }
  if (mail.attachments.some(({ file_id }) => file_id !== undefined)) kept.files = keptFilesOf(mail, files);
  if (mail.authentication !== null) kept.authentication = mail.authentication;
  if (deliveredBy === 'other') kept.delivered_by = 'other';
  if (mail.status === 'failed') kept.status = 'failed';
  if (mail.deleted_at !== null) kept.deleted_at = mail.deleted_at;
  if (mail.has_attachments !== hasAttachments(mail.attachments)) kept.has_attachments = mail.has_attachments;
  return kept;
}

/** The folder that a mail is restored to: DRAFTS if it waited to be sent. */
export function keptFolder({ status, folder, snoozed_until, snoozed_from }: Email): string {
  if (status !== 'failed' && status !== 'draft' && (openStatuses as readonly string[]).includes(status))
    return 'DRAFTS';
  return snoozed_until === null ? folder : (snoozed_from ?? folder); // other programs do not end a snooze
}

/** The values that can be restored. Anyone can write a mailbox file, so invalid values are left out. */
export function readKept(input: KeptFields, now: number): KeptFields {
  const kept: KeptFields = {};
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(readable, name) || NOT_TAKEN.includes(name) || (name === 'status' && value !== 'failed'))
      continue;
    const validator = newValidator('UTC');
    const checked = name === 'attachments' ? withoutDigests(value) : value;
    const read = validateFields({ [name]: readable[name] as never }, { [name]: checked }, validator);
    if (validator.faults.length === 0) kept[name] = read[name];
  }
  if (!canBeLeft((kept.list as EmailList | null | undefined)?.unsubscribe ?? null)) delete kept.list;
  for (const name of ['created_at', 'updated_at', 'deleted_at'])
    if (typeof kept[name] === 'string' && Date.parse(kept[name]) > now) delete kept[name];
  if (Array.isArray(kept.attachments))
    kept.attachments = kept.attachments.map((one: Attachment, index) => ({ ...one, sha256: digestOf(input, index) }));
  kept.files = readKeptFiles(input.files, now);
  // Anyone can claim another, but nobody gains anything by this one.
  if (input.delivered_by === 'other') kept.delivered_by = 'other';
  return kept;
}

/** Whether a message could contain these addresses: a request may be sent to them. */
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

/** Applies the restored values to a new record that has the values of its message. */
export async function applyKept(tx: Tx, record: Email, kept: KeptFields, restored: Set<string>): Promise<void> {
  const { account_id, thread_id, created_at, updated_at, deleted_at, attachments, files, authentication, ...values } =
    kept;
  for (const [name, field] of Object.entries(email.fields as Fields))
    if (!DERIVED.includes(name) && !APART.includes(name) && name !== 'account_id')
      Object.assign(record, { [name]: field.default });
  Object.assign(record, values, { deleted_at: deleted_at ?? null });
  if (typeof created_at === 'string') record.created_at = created_at;
  if (typeof updated_at === 'string') record.updated_at = updated_at;
  // A mail may refer to an account that does not exist, as after the removal of an account.
  if (typeof account_id === 'string') record.account_id ??= account_id;
  if (record.snoozed_until !== null) {
    record.snoozed_from ??= record.folder;
    record.folder = 'SNOOZED';
  } else record.snoozed_from = null;
  if (record.status === 'received' && record.received_at === null) record.received_at = record.created_at;
  record.deliveries = endWaiting(record.deliveries, 'unknown', INTERRUPTED);
  if (typeof thread_id === 'string') await keepThread(tx, record, thread_id, restored);
}

// The mail joins an existing conversation; otherwise its thread is restored. Threads that the same import restored stay
// separate, because a client may have separated them.
async function keepThread(tx: Tx, record: Email, thread: string, restored: Set<string>): Promise<void> {
  const found = await threadsNaming(tx, messageIdsOf(record), record.id);
  if (found.some((one) => one !== thread && !restored.has(one))) return;
  record.thread_id = thread;
  restored.add(thread);
}

/**
 * The kept attachments, each with the content of the message that it belongs to; null if they are not kept, or do
 * not belong to exactly these contents.
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
