// Who is let in: the Host and Origin of a request, and how often it comes. Against a web page that makes its visitor's
// browser talk to this service (DNS rebinding, cross-site requests), and against guessing and floods.

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config.ts';
import type { Access } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

export type Guard = (request: FastifyRequest) => Promise<void>;

/** Refuses a Host that is not ours and an Origin that is another page's. */
export function createHostGuard(config: Config, access: Access): Guard {
  const named = new Set(config.hostnames);
  return async (request) => {
    const host = request.headers.host ?? '';
    const name = hostnameOf(host);
    const ours = isLoopback(name) || named.has(name) || name === config.host;
    if (!ours && (named.size > 0 || !(await access.tokensRequired()))) {
      throw new AppError(
        'FORBIDDEN_HOST',
        `The Host ${JSON.stringify(host.slice(0, 100))} is not a name of this service; use ${config.host}, or start it with --hostnames.`,
      );
    }
    const { origin } = request.headers;
    if (origin !== undefined && !isOwnOrigin(origin, host, named)) {
      throw new AppError(
        'FORBIDDEN_ORIGIN',
        `Pages of ${JSON.stringify(origin.slice(0, 100))} may not use this service.`,
      );
    }
  };
}

/** The bearer token of a request; WebSocket clients may send it in the address. */
export function tokenOf(request: FastifyRequest, query: ReadonlyMap<string, string[]> | null): string | undefined {
  const header = request.headers.authorization;
  if (header !== undefined) return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? '';
  return query?.get('token')?.[0];
}

export interface RateGuard {
  /** Counts a request of a token. */
  request(request: FastifyRequest): Promise<void>;
  /** Counts a failed try to get in, and refuses an address that has failed too often. */
  failure(request: FastifyRequest): Promise<void>;
}

export async function createRateGuard(
  app: FastifyInstance,
  perMinute: number,
  keyOf: (request: FastifyRequest) => string,
): Promise<RateGuard> {
  await app.register(rateLimit, { global: false });
  const window = 60_000;
  const requests = app.createRateLimit({ max: perMinute, timeWindow: window, keyGenerator: keyOf });
  const failures = app.createRateLimit({
    max: limits.failedLoginsPerMinute,
    timeWindow: window,
    keyGenerator: (request) => `failed ${request.ip}`,
  });
  const count = async (limiter: typeof requests, request: FastifyRequest) => {
    const result = await limiter(request);
    if (result.isAllowed || !result.isExceeded) return;
    throw new AppError(
      'RATE_LIMITED',
      `More than ${result.max} requests in a minute; wait ${result.ttlInSeconds} s.`,
      {},
      result.ttlInSeconds,
    );
  };
  return {
    request: (request) => (perMinute > 0 ? count(requests, request) : Promise.resolve()),
    failure: (request) => count(failures, request),
  };
}

function hostnameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(host);
  return (bracketed ? (bracketed[1] as string) : host.replace(/:\d+$/, '')).toLowerCase();
}

function isOwnOrigin(origin: string, host: string, named: ReadonlySet<string>): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const written = host.toLowerCase().replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '');
  return url.host === written || (url.port === '' && named.has(url.hostname));
}
