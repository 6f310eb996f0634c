// Webhooks: where changes are sent to, which, and how the last deliveries went. The secret can be set and is shown on
// request only.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import {
  choice,
  datetime,
  defaulting,
  type Field,
  type FieldContext,
  flag,
  nullable,
  optional,
  required,
  text,
} from './fields.ts';
import { declare, type PlainRecordOf } from './resource.ts';

const url: Field<string> = {
  ...text(limits.webhookUrlChars, {
    min: 1,
    about:
      'Where changes are sent to, by POST: https, or http to an address of --allow-hosts; a name is resolved and checked when a message is sent. Without user and password.',
    example: 'https://hooks.example.org/daybook',
  }),
  read(value: string, field: string, context: FieldContext) {
    const parsed = URL.parse(value.trim());
    const problem = parsed ? urlProblem(parsed) : 'must be a URL such as https://hooks.example.org/daybook.';
    if (problem) context.fault(field, 'url', `${field} ${problem}`);
    return parsed?.href ?? value;
  },
};

// The value is not repeated in the message: it may contain a password.
function urlProblem({ protocol, username, password, hash }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://.';
  if (username !== '' || password !== '')
    return 'must not contain a user or a password; the receiver knows a message by its signature.';
  return hash === '' ? undefined : 'must not have a part after #, which is never sent.';
}

/** What the secrets of Standard Webhooks begin with. */
export const SECRET_PREFIX = 'whsec_';

const secret: Field<string> = {
  ...text(limits.webhookSecretChars, {
    about: 'whsec_ and 24 to 64 random bytes in base64 with padding; made by the service when not given.',
  }),
  read(value: string, field: string, context: FieldContext) {
    if (!isWebhookSecret(value))
      context.fault(
        field,
        'secret',
        `${field} must be whsec_ and 24 to 64 random bytes in base64, padded with = to a multiple of four characters; leave it out to have one made.`,
      );
    return value;
  },
};

// Node skips characters that are not base64; receivers may not.
function isWebhookSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(SECRET_PREFIX.length), 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && text === SECRET_PREFIX + bytes.toString('base64');
}

const events: Field<string[]> = {
  schema: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: limits.socketPatterns,
    description: 'Which changes are sent: event names such as email.created, patterns such as email.*, or * for all.',
    examples: [['email.*', 'event.created']],
  }),
  read: (value: string[]) => [...new Set(value)],
};

/** Why the service has disabled a webhook. */
const DISABLED_REASONS = ['failing', 'gone', 'restored'] as const;

/** How far the changes have been delivered, and how the last attempts went. */
export interface DeliveryState {
  last_seq: number;
  pending: number;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_error: string | null;
  failing_since: string | null;
  next_attempt_at: string | null;
}

const at = (description: string) => ({ type: ['string', 'null'], format: 'date-time', description });

const delivery: Field<DeliveryState> = {
  schema: {
    type: 'object',
    description: 'How far the changes have been delivered; not part of the changes of a webhook itself.',
    properties: {
      last_seq: Type.Integer({
        minimum: 0,
        description: 'The last change that was delivered, or that was not to be sent.',
      }),
      pending: Type.Integer({
        minimum: 0,
        description: `Changes that are still to be sent, counted among the next ${limits.webhookPending} of the log.`,
      }),
      last_success_at: at('When a message was last accepted.'),
      last_failure_at: at('When a message was last not accepted.'),
      last_error: { type: ['string', 'null'], description: 'Why, in plain words.' },
      failing_since: at('Since when no message has been accepted; null if the last one was.'),
      next_attempt_at: at('When the next attempt follows, while attempts fail.'),
    },
    required: [
      'last_seq',
      'pending',
      'last_success_at',
      'last_failure_at',
      'last_error',
      'failing_since',
      'next_attempt_at',
    ],
    examples: [
      {
        ...{ last_seq: 412, pending: 0, last_success_at: '2026-02-17T09:00:00Z', last_failure_at: null },
        ...{ last_error: null, failing_since: null, next_attempt_at: null },
      },
    ],
  },
};

const settings = {
  url: required(url),
  events: required(events),
  description: nullable(text(limits.nameChars, { example: 'Daybook to the ticket system' })),
  enabled: defaulting(
    flag({ about: 'Whether changes are sent. One that is enabled again continues where it was.' }),
    true,
  ),
  body: defaulting(flag({ about: 'false: emails are sent without body_plain and body_html.' }), true),
};

const fields = {
  ...settings,
  disabled_reason: nullable(
    choice(
      DISABLED_REASONS,
      'Why the service has disabled it: no message was accepted for five days, the receiver answered 410 Gone, or a backup was restored.',
    ),
  ),
  disabled_at: nullable(datetime({ about: 'When the service has disabled it.', example: null })),
  previous_secret_until: nullable(
    datetime({
      about: 'Until when messages are also signed with the secret before the last rotation.',
      example: null,
    }),
  ),
  delivery: optional(delivery),
  secret: optional({
    ...secret,
    schema: {
      ...secret.schema,
      description: 'Only in the response that creates or rotates it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    },
  }),
};

/** What a create and a rotation accept besides. */
export const webhookCreates = { ...settings, secret };
export const secretInput = { secret };

export type WebhookRecord = PlainRecordOf<typeof fields>;

export const webhook = declare({
  name: 'webhook',
  path: 'webhooks',
  fields,
  serverFields: ['disabled_reason', 'disabled_at', 'previous_secret_until', 'delivery', 'secret'],
  patchable: ['url', 'events', 'description', 'enabled', 'body'],
  columns: { enabled: 'flag' },
  list: { sorts: ['created_at'], order: 'asc', range: null, filters: {}, counted: [] },
  origin: false,
  trash: null,
  ownRoutes: true,
  secrets: true,
  etag: 'content',
  actions: ['disabled'],
});
