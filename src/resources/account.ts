// Email accounts: the servers for sending and fetching mail. Passwords can be set and are never returned.
import { limits } from '../limits.ts';
import { type MailServer, SECURITIES } from '../values/mail-server.ts';
import { Type } from '../values/schema.ts';
import { choice, datetime, defaulting, type Field, flag, nullable, required, text } from './fields.ts';
import { declare, type PlainRecordOf } from './resource.ts';

const STATUSES = ['connected', 'disconnected', 'error'] as const;
export type ServerStatus = (typeof STATUSES)[number];

/** The result of the last connection to a server. */
export interface Health {
  status: ServerStatus;
  /** What is wrong, in plain words. */
  status_detail: string | null;
  last_checked_at: string | null;
}

/** A server with its health, as it is stored and served. */
export type ServerRecord = MailServer & Health;

export interface SyncSettings {
  enabled: boolean;
  /** Paths at the server; null for all. */
  folders: string[] | null;
  /** Nothing older than this day is fetched; null for everything. */
  since: string | null;
}

const health = { status: 'connected', status_detail: null, last_checked_at: '2026-02-17T09:00:00Z' };
const example = { host: 'mail.example.org', security: 'tls', user: 'ann', has_password: true, tls_ca: null };

const server = (about: string, port: number) => ({
  schema: {
    type: 'object',
    description: about,
    properties: {
      host: Type.String({ minLength: 1, maxLength: limits.shortChars }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      security: { type: 'string', enum: SECURITIES },
      user: { type: ['string', 'null'] },
      has_password: Type.Boolean(),
      tls_ca: { type: ['string', 'null'] },
      status: { type: 'string', enum: STATUSES, description: 'How it answered when it was last asked.' },
      status_detail: { type: ['string', 'null'], description: 'What is wrong, in plain words.' },
      last_checked_at: { type: ['string', 'null'], format: 'date-time' },
    },
    required: ['host', 'port', 'security', 'user', 'has_password', 'tls_ca', ...Object.keys(health)],
    examples: [{ ...example, port, ...health }],
  },
});

export const AUTHSERV_ID =
  'The name under which the mail server of the account writes Authentication-Results (RFC 8601), such as mx.example.org. Give it only for a server that removes such fields of others from incoming mail.';

const fields = {
  name: required(text(limits.nameChars, { min: 1, example: 'Home' })),
  address: required(text(limits.lineChars, { min: 1, example: 'ann@example.org' })),
  from_name: nullable(text(limits.nameChars, { example: 'Ann Lee' })),
  is_default: defaulting(flag({ about: 'The account that mail is sent from unless another is named.' }), false),
  smtp: required<ServerRecord>(server('The server that mail is sent through.', 465)),
  imap: nullable<ServerRecord>(server('The server that mail is fetched from.', 993)),
  sync: {
    schema: {
      type: 'object',
      description: 'Which folders are synced, and since when.',
      properties: {
        enabled: Type.Boolean(),
        folders: { type: ['array', 'null'], items: { type: 'string' } },
        since: { type: ['string', 'null'], format: 'date' },
      },
      required: ['enabled', 'folders', 'since'],
      examples: [{ enabled: true, folders: null, since: null }],
    },
  } as Field<SyncSettings>,
  authserv_id: nullable(text(limits.shortChars, { about: AUTHSERV_ID, example: null })),
  status: choice(STATUSES, 'Whether mail can be sent: the status of the SMTP server.', 'connected'),
  status_detail: nullable(text(limits.noteChars, { about: 'That of the SMTP server.', example: null })),
  last_checked_at: nullable(datetime({ about: 'That of the SMTP server.' })),
};

export type AccountRecord = PlainRecordOf<typeof fields>;

export const account = declare({
  name: 'email_account',
  path: 'email-accounts',
  table: 'accounts',
  scope: 'accounts',
  fields,
  patchable: [],
  columns: { address: 'exact', from_name: 'exact', is_default: 'flag', status: 'exact' },
  list: { sorts: ['created_at'], order: 'desc', range: null, filters: {}, counted: [] },
  origin: false,
  trash: null,
  ownRoutes: true,
  secrets: true,
  etag: 'content',
  actions: ['status_changed'],
});
