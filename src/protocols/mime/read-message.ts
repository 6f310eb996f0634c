// Reads messages in a thread, so that no message holds up the service, and under budgets, so that none holds up the
// thread. Every message is answered: one that cannot be read whole with what could be read and the reason.
import { limits } from '../../limits.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { createThreads, ThreadProblem } from '../../values/threads.ts';
import { tooLarge, unreadMail } from './note.ts';
import type { ReadingWork } from './read-message-thread.ts';

export interface MessageReader {
  read(raw: Uint8Array): Promise<ParsedMail>;
  close(): Promise<void>;
}

type Problem = NonNullable<ParsedMail['problem']>;

/** A reader with at most so many threads, which are started when first used and given back when idle. */
export function createMessageReader({ threads: most = 1, time = limits.mailReading } = {}): MessageReader {
  const threads = createThreads({
    file: new URL('./read-message-thread.ts', import.meta.url),
    most,
    time,
    idle: limits.threadIdle,
    memory: limits.threadMemory,
  });
  return {
    async read(raw) {
      if (raw.length > limits.mailBytes) return readHeader(raw, tooLarge('It is', limits.mailBytes));
      try {
        return await ask(raw, null);
      } catch (error) {
        return readHeader(raw, problemOf(error));
      }
    },
    close: () => threads.close(),
  };

  function ask(raw: Uint8Array, problem: Problem | null): Promise<ParsedMail> {
    // A copy that is handed over: the caller keeps its bytes, and what lies around them stays here.
    const bytes = new Uint8Array(raw);
    return threads.ask<ParsedMail>({ bytes, problem } satisfies ReadingWork, [bytes.buffer]);
  }

  async function readHeader(raw: Uint8Array, problem: Problem): Promise<ParsedMail> {
    try {
      return await ask(raw.subarray(0, limits.mailHeaderBytes), problem);
    } catch (error) {
      problemOf(error); // a reader that was closed says so
      return unreadMail(problem);
    }
  }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ThreadProblem)) return { code: 'UNREADABLE', message: 'It is not written as messages are.' };
  if (error.reason === 'closed') throw error;
  if (error.reason === 'slow') return { code: 'TOO_SLOW', message: 'Reading it took too long.' };
  return { code: 'UNREADABLE', message: 'Reading it took more memory than there is for it.' };
}
