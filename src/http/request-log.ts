// The request log: one line per request, and a logger for other messages about a request.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];

/** Writes the line of an answered request; does nothing if that level is not logged. */
export function createRequestLog(logger: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  if (!logger.isLevelEnabled('info')) return () => {};
  return (request, reply) =>
    logger.info(
      {
        request_id: request.id,
        method: request.method,
        // Without its query, which may contain a token or search terms.
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.principal?.user,
        token: request.principal?.token ?? undefined,
      },
      'request',
    );
}

/**
 * The logger of one request, with its id, created on first use: few requests log more than their one line.
 * Its methods are on a prototype: with eight closures for each request it would cost as much as pino's own child.
 */
export function lazyChild(logger: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  const log: Lazy = Object.create(lazyMethods);
  log.level = logger.level;
  log.parent = logger;
  log.bindings = bindings;
  log.made = undefined;
  return log;
}

interface Lazy extends FastifyBaseLogger {
  parent: FastifyBaseLogger;
  bindings: Bindings;
  made: FastifyBaseLogger | undefined;
}

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const;
const lazyMethods = Object.fromEntries(
  METHODS.map((name) => [
    name,
    function (this: Lazy, ...words: unknown[]): unknown {
      this.made ??= this.parent.child(this.bindings);
      return this.made[name](...(words as [never]));
    },
  ]),
);
