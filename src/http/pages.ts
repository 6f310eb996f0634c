// What stands beside the API: the health check, the figures, the OpenAPI document and the reference made from it.
import type { FastifyInstance } from 'fastify';
import { type Principal, requireScope } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { referencePage } from './reference.ts';

export function addPages(app: FastifyInstance, store: Store, metrics: Metrics, version: string): void {
  // Made when first asked for: most services are never asked, and it takes time and memory.
  const described = lazily(() => openApi(version));
  const document = lazily(() => JSON.stringify(described()));
  const page = lazily(() => referencePage(described()));
  const started = Date.now();

  app.get('/health', { config: { open: true } }, async (_request, reply) => {
    const begun = performance.now();
    try {
      await store.catalogue('select count(*) as users from users');
    } catch {
      throw new AppError('SERVICE_UNAVAILABLE', 'The store does not answer.', { ready: false }, 2);
    }
    const readiness = {
      ready: true,
      engine: store.about.engine,
      ms: Math.round((performance.now() - begun) * 100) / 100,
    };
    return reply.send({ status: 'ok', version, uptime_s: Math.floor((Date.now() - started) / 1000), store: readiness });
  });

  app.get('/metrics', async (request, reply) => {
    requireScope(request.principal as Principal, 'admin');
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });

  app.get('/openapi.json', { config: { open: true } }, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document()),
  );

  app.get('/docs', { config: { open: true } }, async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('referrer-policy', 'no-referrer')
      .send(page()),
  );

  app.get('/', { config: { open: true } }, async (_request, reply) => reply.redirect('/docs', 302));
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
