// Schemas and examples of records for the OpenAPI document, generated from the declarations.
import type { Field, Fields } from '../../resources/fields.ts';
import { originFields, type Resource } from '../../resources/resource.ts';
import { servedFields } from '../../store/tables/records.ts';
import { pascal } from './openapi-names.ts';

export type Json = Record<string, unknown>;

export const EXAMPLE_ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
export const EXAMPLE_TIME = '2026-02-17T08:12:00Z';

const OCCURRENCE_ID = {
  type: 'string',
  description: 'UUIDv7, in lower case; of an occurrence followed by its original start, such as _20260602T090000Z.',
};

/** The reference to a schema of the document. */
export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * A schema of a request. A default is in `x-default`: generators of types take a member with `default` for one that is
 * always there, and a client need not send it.
 */
export function inputSchema(schema: unknown): unknown {
  return convert(schema, ([key, value]) => {
    if (key === 'writeOnly') return [];
    return [[key === 'default' ? 'x-default' : key, value]];
  });
}

/** A schema of a response, where every member is given, or absent for a reason: defaults do not matter. */
export function outputSchema(schema: unknown): unknown {
  return convert(schema, ([key, value]) => (key === 'default' ? [] : [[key, value]]));
}

/** Keywords whose values are values of the described kind, or names of members, instead of schemas. */
const VALUES = ['default', 'examples', 'enum', 'const', 'required'];

function convert(schema: unknown, keyword: (entry: [string, unknown]) => [string, unknown][]): unknown {
  if (Array.isArray(schema)) return schema.map((one) => convert(one, keyword));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = (key: string, value: unknown) => {
    if (VALUES.includes(key)) return value;
    return key === 'properties' ? mapValues(value as Json, (one) => convert(one, keyword)) : convert(value, keyword);
  };
  const entries = Object.entries(schema).flatMap(keyword);
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'x-default' ? value : inside(key, value)]));
}

function mapValues(members: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}

/** How the fields are served. */
export function servedSchemas(fields: Fields): Json {
  return mapFields(fields, (field) => outputSchema(field.output ?? field.schema));
}

export function recordSchema(resource: Resource): Json {
  const time = { type: 'string', format: 'date-time' };
  const common: Record<string, Json> = {
    id: resource.listFields ? OCCURRENCE_ID : { type: 'string', format: 'uuid', description: 'UUIDv7, in lower case.' },
    ...(servedSchemas(originFields) as Record<string, Json>),
    created_at: time,
    updated_at: time,
    deleted_at: { type: ['string', 'null'], format: 'date-time', description: 'When it was moved to the trash.' },
  };
  const own = servedSchemas(resource.fields);
  const names = servedFields(resource);
  const listed = servedSchemas(resource.listFields ?? {});
  return {
    type: 'object',
    properties: { ...Object.fromEntries(names.map((name) => [name, common[name] ?? own[name]])), ...listed },
    required: names.filter((name) => !resource.fields[name]?.optional && !resource.listOmits?.includes(name)),
  };
}

export function recordExample(resource: Resource): Json {
  const common: Json = {
    id: EXAMPLE_ID,
    source: 'local',
    source_id: null,
    created_at: EXAMPLE_TIME,
    updated_at: EXAMPLE_TIME,
    deleted_at: null,
  };
  return Object.fromEntries(
    servedFields(resource)
      .filter((name) => !resource.fields[name]?.optional)
      .map((name) => [name, name in common ? common[name] : exampleOf(resource.fields[name] as Field)]),
  );
}

export function exampleOf(field: Field): unknown {
  const [example] = (field.schema as { examples?: unknown[] }).examples ?? [];
  return example === undefined ? (field.default ?? null) : example;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

export function firstOf(value: Json, count: number): Json {
  return Object.fromEntries(Object.entries(value).slice(0, count));
}

export function mapFields(fields: Fields, schemaOf: (field: Field) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

export function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Names that generated code uses for something else, as it does with the File of JavaScript. */
const TAKEN: Record<string, string> = { File: 'StoredFile' };

export function schemaName({ name }: { name: string }): string {
  return TAKEN[pascal(name)] ?? pascal(name);
}
