// Schemas and examples of records for the OpenAPI document, generated from the declarations.
import type { Field, Fields } from '../../resources/fields.ts';
import { originFields, type Resource } from '../../resources/resource.ts';
import { servedFields } from '../../store/tables/records.ts';

export type Json = Record<string, unknown>;

export const EXAMPLE_ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
export const EXAMPLE_TIME = '2026-02-17T08:12:00Z';

const OCCURRENCE_ID = {
  type: 'string',
  description: 'UUIDv7, in lower case; of an occurrence followed by its original start, such as _20260602T090000Z.',
};

export function recordSchema(resource: Resource): Json {
  const time = { type: 'string', format: 'date-time' };
  const common: Record<string, Json> = {
    id: resource.listFields ? OCCURRENCE_ID : { type: 'string', format: 'uuid', description: 'UUIDv7, in lower case.' },
    ...(mapFields(originFields, (field) => field.schema) as Record<string, Json>),
    created_at: time,
    updated_at: time,
    deleted_at: { type: ['string', 'null'], format: 'date-time', description: 'When it was moved to the trash.' },
  };
  const own = mapFields(resource.fields, (field) => field.output ?? field.schema);
  const names = servedFields(resource);
  const listed = mapFields(resource.listFields ?? {}, (field) => field.output ?? field.schema);
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

export function content(schema: Json, example: unknown): Json {
  return { content: { 'application/json': { schema, example } } };
}

export function json(schema: Json, example: unknown, required: boolean): Json {
  return { required, ...content(schema, example) };
}

export function schemaName({ name }: { name: string }): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
