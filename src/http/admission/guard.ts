// Guards of admission: the Host and Origin of a request, against web pages that use their visitor's browser (DNS
// rebinding, cross-site requests); and its rate, against guessed tokens and floods.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../access/access.ts';
import { type Config, isLoopback } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { createRateCounter, type RateCounter } from '../load/rates.ts';

/** Throws or rejects if the request is refused; returns a promise only if a lookup is needed. */
export type Guard = (request: FastifyRequest) => Promise<void> | undefined;

/**
 * Refuses an unknown Host, an Origin that is neither ours nor allowed, and, while no token is required, any other request
 * that a page of another origin makes the browser send. Notes which page sent the request.
 */
export function createHostGuard(config: Config, access: Access): Guard {
  const named = new Set(config.hostnames);
  const allowed = new Set(config.allowOrigins);
  const isOurs = (name: string) => isLoopback(name) || named.has(name) || name === config.host;
  let lastGood: string | undefined; // clients use the same name in every request
  return (request) => {
    const { host = '', origin } = request.headers;
    const isForeign = isOfAnotherPage(request);
    if (origin === undefined && !isForeign) {
      if (host === lastGood) return;
      if (isOurs(hostnameOf(host))) {
        lastGood = host;
        return;
      }
    }
    return check(request, host, origin, isForeign);
  };

  async function check(request: FastifyRequest, host: string, origin: string | undefined, isForeign: boolean) {
    if (!isOurs(hostnameOf(host)) && (named.size > 0 || !(await access.tokensRequired()))) {
      throw new AppError(
        'FORBIDDEN_HOST',
        `The Host ${JSON.stringify(host.slice(0, 100))} is not a name of this service; use ${config.host}, or start it with --hostnames.`,
      );
    }
    const isOwn = origin !== undefined && isOwnOrigin(origin, host, named);
    if (origin !== undefined && !isOwn) {
      request.page = 'allowed';
      if (allowed.has(origin)) return;
      throw new AppError(
        'FORBIDDEN_ORIGIN',
        `Pages of ${JSON.stringify(origin.slice(0, 100))} may not use this service.`,
      );
    }
    request.page = isForeign ? 'foreign' : isOwn ? 'own' : 'none';
    if (isForeign && !(await access.tokensRequired()))
      throw new AppError('FORBIDDEN_ORIGIN', 'Pages of another origin may not use this service.');
  }
}

/**
 * Whether the browser reports that a page of another origin made the request (W3C Fetch Metadata). Requests without an
 * Origin header can be cross-origin too: an image, a script, a link. Pages on other ports of this machine are
 * `same-site`, and belong to other programs. A link to a page of this service may be followed; and the page of a mail,
 * which has an opaque origin because it is sandboxed, may show its images.
 */
function isOfAnotherPage({ headers, method, routeOptions }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const { open, route } = routeOptions.config;
  const [mode, dest] = [headers['sec-fetch-mode'], headers['sec-fetch-dest']];
  const isVisit = open === true && mode === 'navigate' && dest === 'document';
  const isPicture = route?.inMails === true && mode === 'no-cors' && dest === 'image';
  return !((method === 'GET' || method === 'HEAD') && (isVisit || isPicture));
}

/**
 * The bearer token of a request, empty if the header is something else; clients of the feed may send it in the URL.
 */
export function tokenOf(request: FastifyRequest, query: ReadonlyMap<string, string[]> | null): string | undefined {
  return headerTokenOf(request) ?? query?.get('token')?.[0];
}

export function headerTokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization } = headers;
  return authorization === undefined ? undefined : (/^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '');
}

export interface RateGuard {
  /** Counts a request of a token. */
  request(token: string): void;
  /** Counts a failed login, and refuses an IP address that has failed too often. */
  failure(address: string): void;
}

export function createRateGuard(perMinute: number): RateGuard {
  const requests = createRateCounter(perMinute);
  const failures = createRateCounter(limits.failedLoginsPerMinute);
  const count = (counter: RateCounter, key: string, max: number) => {
    const wait = counter(key);
    if (wait > 0)
      throw new AppError('RATE_LIMITED', `More than ${max} requests in a minute; wait ${wait} s.`, {}, wait);
  };
  return {
    request(token) {
      if (perMinute > 0) count(requests, token, perMinute);
    },
    failure: (address) => count(failures, address, limits.failedLoginsPerMinute),
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
