// Admits a request before its body is read: Host and Origin, route, token, rate, scope, and the limits of its client.
// Almost always synchronous; returns a promise only if a lookup is needed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, type Principal, requireScope, type Soon } from '../../access/access.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Connections } from '../load/connections.ts';
import type { Sender, Traffic } from '../load/traffic.ts';
import { HEALTH } from '../load/turns.ts';
import { type Addresses, missingRoute } from '../refusals.ts';
import { rawQueryOf } from '../routes/query.ts';
import { createHostGuard, createRateGuard, tokenOf } from './guard.ts';
import { answerPreflight, checkPage, setOriginHeaders, tokenNeeded } from './origins.ts';
import { clearSession, sessionsOf } from './session-cookie.ts';

export interface AdmissionParts {
  config: Config;
  access: Access;
  traffic: Traffic;
  connections: Connections;
  addresses: Addresses;
}

export function addAdmission(app: FastifyInstance, parts: AdmissionParts): void {
  const hostGuard = createHostGuard(parts.config, parts.access);
  const allowed = new Set(parts.config.allowOrigins);
  const { admit, admitByBody } = createAdmission(parts);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    setOriginHeaders(request, reply, allowed);
    parts.connections.requested(request.raw.socket);
    const enter = () => (answerPreflight(request, reply) ? undefined : admit(request, reply));
    const finish = () => {
      if (!reply.sent) done();
    };
    const admitted = hostGuard(request)?.then(enter) ?? enter();
    if (admitted) admitted.then(finish, done);
    else finish();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.route?.tokenInBody) return done();
    admitByBody(request, reply).then(() => done(), done);
  });
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  // For a page with an opaque origin, such as that of a mail, every other origin is different.
  const resources = request.routeOptions.config.route?.inMails ? 'cross-origin' : 'same-origin';
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', resources)
    .header('cache-control', 'no-store');
}

interface Admission {
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
  /** For a route that has the token in its body, once the body was read. */
  admitByBody(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

function createAdmission({ config, access, traffic, connections, addresses }: AdmissionParts): Admission {
  const rate = createRateGuard(config.rateLimit);

  const enter = (request: FastifyRequest, reply: FastifyReply, sender: Sender): undefined => {
    if (!request.ws) request.flight = traffic.enter(sender, request.raw, reply.raw);
  };

  // Health checks have no limit, so that nobody at the same address, such as that of a proxy, can make them fail.
  const enterUnknown = (request: FastifyRequest, reply: FastifyReply): undefined => {
    const { ip, routeOptions } = request;
    if (routeOptions.url?.startsWith(HEALTH)) return;
    enter(request, reply, { client: `${ip} ${routeOptions.url}`, owner: ip, isAnonymous: true });
  };

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    // An unavailable store is not a failed login.
    if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
      connections.refused(request.raw.socket);
      if (usesSession(request)) clearSession(request, reply);
      rate.failure(request.ip);
    }
    if (!request.ws || !(error instanceof AppError)) throw error;
    request.refusal = error;
  };

  const accept = (request: FastifyRequest, reply: FastifyReply, principal: Principal): undefined => {
    const { route } = request.routeOptions.config;
    checkPage(request, principal);
    request.principal = principal;
    connections.accepted(request.raw.socket, principal.user);
    if (principal.token !== null) rate.request(principal.token);
    if (route?.scope) requireScope(principal, route.scope);
    return enter(request, reply, { client: principal.token ?? request.ip, owner: `user ${principal.user}` });
  };

  const admit = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.is404) throw missingRoute(addresses, request, reply);
    const { open, route } = request.routeOptions.config;
    if (open || route?.tokenInBody) return enterUnknown(request, reply);
    let principal: Soon<Principal>;
    try {
      principal = identify(request, access);
    } catch (error) {
      refuse(request, reply, error);
      return;
    }
    if (!(principal instanceof Promise)) return accept(request, reply, principal);
    return principal.then(
      (found) => accept(request, reply, found),
      (error) => refuse(request, reply, error),
    );
  };

  return {
    admit,
    async admitByBody(request, reply) {
      refuseOtherPages(request);
      const token = (request.body as { token?: unknown } | null | undefined)?.token;
      if (typeof token !== 'string') return; // the handler refuses the body
      try {
        const principal = await access.identify(token);
        request.principal = principal;
        connections.accepted(request.raw.socket, principal.user);
        if (principal.token !== null) rate.request(principal.token);
      } catch (error) {
        refuse(request, reply, error);
      }
    },
  };
}

/** The cookie would be of another site, which browsers do not store. */
function refuseOtherPages({ page }: FastifyRequest): void {
  if (page === 'allowed' || page === 'foreign')
    throw new AppError('FORBIDDEN_ORIGIN', 'Only pages of this service can start a session; send the token itself.');
}

/** Whether the cookie says who sends the request; otherwise a refusal says nothing about its session. */
function usesSession(request: FastifyRequest): boolean {
  if (request.page === 'allowed' || request.routeOptions.config.route?.tokenInBody) return false;
  return bearerOf(request) === undefined;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const { route } = request.routeOptions.config;
  return tokenOf(request, request.ws || route?.tokenInQuery ? rawQueryOf(request) : null);
}

/** Who sends the request: the token comes first, then the cookie, which pages of other origins cannot use. */
function identify(request: FastifyRequest, access: Access): Soon<Principal> {
  const token = bearerOf(request);
  if (request.page !== 'allowed') return access.identify(token, sessionsOf(request));
  if (token === undefined) throw tokenNeeded();
  return access.identify(token);
}
