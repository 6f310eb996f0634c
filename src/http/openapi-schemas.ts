// Schemas and examples of records for the OpenAPI document, made from the declarations.
import type { Kind } from '../resources/kind.ts';
import type { Field, Fields } from '../resources/kinds.ts';
import { originFields, type Resource } from '../resources/resource.ts';
import { servedFields } from '../store/rows.ts';

export type Json = Record<string, unknown>;

export const EXAMPLE_ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
export const EXAMPLE_TIME = '2026-02-17T08:12:00Z';

export function recordSchema(resource: Resource): Json {
  const time = { type: 'string', format: 'date-time' };
  const common: Record<string, Json> = {
    id: { type: 'string', format: 'uuid', description: 'UUIDv7, in lower case.' },
    ...(mapFields(originFields, (field) => field.schema) as Record<string, Json>),
    created_at: time,
    updated_at: time,
    deleted_at: { type: ['string', 'null'], format: 'date-time', description: 'When it was put into the trash.' },
  };
  const own = mapFields(resource.fields, (field) => field.output ?? field.schema);
  const names = servedFields(resource);
  const extra =
    resource.name === 'event'
      ? { recurrence_id: { ...time, description: 'Of an occurrence in an expanded list: its original start.' } }
      : {};
  return {
    type: 'object',
    properties: { ...Object.fromEntries(names.map((name) => [name, common[name] ?? own[name]])), ...extra },
    required: names.filter((name) => !resource.fields[name]?.optional),
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

/** The schema of a record that is no resource. */
export function kindSchema({ fields }: Kind): Json {
  const time = { type: 'string', format: 'date-time' };
  return object({
    id: { type: 'string', format: 'uuid', description: 'UUIDv7, in lower case.' },
    ...mapFields(fields, (field) => field.output ?? field.schema),
    created_at: time,
    updated_at: time,
  });
}

export function kindExample({ fields }: Kind): Json {
  return { id: EXAMPLE_ID, ...mapFields(fields, exampleOf), created_at: EXAMPLE_TIME, updated_at: EXAMPLE_TIME };
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
