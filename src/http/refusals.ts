// Responses to requests that are refused or fail: one shape, the correct status, and a hint for the client.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorBody } from '../errors.ts';
import { limits } from '../limits.ts';
import { JSON_TYPE } from './responses.ts';

/** The methods of each path. */
export type Addresses = ReadonlyMap<string, ReadonlySet<string>>;

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asAppError(error);
  // Being busy, or without an image of another server, is not an error of the service; each request is logged anyway.
  const isExpected = /^(SERVICE|IMAGE)_UNAVAILABLE$/.test(problem.code) && problem.cause === undefined;
  if (problem.status >= 500 && !isExpected) request.log.error({ err: problem.cause ?? error }, 'request failed');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  if (problem.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer');
  // Fastify closes the connection after every body it could not parse; http/load/unread-body.ts decides whether to.
  reply.removeHeader('connection');
  return reply.code(problem.status).header('content-type', JSON_TYPE).send(errorBody(problem));
}

export function unsupported(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, sent with Content-Type: application/json.');
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (statusCode === 415) return unsupported();
  if (code === 'FST_ERR_BAD_URL' || statusCode === 404 || statusCode === 414)
    return new AppError('NOT_FOUND', 'There is nothing at this address.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('VALIDATION_ERROR', (error as Error).message);
  const problem = new AppError('INTERNAL_ERROR');
  problem.cause = error;
  return problem;
}

/** The complete response to a request that Node's own parser refuses, before it becomes a request here. */
export function parserErrorResponse(code: string): string {
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const problem = new AppError(isLate ? 'REQUEST_TIMEOUT' : 'VALIDATION_ERROR', parserProblem(code));
  const body = errorBody(problem);
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function parserProblem(code: string): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return `The request has not arrived in time: its headers within ${limits.headersTime / 1000} s, its body within ${limits.requestTime / 1000} s.`;
  if (code === 'HPE_INVALID_URL')
    return 'The address has characters that must be percent-encoded, such as %C3%9F for ß and %20 for a blank.';
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The address and headers together may have at most ${limits.urlBytes} bytes.`;
  return 'This is not a request that HTTP/1.1 allows.';
}

export function missingRoute(addresses: Addresses, request: FastifyRequest, reply: FastifyReply): AppError {
  const path = request.url.split('?', 1)[0] as string;
  const parts = path.split('/');
  const methods = [...addresses].filter(([pattern]) => matchesPattern(pattern, parts)).flatMap(([, one]) => [...one]);
  if (methods.length === 0)
    return new AppError(
      'NOT_FOUND',
      `There is nothing at ${JSON.stringify(path.slice(0, 200))}; the addresses are listed at /docs.`,
    );
  const allow = [...new Set(methods)].join(', ');
  reply.header('allow', allow);
  const hint = HINTS[`${request.method} ${path}`] ?? '';
  return new AppError('METHOD_NOT_ALLOWED', `${request.method} is not possible here; use ${allow}.${hint}`);
}

/** What was probably meant by a method that a path does not have. */
const HINTS: Record<string, string> = {
  'POST /api/v1/sessions': ' To start a session, send {"token": "dbk_…"} with POST to /api/v1/session.',
};

function matchesPattern(pattern: string, parts: string[]): boolean {
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}
