// Reads JSON bodies: limited in size, in time, and in total memory. Large bodies are parsed in a worker thread, so that
// other requests do not wait.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { createWorkerPool } from '../values/worker-pool.ts';
import { brokenBody, parseBody } from './json.ts';
import type { ParsedBody } from './json-thread.ts';
import type { Flight } from './load/flight.ts';
import { unsupported } from './refusals.ts';
import type { Route } from './routes/route.ts';

/** JSON is the only body type here; routes with forms have their own parsers. */
export function addBodyParsers(app: FastifyInstance): void {
  const bodies = createBodyParser();
  app.addHook('onClose', () => bodies.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json(;|$)/i, (request, _payload, done) => {
    const route = request.routeOptions.config.route ?? {};
    const time = 'tokenInBody' in route ? limits.sessionTime : limits.bodyTime;
    readBody(request, { limit: bodyLimitOf(route), time }, (error, bytes) => {
      if (error) return done(error);
      if (request.headers['idempotency-key'] !== undefined) request.rawBody = bytes;
      try {
        const value = bodies.parse(bytes, request.rawBody !== undefined);
        if (value instanceof Promise) value.then((parsed) => done(null, parsed), done);
        else done(null, value);
      } catch (problem) {
        done(problem as Error);
      }
    });
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (request.headers['content-length'] === '0') return done(null, undefined);
    done(unsupported());
  });
}

interface BodyParser {
  /** The value of a JSON body; undefined if it is empty. The bytes are transferred unless they are still needed. */
  parse(bytes: Buffer, isNeeded: boolean): unknown | Promise<unknown>;
  close(): Promise<void>;
}

function createBodyParser(): BodyParser {
  const pool = createWorkerPool({
    file: new URL('./json-thread.ts', import.meta.url),
    max: 1,
    time: limits.bodyParsing,
    patience: limits.threadPatience,
    idle: limits.parserIdle,
    memory: limits.threadMemory,
  });
  return {
    parse: (bytes, isNeeded) => (bytes.length > limits.inlineBytes ? parseApart(bytes, isNeeded) : parseBody(bytes)),
    close: () => pool.close(),
  };

  async function parseApart(bytes: Buffer, isNeeded: boolean): Promise<unknown> {
    const transfer = isNeeded ? [] : [bytes.buffer as ArrayBuffer];
    const parsed = await pool.ask<ParsedBody>(bytes, { transfer }).catch((error: unknown) => {
      const problem = new AppError('SERVICE_UNAVAILABLE', 'The body could not be parsed in time; try again.', {}, 1);
      problem.cause = error;
      throw problem;
    });
    if ('constraint' in parsed) throw brokenBody(parsed.message, parsed.constraint);
    return parsed.value;
  }
}

/** The maximum number of bytes of a request body. */
function bodyLimitOf({ body, tokenInBody }: Pick<Route, 'body' | 'tokenInBody'>): number {
  if (tokenInBody) return limits.sessionBytes;
  if (body === undefined) return limits.actionBytes;
  return body !== 'custom' && 'body_html' in body ? limits.bodyBytes : limits.recordBytes;
}

/** Reads the whole body, of at most `limit` bytes and within `time`. `done` is called once. */
function readBody(
  request: FastifyRequest,
  { limit, time }: { limit: number; time: number },
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  const { raw, headers } = request;
  const flight = request.flight as Flight;
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const isSmall = declared !== undefined && declared <= limits.smallBodyBytes;
  const end = (error: Error | null) => {
    raw.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    flight.bodyArrived();
    if (error) raw.resume(); // the rest is discarded
    done(error, bytes.subarray(0, length));
  };
  let bytes: Buffer = Buffer.alloc(0);
  let length = 0;
  const keep = (chunk: Buffer) => {
    const longer = length + chunk.length;
    if (longer > limit) throw tooLarge(limit);
    if (!isSmall) flight.take(chunk.length);
    if (chunk.length === declared) bytes = chunk;
    else {
      // Copied into one buffer: a body in chunks of one byte must not take more memory than any other.
      if (longer > bytes.length) bytes = grown(bytes, length, Math.min(Math.max(longer, 2 * length, 4096), limit));
      chunk.copy(bytes, length);
    }
    length = longer;
  };
  const onData = (chunk: Buffer) => {
    try {
      keep(chunk);
    } catch (error) {
      end(error as Error);
    }
  };
  const onEnd = () => end(null);
  const onError = (error: Error) => end(Object.assign(error, { statusCode: 400 }));
  const onClose = () => onError(new Error('The body broke off before its end.'));
  const refusal = refusalOf(flight, declared, limit);
  if (refusal) {
    done(refusal, bytes);
    return;
  }
  flight.expectBody(limits.bodyStall, time, end);
  raw.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
}

/** Why a body of this declared length cannot be read; a body without a length is counted as it arrives. */
function refusalOf(flight: Flight, declared: number | undefined, limit: number): AppError | undefined {
  if (declared !== undefined && declared > limit) return tooLarge(limit);
  if (declared !== undefined && declared <= limits.smallBodyBytes) return undefined;
  try {
    flight.checkRoom(declared ?? limits.smallBodyBytes);
  } catch (error) {
    return error as AppError;
  }
}

function grown(bytes: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  bytes.copy(larger, 0, 0, length);
  return larger;
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body may have at most ${limit} bytes here.`);
}
