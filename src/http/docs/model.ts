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
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
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
  const operations = Object.entries((document.paths ?? {}) as Record<string, Record<string, RawOperation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, raw]) => readOperation(method, path, raw)),
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

export function readSchemas(document: Json): Record<string, Schema> {
  return ((document.components as Json | undefined)?.schemas ?? {}) as Record<string, Schema>;
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  const answers = Object.entries(raw.responses ?? {});
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
    parameters: raw.parameters ?? [],
    body: readBody(raw),
    answers: answers.filter(([status]) => Number(status) < 400).map(([status, one]) => readAnswer(status, one)),
    failures: answers.filter(([status]) => Number(status) >= 400).map(([status, one]) => readFailure(status, one)),
  };
}

function readBody({ requestBody }: RawOperation): Operation['body'] {
  const form = requestBody?.content?.['multipart/form-data'];
  const media = form ?? requestBody?.content?.['application/json'];
  return media
    ? {
        required: requestBody?.required ?? false,
        schema: media.schema ?? {},
        example: media.example,
        form: form !== undefined,
      }
    : null;
}

function readAnswer(status: string, { description = '', content = {} }: RawAnswer): Answer {
  const [[type, media] = []] = Object.entries(content);
  return { status, description, type, schema: media?.schema, example: media?.example };
}

function readFailure(status: string, { description = '', content = {} }: RawAnswer): Failure {
  const examples = Object.values(content)[0]?.examples ?? {};
  const codes = Object.entries(examples).map(([code, { summary = '' }]) => ({ code, meaning: summary }));
  return { status, codes: codes.length > 0 ? codes : [{ code: '', meaning: description }] };
}
