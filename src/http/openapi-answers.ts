// What a route can answer, for the OpenAPI document: its success with an example, and each of its errors by status.
import { type ErrorCode, errors } from '../errors.ts';
import {
  content,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  type Json,
  kindExample,
  object,
  recordExample,
  schemaName,
} from './openapi-schemas.ts';
import type { Route } from './route.ts';

export function success(route: Route): Json {
  const { shape, resource, kind } = route;
  const headers = {
    ...requestIdHeader,
    ...(shape === 'record' || shape === 'removed'
      ? { ETag: { description: 'The version of the record.', schema: { type: 'string' } } }
      : {}),
    ...(route.method === 'POST' ? replayedHeader : {}),
  };
  const answer = (description: string, schema: Json, example: unknown) => ({
    description,
    headers,
    ...content(schema, example),
  });
  const about = resource ?? kind;
  const record = about ? { $ref: `#/components/schemas/${schemaName(about)}` } : {};
  const example = resource ? recordExample(resource) : kind ? kindExample(kind) : null;
  switch (shape) {
    case 'record':
      return answer('The record.', object({ data: record }), { data: example });
    case 'list':
      return answer(
        resource ? 'A page of records; or compact lines with format=compact.' : 'A page of records.',
        resource ? { anyOf: [pageOf(record), compactSchema] } : pageOf(record),
        { data: [example], meta: { total: 87, limit: 20, offset: 0, has_more: true } },
      );
    case 'removed':
      return answer(
        'Into the trash: id and deleted_at. For good: id and deleted.',
        object({
          data: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              deleted_at: { type: 'string', format: 'date-time' },
              deleted: { type: 'boolean' },
            },
            required: ['id'],
          },
        }),
        { data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME } },
      );
    case 'tally':
      return answer(
        'How many were done, and why the others were not.',
        object({
          processed: { type: 'integer' },
          failed: { type: 'integer' },
          errors: {
            type: 'array',
            items: object({ id: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } }),
          },
        }),
        {
          processed: 1,
          failed: 1,
          errors: [{ id: EXAMPLE_ID, code: 'ALREADY_DELETED', message: errors.ALREADY_DELETED[1] }],
        },
      );
    case 'object':
      return answer('What was found.', object({ data: { type: Array.isArray(route.answers) ? 'array' : 'object' } }), {
        data: route.answers,
      });
    case 'bytes':
      return {
        description: 'The content.',
        headers,
        content: bytes(route.answers),
      };
    case 'changes':
      return answer(
        'Changes after `since`, oldest first.',
        object({
          data: { type: 'array', items: { $ref: '#/components/schemas/Change' } },
          meta: object({ seq: { type: 'integer' }, has_more: { type: 'boolean' } }),
        }),
        {
          data: [
            {
              event: 'contact.deleted',
              data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME },
              timestamp: EXAMPLE_TIME,
              seq: 412,
            },
          ],
          meta: { seq: 412, has_more: false },
        },
      );
  }
}

function pageOf(record: Json): Json {
  return object({ data: { type: 'array', items: record }, meta: { $ref: '#/components/schemas/Meta' } });
}

const requestIdHeader = {
  'X-Request-Id': { description: 'The request’s id: the client’s own, or one made here.', schema: { type: 'string' } },
};
const replayedHeader = {
  'Idempotent-Replayed': { description: 'true when this is the first answer again.', schema: { type: 'string' } },
};
const compactSchema = object({
  format: { type: 'string', const: 'compact' },
  summary: { type: 'string' },
  lines: { type: 'array', items: { type: 'string' } },
  meta: { $ref: '#/components/schemas/Meta' },
});

export function notModified({ method, shape, errors: own, answers }: Route): Json {
  const same = { 304: { description: 'The record still has the ETag that If-None-Match names.' } };
  if (method === 'GET' && shape === 'record') return same;
  return own.includes('RANGE_NOT_SATISFIABLE')
    ? { 206: { description: 'The part that Range asks for.', content: bytes(answers) }, ...same }
    : {};
}

function bytes(type: unknown): Json {
  return { [(type as string | undefined) ?? 'application/octet-stream']: { schema: { type: 'string' } } };
}

/** Every code that a route can answer with. */
function codesOf({ method, body, scope, errors: own }: Route): ErrorCode[] {
  const common: ErrorCode[] = [
    'VALIDATION_ERROR',
    'INVALID_QUERY',
    'UNAUTHORIZED',
    'METHOD_NOT_ALLOWED',
    ...(scope ? (['INSUFFICIENT_SCOPE'] as const) : []),
    'FORBIDDEN_ORIGIN',
    'FORBIDDEN_HOST',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  const posted: ErrorCode[] = method === 'POST' ? ['IDEMPOTENCY_KEY_REUSED'] : [];
  const bodied: ErrorCode[] =
    body || method !== 'GET' ? ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : [];
  return [...new Set([...common, ...own, ...posted, ...bodied])];
}

export function failures(route: Route): Json {
  const byStatus = Map.groupBy(codesOf(route), (code) => errors[code][0]);
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, failure(codes)]));
}

export function failure(codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { summary: errors[code][1], value: { error: { code, message: errors[code][1], details: {} } } },
    ]),
  );
  const retry = codes.some((code) => code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE');
  return {
    description: codes.map((code) => `${code}: ${errors[code][1]}`).join(' '),
    ...(retry && { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}
