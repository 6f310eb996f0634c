// The worker thread of body.ts: parses one JSON body at a time.
import type { AppError, Fault } from '../errors.ts';
import { serveWork } from '../values/worker-pool.ts';
import { parseBody } from './json.ts';

/** The value, or the error in the body. */
export type ParsedBody = { value: unknown } | { constraint: string; message: string };

serveWork((bytes: Uint8Array) => parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));

function parse(bytes: Buffer): ParsedBody {
  try {
    return { value: parseBody(bytes) };
  } catch (error) {
    const [fault] = (error as AppError).details.errors as [Fault];
    return { constraint: fault.constraint, message: fault.message };
  }
}
