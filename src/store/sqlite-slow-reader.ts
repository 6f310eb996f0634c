// A reader in a worker thread, for queries that may take long: the event loop goes on meanwhile. Who waits for it waits
// in a fair queue; the thread has one read more than it works on, so that it need not wait for a busy event loop.
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Query, Row } from './store.ts';
import { stopping } from './unavailable.ts';

export interface SlowReader {
  read(user: number, queries: readonly Query[]): Promise<Row[][]>;
  /** Moves what the write-ahead log has into the database, between reads. */
  checkpoint(): void;
  close(): Promise<void>;
}

interface Reply {
  id: number;
  rows?: Row[][];
  problem?: string;
  /** SQLite's result code, which says whether to try again. */
  errcode?: number;
}

interface Waiting {
  done: (rows: Row[][]) => void;
  failed: (error: unknown) => void;
}

export function startSlowReader(file: string): SlowReader {
  const waiting = new Map<number, Waiting>();
  const inTurn = createFairQueue(2);
  let worker: Worker | undefined;
  let count = 0;
  let closed = false;

  // Started by the first slow query, and again should it ever die.
  function start(): Worker {
    const started = new Worker(new URL('./sqlite-slow-reader-thread.ts', import.meta.url), { workerData: { file } });
    started.on('message', ({ id, rows, problem, errcode }: Reply) => {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (rows) caller?.done(rows);
      else caller?.failed(Object.assign(new Error(`a slow read failed: ${problem}`), { errcode }));
    });
    const lost = () => {
      if (worker !== started) return; // told already, and perhaps replaced
      worker = undefined;
      for (const caller of waiting.values())
        caller.failed(new AppError('SERVICE_UNAVAILABLE', 'The search was interrupted; try again.', {}, 1));
      waiting.clear();
    };
    started.on('error', lost);
    started.on('exit', lost);
    started.unref();
    return started;
  }

  function send(user: number, queries: readonly Query[]): Promise<Row[][]> {
    if (closed) return Promise.reject(stopping());
    worker ??= start();
    const id = ++count;
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
    waiting.set(id, { done: resolve, failed: reject });
    worker.postMessage({ id, user, queries });
    return promise;
  }

  return {
    read: (user, queries) => inTurn(user, () => send(user, queries)),
    checkpoint() {
      worker ??= start();
      worker.postMessage('checkpoint');
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
