// The HTTP server: admits requests, reads their bodies, runs their routes and sends the responses. Every error has the
// one shape of errors.ts.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Access, Principal } from '../access/access.ts';
import type { Config } from '../config.ts';
import type { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { addAdmission } from './admission/admission.ts';
import { headerTokenOf } from './admission/guard.ts';
import type { Page } from './admission/origins.ts';
import { sessionsOf } from './admission/session-cookie.ts';
import { addBodyParsers } from './body.ts';
import { addCompression } from './compression.ts';
import { createHandler, type HandlerParts } from './handlers.ts';
import { addClosing, type Closing } from './load/closing.ts';
import { boundConnections, connectionsFor, connectionTimes } from './load/connections.ts';
import type { Flight } from './load/flight.ts';
import { createSenders } from './load/senders.ts';
import { createTraffic, type Traffic } from './load/traffic.ts';
import { addTurns, HEALTH, type Turns } from './load/turns.ts';
import { boundUnreadBodies } from './load/unread-body.ts';
import type { Metrics } from './metrics.ts';
import { type Addresses, missingRoute, parserErrorResponse, sendError } from './refusals.ts';
import { requestId } from './request-headers.ts';
import { createRequestLog, lazyChild } from './request-log.ts';
import { BASE, type Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import type { Services } from './services.ts';
import { registerSockets } from './sockets.ts';
import { acceptForms } from './uploads.ts';

export interface ServerParts {
  config: Config;
  store: Store;
  services: Services;
  access: Access;
  metrics: Metrics;
  logger: Logger;
}

export interface Server {
  app: FastifyInstance;
  closing: Closing;
  /** Every path with its methods, including paths that are added later. */
  addresses: Addresses;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** The page that sent the request, as far as the browser tells. */
    page: Page;
    /** Why the client of a WebSocket was not admitted: it gets a close code instead of a status. */
    refusal: AppError | null;
    /** The raw body, for the idempotency digest. */
    rawBody: Buffer | undefined;
    /** The request among those in progress; null if it was refused, or is a WebSocket upgrade. */
    flight: Flight | null;
  }
  interface FastifyReply {
    isObserved: boolean;
    /** Logs and measures the response, once: when it was sent, or, if it does not end, when it begins. */
    observe(): void;
  }
  interface FastifyContextConfig {
    route?: Route;
    /** Public routes: the health check and the documentation. */
    open?: true;
  }
}

export async function createServer(parts: ServerParts): Promise<Server> {
  const { config, store, services, access, metrics, logger } = parts;
  const app = createApp(logger);
  const addresses = collectAddresses(app);
  const connections = boundConnections(app.server, connectionsFor(config.sockets));
  await registerSockets(app);
  const senderOf = createSenders((request) => access.recentUser(headerTokenOf(request), sessionsOf(request)));
  const turns = addTurns(app.server, senderOf);
  const closing = addClosing(app);
  const traffic = createTraffic(turns);
  app.addHook('onClose', async () => traffic.close());
  addAdmission(app, { config, access, traffic, connections, addresses });
  addBodyParsers(app);
  waitForTurns(app, turns, traffic);
  boundUnreadBodies(app);
  countResponses(app);
  addCompression(app);
  observeResponses(app, metrics, logger);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(missingRoute(addresses, request, reply), request, reply));
  addRoutes(app, { store, services, timezone: config.timezone, turns });
  return { app, closing, addresses };
}

function createApp(logger: Logger): FastifyInstance {
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
      if (socket.writable) socket.end(parserErrorResponse(error.code));
    },
    frameworkErrors(error, request, reply) {
      // An upgrade that did not reach a route must close its socket here.
      if (request.headers.upgrade) reply.raw.once('finish', () => request.raw.socket.destroy());
      return sendError(error, request, reply as FastifyReply);
    },
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('page', 'none');
  app.decorateRequest('refusal', null);
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('flight', null);
  return app;
}

function collectAddresses(app: FastifyInstance): Addresses {
  const addresses = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    addresses.set(url, new Set([...(addresses.get(url) ?? []), ...[method].flat()]));
  });
  return addresses;
}

// Since the request began its body was read, and other requests may have been handled.
function waitForTurns(app: FastifyInstance, turns: Turns, traffic: Traffic): void {
  app.addHook('preHandler', ({ flight, url, method }, _reply, done) => {
    if (!flight || url === HEALTH) return done();
    const reads = method === 'GET' || method === 'HEAD';
    turns.run(() => traffic.await(flight, reads, done, done), flight.client.owner.key);
  });
}

function countResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.flight?.countResponse(typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0);
    done(null, payload);
  });
}

function observeResponses(app: FastifyInstance, metrics: Metrics, logger: Logger): void {
  const logRequest = createRequestLog(logger);
  app.decorateReply('isObserved', false);
  app.decorateReply('observe', function observe(this: FastifyReply) {
    if (this.isObserved) return;
    this.isObserved = true;
    const { request } = this;
    const path = request.routeOptions.url ?? '(none)';
    metrics.request(request.method, path, this.statusCode, this.elapsedTime / 1000);
    logRequest(request, this);
  });
  app.addHook('onResponse', (_request, reply, done) => {
    reply.observe();
    done();
  });
}

function addRoutes(app: FastifyInstance, parts: HandlerParts): void {
  for (const route of routes) {
    const served = {
      method: route.method,
      url: BASE + route.path,
      config: { route },
      handler: createHandler(route, parts),
    };
    if (!route.form) app.route(served);
    else
      app.register(async (scope) => {
        acceptForms(scope);
        scope.route(served);
      });
  }
}
