// The input of email accounts, with passwords. In a PATCH, a server may be given partially.
import { X509Certificate } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { limits } from '../limits.ts';
import { isMailAddress } from '../values/addresses.ts';
import { type MailServer, SECURITIES } from '../values/mail-server.ts';
import { Type } from '../values/schema.ts';
import { isDateAlone, parseTime } from '../values/time.ts';
import { AUTHSERV_ID, type SyncSettings } from './account.ts';
import { type Field, type FieldContext, type Fields, flag, nullable, required, text } from './fields.ts';

/** A server as a client gives it. */
export type ServerInput = Partial<Omit<MailServer, 'has_password'>> & { password?: string | null };

/** One line without control characters, which could inject a command or a header. */
function line(max: number, about: string, example: unknown): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    checkLine(value, field, context);
    return value;
  };
  return { ...text(max, { min: 1, about, example }), read };
}

function checkLine(value: string | null | undefined, field: string, context: FieldContext): void {
  if (value && /[\p{Cc}\p{Cs}]/u.test(value))
    context.fault(field, 'control', `${field} must be one line without control characters.`);
}

const address: Field<string> = {
  ...text(limits.lineChars, { min: 1, example: 'ann@example.org' }),
  read(value: string, field: string, context: FieldContext) {
    if (!isMailAddress(value) || !value.isWellFormed())
      context.fault(
        field,
        'address',
        `${field} must be a mail address such as ann@example.org, not ${JSON.stringify(value.slice(0, 80))}.`,
      );
    return value;
  },
};

const orNull = (options: object) => ({ type: ['string', 'null'], ...options });

function server(about: string, port: number, whole: boolean): Field<ServerInput> {
  const example = { host: 'mail.example.org', port, security: 'tls', user: 'ann', password: 'correct horse' };
  const schema = {
    type: 'object',
    description: about,
    properties: {
      host: Type.String({ minLength: 1, maxLength: limits.shortChars, description: 'A name or an address.' }),
      port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'The usual one of `security`, when not given.' }),
      security: { type: 'string', enum: SECURITIES, description: 'tls, when not given.' },
      user: orNull({ minLength: 1, maxLength: limits.nameChars, description: 'Who logs in.' }),
      password: orNull({ minLength: 1, maxLength: limits.nameChars, writeOnly: true }),
      tls_ca: orNull({ minLength: 1, maxLength: limits.certificateChars, description: 'PEM of an own authority.' }),
    },
    required: whole ? ['host'] : [],
    additionalProperties: false,
    examples: [example],
  };
  return { schema, read: readServer };
}

function readServer(input: ServerInput, field: string, context: FieldContext): ServerInput {
  checkLine(input.user, `${field}.user`, context);
  checkLine(input.password, `${field}.password`, context);
  if (input.tls_ca) checkCertificates(input.tls_ca, `${field}.tls_ca`, context);
  return input.host === undefined ? input : { ...input, host: readHost(input.host, `${field}.host`, context) };
}

/** The host in lower case, without the brackets of an IPv6 address, an internationalized name as A-labels. */
function readHost(value: string, field: string, context: FieldContext): string {
  const plain = value.trim().replace(/^\[(.*)\]$/, '$1');
  const host = (/^[\x21-\x7e]+$/.test(plain) ? plain : domainToASCII(plain)).toLowerCase();
  if (!/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?$|^[0-9a-f:.]*:[0-9a-f:.]*$/.test(host))
    context.fault(
      field,
      'host',
      `${field} must be the name or the address of a server, such as mail.example.org; the port has a field of its own.`,
    );
  return host;
}

function checkCertificates(pem: string, field: string, context: FieldContext): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new Error('none');
    for (const block of blocks) new X509Certificate(block);
  } catch {
    context.fault(field, 'certificate', `${field} must be PEM: -----BEGIN CERTIFICATE-----, base64, -----END….`);
  }
}

const sync: Field<Partial<SyncSettings>> = {
  schema: {
    type: 'object',
    description: 'Which folders are synced, and since when.',
    properties: {
      enabled: Type.Boolean({ description: 'true, when there is an IMAP server.' }),
      folders: {
        type: ['array', 'null'],
        items: { type: 'string', minLength: 1, maxLength: limits.shortChars },
        maxItems: limits.syncFolders,
        description: 'Paths at the server; null for all.',
      },
      since: orNull({ maxLength: 10, description: 'Nothing older than this day is fetched.' }),
    },
    additionalProperties: false,
    examples: [{ enabled: true, folders: null, since: '2026-01-01' }],
  },
  read(value: Partial<SyncSettings>, field: string, context: FieldContext) {
    for (const [index, path] of (value.folders ?? []).entries()) checkLine(path, `${field}.folders[${index}]`, context);
    if (value.since && !(isDateAlone(value.since) && parseTime(value.since, 'UTC') !== undefined))
      context.fault(`${field}.since`, 'date', `${field}.since must be an existing day such as 2026-01-01.`);
    return value.folders ? { ...value, folders: [...new Set(value.folders)] } : value;
  },
};

const authservId: Field<string> = {
  ...text(limits.shortChars, { min: 1, about: AUTHSERV_ID, example: null }),
  read(value: string, field: string, context: FieldContext) {
    if (/^[!-~]+$/.test(value) && !/[;,"()<>=]/.test(value)) return value.toLowerCase();
    context.fault(
      field,
      'format',
      `${field} must be one word such as mx.example.org, as the server writes it first in Authentication-Results.`,
    );
    return value;
  },
};

const SMTP = 'The server that mail is sent through.';
const IMAP = 'The server that mail is fetched from.';

const common = {
  name: line(limits.nameChars, 'The address, when not given.', 'Home'),
  from_name: nullable(line(limits.nameChars, 'The sender name of its mail.', 'Ann Lee')),
  is_default: flag({ about: 'Mail is sent from it unless another is named. The first account is.' }),
  authserv_id: nullable(authservId),
  sync,
};

export const accountCreates = {
  address: required(address),
  ...common,
  smtp: required(server(SMTP, 465, true)),
  imap: nullable(server(IMAP, 993, true)),
} satisfies Fields;

export const accountPatches = {
  address,
  ...common,
  smtp: server(SMTP, 465, false),
  imap: nullable(server(IMAP, 993, false)),
} satisfies Fields;

/** The values of a validated body. */
export interface AccountInput {
  name?: string;
  address?: string;
  from_name?: string | null;
  is_default?: boolean;
  smtp?: ServerInput;
  imap?: ServerInput | null;
  authserv_id?: string | null;
  sync?: Partial<SyncSettings>;
}
