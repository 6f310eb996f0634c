// The routes of trusted senders, whose images are shown without asking. They are mail data to read, and a setting to change.
import type { Scope } from '../../access/access.ts';
import { addTrustedSender, removeTrustedSender } from '../../mail/trusted-senders.ts';
import { list } from '../../records/list.ts';
import { trustedSender } from '../../resources/trusted-sender.ts';
import { pageParameters } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { found, readsOne, versioned } from './records.ts';
import { type Route, route } from './route.ts';

const reads = { resource: trustedSender, scope: 'emails:read' as Scope };
const writes = { resource: trustedSender, scope: 'settings:write' as Scope };
const bySender: Parameter = {
  name: 'sender',
  type: 'text',
  about: trustedSender.list.filters.sender?.about as string,
  example: 'ann@example.org',
};

export const trustedSenderRoutes: Route[] = [
  route('POST /trusted-senders', 'Show the images of a sender without asking', writes, {
    body: trustedSender.fields,
    shape: 'record',
    status: 201,
    mayExist: true,
    errors: ['CONFLICT'],
    emits: [{ event: 'trusted_sender.created', when: 'unless the sender was trusted already' }],
    write: (tx, { body, context }) => addTrustedSender(tx, body, context),
  }),
  route('GET /trusted-senders', 'List trusted senders', reads, {
    parameters: [bySender, ...pageParameters],
    shape: 'list',
    read: ({ store, user, query, context }) => list(store, user, trustedSender, query, context.timezone),
  }),
  route('GET /trusted-senders/:id', 'Get a trusted sender', reads, {
    ...readsOne(trustedSender),
    errors: found,
  }),
  route('DELETE /trusted-senders/:id', 'No longer trust a sender', writes, {
    shape: 'removed',
    errors: versioned,
    emits: ['trusted_sender.deleted'],
    write: (tx, { id, context }) => removeTrustedSender(tx, id, context),
  }),
];
