// Pages that send a request, and what they may do: pages of this service, pages of the origins that --allow-origins names,
// which need a token in each request (CORS, the Fetch Standard), and all others, which may do nothing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/access.ts';
import { AppError } from '../../errors.ts';

/**
 * The page that sent a request: none that is known of, one of this service, one of an allowed origin, or, by what the
 * browser reports, one of another origin whose request has no Origin header.
 */
export type Page = 'none' | 'own' | 'allowed' | 'foreign';

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id, X-Source';
const EXPOSED =
  'ETag, Location, X-Request-Id, Retry-After, Idempotent-Replayed, X-Blocked-Remote-Items, X-Remote-Images, X-Total-Count';
const PREFLIGHT_SECONDS = 600;

/** The headers for pages of allowed origins. Credentials are never allowed, so such a page cannot use a cookie. */
export function setOriginHeaders(request: FastifyRequest, reply: FastifyReply, allowed: ReadonlySet<string>): void {
  if (allowed.size === 0) return;
  reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !allowed.has(origin)) return;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
}

/** Answers the question whether a page may send a request; returns false for anything else. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const { method, headers, page } = request;
  if (method !== 'OPTIONS' || page !== 'allowed' || headers['access-control-request-method'] === undefined)
    return false;
  reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .send();
  return true;
}

/** Refuses what a page must not do without a token of its own. */
export function checkPage({ page, method, ws }: FastifyRequest, principal: Principal): void {
  if (principal.session === undefined) return;
  const changes = method !== 'GET' && method !== 'HEAD';
  if (page === 'foreign' || ((changes || ws) && page !== 'own'))
    throw new AppError(
      'FORBIDDEN_ORIGIN',
      'A request with a session cookie that changes something or opens a WebSocket must have the Origin of this service; other clients send Authorization: Bearer and a token.',
    );
}

export function tokenNeeded(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'Pages of another origin always need a token: send it as Authorization: Bearer dbk_…, or to the WebSocket and the event stream as ?token=.',
  );
}
