// The successful responses of a route for the OpenAPI document: a named schema for each, with an example.
import { errors } from '../../errors.ts';
import { email } from '../../resources/email.ts';
import type { Shape } from '../responses.ts';
import type { Route } from '../routes/route.ts';
import { hasCompact, orCompact } from './openapi-compact.ts';
import { changeExample } from './openapi-feed.ts';
import { resultName } from './openapi-names.ts';
import { reminderExample } from './openapi-reminders.ts';
import {
  EXAMPLE_ID,
  EXAMPLE_TIME,
  exampleOf,
  type Json,
  mapFields,
  object,
  recordExample,
  refTo,
  schemaName,
} from './openapi-schemas.ts';
import { searchExample } from './openapi-search.ts';

/** A response, and the schemas that are declared for it. */
interface Success {
  description: string;
  /** The name of its schema; of one of several, the names. */
  name: string | string[];
  schemas: Record<string, Json>;
  example: unknown;
  /** The name of its schema with format=compact. */
  compact?: string;
}

const successes: Record<Shape, (route: Route) => Success> = {
  record: (route) => one('The record', recordName(route), exampleFor(route)),
  reminder: () => one('The reminder', 'Reminder', reminderExample),
  list: (route) => page('A page of records', recordName(route), exampleFor(route)),
  reminders: () =>
    page('A page of reminders, in the order in which they are due or fire again', 'Reminder', reminderExample),
  removed: (route) => removed(route),
  batch: () => ({
    description:
      'The numbers of processed and failed emails, and the errors; with thread_ids, also the number of conversations. With dry_run, the number of emails that match.',
    name: ['BatchResult', 'BatchPreview'],
    schemas: {
      RecordError: object({ id: text, code: refTo('ErrorCode'), message: text }),
      BatchResult: { ...object(tally), properties: { ...tally, threads: { type: 'integer' } } },
      BatchPreview: object({ matched: { type: 'integer' }, until_seq: { type: 'integer' } }),
    },
    example: {
      processed: 1,
      failed: 1,
      errors: [{ id: EXAMPLE_ID, code: 'ALREADY_DELETED', message: errors.ALREADY_DELETED[1] }],
    },
  }),
  object: (route) => result(route),
  search: () => ({
    description: 'The first matches of each kind, with how many there are; compact lines with format=compact.',
    name: 'SearchResults',
    schemas: {},
    example: searchExample,
    compact: 'CompactSearchResults',
  }),
  conversations: (route) => ({
    description: 'A page of conversations',
    name: 'ConversationList',
    schemas: {
      ConversationListMeta: placedMeta,
      ConversationList: object({ data: listOf(refTo('Conversation')), meta: refTo('ConversationListMeta') }),
    },
    example: { data: [exampleFor(route)], meta: placedExample },
    compact: 'CompactConversations',
  }),
  conversation: (route) => ({
    description: 'The conversation with a page of its emails',
    name: 'ConversationResponse',
    schemas: {
      ConversationWithEmails: { allOf: [refTo('Conversation'), object({ emails: listOf(refTo('Email')) })] },
      ConversationResponse: object({ data: refTo('ConversationWithEmails'), meta: refTo('ListMeta') }),
    },
    example: {
      data: { ...exampleFor(route), emails: [recordExample(email)] },
      meta: { total: 3, limit: 100, offset: 0, has_more: true },
    },
    compact: 'CompactList',
  }),
  changes: () => ({
    description: 'Changes after `since`, oldest first',
    name: 'ChangeList',
    schemas: {
      ChangesMeta: object({ seq: { type: 'integer' }, has_more: { type: 'boolean' } }),
      ChangeList: object({ data: listOf(refTo('Change')), meta: refTo('ChangesMeta') }),
    },
    example: { data: [changeExample], meta: { seq: 412, has_more: false } },
    compact: 'CompactChanges',
  }),
};

const text = { type: 'string' };
const listOf = (items: Json) => ({ type: 'array', items });

const tally = {
  processed: { type: 'integer' },
  failed: { type: 'integer' },
  errors: listOf(refTo('RecordError')),
};

function one(description: string, name: string, example: unknown): Success {
  const schemas = { [`${name}Response`]: object({ data: refTo(name) }) };
  return { description, name: `${name}Response`, schemas, example: { data: example }, compact: 'CompactRecord' };
}

function page(description: string, name: string, example: unknown): Success {
  return {
    description,
    name: `${name}List`,
    schemas: { [`${name}List`]: object({ data: listOf(refTo(name)), meta: refTo('ListMeta') }) },
    example: { data: [example], meta: { total: 87, limit: 20, offset: 0, has_more: true } },
    compact: 'CompactList',
  };
}

/** Where there is a trash, a record goes there unless `permanent` is given. */
function removed({ resource }: Route): Success {
  const id = { id: text };
  const deleted = { type: 'boolean', const: true };
  if (!resource?.trash)
    return {
      description: 'Permanently deleted.',
      name: 'PermanentDeletionResponse',
      schemas: { PermanentDeletionResponse: object({ data: object({ ...id, deleted }) }) },
      example: { data: { id: EXAMPLE_ID, deleted: true } },
    };
  const data = {
    type: 'object',
    properties: { ...id, deleted_at: { ...text, format: 'date-time' }, deleted },
    required: ['id'],
  };
  return {
    description: 'Moved to the trash: id and deleted_at. Permanently deleted: id and deleted.',
    name: 'DeletionResponse',
    schemas: { DeletionResponse: object({ data }) },
    example: { data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME } },
  };
}

function result(route: Route): Success {
  const { schema = {}, example } = route;
  const name = resultName(route);
  const isList = schema.type === 'array';
  const response = `${name}${isList ? 'List' : 'Response'}`;
  return {
    description: 'The result.',
    name: response,
    schemas: {
      [name]: (isList ? schema.items : schema) as Json,
      [response]: object({ data: isList ? listOf(refTo(name)) : refTo(name) }),
    },
    example: { data: example },
  };
}

export function success(route: Route): Json {
  const { shape, method } = route;
  const headers = {
    ...requestIdHeader,
    ...((shape === 'record' || shape === 'reminder' || shape === 'removed') && etagHeader),
    ...(method !== 'GET' && replayedHeader),
    ...headersOf(route),
  };
  if (shape === 'bytes') return { description: 'The content.', headers, content: bytes(route.mediaType) };
  const { description, name, example, compact } = successes[shape](route);
  const own = typeof name === 'string' ? refTo(name) : { oneOf: name.map(refTo) };
  if (!compact) return { description, headers, content: { 'application/json': { schema: own, example } } };
  if (!hasCompact(route))
    return { description: `${description}.`, headers, content: { 'application/json': { schema: own, example } } };
  return {
    description: `${description.replace(/\.$/, '')}, or compact lines with format=compact.`,
    headers,
    content: {
      'application/json': {
        schema: shape === 'search' ? own : orCompact(own),
        example,
        'x-compact': refTo(compact),
      },
    },
  };
}

/** The schemas of the responses of all routes, by their names. */
export function responseSchemas(routes: readonly Route[]): Record<string, Json> {
  return {
    ListMeta: object({
      total: { type: 'integer' },
      limit: { type: 'integer' },
      offset: { type: 'integer' },
      has_more: { type: 'boolean' },
    }),
    ...Object.assign(
      {},
      ...routes.map((route) => (route.shape === 'bytes' ? {} : successes[route.shape](route).schemas)),
    ),
    TaskResponse: object({ data: refTo('Task') }),
  };
}

function headersOf({ headers = {} }: Route): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function recordName({ resource, answer }: Route): string {
  return answer?.name ?? (resource ? schemaName(resource) : '');
}

function exampleFor({ resource, answer }: Route): Json | null {
  if (answer) return mapFields(answer.fields, exampleOf);
  return resource ? recordExample(resource) : null;
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

/** A batch of many emails is left to a task. */
export function accepted({ shape }: Route): Json {
  if (shape !== 'batch') return {};
  return {
    202: {
      description: 'Many emails match: the task that changes them.',
      headers: { ...requestIdHeader, ...replayedHeader },
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
  return { [type]: { schema: type.startsWith('text/') ? text : { contentMediaType: 'application/octet-stream' } } };
}
