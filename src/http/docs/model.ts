// The OpenAPI document as the reference page needs it: operations by tag, each with its request and responses. It
// accepts any OpenAPI document, and assumes nothing about it.
export type Json = Record<string, unknown>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  'x-default'?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

interface Answer {
  status: string;
  description: string;
  /** The media type, if there is a body. */
  type: string | undefined;
  schema: Schema | undefined;
  example: unknown;
}

interface Failure {
  status: string;
  codes: { code: string; meaning: string }[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  /** The required scope; null if the document names none. */
  scope: string | null;
  /** A second scope that it needs, and when. */
  alsoNeeds: { scope: string; when: string } | null;
  emits: { event: string; when?: string }[];
  /** The description, if it contains more than scopes and events. */
  notes: string;
  /** Whether it can be called without a token. */
  open: boolean;
  parameters: Parameter[];
  /** `form`: sent as a form instead of JSON. */
  body: { required: boolean; schema: Schema; example: unknown; form: boolean } | null;
  answers: Answer[];
  failures: Failure[];
}

export interface Tag {
  name: string;
  description: string;
  operations: Operation[];
}

interface RawMedia {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string }>;
}
interface RawAnswer {
  description?: string;
  content?: Record<string, RawMedia>;
}
interface RawOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  'x-scope'?: string;
  'x-also-needs'?: { scope: string; when: string };
  'x-emits'?: { event: string; when?: string }[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Record<string, RawMedia> };
  responses?: Record<string, RawAnswer>;
}

export function readTags(document: Json): Tag[] {
  const declared = (document.tags ?? []) as { name: string; description?: string }[];
  const find = finder(document);
  const operations = Object.entries((document.paths ?? {}) as Record<string, Record<string, RawOperation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, raw]) => readOperation(method, path, raw, find)),
  );
  const names = [...new Set([...declared.map((tag) => tag.name), ...operations.map((one) => one.tag)])];
  return names
    .map((name) => ({
      name,
      description: declared.find((tag) => tag.name === name)?.description ?? '',
      operations: operations.filter((one) => one.tag === name).sort((a, b) => placeOf(a) - placeOf(b)),
    }))
    .filter((tag) => tag.operations.length > 0);
}

/** Operations that would prevent others come after them: a deleted record can no longer be changed. */
function placeOf({ method, path }: Operation): number {
  if (path.endsWith('/restore')) return 2;
  return method === 'DELETE' ? 1 : 0;
}

/** The schemas that the page links to: what is in bodies, what responses have as data, and what these consist of. */
export function readSchemas(document: Json): Record<string, Schema> {
  const all = ((document.components as Json | undefined)?.schemas ?? {}) as Record<string, Schema>;
  const operations = readTags(document).flatMap((tag) => tag.operations);
  const names = new Set(
    operations.flatMap(({ body, answers }) => [
      ...namesIn(body?.schema),
      ...answers.flatMap(({ schema }) => namesIn(schema?.properties?.data)),
    ]),
  );
  if (operations.some(({ failures }) => failures.length > 0)) names.add('Error');
  for (const name of names) for (const one of namesIn(withoutChoices(all[name]))) names.add(one);
  const find = finder(document);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => names.has(name))
      .map(([name, schema]) => [name, composed(schema, find)]),
  );
}

/** With the members of the schemas that it consists of; those of which it is one are followed. */
function composed({ allOf, oneOf, ...schema }: Schema, find: Find): Schema {
  const parts = (allOf ?? []).map((part) => find(part).properties);
  return {
    ...schema,
    ...(allOf && { properties: Object.assign({}, ...parts, schema.properties) }),
    ...(oneOf && { oneOf: oneOf.map(find) }),
  };
}

/** Without the schemas of which it is one: their members are shown with it. */
function withoutChoices({ oneOf: _, ...schema }: Schema = {}): Schema {
  return schema;
}

/** The names of all schemas that a part of a schema refers to. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref } = part as Schema;
  const own = typeof $ref === 'string' ? [$ref.split('/').at(-1) ?? $ref] : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}

/** Follows a reference into the document; a value that is not one is returned as it is. */
type Find = <T extends object>(value: T) => T;

function finder(document: Json): Find {
  return <T extends object>(value: T): T => {
    const { $ref } = value as { $ref?: string };
    if (!$ref?.startsWith('#/')) return value;
    const place = $ref.slice(2).split('/');
    const found = place.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], document);
    return (found ?? value) as T;
  };
}

/** The schema that is meant: without a reference, and without what compact responses add. */
function schemaOf(schema: Schema | undefined, find: Find): Schema | undefined {
  const [first] = schema?.allOf ?? [];
  return schema && find(first ?? schema);
}

function readOperation(method: string, path: string, raw: RawOperation, find: Find): Operation {
  const answers = Object.entries(raw.responses ?? {}).map(([status, one]) => [status, find(one)] as const);
  return {
    id: raw.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? 'other',
    summary: raw.summary ?? path,
    scope: raw['x-scope'] ?? null,
    alsoNeeds: raw['x-also-needs'] ?? null,
    emits: raw['x-emits'] ?? [],
    notes: raw['x-scope'] === undefined ? (raw.description ?? '') : '',
    open: raw.security?.length === 0,
    parameters: (raw.parameters ?? []).map(find),
    body: readBody(raw, find),
    answers: answers.filter(([status]) => Number(status) < 400).map(([status, one]) => readAnswer(status, one, find)),
    failures: answers.filter(([status]) => Number(status) >= 400).map(([status, one]) => readFailure(status, one)),
  };
}

function readBody({ requestBody }: RawOperation, find: Find): Operation['body'] {
  const form = requestBody?.content?.['multipart/form-data'];
  const media = form ?? requestBody?.content?.['application/json'];
  return media
    ? {
        required: requestBody?.required ?? false,
        schema: schemaOf(media.schema, find) ?? {},
        example: media.example,
        form: form !== undefined,
      }
    : null;
}

function readAnswer(status: string, { description = '', content = {} }: RawAnswer, find: Find): Answer {
  const [[type, media] = []] = Object.entries(content);
  return { status, description, type, schema: schemaOf(media?.schema, find), example: media?.example };
}

function readFailure(status: string, { description = '', content = {} }: RawAnswer): Failure {
  const examples = Object.values(content)[0]?.examples ?? {};
  const codes = Object.entries(examples).map(([code, { summary = '' }]) => ({ code, meaning: summary }));
  return { status, codes: codes.length > 0 ? codes : [{ code: '', meaning: description }] };
}
