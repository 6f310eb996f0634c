// The routes of tokens. They need the scope admin, so no token can give more than it has; each user has their own.
import type { Scope } from '../../../access/access.ts';
import {
  createOwnToken,
  forgetRevoked,
  revokeOwn,
  tokenFields,
  tokenInput,
  tokenPage,
} from '../../../access/tokens.ts';
import { pageParameters } from '../list-parameters.ts';
import type { Parameter } from '../query.ts';
import { type Route, route } from '../route.ts';
import { createdTokenSchema, revokedTokenSchema } from '../schemas/results.ts';

const admin = { scope: 'admin' as Scope };

const ID = '2c14e23e4bf3';
const created = {
  ...{ id: ID, name: 'phone', scopes: ['emails:read', 'contacts:read'], created_at: '2026-02-17T09:00:00Z' },
  ...{ expires_at: null, revoked_at: null, is_current: false },
  token: `dbk_${ID}_…`,
};

const ended: Parameter = {
  name: 'include_ended',
  type: 'boolean',
  default: false,
  about: 'Also tokens that were revoked or have expired, which are kept for 90 days.',
};

export const tokenRoutes: Route[] = [
  route('GET /tokens', 'List tokens of the user, newest first', admin, {
    parameters: [...pageParameters, ended],
    shape: 'list',
    answer: { name: 'Token', fields: tokenFields },
    read: ({ store, principal, query }) => tokenPage(store, principal, query),
  }),
  route('POST /tokens', 'Create a token, and show it once', admin, {
    body: tokenInput,
    returnsSecret: true,
    shape: 'object',
    status: 201,
    schema: createdTokenSchema,
    schemaName: 'CreatedToken',
    example: created,
    errors: ['CONFLICT'],
    notes:
      'After the first token every request needs one, permanently. A page that sent it without a token starts a session with it (`POST /session`) before it continues; its open connections to the feed are closed with 4401.',
    write: (tx, { principal, body, context }) => createOwnToken(tx, principal, body, context.timezone),
  }),
  route('DELETE /tokens/:id', 'Revoke a token permanently, and end its sessions', admin, {
    shape: 'object',
    schema: revokedTokenSchema,
    schemaName: 'TokenDeletion',
    example: { id: ID, revoked: true },
    errors: ['NOT_FOUND'],
    write: (tx, { id }) => revokeOwn(tx, id),
    afterCommit: ({ services }, revoked) => forgetRevoked(services.access, revoked as { id: string }),
  }),
];
