// Reads the text of documents in a worker thread, so that none blocks the service, with limits on time and memory, so that
// none blocks the thread.
import { limits } from '../../limits.ts';
import { createWorkerPool, WorkerProblem } from '../../values/worker-pool.ts';
import type { DocumentType } from './document-text.ts';
import type { DocumentTask } from './read-document-thread.ts';

export interface DocumentReader {
  /** Empty if the document is damaged. Throws a WorkerProblem if it took too long or too much memory. */
  read(type: DocumentType, bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export function createDocumentReader(time: number = limits.documentReading): DocumentReader {
  const pool = createWorkerPool({
    file: new URL('./read-document-thread.ts', import.meta.url),
    max: 1,
    time,
    idle: limits.threadIdle,
    memory: limits.documentMemory,
  });
  return {
    async read(type, given) {
      const bytes = new Uint8Array(given); // a copy, which is transferred
      try {
        return await pool.ask<string>({ type, bytes } satisfies DocumentTask, [bytes.buffer]);
      } catch (error) {
        if (error instanceof WorkerProblem) throw error;
        return '';
      }
    },
    close: () => pool.close(),
  };
}
