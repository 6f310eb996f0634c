// The schemas of responses that are not records, for the OpenAPI document.
import { type Schema, Type } from '../../../values/schema.ts';

const text = (description?: string) => Type.String(description ? { description } : {});
const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
const time = (description: string) => Type.String({ format: 'date-time', description });
const timeOrNull = (description: string): Schema => ({ type: ['string', 'null'], format: 'date-time', description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const countOrNull = (description: string): Schema => ({ type: ['integer', 'null'], minimum: 0, description });
const always: Schema = { type: 'boolean', const: true };

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A name that was deleted; `records` is the path of the records that had it. */
export function nameDeletionSchema(records: string): Schema {
  return object({
    name: text(),
    deleted: always,
    [records]: count('How many had the name.'),
    moved_to: textOrNull('The name that they got instead.'),
    task_id: textOrNull('The task that changes them, if there are many.'),
  });
}

const serverAnswer = {
  ok: Type.Boolean(),
  message: text('The reply of the server, or what happened instead.'),
  hint: textOrNull('What the user can do about a failure; null on success.'),
};

export const connectionTestSchema = object({
  smtp: object(serverAnswer),
  imap: { ...object(serverAnswer), type: ['object', 'null'], description: 'null without an IMAP server.' },
});

export const serverFolderSchema = object({
  path: text('Its name at the server.'),
  folder: text('The folder that its mail has in Daybook.'),
  special_use: {
    type: ['string', 'null'],
    enum: ['INBOX', 'SENT', 'DRAFTS', 'TRASH', 'SPAM', 'ARCHIVE', null],
    description: 'What the server says that it is for.',
  },
  messages: countOrNull('How many messages it has.'),
});

export const syncReportSchema = object({
  account_id: text(),
  state: {
    type: 'string',
    enum: ['off', 'waiting', 'syncing', 'live', 'error'],
    description: 'live: everything is here and the server notifies of changes.',
  },
  last_error: textOrNull('Why the last attempt failed.'),
  next_try: timeOrNull('When the next attempt follows.'),
  waiting_changes: count('How many mails have changes that wait to be pushed.'),
  folders: Type.Array(
    object({
      path: text('Its name at the server.'),
      folder: text('The folder that its mail has in Daybook.'),
      uid_validity: { type: ['integer', 'null'] },
      server: countOrNull('How many messages the server had.'),
      daybook: count('How many of them are here.'),
      missing: countOrNull('How many are not here yet.'),
      extra: countOrNull('How many are here and no longer there.'),
      last_success: timeOrNull('When it was last scanned.'),
      last_error: textOrNull('Why the last scan failed.'),
      next_try: timeOrNull('When the next attempt follows.'),
    }),
  ),
});

export const syncRequestSchema = object({ account_id: text() });

export const currentSessionSchema = object({
  user: text(),
  timezone: text('That of the service.'),
  scopes: Type.Array(Type.String()),
  seq: Type.Integer({ description: 'The newest change of the user.' }),
  version: text('That of the service.'),
  token_required: Type.Boolean({ description: 'Whether requests need a token.' }),
});

export const endedSchema = object({ ended: Type.Boolean({ description: 'Whether there was a session.' }) });
export const endedSessionSchema = object({ id: text(), ended: always });

export const createdTokenSchema = object({
  id: text('The part of the token that is not secret.'),
  name: text(),
  scopes: Type.Array(Type.String()),
  created_at: time('When it was created.'),
  expires_at: timeOrNull('When it ends; null: never.'),
  revoked_at: timeOrNull('When it was revoked.'),
  is_current: Type.Boolean({ description: 'Whether the request, or its session, has this token.' }),
  token: text('The token itself, in this response only.'),
});
export const revokedTokenSchema = object({ id: text(), revoked: always });

export const aboutSchema = object({
  version: text('That of the service.'),
  node_version: text(),
  engine: { type: 'string', enum: ['SQLite', 'PostgreSQL'] },
  engine_version: text(),
  schema_version: count('That of the database.'),
  timezone: text('That of the service.'),
  started_at: time('When this instance was started.'),
  token_required: Type.Boolean({ description: 'Whether requests need a token.' }),
  last_backup_at: timeOrNull('When the last daybook backup began; null if there was none.'),
  details: {
    ...object({
      database: text('The file, or the URL without its password.'),
      files: text('The folder of files and of sources of mails.'),
      database_bytes: count('The size of the database, of all users.'),
      files_bytes: count('The size of the files and the sources of mails of the user.'),
      last_backup: textOrNull('The file of the last backup, on the machine that made it.'),
      hostnames: Type.Array(Type.String(), { description: 'Those of --hostnames.' }),
    }),
    type: ['object', 'null'],
    description: 'null without the scope admin.',
  },
});

export const webhookSecretSchema = object({
  secret: text('What messages are signed with.'),
  previous_secret: textOrNull('The one before, while it signs messages too.'),
});

export const webhookTestSchema = object({
  ok: Type.Boolean({ description: 'Whether the receiver accepted the message.' }),
  message_id: text('The webhook-id of the message.'),
  status: { type: ['integer', 'null'], description: 'That of the answer; null if there was none.' },
  duration_ms: count('How long it took.'),
  answer: textOrNull('The beginning of the answer.'),
  error: textOrNull('What went wrong.'),
  hint: textOrNull('What to do about it.'),
});
