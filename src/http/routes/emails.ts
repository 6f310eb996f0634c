// The routes of emails besides those of every resource: sending, drafts, flags, snooze, batch, and an email as a file.
import { requireScope, type Scope } from '../../access/access.ts';
import { limits } from '../../limits.ts';
import { batch, batchFields } from '../../mail/batch.ts';
import {
  batchByFilter,
  type FilterBatch,
  filterBatchFields,
  prepareFilterBatch,
} from '../../mail/batches/by-filter.ts';
import { batchThreads, isByThreads, threadIds } from '../../mail/conversations/batch.ts';
import { createDraft, editDraft } from '../../mail/drafts.ts';
import { flags, setFlag } from '../../mail/flags.ts';
import { draftFields, sendFields, sendTimeFields } from '../../mail/outgoing.ts';
import type { Answer } from '../../mail/replies/recipients.ts';
import { createReply, type Preparation, prepareReply, replyFields } from '../../mail/replies/reply.ts';
import { snooze, snoozeFields, unsnooze } from '../../mail/snooze.ts';
import { email } from '../../resources/email.ts';
import { cancel, sendDraft, sendNew } from '../../sending/queue.ts';
import { unsubscribe, unsubscribeFields } from '../../sending/unsubscribe.ts';
import { PAGE_HEADERS, pageParameters, sendHtml, sendImage, sendSource } from './mail-pages.ts';
import { type Additions, found, versioned } from './records.ts';
import { type Call, type Route, route } from './route.ts';

const reads = { resource: email, scope: 'emails:read' as Scope };
const writes = { resource: email, scope: 'emails:write' as Scope };
const sends = { resource: email, scope: 'emails:send' as Scope };
export const emailAdditions: Additions = {
  create: {
    alsoNeeds: { scope: sends.scope, when: 'for the status queued or scheduled' },
    permit: checkMaySend,
  },
};

const ANSWERS: Record<Answer, string> = {
  reply: 'Create a draft that replies to the sender of an email',
  'reply-all': 'Create a draft that replies to everyone of an email',
  forward: 'Create a draft that forwards an email with its attachments',
};

function answerRoute(answer: Answer): Route {
  return route(`POST /emails/:id/${answer}`, ANSWERS[answer], writes, {
    body: replyFields,
    partial: true,
    shape: 'record',
    status: 201,
    errors: [...found, 'NOT_REPLIABLE'],
    emits: [
      'email.created',
      ...(answer === 'forward' ? [{ event: 'file.updated', when: 'for each file that came with the email' }] : []),
    ],
    prepare: ({ store, user, services, id, body, context }) =>
      prepareReply(store, user, services, id, body, answer, context.timezone),
    write: (tx, { body, context }, prepared) => createReply(tx, prepared as Preparation, body, answer, context),
  });
}

export const emailRoutes: Route[] = [
  route('POST /emails/send', 'Send a new email, now or at a given time', sends, {
    body: sendFields,
    shape: 'record',
    status: 202,
    errors: ['NO_DEFAULT_ACCOUNT', 'ACCOUNT_NOT_CONNECTED'],
    emits: ['email.queued', { event: 'email.scheduled', when: 'instead if it is scheduled or held' }],
    write: (tx, { body, context }) => sendNew(tx, body, context),
  }),
  route('POST /emails/drafts', 'Create a draft', writes, {
    body: draftFields,
    partial: true,
    shape: 'record',
    status: 201,
    emits: ['email.created'],
    write: (tx, { body, context }) => createDraft(tx, body, context),
  }),
  route('PATCH /emails/drafts/:id', 'Edit a draft', writes, {
    body: draftFields,
    partial: true,
    shape: 'record',
    errors: [...versioned, 'NOT_A_DRAFT'],
    emits: ['email.updated'],
    write: (tx, { id, body, context }) => editDraft(tx, id, body, context),
  }),
  route(
    'POST /emails/batch',
    'One action on up to 100 emails or conversations, or on all emails that match filters',
    writes,
    {
      body: { ...batchFields, thread_ids: threadIds, ...filterBatchFields },
      oneOf: { ids: [], thread_ids: [], where: ['dry_run'] },
      shape: 'batch',
      errors: ['CONFLICT'],
      emits: [
        { event: 'email.updated', when: 'for each email' },
        { event: 'email.deleted', when: 'with delete' },
        { event: 'email.restored', when: 'with restore' },
        { event: 'email.snoozed', when: 'with snooze' },
        { event: 'email.task_updated', when: 'if many emails match' },
      ],
      prepare: async ({ store, user, body, context }) =>
        isByFilter(body) ? prepareFilterBatch(store, user, body, context) : undefined,
      write: (tx, { body, context }, prepared) => {
        if (prepared) return batchByFilter(tx, prepared as FilterBatch);
        return isByThreads(body) ? batchThreads(tx, body, context) : batch(tx, body, context);
      },
    },
  ),
  route('POST /emails/:id/send', 'Send a draft, or a failed email again, now or later', sends, {
    body: sendTimeFields,
    partial: true,
    shape: 'record',
    status: 202,
    errors: [...found, 'NOT_A_DRAFT', 'ALREADY_SENT', 'ALREADY_DELETED'],
    emits: ['email.queued', { event: 'email.scheduled', when: 'instead if it is scheduled or held' }],
    write: (tx, { id, body, context }) => sendDraft(tx, id, body, context),
  }),
  route('POST /emails/:id/cancel', 'Cancel a queued or scheduled email; it becomes a draft', sends, {
    shape: 'record',
    errors: [...found, 'NOT_CANCELLABLE'],
    emits: ['email.updated'],
    write: (tx, { id }) => cancel(tx, id),
  }),
  ...(Object.keys(ANSWERS) as Answer[]).map(answerRoute),
  route('POST /emails/:id/snooze', 'Snooze an email until a given time', writes, {
    body: snoozeFields,
    shape: 'record',
    errors: [...found, 'ALREADY_DELETED'],
    emits: ['email.snoozed'],
    write: (tx, { id, body, context }) => snooze(tx, id, body, context),
  }),
  route('POST /emails/:id/unsnooze', 'End the snooze of an email', writes, {
    shape: 'record',
    errors: [...found, 'NOT_SNOOZED'],
    emits: ['email.unsnoozed'],
    write: (tx, { id }) => unsnooze(tx, id),
  }),
  route('POST /emails/:id/unsubscribe', 'Unsubscribe from the mailing list of an email', sends, {
    body: unsubscribeFields,
    partial: true,
    shape: 'record',
    errors: [...found, 'NOT_UNSUBSCRIBABLE', 'UNSUBSCRIBE_FAILED', 'NO_DEFAULT_ACCOUNT', 'ACCOUNT_NOT_CONNECTED'],
    emits: ['email.updated', { event: 'email.queued', when: 'if a mail to the list is sent' }],
    call: ({ store, user, services, id, body, context }) =>
      unsubscribe(store, user, services.unsubscriber, id, body, context),
  }),
  route('GET /emails/:id/raw', 'Download the message as received or sent', reads, {
    shape: 'bytes',
    mediaType: 'message/rfc822',
    errors: [...found, 'RANGE_NOT_SATISFIABLE'],
    raw: sendSource,
  }),
  route('GET /emails/:id/html', 'Get the email as HTML that is safe to show', reads, {
    parameters: pageParameters('without it, those of trusted senders are included'),
    shape: 'bytes',
    mediaType: 'text/html',
    headers: PAGE_HEADERS,
    errors: found,
    raw: sendHtml,
  }),
  route('GET /emails/:id/remote-image', 'Get an image of the email from another server', reads, {
    parameters: [
      {
        name: 'url',
        type: 'text',
        maxChars: limits.imageUrlChars,
        about: 'The address, as the page of the email has it.',
      },
      { name: 'signature', type: 'text', maxChars: 64, about: 'From the page of the email.' },
    ],
    shape: 'bytes',
    mediaType: 'image/*',
    inMails: true,
    alsoNeeds: {
      scope: sends.scope,
      when: 'for drafts, and for mail that was stored by a token without it; for a token with emails:write, also for sent mail and mail without a source',
    },
    errors: [...found, 'IMAGE_UNAVAILABLE'],
    raw: sendImage,
  }),
  ...(Object.keys(flags) as (keyof typeof flags)[]).map((flag) =>
    route(`POST /emails/:id/${flag}`, `Mark an email: ${flag}`, writes, {
      shape: 'record',
      errors: found,
      emits: ['email.updated'],
      write: (tx, { id }) => setFlag(tx, id, flag),
    }),
  ),
];

function isByFilter(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'where');
}

// A mail created as queued or scheduled will be sent, so creating it needs the scope to send.
function checkMaySend({ body, principal }: Call): void {
  const status = (body as { status?: unknown } | null | undefined)?.status;
  if (status === 'queued' || status === 'scheduled') requireScope(principal, sends.scope);
}
