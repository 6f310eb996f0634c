// The routes of sessions: a browser exchanges a token for a cookie that scripts cannot read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../access/access.ts';
import { endOneOf, endSession, sessionPage, startSession } from '../../../access/sessions.ts';
import { AppError } from '../../../errors.ts';
import { reach } from '../../../feed/messages.ts';
import { limits } from '../../../limits.ts';
import type { ListResult } from '../../../records/list.ts';
import { newValidator, validateFields } from '../../../records/validate.ts';
import { flag, required, text } from '../../../resources/fields.ts';
import { listUsers } from '../../../store/tables/users.ts';
import { clearSession, setSession } from '../../admission/session-cookie.ts';
import { respond, sendResponse } from '../../responses.ts';
import { pageParameters } from '../list-parameters.ts';
import { type Call, type Route, route } from '../route.ts';
import { currentSessionSchema, endedSchema, endedSessionSchema } from '../schemas/results.ts';

const anyone = { scope: null as Scope | null };
const example = {
  user: 'owner',
  timezone: 'UTC',
  scopes: ['events:read', 'emails:read'],
  seq: 412,
  version: '1.0.0',
  token_required: true,
};

const sessionFields = {
  token: required(text(limits.shortChars, { about: 'The token that the session acts for.', example: 'dbk_…' })),
};

const ID = '3b8f6a2c4d10';
const listedFields = {
  id: text(limits.shortChars, { about: 'Not the secret of the cookie.', example: ID }),
  token_id: text(limits.shortChars, { about: 'The token that it was started with.', example: '2c14e23e4bf3' }),
  token_name: text(limits.nameChars, { example: 'laptop' }),
  created_at: text(limits.lineChars, { example: '2026-02-17T09:00:00Z' }),
  expires_at: text(limits.lineChars, { example: '2026-05-18T09:00:00Z' }),
  is_current: flag({ about: 'Whether the request is of this session.', example: true }),
};

export const sessionRoutes: Route[] = [
  route('POST /session', 'Start a session of a browser with a token', anyone, {
    body: sessionFields,
    tokenInBody: true,
    shape: 'object',
    status: 201,
    schema: currentSessionSchema,
    schemaName: 'CurrentSession',
    example,
    errors: ['UNAUTHORIZED'],
    raw: openSession,
  }),
  route('GET /session', 'Get who the request acts for, and what it may do', anyone, {
    shape: 'object',
    schema: currentSessionSchema,
    schemaName: 'CurrentSession',
    example,
    read: describe,
  }),
  route('DELETE /session', 'End the session, and remove its cookie', anyone, {
    shape: 'object',
    schema: endedSchema,
    schemaName: 'CurrentSessionDeletion',
    example: { ended: true },
    raw: closeSession,
  }),
  route('GET /sessions', 'List sessions of the token, or with admin of all tokens of the user', anyone, {
    parameters: pageParameters,
    shape: 'list',
    answer: { name: 'Session', fields: listedFields },
    read: listOf,
  }),
  route('DELETE /sessions/:id', 'End one of these sessions', anyone, {
    shape: 'object',
    schema: endedSessionSchema,
    schemaName: 'SessionDeletion',
    example: { id: ID, ended: true },
    errors: ['NOT_FOUND'],
    call: endOther,
  }),
];

async function describe({ store, services, principal, user, context }: Call): Promise<object> {
  const found = (await listUsers(store)).find(({ id }) => id === user);
  return {
    user: found?.name,
    timezone: context.timezone,
    scopes: [...principal.scopes],
    seq: await reach(store, user),
    version: services.version,
    token_required: await services.access.tokensRequired(),
  };
}

/** The token was checked when the request was admitted. */
async function openSession(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const validator = newValidator(call.context.timezone);
  validateFields(sessionFields, call.body, validator);
  validator.finish();
  setSession(request, reply, await startSession(call.store, call.principal));
  sendResponse(reply, respond('object', 201, await describe(call)));
}

async function closeSession(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const ended = await endSession(call.store, call.services.access, call.principal);
  clearSession(request, reply);
  sendResponse(reply, respond('object', 200, { ended }));
}

async function listOf({ store, principal, query }: Call): Promise<ListResult> {
  const { limit: most = limits.pageDefault, offset = 0 } = query as { limit?: number; offset?: number };
  const limit = Math.min(most, limits.pageMax);
  const { sessions, total } = await sessionPage(store, principal, { limit, offset });
  const texts = sessions.map((one) => JSON.stringify(one));
  return { texts, meta: { total, limit, offset, has_more: offset + texts.length < total } };
}

async function endOther({ store, services, principal, id }: Call): Promise<object> {
  if (await endOneOf(store, services.access, principal, id)) return { id, ended: true };
  throw new AppError('NOT_FOUND', `There is no session ${JSON.stringify(id.slice(0, 60))} that this token can end.`);
}
