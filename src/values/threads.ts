// Work in threads of its own, under a budget of time and memory: at most so many threads, started when first needed and
// given back when idle. Work that takes too long ends with its thread, and the next work gets a new one.
import { Worker } from 'node:worker_threads';

interface ThreadSettings {
  /** The file that runs in the thread; it answers by `serveThread`. */
  file: URL;
  most: number;
  /** Milliseconds that one work may take, from when its thread has started. */
  time: number;
  /** Milliseconds after which a thread without work is given back. */
  idle: number;
  /** MiB of heap that one thread may have. */
  memory: number;
}

export interface Threads {
  ask<T>(work: unknown, transfer?: ArrayBuffer[]): Promise<T>;
  close(): Promise<void>;
}

/** Why there is no answer: it took too long, or its thread has ended (by itself, or with all others). */
export class ThreadProblem extends Error {
  readonly reason: 'slow' | 'lost' | 'closed';
  constructor(reason: 'slow' | 'lost' | 'closed') {
    super(`the work of a thread was ${reason === 'slow' ? 'too slow' : reason}`);
    this.reason = reason;
  }
}

interface Job {
  work: unknown;
  transfer: ArrayBuffer[];
  done: (answer: never) => void;
  failed: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function createThreads({ file, most, time, idle, memory }: ThreadSettings): Threads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;

  function start(): void {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memory } });
    const thread: Thread = { worker, ready: false, job: undefined, timer: undefined };
    threads.add(thread);
    worker.on('message', (message: { answer?: never; problem?: string }) => {
      const { job } = thread;
      clearTimeout(thread.timer);
      thread.job = undefined;
      thread.ready = true;
      if (message.problem !== undefined) job?.failed(new Error(message.problem));
      else job?.done(message.answer as never);
      next(thread);
    });
    worker.on('error', () => end(thread, 'lost')); // also when it has used up its memory
    worker.on('exit', () => end(thread, 'lost'));
  }

  function next(thread: Thread): void {
    const job = waiting.shift();
    if (!job) {
      thread.worker.unref();
      thread.timer = setTimeout(() => end(thread, 'lost'), idle).unref();
      return;
    }
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.work, job.transfer);
    thread.timer = setTimeout(() => end(thread, 'slow'), time);
  }

  function end(thread: Thread, reason: ThreadProblem['reason']): Promise<number> | undefined {
    if (!threads.delete(thread)) return; // told already
    clearTimeout(thread.timer);
    const ended = thread.worker.terminate();
    thread.job?.failed(new ThreadProblem(reason));
    // A thread that cannot even start must not be tried for ever.
    if (!thread.ready && threads.size === 0) refuseAll(reason);
    else if (waiting.length > 0 && !closed) start();
    return ended;
  }

  function refuseAll(reason: ThreadProblem['reason']): void {
    for (const job of waiting.splice(0)) job.failed(new ThreadProblem(reason));
  }

  return {
    ask<T>(work: unknown, transfer: ArrayBuffer[] = []) {
      if (closed) return Promise.reject(new ThreadProblem('closed'));
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.push({ work, transfer, done: resolve as Job['done'], failed: reject });
      const resting = [...threads].find(({ ready, job }) => ready && !job);
      if (resting) {
        clearTimeout(resting.timer);
        next(resting);
      } else if (threads.size < most) start();
      return promise;
    },
    async close() {
      closed = true;
      refuseAll('closed');
      await Promise.all([...threads].map((thread) => end(thread, 'closed')));
    },
  };
}
