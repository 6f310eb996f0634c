// A pool of worker threads with limits on time and memory: workers are started on demand up to a maximum, and stopped
// when idle. A task that takes too long is stopped together with its worker, and the next task gets a new worker.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';

interface PoolSettings {
  /** The module that runs in the worker; it calls `serveWork`. */
  file: URL;
  /** Passed to the worker as `workerData`. */
  data?: unknown;
  /** The maximum number of workers. */
  max: number;
  /** How many tasks are sent to a worker at a time, so that it does not wait for a busy event loop between them. */
  ahead?: number;
  /** Milliseconds that one task may take after its worker has started it. */
  time: number;
  /**
   * With it, the time is processor time, and a task whose worker waits for the processor may take so many times as long.
   * In the middle of a long native call, such as JSON.parse, only that longer time ends it.
   */
  patience?: number;
  /** Milliseconds after which an idle worker is stopped. */
  idle: number;
  /** The same for those that were started while others were busy, if it is shorter for them. */
  spareIdle?: number;
  /** MiB of heap per worker. */
  memory: number;
}

interface AskOptions {
  transfer?: ArrayBuffer[];
  /** Whether a worker may be started besides others that are busy. */
  canStart?: boolean;
}

export interface WorkerPool {
  ask<T>(work: unknown, options?: AskOptions): Promise<T>;
  close(): Promise<void>;
}

/** Why there is no result: the task took too long, or its worker has ended (by itself, or with the pool). */
export class WorkerProblem extends Error {
  readonly reason: 'slow' | 'lost' | 'closed';
  constructor(reason: 'slow' | 'lost' | 'closed') {
    super(`the task of a worker thread was ${reason === 'slow' ? 'too slow' : reason}`);
    this.reason = reason;
  }
}

interface Job {
  work: unknown;
  transfer: ArrayBuffer[];
  done: (answer: never) => void;
  failed: (error: Error) => void;
}

interface PoolWorker {
  worker: Worker;
  isReady: boolean;
  /** Tasks without a result yet, the current one first. */
  jobs: Job[];
  /** When the current task, or an idle worker, has taken too long. */
  end: number;
  /** The processor time that the worker had used, in milliseconds, when it began its current task. */
  used: number;
  /** Checks the end. It is not moved with it, because most tasks are far shorter than a timer is worth. */
  timer: NodeJS.Timeout | undefined;
}

/** A message from a worker: a result or a failure, or nothing when it is ready. */
interface Reply {
  answer?: never;
  /** The processor time of the worker until now, in milliseconds. */
  used: number;
  problem?: { message: string; code?: string; errcode?: number };
}

export function createWorkerPool(settings: PoolSettings): WorkerPool {
  return new Pool(settings);
}

class Pool implements WorkerPool {
  private readonly settings: PoolSettings;
  private readonly ahead: number;
  private readonly workers = new Set<PoolWorker>();
  private readonly waiting: Job[] = [];
  private closed = false;

  constructor(settings: PoolSettings) {
    this.settings = settings;
    this.ahead = settings.ahead ?? 1;
  }

  ask<T>(work: unknown, { transfer = [], canStart = true }: AskOptions = {}): Promise<T> {
    if (this.closed) return Promise.reject(new WorkerProblem('closed'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.waiting.push({ work, transfer, done: resolve as Job['done'], failed: reject });
    const ready = [...this.workers].filter(({ isReady }) => isReady).sort((a, b) => a.jobs.length - b.jobs.length)[0];
    if (ready && ready.jobs.length === 0) this.fill(ready);
    else if (this.workers.size < (canStart ? this.settings.max : 1)) this.start();
    else if (ready && ready.jobs.length < this.ahead) this.fill(ready);
    return promise;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.refuseAll('closed');
    await Promise.all([...this.workers].map((one) => this.end(one, 'closed')));
  }

  private start(): void {
    const { file, data, memory } = this.settings;
    const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } });
    const one: PoolWorker = { worker, isReady: false, jobs: [], end: Infinity, used: 0, timer: undefined };
    this.workers.add(one);
    worker.on('message', ({ answer, problem, used }: Reply) => {
      if (!this.workers.has(one)) return; // it is being stopped, and stays referenced until then
      const job = one.jobs.shift();
      one.isReady = true;
      one.used = used;
      if (problem) job?.failed(Object.assign(new Error(problem.message), problem));
      else job?.done(answer as never);
      this.fill(one);
    });
    worker.on('error', () => this.end(one, 'lost')); // also if it exceeds its memory limit
    worker.on('exit', () => this.end(one, 'lost'));
  }

  /** Sends waiting tasks to the worker, and starts the timeout of the current one. */
  private fill(one: PoolWorker): void {
    while (one.jobs.length < this.ahead && this.waiting.length > 0) {
      const job = this.waiting.shift() as Job;
      one.jobs.push(job);
      one.worker.postMessage(job.work, job.transfer);
    }
    if (one.jobs.length === 0) one.worker.unref();
    else one.worker.ref();
    const time = one.jobs.length === 0 ? this.idleTime(one) : this.settings.time;
    one.end = performance.now() + time;
    this.watch(one, time);
  }

  // Work goes to the first of those that are ready, so the others are the spare ones.
  private idleTime(one: PoolWorker): number {
    const { idle, spareIdle = idle } = this.settings;
    const [first] = this.workers;
    return one === first ? idle : spareIdle;
  }

  // The timer is never later than the end, whichever of the two times ends next.
  private watch(one: PoolWorker, time: number): void {
    one.timer ??= setTimeout(
      () => {
        one.timer = undefined;
        const left = one.end - performance.now();
        if (left > 0) this.watch(one, left);
        else if (one.jobs.length === 0) this.end(one, 'lost');
        else void this.endIfSlow(one, -left);
      },
      Math.min(time, this.settings.time, this.settings.spareIdle ?? this.settings.idle),
    ).unref();
  }

  /** Ends a worker whose task has had its time, unless the worker spent it waiting for the processor. */
  private async endIfSlow(one: PoolWorker, over: number): Promise<void> {
    const { time, patience = 1 } = this.settings;
    const [job] = one.jobs;
    const left = time * (patience - 1) - over;
    if (left > 0) {
      const waited = new AbortController();
      const end = sleep(left, undefined, { ref: false, signal: waited.signal }).catch(() => undefined);
      const usage = await Promise.race([one.worker.cpuUsage().catch(() => undefined), end]);
      waited.abort();
      if (one.jobs[0] !== job || !this.workers.has(one)) return; // it has ended meanwhile
      const rest = usage === undefined ? 0 : time - (processorTime(usage) - one.used);
      if (rest > 0) return this.watch(one, Math.min(rest, left));
    }
    this.end(one, 'slow');
  }

  private end(one: PoolWorker, reason: WorkerProblem['reason']): Promise<number> | undefined {
    if (!this.workers.delete(one)) return; // already stopped
    clearTimeout(one.timer);
    const ended = one.worker.terminate();
    for (const job of one.jobs) job.failed(new WorkerProblem(reason));
    // A worker that cannot start must not be retried forever.
    if (!one.isReady && this.workers.size === 0) this.refuseAll(reason);
    // After a slow task at once: its worker may have been the only one that was ready, and the next task would wait for
    // the start of another.
    else if ((this.waiting.length > 0 || reason === 'slow') && !this.closed) this.start();
    return ended;
  }

  private refuseAll(reason: WorkerProblem['reason']): void {
    for (const job of this.waiting.splice(0)) job.failed(new WorkerProblem(reason));
  }
}

/** The worker's side of the pool: posts the result or the error of the function for each task. */
export function serveWork<W, A>(
  work: (input: W) => A | Promise<A>,
  transferOf: (answer: A) => ArrayBuffer[] = () => [],
): void {
  const used = () => processorTime(process.threadCpuUsage());
  const reply = (answer: A) => parentPort?.postMessage({ answer, used: used() }, transferOf(answer));
  const fail = (error: unknown) => {
    const { message, code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
    parentPort?.postMessage({ used: used(), problem: { message, ...(code && { code }), ...(errcode && { errcode }) } });
  };
  parentPort?.on('message', (input: W) => {
    try {
      const answer = work(input);
      if (answer instanceof Promise) answer.then(reply).catch(fail);
      else reply(answer);
    } catch (error) {
      fail(error);
    }
  });
  parentPort?.postMessage({ used: used() }); // ready
}

function processorTime({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
