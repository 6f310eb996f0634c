// The routes of sessions: a browser exchanges a token for a cookie that scripts cannot read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../access/access.ts';
import { endSession, startSession } from '../../access/sessions.ts';
import { reach } from '../../feed/messages.ts';
import { limits } from '../../limits.ts';
import { newValidator, validateFields } from '../../records/validate.ts';
import { required, text } from '../../resources/fields.ts';
import { listUsers } from '../../store/tables/users.ts';
import { clearSession, setSession } from '../admission/session-cookie.ts';
import { respond, sendResponse } from '../responses.ts';
import { type Call, type Route, route } from './route.ts';

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

export const sessionRoutes: Route[] = [
  route('POST /session', 'Start a session of a browser with a token', anyone, {
    body: sessionFields,
    tokenInBody: true,
    shape: 'object',
    status: 201,
    example,
    errors: ['UNAUTHORIZED'],
    raw: openSession,
  }),
  route('GET /session', 'Get who the request acts for, and what it may do', anyone, {
    shape: 'object',
    example,
    read: describe,
  }),
  route('DELETE /session', 'End the session, and remove its cookie', anyone, {
    shape: 'object',
    example: { ended: true },
    raw: closeSession,
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
