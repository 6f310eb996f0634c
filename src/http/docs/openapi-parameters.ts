// The request of a route for the OpenAPI document: path, query and header parameters, and the body.
import { limits } from '../../limits.ts';
import type { Field, Fields } from '../../resources/fields.ts';
import type { Parameter } from '../routes/query.ts';
import type { Route } from '../routes/route.ts';
import { reminderExample } from './openapi-reminders.ts';
import { EXAMPLE_ID, exampleOf, firstOf, isEmpty, type Json, json, mapFields, object } from './openapi-schemas.ts';

export function pathParameters({ path, resource }: Route): Json[] {
  if (path.includes(':name')) return [nameParameter(path)];
  if (!path.includes(':id')) return [];
  if (path.startsWith('/reminders/')) return [reminderParameter];
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: `The id, or the handle of a compact list (# written as %23, or omitted).${resource?.listFields ? OCCURRENCES : ''}`,
      schema: { type: 'string' },
      example: EXAMPLE_ID,
    },
  ];
}

const OCCURRENCES =
  ' Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series.';

const reminderParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description:
    'The id of the reminder, as GET /reminders and event.reminder of the feed have it, or the handle of a compact list (# written as %23, or omitted).',
  schema: { type: 'string' },
  example: reminderExample.id,
};

function nameParameter(path: string): Json {
  const what = path.slice(1, path.indexOf('s/')); // as in /calendars/:name
  return {
    name: 'name',
    in: 'path',
    required: true,
    description: `The name of the ${what}, percent-encoded, such as music%20%26%20sport.`,
    schema: { type: 'string' },
    example: `Example ${what}`,
  };
}

export function queryParameter(parameter: Parameter): Json {
  const { name, about, repeatable, required, example } = parameter;
  const schema = parameterSchema(parameter);
  return {
    name,
    in: 'query',
    ...(required && { required }),
    description: about,
    schema: repeatable ? { type: 'array', items: schema } : schema,
    ...(repeatable && { style: 'form', explode: true }),
    ...(example !== undefined && { example }),
  };
}

function parameterSchema({ type, values, default: fallback, maxChars, minimum = 0 }: Parameter): Json {
  const schema: Json = { type: type === 'integer' || type === 'boolean' ? type : 'string' };
  if (type === 'integer') schema.minimum = minimum;
  if (values) schema.enum = values;
  if (maxChars) schema.maxLength = maxChars;
  if (fallback !== undefined) schema.default = fallback;
  return schema;
}

export function headerParameters({ method, path, shape, resource, answer, errors: own }: Route): Json[] {
  const isOne = path.includes('/:');
  const isChange = method === 'PATCH' || method === 'DELETE';
  const hasRanges = own.includes('RANGE_NOT_SATISFIABLE');
  const hasTag = shape === 'record' || shape === 'reminder' || hasRanges;
  return [
    ...(method === 'GET' ? [] : [idempotencyKey]),
    ...(method === 'POST' && !isOne && shape === 'record' && resource?.origin && !answer ? [source] : []),
    ...(isOne && isChange ? [ifMatch] : []),
    ...(hasRanges ? [range] : []),
    ...(method === 'GET' && hasTag ? [ifNoneMatch] : []),
  ];
}

const idempotencyKey = header(
  'Idempotency-Key',
  `The same key with the same request within 24 h returns the first response; at most ${limits.idempotencyKeyChars} characters.`,
  'import-2026-02-17-0042',
);
const source = header('X-Source', 'The source of new records whose body does not name one.', 'phone');
const ifMatch = header('If-Match', 'Only if the record still has this ETag.', '"412"');
const ifNoneMatch = header('If-None-Match', '304 if the record still has this ETag.', '"412"');
const range = header('Range', 'One range of bytes.', 'bytes=0-1023');

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', description, schema: { type: 'string' }, example };
}

export function formBody(about: string): Json {
  const file = { type: 'string', format: 'binary', description: about };
  return { required: true, content: { 'multipart/form-data': { schema: object({ file }) } } };
}

export function requestBody({ body, partial, oneOf }: Route): Json {
  if (body === 'custom') {
    return json(
      { type: 'object', description: 'Keys to merge: a key is replaced, null removes it, other keys are not changed.' },
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
    ...(oneOf && { oneOf: oneOf.map((name) => ({ required: [name] })) }),
    additionalProperties: false,
  };
  const shown = Object.keys(fields).filter(
    (name) =>
      !(partial ? [] : ['source', 'source_id', 'thread_id', 'message_id']).includes(name) &&
      !oneOf?.slice(1).includes(name),
  );
  const example = Object.fromEntries(
    shown.map((name) => [name, exampleOf(fields[name] as Field)] as const).filter(([, value]) => !isEmpty(value)),
  );
  return json(schema, partial ? firstOf(example, 2) : example, !partial || oneOf !== undefined);
}
