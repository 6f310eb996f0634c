// Readers in worker threads for slow queries, which do not block the event loop. Queries wait in a fair queue; the second
// thread is started when another user asks while the first one is busy, so that one user's long lists delay nobody else.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { createWorkerPool, WorkerProblem } from '../../values/worker-pool.ts';
import { createFairQueue } from '../engine/fair-queue.ts';
import { stopping } from '../engine/problem.ts';
import type { Query, Row } from '../port.ts';
import type { SlowWork } from './slow-reader-thread.ts';

export interface SlowReader {
  read(user: number, queries: readonly Query[]): Promise<Row[][]>;
  /** Checkpoints the write-ahead log between reads. */
  checkpoint(): void;
  close(): Promise<void>;
}

const THREADS = 2;

export function startSlowReader(file: string): SlowReader {
  const inTurn = createFairQueue(THREADS);
  const pool = createWorkerPool({
    file: new URL('./slow-reader-thread.ts', import.meta.url),
    data: { file },
    max: THREADS,
    time: limits.databaseStatement,
    idle: limits.searchIdle,
    spareIdle: limits.threadIdle,
    memory: limits.threadMemory,
  });
  return {
    read: (user, queries) =>
      inTurn(user, () =>
        pool.ask<Row[][]>({ user, queries } satisfies SlowWork).catch((error: unknown) => {
          throw error instanceof WorkerProblem ? unanswered(error) : error;
        }),
      ),
    // It is not worth a thread of its own: the writer does it itself if its log has grown long.
    checkpoint: () => void pool.ask('checkpoint' satisfies SlowWork, { canStart: false }).catch(() => {}),
    close: () => pool.close(),
  };
}

function unanswered({ reason }: WorkerProblem): AppError {
  if (reason === 'closed') return stopping();
  return new AppError('SERVICE_UNAVAILABLE', 'The search was interrupted; try again.', {}, 1);
}
