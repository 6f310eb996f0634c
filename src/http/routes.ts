// The route table: everything the service does, one line each. Read this first.
import { requireScope, type Scope } from '../domain/access.ts';
import { batch, batchFields } from '../domain/batch.ts';
import { changes, changesParameters } from '../domain/changes.ts';
import { createDraft, editDraft } from '../domain/drafts.ts';
import { flags, setFlag } from '../domain/flags.ts';
import { listParameters, type Parameter } from '../domain/list-parameters.ts';
import { list } from '../domain/lists.ts';
import { draftFields, sendFields } from '../domain/outgoing.ts';
import { creatable, create, erase, get, mergeCustom, patch, patchable, remove, restore } from '../domain/records.ts';
import { cancel, sendDraft, sendNew } from '../domain/sending.ts';
import { snooze, snoozeFields, unsnooze } from '../domain/snooze.ts';
import { unsubscribe, unsubscribeFields } from '../domain/unsubscribe.ts';
import { resources } from '../resources/all.ts';
import { email, serverFields } from '../resources/email.ts';
import type { Resource } from '../resources/resource.ts';
import type { Tx } from '../store/store.ts';
import { accountRoutes } from './account-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { sendHtml, sendSource } from './mail-pages.ts';
import { type Answer, type Call, jsonAnswer, type Route, recordAnswer } from './route.ts';
import { syncRoutes } from './sync-routes.ts';

const permanent = (scope: Scope): Parameter => ({
  name: 'permanent',
  kind: 'boolean',
  default: false,
  about: `true: gone for good instead of into the trash; needs the scope ${scope} as well.`,
});
const queueScope = { scope: 'emails:send' as Scope, when: 'for the status queued or scheduled' };
const remote: Parameter = {
  name: 'remote',
  kind: 'boolean',
  default: false,
  about: 'true: with the pictures of other servers, which tells them that the mail is being read.',
};
const found = ['NOT_FOUND', 'AMBIGUOUS_ID'] as const;
const versioned = [...found, 'PRECONDITION_FAILED'] as const;

/** The eight behaviours of a resource. */
function recordRoutes(resource: Resource): Route[] {
  const { name, path } = resource;
  const read = { resource, scope: `${path}:read` as Scope };
  const write = { resource, scope: `${path}:write` as Scope };
  const eraseScope = `${path}:erase` as Scope;
  const creates = creatable(resource, resource === email ? serverFields : []);
  const patches = patchable(resource);
  // biome-ignore format: a table, two lines for each route
  return [
    { method: 'POST', path: `/${path}`, ...write, summary: `Create ${an(name)}`, ...(resource === email && { alsoNeeds: queueScope }), body: creates, status: 201, shape: 'record', errors: ['CONFLICT'], emits: `${name}.created`,
      write: async (tx, call) => recordAnswer(201, await create(tx, resource, creates, sendable(resource, call), call.context)) },
    { method: 'GET', path: `/${path}`, ...read, summary: `List ${path}`, parameters: listParameters(resource), status: 200, shape: 'list', errors: [],
      read: async (call) => jsonAnswer(200, await list(call.store, call.principal.user, resource, call.given, call.context.timezone)) },
    { method: 'GET', path: `/${path}/:id`, ...read, summary: `Get ${an(name)}`, status: 200, shape: 'record', errors: [...found],
      read: async (call) => recordAnswer(200, await get(call.store, call.principal.user, resource, id(call))) },
    { method: 'PATCH', path: `/${path}/:id`, ...write, summary: `Change fields of ${an(name)}`, body: patches, partial: true, status: 200, shape: 'record', errors: [...versioned], emits: `${name}.updated`,
      write: async (tx, call) => recordAnswer(200, await patch(tx, resource, id(call), call.body, call.context)) },
    { method: 'PATCH', path: `/${path}/:id/custom`, ...write, summary: `Merge keys into custom_fields of ${an(name)}`, body: 'custom', status: 200, shape: 'record', errors: [...versioned], emits: `${name}.updated`,
      write: async (tx, call) => recordAnswer(200, await mergeCustom(tx, resource, id(call), call.body, call.context)) },
    { method: 'DELETE', path: `/${path}/:id`, ...write, summary: `Put ${an(name)} into the trash, or delete it for good`, alsoNeeds: { scope: eraseScope, when: 'with permanent=true' }, parameters: [permanent(eraseScope)], status: 200, shape: 'removed', errors: [...versioned, 'ALREADY_DELETED'], emits: `${name}.deleted`,
      write: (tx, call) => (call.given.permanent ? erased(tx, resource, eraseScope, call) : removed(tx, resource, call)) },
    { method: 'POST', path: `/${path}/:id/restore`, ...write, summary: `Take ${an(name)} out of the trash`, status: 200, shape: 'record', errors: [...found, 'NOT_DELETED'], emits: `${name}.restored`,
      write: async (tx, call) => recordAnswer(200, await restore(tx, resource, id(call))) },
  ];
}

const mail = { resource: email, scope: 'emails:write' as Scope, status: 200, shape: 'record' as const };
const sending = { ...mail, scope: 'emails:send' as Scope };
const reading = { ...mail, scope: 'emails:read' as Scope, shape: 'bytes' as const };

/** What only emails do. */
// biome-ignore format: a table, two lines for each route
const emailRoutes: Route[] = [
  { method: 'POST', path: '/emails/send', ...sending, summary: 'Send a new email, now or at a time', body: sendFields, status: 202, errors: ['NO_DEFAULT_ACCOUNT', 'ACCOUNT_NOT_CONNECTED'], emits: 'email.queued, or email.scheduled with scheduled_at',
    write: async (tx, call) => recordAnswer(202, await sendNew(tx, call.body, call.context)) },
  { method: 'POST', path: '/emails/drafts', ...mail, summary: 'Create a draft', body: draftFields, partial: true, status: 201, errors: [], emits: 'email.created',
    write: async (tx, call) => recordAnswer(201, await createDraft(tx, call.body, call.context)) },
  { method: 'PATCH', path: '/emails/drafts/:id', ...mail, summary: 'Edit a draft', body: draftFields, partial: true, errors: [...versioned, 'NOT_A_DRAFT'], emits: 'email.updated',
    write: async (tx, call) => recordAnswer(200, await editDraft(tx, id(call), call.body, call.context)) },
  { method: 'POST', path: '/emails/batch', ...mail, summary: 'One action on up to 100 emails', body: batchFields, shape: 'tally', errors: [], emits: 'for each email what its single action emits',
    write: async (tx, call) => jsonAnswer(200, JSON.stringify(await batch(tx, call.body, call.context))) },
  { method: 'POST', path: '/emails/:id/send', ...sending, summary: 'Send a draft, or a failed email again', status: 202, errors: [...found, 'NOT_A_DRAFT', 'ALREADY_SENT', 'ALREADY_DELETED'], emits: 'email.queued',
    write: async (tx, call) => recordAnswer(202, await sendDraft(tx, id(call))) },
  { method: 'POST', path: '/emails/:id/cancel', ...sending, summary: 'Take a queued or scheduled email back to a draft', errors: [...found, 'NOT_CANCELLABLE'], emits: 'email.updated',
    write: async (tx, call) => recordAnswer(200, await cancel(tx, id(call))) },
  { method: 'POST', path: '/emails/:id/snooze', ...mail, summary: 'Hide an email until a time', body: snoozeFields, errors: [...found, 'ALREADY_DELETED'], emits: 'email.snoozed',
    write: async (tx, call) => recordAnswer(200, await snooze(tx, id(call), call.body, call.context)) },
  { method: 'POST', path: '/emails/:id/unsnooze', ...mail, summary: 'Bring a snoozed email back now', errors: [...found, 'NOT_SNOOZED'], emits: 'email.unsnoozed',
    write: async (tx, call) => recordAnswer(200, await unsnooze(tx, id(call))) },
  { method: 'POST', path: '/emails/:id/unsubscribe', ...sending, summary: 'Leave the mailing list that an email came through', body: unsubscribeFields, partial: true, errors: [...found, 'NOT_UNSUBSCRIBABLE', 'UNSUBSCRIBE_FAILED', 'NO_DEFAULT_ACCOUNT', 'ACCOUNT_NOT_CONNECTED'], emits: 'email.updated; email.queued of the mail that is sent to the list, where that is the way',
    act: async (call) => recordAnswer(200, await unsubscribe(call.store, call.principal.user, call.tools.unsubscriber, id(call), call.body, call.context)) },
  { method: 'GET', path: '/emails/:id/raw', ...reading, summary: 'Download the message as it came or was sent', answers: 'message/rfc822', errors: [...found, 'RANGE_NOT_SATISFIABLE'],
    exchange: sendSource },
  { method: 'GET', path: '/emails/:id/html', ...reading, summary: 'The email as HTML that is safe to show', parameters: [remote], answers: 'text/html', errors: [...found],
    exchange: (call, _request, reply) => sendHtml(call, reply) },
  ...(Object.keys(flags) as (keyof typeof flags)[]).map((flag): Route => (
    { method: 'POST', path: `/emails/:id/${flag}`, ...mail, summary: `Mark an email: ${flag}`, errors: [...found], emits: 'email.updated',
      write: async (tx, call) => recordAnswer(200, await setFlag(tx, id(call), flag)) })),
];

// biome-ignore format: a table, two lines for each route
const feedRoutes: Route[] = [
  { method: 'GET', path: '/changes', resource: null, scope: null, summary: 'Poll the change feed', parameters: changesParameters, status: 200, shape: 'changes', errors: ['CURSOR_EXPIRED'],
    read: async (call) => jsonAnswer(200, await changes(call.store, call.principal, call.given)) },
];

export const routes: readonly Route[] = [
  ...resources.flatMap(recordRoutes),
  ...emailRoutes,
  ...accountRoutes,
  ...syncRoutes,
  ...fileRoutes,
  ...feedRoutes,
];

async function removed(tx: Tx, resource: Resource, call: Call): Promise<Answer> {
  const { record, seq } = await remove(tx, resource, id(call), call.context);
  return jsonAnswer(200, JSON.stringify({ data: { id: record.id, deleted_at: record.deleted_at } }), seq);
}

async function erased(tx: Tx, resource: Resource, scope: Scope, call: Call): Promise<Answer> {
  requireScope(call.principal, scope, `Without permanent=true the ${resource.name} goes into the trash.`);
  const { id: gone, seq } = await erase(tx, resource, id(call), call.context);
  return jsonAnswer(200, JSON.stringify({ data: { id: gone, deleted: true } }), seq);
}

// A mail that is created as queued or scheduled will be sent, so creating it needs the right to send.
function sendable(resource: Resource, { body, principal }: Call): unknown {
  const status = resource === email ? (body as { status?: unknown } | null | undefined)?.status : undefined;
  if (status === 'queued' || status === 'scheduled') requireScope(principal, 'emails:send');
  return body;
}

function id(call: Call): string {
  return call.params.id as string;
}

function an(name: string): string {
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
