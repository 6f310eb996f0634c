// Emails: incoming, drafts and outgoing.
import { limits } from '../limits.ts';
import { type Address, isMailAddress, parseAddress } from '../values/addresses.ts';
import { Type } from '../values/schema.ts';
import { authentication, deliveries, list, objectOf, report } from './email-facts.ts';
import { searchedFields } from './email-search.ts';
import {
  addresses,
  aside,
  choice,
  custom,
  datetime,
  defaulting,
  type Faults,
  type Field,
  flag,
  items,
  nullable,
  optional,
  tags,
  text,
  texts,
  uuid,
} from './fields.ts';
import { type AnyRecord, declare, type RecordOf } from './resource.ts';

const STATUSES = ['received', 'draft', 'queued', 'scheduled', 'sending', 'sent', 'failed'] as const;
export type EmailStatus = (typeof STATUSES)[number];

const FOLDER_OF: Record<EmailStatus, string> = {
  received: 'INBOX',
  draft: 'DRAFTS',
  queued: 'OUTBOX',
  scheduled: 'OUTBOX',
  sending: 'OUTBOX',
  sent: 'SENT',
  failed: 'OUTBOX',
};

/** Statuses of mail that is not sent yet or has failed, so that its attachments are still needed. */
export const openStatuses = ['draft', 'queued', 'scheduled', 'sending', 'failed'] as const satisfies EmailStatus[];

/** Whether there is an attachment other than inline images. */
export function hasAttachments(attachments: readonly Attachment[]): boolean {
  return attachments.some(({ inline }) => inline !== true);
}

/** The folders with a special meaning. */
const OWN_FOLDERS = ['INBOX', 'SENT', 'DRAFTS', 'TRASH', 'SPAM', 'OUTBOX', 'SNOOZED'];

/** Normalizes a folder name: special folders are case-insensitive, as INBOX is in IMAP (RFC 9051 section 5.1). */
export function folderName(text: string): string {
  const upper = text.toUpperCase();
  return OWN_FOLDERS.includes(upper) ? upper : text;
}

export function folderField(about: string, example: string): Field<string> {
  return { ...text(limits.shortChars, { min: 1, about, example }), read: folderName };
}

/** The default folder of a status. */
export function folderOf(status: EmailStatus): string {
  return FOLDER_OF[status];
}

export interface Attachment {
  filename: string;
  mime: string | null;
  size: number | null;
  path: string | null;
  file_id?: string;
  inline?: boolean;
  content_id?: string;
}

export interface Failure {
  code: string;
  message: string;
}

const attachment = {
  filename: Type.String({ minLength: 1, maxLength: limits.nameChars }),
  mime: { type: ['string', 'null'], maxLength: limits.shortChars, default: null },
  size: { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: null },
  path: { type: ['string', 'null'], maxLength: limits.pathChars, default: null },
  file_id: Type.String({ maxLength: 64, description: 'The file that holds it; see /files.' }),
  inline: Type.Boolean({ description: 'true: a picture within the text, which does not count as an attachment.' }),
  content_id: Type.String({ maxLength: limits.lineChars, description: 'What cid: in body_html names it by.' }),
};
const attachmentExample = [{ filename: 'lease.pdf', mime: 'application/pdf', size: 48211, path: null }];

const failure = objectOf({ code: Type.String(), message: Type.String() });

// Required from clients; null only for a draft without an account.
const sender = text(limits.lineChars, {
  min: 1,
  about: 'The address; in the form Ann <ann@example.org>, the name goes to from_name unless that is given too.',
  example: 'ann@example.org',
});

const fields = {
  message_id: nullable(
    text(limits.lineChars, { min: 1, about: 'Message-ID (RFC 5322).', example: '<b1a2@example.org>' }),
  ),
  thread_id: nullable(
    text(limits.lineChars, {
      min: 1,
      about: 'Found from references and in_reply_to when not given.',
      example: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10',
    }),
  ),
  subject: nullable(text(limits.nameChars * 2, { example: 'The lease' })),
  preview: nullable(
    text(limits.preview, {
      about:
        'The beginning of the visible text, without quotes and signature, set by the service. null: not computed yet, only for mail of an earlier version.',
      example: 'Hello Bob, the lease is attached. Ann',
    }),
  ),
  from_address: {
    ...nullable(sender),
    schema: sender.schema,
    output: nullable(sender).schema,
    required: true as const,
  },
  from_name: nullable(text(limits.nameChars, { example: 'Ann Lee' })),
  to_addresses: defaulting(addresses(), []),
  cc_addresses: defaulting(addresses({ example: [] }), []),
  bcc_addresses: defaulting(addresses({ example: [], about: 'Only for outgoing mail and drafts.' }), []),
  reply_to: optional<Address[]>({
    ...addresses({ about: 'Where replies go instead of to from_address; only if the mail says so.', example: [] }),
  }),
  has_attachments: defaulting(flag({ about: 'Follows attachments when not given.' }), false),
  attachments: defaulting(
    items<Attachment>(attachment, ['filename'], limits.attachments, { example: attachmentExample }),
    [],
  ),
  folder: folderField('Follows the status when not given.', 'INBOX'),
  is_read: defaulting(flag(), false),
  is_starred: defaulting(flag(), false),
  received_at: nullable(datetime({ about: 'Required when status is received.' })),
  account_id: nullable(uuid({ about: 'The email account it belongs to.', example: null })),
  status: defaulting(choice(STATUSES), 'received'),
  in_reply_to: nullable(
    text(limits.lineChars, { min: 1, about: 'Message-ID of the email replied to.', example: null }),
  ),
  references: defaulting(
    texts(limits.references, { about: 'The Message-IDs of the thread, oldest first.', example: [] }),
    [],
  ),
  labels: defaulting(tags({ example: ['home'] }), []),
  snoozed_until: nullable(datetime({ example: null })),
  snoozed_from: nullable(text(limits.shortChars, { about: 'The folder it returns to.', example: null })),
  scheduled_at: nullable(datetime({ about: 'When it is to be sent.', example: null })),
  sent_at: nullable(datetime({ example: null })),
  read_receipt_requested: defaulting(flag(), false),
  send_attempts: defaulting({ schema: Type.Integer({ minimum: 0 }) }, 0),
  send_error: nullable<Failure>({ schema: failure }),
  deliveries,
  parse_problem: optional<Failure>({
    schema: { ...failure, description: 'Only where a message could not be read whole: its source has the rest.' },
  }),
  report,
  authentication,
  list,
  custom_fields: nullable(custom()),
  body_plain: aside(
    nullable(
      text(limits.mailBodyChars, { about: 'The text version.', example: 'Hello Bob, the lease is attached. Ann' }),
    ),
  ),
  body_html: aside(nullable(text(limits.mailBodyChars, { about: 'The HTML version.', example: null }))),
};

export type Email = RecordOf<typeof fields>;

export const email = declare({
  name: 'email',
  path: 'emails',
  fields,
  serverFields: [
    'preview',
    'snoozed_until',
    'snoozed_from',
    'send_attempts',
    'send_error',
    'deliveries',
    'parse_problem',
    'report',
    'authentication',
    'list',
  ],
  patchable: ['folder', 'is_read', 'is_starred', 'labels', 'custom_fields'],
  tags: 'labels',
  columns: {
    received_at: 'time',
    subject: 'key',
    folder: 'exact',
    is_read: 'flag',
    is_starred: 'flag',
    has_attachments: 'flag',
    thread_id: 'exact',
    account_id: 'exact',
    status: 'exact',
    snoozed_until: 'time',
    snoozed_from: 'exact',
  },
  list: {
    sorts: ['received_at', 'created_at', 'subject'],
    order: 'desc',
    range: 'received_at',
    filters: {
      folder: { type: 'equals', column: 'folder', read: folderName, about: 'Only this folder.' },
      is_read: { type: 'flag', column: 'is_read', about: 'Only read or only unread mail.' },
      is_starred: { type: 'flag', column: 'is_starred', about: 'Only starred or only unstarred mail.' },
      has_attachments: { type: 'flag', column: 'has_attachments', about: 'Only mail with or without attachments.' },
      thread_id: { type: 'equals', column: 'thread_id', about: 'All mail of one thread.' },
      account_id: { type: 'equals', column: 'account_id', uuid: true, about: 'Only mail of this account.' },
      status: { type: 'equals', column: 'status', values: STATUSES, about: 'Only mail in this state.' },
      label: { type: 'tagged', column: 'labels', about: 'Only mail with this label.' },
      snoozed: {
        type: 'present',
        column: 'snoozed_until',
        about: 'true: only snoozed mail; false: all but snoozed mail.',
      },
    },
    counted: ['folder', 'is_read', 'is_starred', 'has_attachments', 'account_id', 'status', 'snoozed_until'],
    countedByTag: ['is_read'],
    usual: { status: 'received' },
    indexes: [
      { sort: 'received_at' },
      { sort: 'received_at', equals: ['folder'] },
      { sort: 'received_at', equals: ['folder'], only: { is_read: 0 } },
      { sort: 'received_at', equals: ['thread_id'] },
      { sort: 'received_at', equals: ['account_id'] },
      { sort: 'received_at', equals: ['status'] },
      { sort: 'received_at', only: { is_read: 0 } },
      { sort: 'received_at', only: { is_starred: 1 } },
      { sort: 'received_at', only: { has_attachments: 1 } },
      { sort: 'received_at', only: { snoozed_until: 'present' } },
      { sort: 'received_at', trashed: true },
      { sort: 'created_at' },
      { sort: 'subject' },
    ],
  },
  search: searchedFields,
  trash: { readable: true },
  computedLater: 'preview',
  firstSeq: true,
  deliveredBy: true,
  actions: ['queued', 'scheduled', 'sent', 'send_failed', 'snoozed', 'unsnoozed', 'task_updated'],
  settle(record, input, isNew, reading) {
    if (!isNew) return checkMove(record, input, reading);
    splitSender(record, input);
    record.folder ??= folderOf(record.status);
    if (input.has_attachments === undefined) record.has_attachments = hasAttachments(record.attachments);
    if (record.status === 'received' && record.received_at === null) {
      reading.fault('received_at', 'required', 'received_at is required when status is received (the default).');
    }
    if ((record.status === 'scheduled') !== (record.scheduled_at !== null)) {
      reading.fault(
        'scheduled_at',
        'status',
        'scheduled_at and status "scheduled" belong together; give both or neither.',
      );
    }
  },
});

// Without a time it would never return.
function checkMove(record: Email, input: Partial<Email>, reading: Faults): void {
  if (input.folder !== 'SNOOZED' || input.snoozed_until !== undefined || record.snoozed_until !== null) return;
  reading.fault(
    'folder',
    'snooze',
    'folder cannot be set to SNOOZED without a time; use POST /emails/{id}/snooze with until, or the batch action snooze.',
  );
}

// Mail from other programs may have any text as its sender; it is stored unchanged.
function splitSender(record: Email, input: Partial<Email>): void {
  if (record.from_address === null) return;
  const { address, name } = parseAddress(record.from_address);
  if (address === record.from_address || !isMailAddress(address)) return;
  record.from_address = address;
  if (input.from_name === undefined) record.from_name = name;
}

/** Narrows the type of a record that is an email. */
export function asEmail(record: AnyRecord): Email {
  return record as unknown as Email;
}
