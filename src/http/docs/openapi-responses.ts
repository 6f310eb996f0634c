// The successful responses of a route for the OpenAPI document, with their headers.
import type { Route } from '../routes/route.ts';
import { hasCompact, orCompact } from './openapi-compact.ts';
import { successOf } from './openapi-results.ts';
import { type Json, refTo } from './openapi-schemas.ts';

export function success(route: Route): Json {
  const { shape, method } = route;
  const headers = {
    ...requestIdHeader,
    ...((shape === 'record' || shape === 'reminder' || shape === 'removed') && etagHeader),
    ...(method !== 'GET' && replayedHeader),
    ...headersOf(route),
  };
  if (shape === 'bytes') return { description: 'The content.', headers, content: bytes(route.mediaType) };
  const { description, name, example, compact } = successOf(shape, route);
  const isCompact = compact !== undefined && hasCompact(route);
  const own = typeof name === 'string' ? refTo(name) : { oneOf: name.map(refTo) };
  const media = {
    schema: isCompact ? orCompact(own, compact) : own,
    example,
    ...(isCompact && { 'x-compact': refTo(compact) }),
  };
  const words = isCompact ? `${description}, or compact lines with format=compact` : description;
  return { description: `${words}.`, headers, content: { 'application/json': media } };
}

function headersOf({ headers = {} }: Route): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

const requestIdHeader = {
  'X-Request-Id': {
    description: 'The id of the request: the one that the client sent, or a new one.',
    schema: { type: 'string' },
  },
};
const etagHeader = { ETag: { description: 'The version of the record.', schema: { type: 'string' } } };
const replayedHeader = {
  'Idempotent-Replayed': { description: 'true when this is the first answer again.', schema: { type: 'string' } },
};
const taskHeader = { Location: { description: 'The address of the task.', schema: { type: 'string' } } };

/** A batch of many emails is left to a task. */
export function accepted({ shape }: Route): Json {
  if (shape !== 'batch') return {};
  return {
    202: {
      description: 'Many emails match: the task that changes them.',
      headers: { ...requestIdHeader, ...replayedHeader, ...taskHeader },
      content: { 'application/json': { schema: refTo('TaskResponse') } },
    },
  };
}

export function notModified({ method, shape, errors: own, mediaType }: Route): Json {
  const same = { 304: { description: 'The record still has the ETag given in If-None-Match.' } };
  if (method === 'GET' && (shape === 'record' || shape === 'reminder')) return same;
  return own.includes('RANGE_NOT_SATISFIABLE')
    ? { 206: { description: 'The part requested by Range.', content: bytes(mediaType) }, ...same }
    : {};
}

function bytes(type = 'application/octet-stream'): Json {
  return {
    [type]: {
      schema: type.startsWith('text/') ? { type: 'string' } : { contentMediaType: 'application/octet-stream' },
    },
  };
}
