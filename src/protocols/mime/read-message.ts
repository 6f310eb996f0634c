// Parses messages in worker threads, so that no message blocks the service, and within limits, so that none blocks a
// thread. Every message gets a result: a message that cannot be parsed completely returns what could be parsed and the
// reason. A message in a file is read one window at a time, and its large attachments are written to files beside it:
// docs/limits.md states how much memory this takes, whatever the size of the message.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { limits } from '../../limits.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { createWorkerPool, WorkerProblem } from '../../values/worker-pool.ts';
import { tooLarge, unreadMail } from './note.ts';
import type { ReadTask } from './read-message-thread.ts';
import { isDiskFault, newPrefix } from './workspace.ts';

/** A message in a file, which must not change until it has been parsed. */
interface MessageFile {
  path: string;
  size: number;
}

export interface MessageReader {
  /** Throws only if the disk fails or the reader is closed. */
  read(message: Uint8Array | MessageFile): Promise<ParsedMail>;
  /**
   * Reads a message that is attached to it, in one task with one time limit. `path` has positions in the attachments of
   * the message, of the one that is attached there, and so on; an empty one is the message itself. Null if there is none.
   * All contents are in memory.
   */
  readAttached(message: Uint8Array | MessageFile, path: readonly number[]): Promise<ParsedMail | null>;
  close(): Promise<void>;
}

type Problem = NonNullable<ParsedMail['problem']>;

/** A reader with at most so many threads, which start on first use and stop when idle. */
export function createMessageReader({ threads: max = 1, time = limits.mailReading } = {}): MessageReader {
  const pool = createWorkerPool({
    file: new URL('./read-message-thread.ts', import.meta.url),
    max,
    time,
    patience: limits.threadPatience,
    idle: limits.threadIdle,
    memory: limits.threadMemory,
  });
  return {
    async read(message) {
      if (sizeOf(message) > limits.mailBytes) return readHeader(message, tooLarge('It is', limits.mailBytes));
      const prefix = message instanceof Uint8Array ? null : join(dirname(message.path), newPrefix());
      try {
        return await ask<ParsedMail>({ message, prefix, problem: null });
      } catch (error) {
        if (prefix !== null) removeFiles(prefix);
        return readHeader(message, problemOf(error));
      }
    },
    async readAttached(message, path) {
      try {
        return await ask<ParsedMail | null>({ message, prefix: null, problem: null, path });
      } catch (error) {
        const problem = problemOf(error);
        return path.length === 0 ? readHeader(message, problem) : unreadMail(problem);
      }
    },
    close: () => pool.close(),
  };

  function ask<T>(work: ReadTask): Promise<T> {
    if (!(work.message instanceof Uint8Array)) return pool.ask<T>(work);
    // A copy is transferred: the caller keeps its bytes, and the rest of their buffer is not moved.
    const message = new Uint8Array(work.message);
    return pool.ask<T>({ ...work, message }, { transfer: [message.buffer] });
  }

  async function readHeader(message: Uint8Array | MessageFile, problem: Problem): Promise<ParsedMail> {
    const size = Math.min(sizeOf(message), limits.mailHeaderBytes);
    const beginning = message instanceof Uint8Array ? message.subarray(0, size) : { ...message, size };
    try {
      return await ask<ParsedMail>({ message: beginning, prefix: null, problem });
    } catch (error) {
      problemOf(error); // rethrows if the reader was closed
      return unreadMail(problem);
    }
  }
}

function sizeOf(message: Uint8Array | MessageFile): number {
  return message instanceof Uint8Array ? message.length : message.size;
}

// A terminated thread leaves its files behind.
function removeFiles(prefix: string): void {
  const folder = dirname(prefix);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(prefix)}-`)) rmSync(join(folder, name), { force: true });
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof WorkerProblem)) {
    if (isDiskFault(error)) throw error;
    return { code: 'UNREADABLE', message: 'It is not a valid message.' };
  }
  if (error.reason === 'closed') throw error;
  if (error.reason === 'slow') return { code: 'TOO_SLOW', message: 'Reading it took too long.' };
  return { code: 'UNREADABLE', message: 'Reading it exceeded the memory limit.' };
}
