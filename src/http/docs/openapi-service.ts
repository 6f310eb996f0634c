// Paths outside of the route table for the OpenAPI document: the WebSocket, health, metrics and this document.
import { socketParameters } from '../routes/feed.ts';
import { BASE } from '../routes/route.ts';
import { failure } from './openapi-errors.ts';
import { queryParameter } from './openapi-parameters.ts';
import { type Json, object, refTo } from './openapi-schemas.ts';

export function feedPath(): Json {
  return {
    [`${BASE}/ws`]: {
      get: {
        operationId: 'openChangeFeed',
        tags: ['changes'],
        summary: 'The live change feed (WebSocket)',
        description:
          'After the upgrade the first message is {"event": "connected", "seq"}; with `since` the missed changes follow, then every change as it is committed. Send {"action": "subscribe" | "unsubscribe", "events": ["email.*"]} or {"action": "ping"}. Close codes: 4401 invalid token, 4408 the client reads too slowly, 4410 `since` is not in the log, 1001 the service stops. Also at /ws.',
        parameters: socketParameters.map(queryParameter),
        responses: {
          101: { description: 'Switching to WebSocket.' },
          400: failure(['VALIDATION_ERROR']),
          403: failure(['FORBIDDEN_ORIGIN', 'FORBIDDEN_HOST']),
          429: failure(['RATE_LIMITED']),
        },
      },
    },
  };
}

const store = object({
  ready: { type: 'boolean', const: true },
  writable: { type: 'boolean' },
  engine: { type: 'string', enum: ['SQLite', 'PostgreSQL'] },
  ms: { type: 'number', description: 'How long it took to respond.' },
});

export const serviceSchemas: Record<string, Json> = {
  Health: object({
    status: { type: 'string', const: 'ok' },
    version: { type: 'string' },
    uptime_s: { type: 'integer' },
    store: {
      ...store,
      properties: {
        ...(store.properties as Json),
        reason: { type: 'string', description: 'Why writes are not possible.' },
      },
    },
  }),
};

export function servicePaths(): Json {
  const get = (id: string, summary: string, type: string, schema: Json, example: unknown, more: Json = {}) => ({
    get: {
      operationId: id,
      tags: ['service'],
      summary,
      ...more,
      responses: {
        200: { description: summary, content: { [type]: { schema, ...(example !== undefined && { example }) } } },
        ...(id === 'getHealth' || id === 'getReadiness' ? { 503: failure(['SERVICE_UNAVAILABLE']) } : {}),
        ...(id === 'getMetrics' ? { 401: failure(['UNAUTHORIZED']), 403: failure(['INSUFFICIENT_SCOPE']) } : {}),
      },
    },
  });
  const healthy = {
    status: 'ok',
    version: '0.1.0',
    uptime_s: 86400,
    store: { ready: true, writable: true, engine: 'SQLite', ms: 0.05 },
  };
  const open = { security: [] };
  const json = 'application/json';
  return {
    '/health': get(
      'getHealth',
      'Whether the service and its store respond; `store.writable` and `store.reason` say whether writes are possible',
      json,
      refTo('Health'),
      healthy,
      open,
    ),
    '/health/ready': get(
      'getReadiness',
      'The same for load balancers: 503 also while writes fail',
      json,
      refTo('Health'),
      healthy,
      open,
    ),
    '/metrics': get(
      'getMetrics',
      'Metrics for Prometheus; needs the scope admin',
      'text/plain',
      { type: 'string' },
      undefined,
    ),
    '/openapi.json': get(
      'getOpenApi',
      'This document',
      json,
      { type: 'object', additionalProperties: true },
      undefined,
      {
        security: [],
      },
    ),
    '/docs': get('getDocs', 'The API reference', 'text/html', { type: 'string' }, undefined, { security: [] }),
  };
}
