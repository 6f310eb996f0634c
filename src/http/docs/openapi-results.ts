// What routes return when they succeed, for the OpenAPI document: for each shape of a response its schemas, by their
// names, and an example.
import { errors } from '../../errors.ts';
import { email } from '../../resources/email.ts';
import type { Field } from '../../resources/fields.ts';
import type { Shape } from '../responses.ts';
import type { Route } from '../routes/route.ts';
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
  outputSchema,
  recordExample,
  refTo,
  schemaName,
  servedSchemas,
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
  record: (route) => record(route),
  reminder: () => one('The reminder', 'Reminder', reminderExample),
  list: (route) => page('A page of records', recordName(route), exampleFor(route)),
  reminders: () =>
    page('A page of reminders, in the order in which they are due or fire again', 'Reminder', reminderExample),
  removed: (route) => removed(route),
  batch: () => ({
    description:
      'The numbers of processed and failed emails, and the errors; with thread_ids, also the number of conversations. With dry_run, the number of emails that match',
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
    description: 'The first matches of each kind, with how many there are',
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

/** With the optional fields that this response always has, if there are such. */
function record(route: Route): Success {
  const { resource, with: more } = route;
  if (!resource || !more) return one('The record', recordName(route), exampleFor(route));
  const fields = Object.fromEntries(more.fields.map((name) => [name, resource.fields[name] as Field]));
  const { schemas, ...rest } = one('The record', more.name, { ...exampleFor(route), ...mapFields(fields, exampleOf) });
  const schema = { allOf: [refTo(recordName(route)), object(servedSchemas(fields))] };
  return { ...rest, schemas: { [more.name]: schema, ...schemas } };
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
      description: 'Permanently deleted',
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
    description: 'Moved to the trash: id and deleted_at. Permanently deleted: id and deleted',
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
    description: 'The result',
    name: response,
    schemas: {
      [name]: outputSchema(isList ? schema.items : schema) as Json,
      [response]: object({ data: isList ? listOf(refTo(name)) : refTo(name) }),
    },
    example: { data: example },
  };
}

export function successOf(shape: Shape, route: Route): Success {
  return successes[shape](route);
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
      ...routes.map((route) => (route.shape === 'bytes' ? {} : successOf(route.shape, route).schemas)),
    ),
    TaskResponse: object({ data: refTo('Task') }),
  };
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
