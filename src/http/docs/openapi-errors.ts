// The errors of operations for the OpenAPI document: by status, with the codes that the operation can return.
import { type ErrorCode, errors } from '../../errors.ts';
import type { Route } from '../routes/route.ts';
import { pascal } from './openapi-names.ts';
import { type Json, object, refTo } from './openapi-schemas.ts';

const fault = object({
  field: { type: 'string', description: 'Where it is, such as attendees[0].email.' },
  constraint: { type: 'string', description: 'The rule that does not hold, such as required or maxLength.' },
  message: { type: 'string', description: 'What is wrong, and what would be right.' },
});

export const errorSchemas: Record<string, Json> = {
  ErrorCode: { type: 'string', enum: Object.keys(errors) },
  Fault: fault,
  Error: object({
    error: object({
      code: refTo('ErrorCode'),
      message: { type: 'string', description: 'What is wrong, and what would be right.' },
      details: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'The first field that is wrong.' },
          errors: { type: 'array', items: refTo('Fault'), description: 'Everything that is wrong.' },
        },
        additionalProperties: true,
        description: 'More for programs, such as the id of the record that is in the way.',
      },
    }),
  }),
};

/** Every error code that a route can return. */
function codesOf({ method, body, scope, errors: own }: Route): ErrorCode[] {
  const common: ErrorCode[] = [
    'VALIDATION_ERROR',
    'INVALID_QUERY',
    'UNAUTHORIZED',
    'METHOD_NOT_ALLOWED',
    ...(scope ? (['INSUFFICIENT_SCOPE'] as const) : []),
    'FORBIDDEN_ORIGIN',
    'FORBIDDEN_HOST',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  const keyed: ErrorCode[] = method === 'GET' ? [] : ['IDEMPOTENCY_KEY_REUSED'];
  const bodied: ErrorCode[] =
    body || method !== 'GET' ? ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : [];
  return [...new Set([...common, ...own, ...keyed, ...bodied])];
}

export function failures(route: Route): Json {
  const byStatus = Map.groupBy(codesOf(route), (code) => errors[code][0]);
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, failure(codes)]));
}

/** Codes that many operations have alone under their status. */
const COMMON: ErrorCode[] = [
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'AMBIGUOUS_ID',
  'IDEMPOTENCY_KEY_REUSED',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RANGE_NOT_SATISFIABLE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const SHARED: Record<string, ErrorCode[]> = {
  BadRequest: ['VALIDATION_ERROR', 'INVALID_QUERY'],
  Forbidden: ['INSUFFICIENT_SCOPE', 'FORBIDDEN_ORIGIN', 'FORBIDDEN_HOST'],
  ...Object.fromEntries(COMMON.map((code) => [pascal(code), [code]])),
};
const sharedNames = new Map(Object.entries(SHARED).map(([name, codes]) => [codes.join(), name]));

/** The responses that operations refer to, by their names in the document. */
export const sharedResponses: Record<string, Json> = Object.fromEntries(
  Object.entries(SHARED).map(([name, codes]) => [name, whole(codes)]),
);

/** The response with one of these errors. */
export function failure(codes: ErrorCode[]): Json {
  const name = sharedNames.get(codes.join());
  return name === undefined ? whole(codes) : { $ref: `#/components/responses/${name}` };
}

function whole(codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { summary: errors[code][1], value: { error: { code, message: errors[code][1], details: {} } } },
    ]),
  );
  const retry = codes.some((code) => code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE');
  return {
    description: codes.map((code) => `${code}: ${errors[code][1]}`).join(' '),
    ...(retry && { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: refTo('Error'), examples } },
  };
}
