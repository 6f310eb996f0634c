// The bodies of requests for the OpenAPI document: a named schema for each, with an example.
import type { Field, Fields } from '../../resources/fields.ts';
import type { Route } from '../routes/route.ts';
import { bodyName } from './openapi-names.ts';
import { exampleOf, firstOf, inputSchema, isEmpty, type Json, mapFields, object, refTo } from './openapi-schemas.ts';

/** The reference to the body of a route, with its example. */
export function requestBody(route: Route): Json {
  const schema = refTo(bodyName(route));
  if (route.form) return { required: true, content: { 'multipart/form-data': { schema } } };
  const isNeeded = !route.partial || route.oneOf !== undefined;
  return { required: isNeeded, content: { 'application/json': { schema, example: bodyExample(route) } } };
}

/** The schemas of the bodies of all routes, by their names. */
export function bodySchemas(routes: readonly Route[]): Record<string, Json> {
  return Object.fromEntries(
    routes.filter(({ body, form }) => body || form).map((route) => [bodyName(route), bodySchema(route)]),
  );
}

function bodySchema({ body, form, partial, oneOf }: Route): Json {
  if (form) return object({ file: { contentMediaType: 'application/octet-stream', description: form } });
  if (body === 'custom')
    return {
      type: 'object',
      additionalProperties: true,
      description: 'Keys to merge: a key is replaced, null removes it, other keys are not changed.',
    };
  const fields = body as Fields;
  const required = partial ? [] : Object.keys(fields).filter((name) => fields[name]?.required);
  if (!oneOf) return closed(fields, required);
  const choices = Object.keys(oneOf);
  return {
    oneOf: choices.map((choice) => {
      const others = choices.filter((one) => one !== choice).flatMap((one) => [one, ...(oneOf[one] ?? [])]);
      return closed(without(fields, others), [choice, ...required]);
    }),
  };
}

function closed(fields: Fields, required: string[]): Json {
  return {
    type: 'object',
    properties: mapFields(fields, (field) => inputSchema(field.schema)),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function without(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function bodyExample({ body, partial, oneOf }: Route): Json {
  if (body === 'custom') return { project: 'garden', priority: null };
  const fields = body as Fields;
  const [, ...others] = Object.keys(oneOf ?? {});
  const left = partial ? others : [...others, 'source', 'source_id', 'thread_id', 'message_id'];
  const example = Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !left.includes(name))
      .map((name) => [name, exampleOf(fields[name] as Field)] as const)
      .filter(([, value]) => !isEmpty(value)),
  );
  return partial ? firstOf(example, 2) : example;
}
