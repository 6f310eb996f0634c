// The parameters of a route for the OpenAPI document: of the path, the query and the header.
import { limits } from '../../limits.ts';
import type { Parameter } from '../routes/query.ts';
import type { Route } from '../routes/route.ts';
import { reminderExample } from './openapi-reminders.ts';
import { EXAMPLE_ID, type Json } from './openapi-schemas.ts';

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

/** The names of the headers that a request may have, as in `sharedParameters`. */
function headersOf({ method, path, shape, mediaType, resource, answer, errors: own }: Route): string[] {
  const isOne = path.includes('/:');
  const isChange = method === 'PATCH' || method === 'DELETE';
  const hasRanges = own.includes('RANGE_NOT_SATISFIABLE');
  const hasTag = shape === 'record' || shape === 'reminder' || hasRanges;
  return [
    ...(method === 'GET' ? [] : ['IdempotencyKey']),
    ...(method === 'POST' && !isOne && shape === 'record' && resource?.origin && !answer ? ['Source'] : []),
    ...(isOne && isChange ? ['IfMatch'] : []),
    ...(hasRanges ? ['Range'] : []),
    ...(method === 'GET' && hasTag ? ['IfNoneMatch'] : []),
    ...(mediaType === 'text/event-stream' ? ['LastEventId'] : []),
  ];
}

export function headerParameters(route: Route): Json[] {
  return headersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Parameters that many operations have, by their names in the document. */
export const sharedParameters: Record<string, Json> = {
  IdempotencyKey: header(
    'Idempotency-Key',
    `The same key with the same request of the same token within 24 h returns the first response; at most ${limits.idempotencyKeyChars} characters.`,
    'import-2026-02-17-0042',
  ),
  Source: header('X-Source', 'The source of new records whose body does not name one.', 'phone'),
  IfMatch: header('If-Match', 'Only if the record still has this ETag.', '"412"'),
  IfNoneMatch: header('If-None-Match', '304 if the record still has this ETag.', '"412"'),
  LastEventId: header('Last-Event-ID', 'Continue after the message with this id; wins over `since`.', '412'),
  Range: header('Range', 'One range of bytes.', 'bytes=0-1023'),
};

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', description, schema: { type: 'string' }, example };
}
