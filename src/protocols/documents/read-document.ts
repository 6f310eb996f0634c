// Reads the text of documents in a process of its own, without network and files, and with limits on time and memory: a document that takes more ends
// that process, and never the service. The heap limit of a thread would not count the buffers that a PDF is unpacked into.
import { type ChildProcess, fork } from 'node:child_process';
import { limits } from '../../limits.ts';
import { WorkerProblem } from '../../values/worker-pool.ts';
import type { DocumentType } from './document-text.ts';
import type { DocumentTask } from './read-document-thread.ts';
import { readerFlags } from './reader-flags.ts';

export interface DocumentReader {
  /** Empty if the document is damaged. Throws a WorkerProblem if it took too long or too much memory. */
  read(type: DocumentType, bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** A message of the process: the text, a failure, or nothing when it is ready. */
interface Reply {
  answer?: string;
  problem?: object;
}

const FILE = new URL('./read-document-process.ts', import.meta.url);

export function createDocumentReader(time: number = limits.documentReading): DocumentReader {
  let running: DocumentProcess | undefined;
  let last: Promise<unknown> = Promise.resolve(); // one document at a time
  let isClosed = false;

  async function readNext(task: DocumentTask): Promise<string> {
    if (isClosed) throw new WorkerProblem('closed');
    if (!running || running.hasEnded) running = new DocumentProcess();
    return running.read(task, time);
  }

  return {
    read(type, bytes) {
      const text = last.then(() => readNext({ type, bytes }));
      last = text.catch(() => undefined);
      return text;
    },
    async close() {
      isClosed = true;
      await running?.end('closed');
    },
  };
}

class DocumentProcess {
  hasEnded = false;
  private readonly child: ChildProcess;
  private readonly ready = Promise.withResolvers<void>();
  private readonly exit = Promise.withResolvers<void>();
  private current: PromiseWithResolvers<string> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor() {
    // Without the environment, which can have passwords.
    this.child = fork(FILE, [], { env: {}, execArgv: readerFlags(), serialization: 'advanced', stdio: 'ignore' });
    this.child.on('message', (reply: Reply) => this.receive(reply));
    this.child.once('exit', () => {
      this.fail('lost');
      this.exit.resolve();
    });
    this.child.once('error', () => {
      this.fail('lost');
      this.exit.resolve();
    });
    this.ready.promise.catch(() => {}); // whoever waits for it is told
  }

  async read(task: DocumentTask, time: number): Promise<string> {
    clearTimeout(this.idle);
    await this.ready.promise;
    if (this.hasEnded) throw new WorkerProblem('lost');
    this.current = Promise.withResolvers<string>();
    const late = setTimeout(() => this.end('slow'), time);
    try {
      this.child.send(task, (error) => error && this.end('lost'));
      return await this.current.promise;
    } finally {
      clearTimeout(late);
      this.current = undefined;
      this.idle = setTimeout(() => this.end('lost'), limits.threadIdle).unref();
    }
  }

  end(reason: WorkerProblem['reason']): Promise<void> {
    this.fail(reason);
    this.child.kill('SIGKILL');
    return this.exit.promise;
  }

  private receive({ answer, problem }: Reply): void {
    if (answer === undefined && !problem) this.ready.resolve();
    // It may run what a document told it to.
    else if (typeof (answer ?? '') !== 'string') this.end('lost');
    else this.current?.resolve((answer ?? '').slice(0, limits.documentChars));
  }

  private fail(reason: WorkerProblem['reason']): void {
    this.hasEnded = true;
    clearTimeout(this.idle);
    const problem = new WorkerProblem(reason);
    this.ready.reject(problem);
    this.current?.reject(problem);
  }
}
