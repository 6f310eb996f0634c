// The HTTP server: lets requests in (Host, Origin, token, scope, rate), reads them, runs their route and answers.
// Every answer is JSON text that is ready to send; every error has the one shape of errors.ts.
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Access, type Principal, requireScope, type Soon } from '../domain/access.ts';
import { listedFields } from '../domain/list-parameters.ts';
import { newReader, readFields } from '../domain/reading.ts';
import type { Tools } from '../domain/tools.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { account } from '../resources/account.ts';
import type { Store } from '../store/store.ts';
import { bodyLimitOf, createBodyParser, readBody } from './body.ts';
import { addCompression, codingFor } from './compression.ts';
import { boundConnections, connectionTimes } from './connections.ts';
import type { Flight } from './flight.ts';
import { createHostGuard, createRateGuard, tokenOf } from './guard.ts';
import { once, onceRequest, recall, replaceAnswer } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import { allowedVersions, answerUnchanged } from './preconditions.ts';
import { parseQuery, type RawQuery, readQuery } from './query.ts';
import { answerError, JSON_TYPE, missingRoute, parserAnswer, unsupported } from './refusals.ts';
import { requestId, sourceOf } from './request-headers.ts';
import { createRequestLog, lazyChild } from './request-log.ts';
import type { Answer, Call, Route } from './route.ts';
import { routes } from './routes.ts';
import { createTraffic } from './traffic.ts';
import { HEALTH, type Turns } from './turns.ts';
import { boundUnreadBodies } from './unread-body.ts';
import { acceptForms } from './uploads.ts';

export const BASE = '/api/v1';

export interface ServerParts {
  config: Config;
  store: Store;
  tools: Tools;
  access: Access;
  metrics: Metrics;
  logger: Logger;
  /** Plugins that must stand before the routes. */
  prepare: (app: FastifyInstance) => Promise<Turns>;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** Why the client of a WebSocket was not let in: it is told by a close code, not by a status. */
    refusal: AppError | null;
    /** The body as it came, for the idempotency digest. */
    rawBody: Buffer | undefined;
    /** The request among those under way; null for one that was refused, or that asks for a WebSocket. */
    flight: Flight | null;
  }
  interface FastifyContextConfig {
    route?: Route;
    /** Served to anyone: the health check and the documentation. */
    open?: true;
  }
}

export async function createServer({
  config,
  store,
  tools,
  access,
  metrics,
  logger,
  prepare,
}: ServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: lazyChild,
    bodyLimit: limits.bodyBytes,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    http: connectionTimes,
    requestTimeout: limits.requestTime,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 500, querystringParser: (text) => text as never },
    clientErrorHandler(error, socket) {
      if (socket.writable) socket.end(parserAnswer(error.code));
    },
    frameworkErrors(error, request, reply) {
      // An upgrade that never reached a route has nobody else to close its socket.
      if (request.headers.upgrade) reply.raw.once('finish', () => request.raw.socket.destroy());
      return answerError(error, request, reply as FastifyReply);
    },
  });
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, new Set([...known, ...[method].flat()]));
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('refusal', null);
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('flight', null);
  const checkConnection = boundConnections(app.server);
  const bodies = createBodyParser();
  const turns = await prepare(app);
  const traffic = createTraffic(turns);
  app.addHook('onClose', async () => {
    traffic.close();
    await bodies.close();
  });
  const rate = createRateGuard(config.rateLimit);
  const hostGuard = createHostGuard(config, access);

  app.addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      // For a page without an origin of its own, as that of a mail is, every other is another one.
      .header(
        'cross-origin-resource-policy',
        request.routeOptions.config.route?.inMails ? 'cross-origin' : 'same-origin',
      )
      .header('cache-control', 'no-store');
    checkConnection(request.raw);
    const admitted = hostGuard(request)?.then(() => admit(request, reply)) ?? admit(request, reply);
    if (admitted) admitted.then(() => done(), done);
    else done();
  });

  // Before the body is read. Nearly always at once; a promise only where something must be looked up first.
  function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { route, open } = request.routeOptions.config;
    if (request.is404) throw missingRoute(methodsOf, request, reply);
    const enter = (client: string): undefined => {
      if (!request.ws) request.flight = traffic.enter(client, request.raw, reply.raw);
    };
    if (open) return enter(request.ip);
    const refuse = (error: unknown) => {
      // A store that is away is no failed try to get in.
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') rate.failure(request.ip);
      if (!request.ws || !(error instanceof AppError)) throw error;
      request.refusal = error;
    };
    const welcome = (principal: Principal) => {
      request.principal = principal;
      if (principal.token !== null) rate.request(principal.token);
      if (route?.scope) requireScope(principal, route.scope);
      return enter(principal.token ?? request.ip);
    };
    let principal: Soon<Principal>;
    try {
      principal = access.identify(tokenOf(request, request.ws ? queryOf(request) : null));
    } catch (error) {
      refuse(error);
      return;
    }
    return principal instanceof Promise ? principal.then(welcome, refuse) : welcome(principal);
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json(;|$)/i, (request, _payload, done) => {
    readBody(request, bodyLimitOf(request.routeOptions.config.route ?? {}), (error, bytes) => {
      if (error) return done(error);
      if (request.headers['idempotency-key'] !== undefined) request.rawBody = bytes;
      try {
        const value = bodies.parse(bytes, request.rawBody !== undefined);
        if (value instanceof Promise) value.then((parsed) => done(null, parsed), done);
        else done(null, value);
      } catch (problem) {
        done(problem as Error);
      }
    });
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (request.headers['content-length'] === '0') return done(null, undefined);
    done(unsupported());
  });

  // Since the request began its body has been read, and much may have been done for others.
  app.addHook('preHandler', ({ flight, url, method }, _reply, done) => {
    if (!flight || url === HEALTH) return done();
    turns.run(() => traffic.await(flight, method === 'GET' || method === 'HEAD', done, done));
  });

  boundUnreadBodies(app);
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.flight?.answer(typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0);
    done(null, payload);
  });
  addCompression(app);
  const logRequest = createRequestLog(logger);
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? '(none)';
    metrics.request(request.method, path, reply.statusCode, reply.elapsedTime / 1000);
    logRequest(request, reply);
    done();
  });

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(missingRoute(methodsOf, request, reply), request, reply));
  for (const route of routes) {
    const served = { method: route.method, url: BASE + route.path, config: { route }, handler: handlerOf(route) };
    if (!route.form) app.route(served);
    else
      app.register(async (scope) => {
        acceptForms(scope);
        scope.route(served);
      });
  }
  return app;

  function handlerOf(route: Route): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
    const { parameters = [], resource } = route;
    const fields = resource ? listedFields(resource) : [];
    return async (request, reply) => {
      const { headers } = request;
      const call: Call = {
        store,
        tools,
        principal: request.principal as Principal,
        params: request.params as Record<string, string>,
        given: readQuery(parameters, queryOf(request), fields),
        body: request.body,
        context: {
          timezone: config.timezone,
          source: sourceOf(headers['x-source']),
          versions: allowedVersions(headers['if-match']),
        },
      };
      if (!route.body && call.body !== undefined) refuseBody(call);
      if (route.exchange) {
        await route.exchange(call, request, reply);
        if (!reply.sent) await reply; // it is being compressed
        return;
      }
      const answer = route.read ? await route.read(call) : await run(route, call, request, reply);
      request.flight?.answer(answer.body.length);
      if (turns.isOver()) await new Promise<void>((go) => turns.run(go));
      if (
        route.method === 'GET' &&
        answer.etag !== null &&
        answerUnchanged(request, reply, answer.etag, answer.body.length)
      )
        return;
      if (answer.etag !== null) reply.header('etag', answer.etag);
      reply.code(answer.status).header('content-type', JSON_TYPE).send(answer.body);
      // Sent when that returns, so there is nothing to wait for, unless the answer is compressed first.
      if (codingFor(headers['accept-encoding'], answer.body.length)) await reply;
    };
  }

  async function run(route: Route, call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const { act, follow, kind } = route;
    const write = route.write as NonNullable<Route['write']>;
    const user = call.principal.user;
    const key = route.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
    // A plain digest of a body with a password in it would be a way to guess the password.
    const digest = kind === account ? tools.secrets.digest : undefined;
    const keyed = onceRequest(key, route.method, request.url, request.rawBody, digest);
    if (act) {
      const before = keyed && (await store.write(user, (tx) => recall(tx, keyed)));
      if (before) reply.header('idempotent-replayed', 'true');
      const answer = before ?? (await act(call));
      if (!keyed || before) return answer;
      return (await store.write(user, (tx) => once(tx, keyed, async () => answer))).answer;
    }
    if (!keyed) {
      const answer = await store.write(user, (tx) => write(tx, call));
      return follow ? follow(call, answer) : answer;
    }
    const { answer, replayed } = await store.write(user, (tx) => once(tx, keyed, () => write(tx, call)));
    if (replayed) reply.header('idempotent-replayed', 'true');
    if (replayed || !follow) return answer;
    const followed = await follow(call, answer);
    await store.write(user, (tx) => replaceAnswer(tx, keyed, answer, followed));
    return followed;
  }
}

export function queryOf(request: FastifyRequest): RawQuery {
  const mark = request.url.indexOf('?');
  return parseQuery(mark < 0 ? '' : request.url.slice(mark + 1));
}

// Actions take no body; an empty object does no harm.
function refuseBody({ body, context }: Call): void {
  const reader = newReader(context.timezone);
  readFields({}, body, reader);
  reader.finish();
}
