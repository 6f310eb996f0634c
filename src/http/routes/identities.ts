// The routes of identities: name, address and signature with which the mail of an account is sent.
import type { Scope } from '../../access/access.ts';
import {
  createIdentity,
  identityCreates,
  identityPatches,
  patchIdentity,
  removeIdentity,
} from '../../accounts/identities.ts';
import { list } from '../../records/list.ts';
import { identity } from '../../resources/identity.ts';
import { pageParameters } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { found, readsOne, versioned } from './records.ts';
import { type Emitted, type Route, route } from './route.ts';

const reads = { resource: identity, scope: 'accounts:read' as Scope };
const writes = { resource: identity, scope: 'accounts:write' as Scope };
const former: Emitted = { event: 'identity.updated', when: 'for the former default identity' };
const ofAccount: Parameter = { name: 'account_id', type: 'uuid', about: 'Only identities of this account.' };

export const identityRoutes: Route[] = [
  route('POST /identities', 'Add an identity to an email account', writes, {
    body: identityCreates,
    shape: 'record',
    status: 201,
    errors: ['CONFLICT'],
    emits: ['identity.created', former],
    write: (tx, { body, context }) => createIdentity(tx, body, context),
  }),
  route('GET /identities', 'List identities of email accounts', reads, {
    parameters: [ofAccount, ...pageParameters],
    shape: 'list',
    read: ({ store, user, query, context }) => list(store, user, identity, query, context.timezone),
  }),
  route('GET /identities/:id', 'Get an identity', reads, {
    ...readsOne(identity),
    errors: found,
  }),
  route('PATCH /identities/:id', 'Change an identity', writes, {
    body: identityPatches,
    partial: true,
    shape: 'record',
    errors: versioned,
    emits: ['identity.updated'],
    write: (tx, { id, body, context }) => patchIdentity(tx, id, body, context),
  }),
  route('DELETE /identities/:id', 'Remove an identity permanently', writes, {
    shape: 'removed',
    errors: versioned,
    emits: ['identity.deleted', { event: 'identity.updated', when: 'for the new default identity' }],
    write: (tx, { id, context }) => removeIdentity(tx, id, context),
  }),
];
