// Pages beside the API: health check, metrics, the OpenAPI document, the reference generated from it, the icon, and
// the web app or a way from / to the reference.
import { hash } from 'node:crypto';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { type Access, type Principal, requireScope } from '../../access/access.ts';
import { AppError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import type { WebApp } from '../../web/web-app.ts';
import { openApi } from '../docs/openapi.ts';
import { referencePage, referencePolicy } from '../docs/reference.ts';
import { createHealth } from '../health.ts';
import type { Metrics } from '../metrics.ts';
import { sendNotModified } from '../preconditions.ts';
import type { Addresses } from '../refusals.ts';
import { iconIco, iconSvg } from './icon.ts';
import { addWebApp } from './web-app.ts';

interface Pages {
  store: Store;
  access: Access;
  metrics: Metrics;
  version: string;
  /** The data location of the service, as command line options. */
  place: string;
  webApp: WebApp | undefined;
  /** The paths of the service, which the web app cannot have. */
  addresses: Addresses;
}

export function addPages(app: FastifyInstance, parts: Pages): void {
  const { store, access, metrics, version, place, webApp, addresses } = parts;
  const health = createHealth(store, version);

  // Liveness: whether the process runs and can read. A restart for any other reason would not help.
  app.get('/health', { config: { open: true } }, async (_request, reply) => reply.send(await health()));
  // Readiness for a load balancer: whether it accepts every request.
  app.get('/health/ready', { config: { open: true } }, async (_request, reply) => {
    const found = await health();
    if (!found.store.writable)
      throw new AppError('SERVICE_UNAVAILABLE', `Nothing can be stored. ${found.store.reason}`, found.store, 2);
    return reply.send(found);
  });

  app.get('/metrics', async (request, reply) => {
    requireScope(request.principal as Principal, 'admin');
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });

  const described = lazily(() => openApi(version));
  const document = fixed('application/json; charset=utf-8', () => JSON.stringify(described()));
  const page = (shown?: string) => fixed('text/html; charset=utf-8', () => referencePage(described(), shown), PAGE);
  const [open, closed] = [page(place), page()];
  // A client without a token sees all records, so it may also see their location; others may be remote.
  const reference: RouteHandlerMethod = async function (request, reply) {
    return ((await access.tokensRequired()) ? closed : open).call(this, request, reply);
  };
  const aDay = { 'cache-control': 'public, max-age=86400' };
  app.get('/openapi.json', { config: { open: true } }, document);
  app.get('/docs', { config: { open: true } }, reference);
  app.get('/docs/', { config: { open: true } }, reference);
  app.get(
    '/favicon.svg',
    { config: { open: true } },
    fixed('image/svg+xml', () => iconSvg, aDay),
  );
  app.get('/favicon.ico', { config: { open: true } }, fixed('image/x-icon', iconIco, aDay));

  if (webApp) addWebApp(app, webApp, addresses);
  else app.get('/', { config: { open: true } }, async (_request, reply) => reply.redirect('/docs', 302));
}

const PAGE = { 'content-security-policy': referencePolicy(), 'referrer-policy': 'no-referrer' };

/**
 * Content that is constant while the service runs. It is generated on first use, because most services never need it
 * and it takes time and memory. Browsers cache and revalidate it.
 */
function fixed(type: string, make: () => string | Buffer, headers: Record<string, string> = {}): RouteHandlerMethod {
  const content = lazily(() => {
    const body = make();
    return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
  });
  return async (request, reply) => {
    const { body, etag } = content();
    reply.headers({ 'cache-control': 'no-cache', ...headers });
    if (sendNotModified(request, reply, etag, typeof body === 'string' ? body.length : 0)) return reply;
    return reply.header('content-type', type).header('etag', etag).send(body);
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
