// The OpenAPI 3.1 document, made from the route table and the declarations: what is documented is what is served.
import { SCOPES } from '../domain/access.ts';
import type { Parameter } from '../domain/list-parameters.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { kinds, resources } from '../resources/all.ts';
import type { Field, Fields } from '../resources/kinds.ts';
import { feedParameters } from './feed.ts';
import { failure, failures, notModified, success } from './openapi-answers.ts';
import {
  EXAMPLE_ID,
  exampleOf,
  firstOf,
  isEmpty,
  type Json,
  json,
  kindSchema,
  mapFields,
  object,
  recordSchema,
  schemaName,
} from './openapi-schemas.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { BASE } from './server.ts';

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = BASE + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version,
      summary: 'Mail, calendar and contacts of a person, with a live change feed.',
      description:
        'One private service for a person’s mail, calendar and contacts. Records are JSON; every change is told over WebSocket and can be polled.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [
      ...resources.map(({ path, name }) => ({ name: path, description: `The ${name} records.` })),
      ...kinds.map(({ path, name }) => ({ name: path, description: `The ${name.replace('_', ' ')} records.` })),
      { name: 'changes', description: 'The change feed.' },
      { name: 'service', description: 'Health, figures and this document.' },
    ],
    security: [{ bearer: [] }, {}],
    paths: { ...paths, ...feedPath(), ...servicePaths() },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `A token dbk_…; not needed while no token exists and the service listens on loopback. Scopes: ${SCOPES.join(', ')}.`,
        },
      },
      schemas: {
        ...Object.fromEntries(resources.map((resource) => [schemaName(resource), recordSchema(resource)])),
        ...Object.fromEntries(kinds.map((kind) => [schemaName(kind), kindSchema(kind)])),
        Meta: object({
          total: { type: 'integer' },
          limit: { type: 'integer' },
          offset: { type: 'integer' },
          has_more: { type: 'boolean' },
        }),
        Change: {
          ...object({
            event: { type: 'string' },
            data: { type: 'object' },
            timestamp: { type: 'string', format: 'date-time' },
            seq: { type: 'integer' },
          }),
          description:
            'One change. data is the whole record; of a deletion only {id, deleted_at}, or {id, permanent: true}.',
        },
        Error: object({
          error: object({
            code: { type: 'string', enum: Object.keys(errors) },
            message: { type: 'string' },
            details: { type: 'object' },
          }),
        }),
      },
    },
  };
}

function operation(route: Route): Json {
  const { method, path, summary, resource, scope, emits } = route;
  const events = emits ? ` Emits ${emits}.` : '';
  const also = route.alsoNeeds ? ` Also needs ${route.alsoNeeds.scope} ${route.alsoNeeds.when}.` : '';
  return {
    operationId: operationId(method, path),
    tags: [(resource ?? route.kind)?.path ?? 'changes'],
    summary,
    description: `${scope ? `Needs the scope ${scope}.` : 'Shows what the token may read.'}${also}${events}`,
    parameters: [...pathParameters(path), ...(route.parameters ?? []).map(queryParameter), ...headerParameters(route)],
    ...((route.body || route.form) && { requestBody: route.form ? formBody(route.form) : requestBody(route) }),
    responses: { [route.status]: success(route), ...notModified(route), ...failures(route) },
  };
}

function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? 'one' : part));
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('');
}

function pathParameters(path: string): Json[] {
  if (!path.includes(':id')) return [];
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id, or the handle of a compact list (# written as %23, or left out).',
      schema: { type: 'string' },
      example: EXAMPLE_ID,
    },
  ];
}

function queryParameter(parameter: Parameter): Json {
  const { name, about, repeatable, example } = parameter;
  const schema = parameterSchema(parameter);
  return {
    name,
    in: 'query',
    description: about,
    schema: repeatable ? { type: 'array', items: schema } : schema,
    ...(repeatable && { style: 'form', explode: true }),
    ...(example !== undefined && { example }),
  };
}

function parameterSchema({ kind, values, default: fallback, maxChars }: Parameter): Json {
  const schema: Json = { type: kind === 'integer' || kind === 'boolean' ? kind : 'string' };
  if (kind === 'integer') schema.minimum = 0;
  if (values) schema.enum = values;
  if (maxChars) schema.maxLength = maxChars;
  if (fallback !== undefined) schema.default = fallback;
  return schema;
}

function headerParameters({ method, path, resource, errors: own }: Route): Json[] {
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
    example,
  });
  const record = path.includes(':id');
  return [
    ...(method === 'POST'
      ? [
          header(
            'Idempotency-Key',
            `The same key with the same request within 24 h returns the first answer; at most ${limits.idempotencyKeyChars} characters.`,
            'import-2026-02-17-0042',
          ),
        ]
      : []),
    ...(method === 'POST' && !record && resource
      ? [header('X-Source', 'The source of new records whose body names none.', 'phone')]
      : []),
    ...(record && (method === 'PATCH' || method === 'DELETE')
      ? [header('If-Match', 'Only if the record still has this ETag.', '"412"')]
      : []),
    ...(own.includes('RANGE_NOT_SATISFIABLE') ? [header('Range', 'One range of bytes.', 'bytes=0-1023')] : []),
    ...(record && method === 'GET' ? [header('If-None-Match', '304 if the record still has this ETag.', '"412"')] : []),
  ];
}

function formBody(about: string): Json {
  const file = { type: 'string', format: 'binary', description: about };
  return { required: true, content: { 'multipart/form-data': { schema: object({ file }) } } };
}

function requestBody({ body, partial }: Route): Json {
  if (body === 'custom') {
    return json(
      { type: 'object', description: 'Keys to merge: a key is replaced, null removes it, other keys stay.' },
      { project: 'garden', priority: null },
      true,
    );
  }
  const fields = body as Fields;
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  const schema = {
    type: 'object',
    properties: mapFields(fields, (field) => field.schema),
    ...(!partial && required.length > 0 && { required }),
    additionalProperties: false,
  };
  const shown = Object.keys(fields).filter(
    (name) => !(partial ? [] : ['source', 'source_id', 'thread_id', 'message_id']).includes(name),
  );
  const example = Object.fromEntries(
    shown.map((name) => [name, exampleOf(fields[name] as Field)] as const).filter(([, value]) => !isEmpty(value)),
  );
  return json(schema, partial ? firstOf(example, 2) : example, !partial);
}

function feedPath(): Json {
  return {
    [`${BASE}/ws`]: {
      get: {
        operationId: 'getWs',
        tags: ['changes'],
        summary: 'The live change feed (WebSocket)',
        description:
          'After the upgrade the first message is {"event": "connected", "seq"}; with `since` the missed changes follow, then every change as it is committed. Send {"action": "subscribe" | "unsubscribe", "events": ["email.*"]} or {"action": "ping"}. Close codes: 4401 bad token, 4408 reading too slowly, 4410 `since` is not in the log, 1001 the service stops. Also at /ws.',
        parameters: feedParameters.map(queryParameter),
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

function servicePaths(): Json {
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
      'Whether the service and its store answer; `store.writable` and `store.reason` say whether it takes writes',
      json,
      { type: 'object' },
      healthy,
      open,
    ),
    '/health/ready': get(
      'getReadiness',
      'The same for load balancers: 503 also while nothing can be stored',
      json,
      { type: 'object' },
      healthy,
      open,
    ),
    '/metrics': get(
      'getMetrics',
      'Figures for Prometheus; needs the scope admin',
      'text/plain',
      { type: 'string' },
      undefined,
    ),
    '/openapi.json': get('getOpenapi', 'This document', 'application/json', { type: 'object' }, undefined, {
      security: [],
    }),
    '/docs': get('getDocs', 'The API reference', 'text/html', { type: 'string' }, undefined, { security: [] }),
  };
}
