// The OpenAPI document, its operations, and what of a value does not fit its schemas.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApi } from '../../../src/http/docs/openapi.ts';

export type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  'x-emits'?: { event: string; when?: string }[];
  tags: string[];
  parameters?: { name: string; in: string; schema: Json; example?: unknown; description: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
type Content = Record<
  string,
  { schema: Json; 'x-compact'?: Json; example?: unknown; examples?: Record<string, { value: unknown }> }
>;

/** As it is served. */
export const served = openApi('1.2.3');

/** With the parameters and responses that several operations share in each of them. */
export const document = withShared(served) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Json };
};

function withShared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShared);
  if (typeof value !== 'object' || value === null) return value;
  const [, kind = '', name = ''] =
    /^#\/components\/(parameters|responses)\/(\w+)$/.exec((value as { $ref?: string }).$ref ?? '') ?? [];
  const shared = (served.components as Record<string, Json>)[kind]?.[name];
  if (shared) return shared;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withShared(one)]));
}
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

export const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})$/);
ajv.addFormat('binary', true);
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
ajv.addSchema(document, 'document');

// A schema is compiled once: most error examples of an operation share theirs.
const validators = new Map<string, ValidateFunction>();

/** What is wrong with a value by the schema at this place of the document. */
export function faults(value: unknown, ...place: string[]): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

const changeSchemas = new Map(
  Object.entries(document.components.schemas as Record<string, { properties?: { event?: { enum?: string[] } } }>)
    .filter(([name]) => name.endsWith('Change'))
    .flatMap(([name, { properties }]) => (properties?.event?.enum ?? []).map((event) => [event, name])),
);

/** What of a change in the feed does not fit the schema for its event. Resources that only a test declares have none. */
export function changeFaults(change: { event: string }): string[] {
  const name = changeSchemas.get(change.event);
  if (!name) return [];
  return faults(change, 'components', 'schemas', name).map((fault) => `${change.event}: ${fault}`);
}
