// Runs the handler of a route: converts the request to a call, executes it once per Idempotency-Key, and sends the
// result.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deliveredBy, type Principal } from '../access/access.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import type { Store, Tx } from '../store/port.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { codingFor } from './compression.ts';
import { type OnceRequest, once, onceRequest, recall, replaceResponse } from './idempotency.ts';
import type { Turns } from './load/turns.ts';
import { allowedVersions, sendNotModified } from './preconditions.ts';
import { sourceOf } from './request-headers.ts';
import { complete, type JsonResponse, respond, sendResponse } from './responses.ts';
import { listedFields } from './routes/list-parameters.ts';
import { rawQueryOf, readQuery } from './routes/query.ts';
import { BASE, type Call, type ChangingRoute, type Route } from './routes/route.ts';
import type { Services } from './services.ts';

export interface HandlerParts {
  store: Store;
  services: Services;
  /** The service's own time zone. */
  timezone: string;
  turns: Turns;
}

/** Of a request whose body, which has the token, is refused. */
const NOBODY: Principal = { user: 0, token: null, scopes: new Set() };

type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The response to a write, and whether it was stored by an earlier request. */
interface Outcome {
  response: JsonResponse;
  replayed: boolean;
}

export function createHandler(route: Route, parts: HandlerParts): FastifyHandler {
  const callOf = createCallReader(route, parts);
  if ('raw' in route) {
    return async (request, reply) => {
      await route.raw(callOf(request), request, reply);
      if (!reply.sent) await reply; // the response is being compressed
    };
  }
  return async (request, reply) => {
    const call = callOf(request);
    const begun =
      'read' in route
        ? respond(route.shape, route.status, await (route.read(call) as Promise<never>))
        : await change(route, call, request, reply);
    const response = begun.left === undefined ? begun : await complete(parts.store, call.user, begun);
    request.flight?.countResponse(response.body.length);
    if (parts.turns.isOver()) await new Promise<void>((go) => parts.turns.run(go, request.flight?.client.owner.key));
    if (route.shape === 'batch' && response.recordId !== null)
      reply.header('location', `${BASE}/tasks/${response.recordId}`);
    await send(request, reply, response);
  };
}

function createCallReader(
  route: Route,
  { store, services, timezone }: HandlerParts,
): (request: FastifyRequest) => Call {
  const { parameters = [], resource, answer } = route;
  const fields = route.fields ?? (answer ? Object.keys(answer.fields) : resource ? listedFields(resource) : []);
  return (request) => {
    const { headers, body } = request;
    const principal = request.principal ?? NOBODY;
    const call: Call = {
      store,
      services,
      principal,
      user: principal.user,
      id: Object.values(request.params as Record<string, string>)[0] ?? '',
      query: readQuery(parameters, rawQueryOf(request), fields),
      body,
      context: {
        timezone,
        source: sourceOf(headers['x-source']),
        deliveredBy: deliveredBy(principal),
        versions: allowedVersions(headers['if-match']),
      },
    };
    if (!route.body && body !== undefined) refuseBody(call);
    return call;
  };
}

// Actions have no body; an empty object is accepted.
function refuseBody({ body, context }: Call): void {
  const validator = newValidator(context.timezone);
  validateFields({}, body, validator);
  validator.finish();
}

async function change(
  route: ChangingRoute,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<JsonResponse> {
  const key = request.headers['idempotency-key'] as string | undefined;
  // A plain digest of a body that contains a password would help to guess the password.
  const digest = route.hasSecrets ? call.services.secrets.digest : undefined;
  const asked = await onceRequest(key, call.principal, route.method, request.url, request.rawBody, digest);
  const keyed = asked && { ...asked, ...(route.returnsSecret && { secrets: call.services.secrets }) };
  const { response, replayed } = await ('call' in route ? runCall(route, call, keyed) : runWrite(route, call, keyed));
  if (replayed) reply.header('idempotent-replayed', 'true');
  return response;
}

async function runCall(
  { shape, status, permit, call: run }: Extract<ChangingRoute, { call: unknown }>,
  call: Call,
  keyed: OnceRequest | null,
): Promise<Outcome> {
  const { store, user } = call;
  await permit?.(call, outside(store, user));
  const kept = keyed && (await replay(call, keyed));
  if (kept) return kept;
  const response = respond(shape, status, (await run(call)) as never);
  if (!keyed) return { response, replayed: false };
  const { response: first } = await store.write(user, (tx) =>
    once(
      tx,
      keyed,
      async () => response,
      (one) => one,
    ),
  );
  return { response: first, replayed: false };
}

/** The stored response to an earlier request with the same key, if any. */
async function replay({ store, user }: Call, keyed: OnceRequest): Promise<Outcome | undefined> {
  const response = await store.write(user, (tx) => recall(tx, keyed));
  return response && { response, replayed: true };
}

async function runWrite(
  route: Extract<ChangingRoute, { write: unknown }>,
  call: Call,
  keyed: OnceRequest | null,
): Promise<Outcome> {
  const { store, user } = call;
  const { shape, status, permit } = route;
  // What a repeated request would prepare may no longer exist.
  if (route.prepare && keyed) {
    await permit?.(call, outside(store, user));
    const kept = await replay(call, keyed);
    if (kept) return kept;
  }
  const prepared = await route.prepare?.(call);
  const write = (tx: Tx) => route.write(tx, call, prepared);
  const permitted = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    await permit?.(call, tx);
    return work(tx);
  };
  const responseOf = (value: unknown) => respond(shape, status, value as never);
  const afterCommit = async (value: unknown) => responseOf(await route.afterCommit?.(call, value as never));
  if (!keyed) {
    const value = await store.write<unknown>(user, (tx) => permitted(tx, write));
    return { response: route.afterCommit ? await afterCommit(value) : responseOf(value), replayed: false };
  }
  const work = (tx: Tx) => once<unknown>(tx, keyed, () => write(tx), responseOf);
  const { response, value, replayed } = await store.write(user, (tx) => permitted(tx, work));
  if (replayed || !route.afterCommit) return { response, replayed };
  const last = await afterCommit(value);
  await store.write(user, (tx) => replaceResponse(tx, keyed, response, last));
  return { response: last, replayed };
}

async function send(request: FastifyRequest, reply: FastifyReply, response: JsonResponse): Promise<void> {
  const { body, etag } = response;
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (isGet && etag !== null && sendNotModified(request, reply, etag, body.length)) return;
  sendResponse(reply, response);
  // Already sent, unless the response is compressed first.
  if (codingFor(request.headers['accept-encoding'], body.length)) await reply;
}
