// The responses of a route for the OpenAPI document: its success with an example, and its errors by status.
import { type ErrorCode, errors } from '../../errors.ts';
import { email } from '../../resources/email.ts';
import type { Shape } from '../responses.ts';
import type { Route } from '../routes/route.ts';
import { reminderExample } from './openapi-reminders.ts';
import {
  content,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  exampleOf,
  type Json,
  mapFields,
  object,
  recordExample,
  schemaName,
} from './openapi-schemas.ts';
import { searchExample, searchSchema } from './openapi-search.ts';

export function success(route: Route): Json {
  const { shape, method } = route;
  const headers = {
    ...requestIdHeader,
    ...((shape === 'record' || shape === 'reminder' || shape === 'removed') && etagHeader),
    ...(method !== 'GET' && replayedHeader),
    ...headersOf(route),
  };
  if (shape === 'bytes') return { description: 'The content.', headers, content: bytes(route.mediaType) };
  const { description, schema, example } = successes[shape](route);
  return { description, headers, ...content(schema, example) };
}

function headersOf({ headers = {} }: Route): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

interface Success {
  description: string;
  schema: Json;
  example: unknown;
}

const successes: Record<Shape, (route: Route) => Success> = {
  record: (route) => ({
    ...oneOf(route, 'The record', recordRef(route)),
    example: { data: exampleFor(route) },
  }),
  list: (route) => ({
    description: hasCompact(route) ? 'A page of records, or compact lines with format=compact.' : 'A page of records.',
    schema: hasCompact(route) ? { anyOf: [pageOf(recordRef(route)), compactSchema] } : pageOf(recordRef(route)),
    example: { data: [exampleFor(route)], meta: { total: 87, limit: 20, offset: 0, has_more: true } },
  }),
  removed: () => ({
    description: 'Moved to the trash: id and deleted_at. Permanently deleted: id and deleted.',
    schema: object({ data: removedSchema }),
    example: { data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME } },
  }),
  batch: () => ({
    description:
      'The numbers of processed and failed emails, and the errors; with thread_ids, also the number of conversations. With dry_run, the number of emails that match.',
    schema: { anyOf: [batchSchema, dryRunSchema] },
    example: {
      processed: 1,
      failed: 1,
      errors: [{ id: EXAMPLE_ID, code: 'ALREADY_DELETED', message: errors.ALREADY_DELETED[1] }],
    },
  }),
  object: ({ example, schema }) => ({
    description: 'The result.',
    schema: object({ data: schema ?? { type: Array.isArray(example) ? 'array' : 'object' } }),
    example: { data: example },
  }),
  search: () => ({
    description: 'The first matches of each kind, with how many there are; compact lines with format=compact.',
    schema: searchSchema,
    example: searchExample,
  }),
  reminder: (route) => ({
    ...oneOf(route, 'The reminder', reminderRef),
    example: { data: reminderExample },
  }),
  reminders: () => ({
    description:
      'A page of reminders, in the order in which they are due or fire again, or compact lines with format=compact.',
    schema: { anyOf: [pageOf(reminderRef), compactSchema] },
    example: { data: [reminderExample], meta: { total: 87, limit: 20, offset: 0, has_more: true } },
  }),
  conversations: (route) => ({
    description: 'A page of conversations, or compact lines with format=compact.',
    schema: {
      anyOf: [
        object({ data: { type: 'array', items: recordRef(route) }, meta: placedMeta }),
        object({ ...compactMembers, meta: placedMeta }),
      ],
    },
    example: { data: [exampleFor(route)], meta: placedExample },
  }),
  conversation: (route) => ({
    description: 'The conversation with a page of its emails, or compact lines with format=compact.',
    schema: {
      anyOf: [
        object({
          data: {
            allOf: [
              recordRef(route),
              object({ emails: { type: 'array', items: { $ref: '#/components/schemas/Email' } } }),
            ],
          },
          meta: { $ref: '#/components/schemas/Meta' },
        }),
        compactSchema,
      ],
    },
    example: {
      data: { ...exampleFor(route), emails: [recordExample(email)] },
      meta: { total: 3, limit: 100, offset: 0, has_more: true },
    },
  }),
  changes: () => ({
    description: 'Changes after `since`, oldest first, or compact lines with format=compact.',
    schema: { anyOf: [changesSchema, compactChangesSchema] },
    example: { data: [changeExample], meta: { seq: 412, has_more: false } },
  }),
};

const reminderRef = { $ref: '#/components/schemas/Reminder' };

function oneOf(route: Route, description: string, ref: Json): Pick<Success, 'description' | 'schema'> {
  const schema = object({ data: ref });
  if (!hasCompact(route)) return { description: `${description}.`, schema };
  return {
    description: `${description}, or compact lines with format=compact.`,
    schema: { anyOf: [schema, compactRecordSchema] },
  };
}

function hasCompact({ parameters = [] }: Route): boolean {
  return parameters.some(({ name }) => name === 'format');
}

function recordRef({ resource: about, answer }: Route): Json {
  if (answer) return { $ref: `#/components/schemas/${answer.name}` };
  return about ? { $ref: `#/components/schemas/${schemaName(about)}` } : {};
}

function exampleFor({ resource, answer }: Route): Json | null {
  if (answer) return mapFields(answer.fields, exampleOf);
  return resource ? recordExample(resource) : null;
}

const removedSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    deleted_at: { type: 'string', format: 'date-time' },
    deleted: { type: 'boolean' },
  },
  required: ['id'],
};
const tally = {
  processed: { type: 'integer' },
  failed: { type: 'integer' },
  errors: {
    type: 'array',
    items: object({ id: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } }),
  },
};
const batchSchema = { ...object(tally), properties: { ...tally, threads: { type: 'integer' } } };
const dryRunSchema = object({ matched: { type: 'integer' }, until_seq: { type: 'integer' } });
const changesMeta = object({ seq: { type: 'integer' }, has_more: { type: 'boolean' } });
const changesSchema = object({
  data: { type: 'array', items: { $ref: '#/components/schemas/Change' } },
  meta: changesMeta,
});
const changeExample = {
  event: 'contact.deleted',
  data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME },
  timestamp: EXAMPLE_TIME,
  seq: 412,
};

function pageOf(record: Json): Json {
  return object({ data: { type: 'array', items: record }, meta: { $ref: '#/components/schemas/Meta' } });
}

const cursor = { type: ['string', 'null'] };
// A page that was found by its place has no offset.
const placedMeta = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    has_more: { type: 'boolean' },
    next: cursor,
    previous: cursor,
  },
  required: ['total', 'limit', 'has_more', 'next', 'previous'],
};

const placedExample = {
  total: 87,
  limit: 20,
  offset: 0,
  has_more: true,
  next: '~MTc3MTMxODgwMDAwMCAwMThmM2M1ZS03YTQ0',
  previous: null,
};

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
const compactMembers = {
  format: { type: 'string', const: 'compact' },
  summary: { type: 'string' },
  lines: { type: 'array', items: { type: 'string' } },
};
const compactRecordSchema = object(compactMembers);
const compactChangesSchema = object({ ...compactMembers, meta: changesMeta });
const compactSchema = object({ ...compactMembers, meta: { $ref: '#/components/schemas/Meta' } });

/** A batch of many emails is left to a task. */
export function accepted({ shape }: Route): Json {
  if (shape !== 'batch') return {};
  const schema = object({ data: { $ref: '#/components/schemas/Task' } });
  return {
    202: {
      description: 'Many emails match: the task that changes them.',
      headers: { ...requestIdHeader, ...replayedHeader },
      content: { 'application/json': { schema } },
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
  return { [type]: { schema: { type: 'string' } } };
}

/** Every error code that a route can return. */
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
  const keyed: ErrorCode[] = method === 'GET' ? [] : ['IDEMPOTENCY_KEY_REUSED'];
  const bodied: ErrorCode[] =
    body || method !== 'GET' ? ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : [];
  return [...new Set([...common, ...own, ...keyed, ...bodied])];
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
