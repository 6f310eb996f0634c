// The routes of webhooks: where changes are sent to, their secrets, tests, and the list of the last attempts.
import type { Scope } from '../../access/access.ts';
import { find, get } from '../../records/find.ts';
import { list } from '../../records/list.ts';
import { patchable } from '../../records/records.ts';
import { type FormOptions, inForm } from '../../records/single.ts';
import { secretInput, type WebhookRecord, webhook, webhookCreates } from '../../resources/webhook.ts';
import { outside, type Source } from '../../store/tables/record-lookups.ts';
import { deliveryFields, listDeliveries } from '../../webhooks/deliveries.ts';
import { readOutside, servedWebhook } from '../../webhooks/state.ts';
import {
  createWebhook,
  patchWebhook,
  permitWebhook,
  readSecret,
  removeWebhook,
  rotateSecret,
} from '../../webhooks/webhooks.ts';
import { formParameters, pageParameters } from './list-parameters.ts';
import { found, versioned } from './records.ts';
import { type Call, type Route, route } from './route.ts';
import { webhookSecretSchema, webhookTestSchema } from './schemas/results.ts';

const reads = { resource: webhook, scope: 'webhooks:read' as Scope };
const writes = { resource: webhook, scope: 'webhooks:write' as Scope };
const alsoNeeds = { scope: 'admin' as Scope, when: 'with the pattern *; otherwise the read scopes of what is sent' };

/** The only responses with the secret are those that make one. */
const withSecret = { name: 'WebhookWithSecret', fields: ['delivery', 'secret'] };

const secretExample = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', previous_secret: null };
const testExample = {
  ...{ ok: false, message_id: 'msg_018f3c5e7a447c1b9d0e3b8f6a2c4d10_test_5f0c2a9d31b7e846', status: 404 },
  ...{ duration_ms: 38, answer: 'Not Found', error: 'The receiver answered with status 404: Not Found.' },
  hint: 'Check the path of the URL, and that the receiver accepts POST there.',
};

export const webhookRoutes: Route[] = [
  route('POST /webhooks', 'Send changes to a URL', writes, {
    alsoNeeds,
    body: webhookCreates,
    hasSecrets: true,
    returnsSecret: true,
    shape: 'record',
    with: withSecret,
    status: 201,
    errors: ['CONFLICT'],
    emits: ['webhook.created'],
    permit,
    write: (tx, call) => createWebhook(tx, call.body, askingOf(call)),
  }),
  route('GET /webhooks', 'List webhooks', reads, {
    parameters: pageParameters,
    shape: 'list',
    read: listWebhooks,
  }),
  route('GET /webhooks/:id', 'Get a webhook, and how its deliveries go', reads, {
    parameters: formParameters,
    shape: 'record',
    errors: found,
    read: getWebhook,
  }),
  route('PATCH /webhooks/:id', 'Change, enable or disable a webhook', writes, {
    alsoNeeds,
    body: patchable(webhook),
    partial: true,
    shape: 'record',
    errors: versioned,
    emits: ['webhook.updated'],
    permit,
    write: (tx, call) => patchWebhook(tx, call.id, call.body, askingOf(call)),
  }),
  route('DELETE /webhooks/:id', 'Remove a webhook permanently', writes, {
    shape: 'removed',
    errors: versioned,
    emits: ['webhook.deleted'],
    write: (tx, { id, context }) => removeWebhook(tx, id, context),
  }),
  route('GET /webhooks/:id/secret', 'Show the secret of a webhook', writes, {
    alsoNeeds,
    shape: 'object',
    schema: webhookSecretSchema,
    schemaName: 'WebhookSecret',
    example: secretExample,
    errors: [...found, 'CONFLICT'],
    read: (call) => readSecret(call.store, call.user, call.id, askingOf(call)),
  }),
  route('POST /webhooks/:id/rotate-secret', 'Replace the secret; for a day both sign the messages', writes, {
    alsoNeeds,
    body: secretInput,
    partial: true,
    hasSecrets: true,
    returnsSecret: true,
    shape: 'record',
    with: withSecret,
    errors: found,
    emits: ['webhook.updated'],
    permit,
    write: (tx, call) => rotateSecret(tx, call.id, call.body, askingOf(call)),
  }),
  route('POST /webhooks/:id/test', 'Send a test message, and show the answer', writes, {
    alsoNeeds,
    shape: 'object',
    schema: webhookTestSchema,
    schemaName: 'WebhookTest',
    example: testExample,
    errors: found,
    permit,
    call: async ({ store, user, id, services }) => {
      const { record } = await find<WebhookRecord>(outside(store, user), webhook, id);
      return services.webhookTests.test(user, record);
    },
  }),
  route('GET /webhooks/:id/deliveries', 'List the last attempts of a webhook, newest first', reads, {
    parameters: pageParameters,
    shape: 'list',
    answer: { name: 'WebhookDelivery', fields: deliveryFields },
    errors: found,
    read: ({ store, user, id, query }) => listDeliveries(store, user, id, query),
  }),
];

function permit({ principal, id, body }: Call, records: Source): Promise<void> {
  return permitWebhook(principal, records, id, body);
}

function askingOf({ principal, services, context }: Call) {
  return { principal, secrets: services.secrets, targets: services.targets, context };
}

async function getWebhook({ store, user, id, query, context }: Call) {
  const { seq, text } = await get(store, user, webhook, id);
  const one = await servedWebhook(readOutside(store, user), { seq, record: JSON.parse(text) as WebhookRecord });
  return inForm(store, user, webhook, one, query as FormOptions, context.timezone);
}

async function listWebhooks({ store, user, query, context }: Call) {
  const page = await list(store, user, webhook, query, context.timezone);
  if (!('texts' in page)) return page;
  const records = page.texts.map((text) => ({ seq: 0, record: JSON.parse(String(text)) as WebhookRecord }));
  const texts: string[] = [];
  for (const one of records) texts.push((await servedWebhook(readOutside(store, user), one)).text);
  return { ...page, texts };
}
