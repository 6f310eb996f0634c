// The thread behind body.ts: parses one JSON body after the other.
import { parentPort } from 'node:worker_threads';
import type { AppError, Fault } from '../errors.ts';
import { parseBody } from './json.ts';

/** The value, or what is wrong with the body. */
export type ParsedBody = { value: unknown } | { constraint: string; message: string };

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage({ answer: parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) });
});
parentPort?.postMessage({});

function parse(bytes: Buffer): ParsedBody {
  try {
    return { value: parseBody(bytes) };
  } catch (error) {
    const [fault] = (error as AppError).details.errors as [Fault];
    return { constraint: fault.constraint, message: fault.message };
  }
}
