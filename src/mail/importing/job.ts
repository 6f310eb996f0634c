// The job of an import: reads the uploaded file and stores its mail in short transactions, with pauses for the requests.
// Imports of several users run at the same time: they parse messages in turn, and their writes wait in turn. If the
// process ends, the next attempt reads the file again from its beginning; mail that is there already is not stored twice.
import { AppError } from '../../errors.ts';
import type { Blobs } from '../../files/content-store.ts';
import { limits } from '../../limits.ts';
import type { FoundMessage } from '../../protocols/mailboxes/messages.ts';
import { createMessageReader, type MessageReader } from '../../protocols/mime/read-message.ts';
import { createPause } from '../../records/slices.ts';
import { failTask, progressOf, runningTask, setTask } from '../../records/tasks.ts';
import type { Store, Tx } from '../../store/port.ts';
import { getContent } from '../../store/tables/contents.ts';
import { type Job, type JobHandler, renewJob, returnJob, settleJob } from '../../store/tables/jobs.ts';
import { readTask, type TaskRow, taskQuery } from '../../store/tables/names/tasks.ts';
import { createSlots } from '../../values/queues/slots.ts';
import { importAll } from './batches.ts';
import { createCounter, type TaskCounter } from './counter.ts';
import { endImport, type ImportParams } from './start.ts';
import type { ImportParts } from './storing.ts';

/** Imports files; `stop` ends those that run, which the next start continues. `close` is called when they have ended. */
export function createImporter(blobs: Blobs, reader = createMessageReader({ threads: limits.importThreads })) {
  const slots = createSlots({ most: limits.importThreads, each: 1 });
  let isStopping = false;
  const run: JobHandler = async (store, job, holder) => {
    const read: MessageReader['read'] = (message) => slots.run(job.user, () => reader.read(message));
    try {
      await new Import(store, blobs, { read }, job, holder, () => isStopping).run();
    } catch (error) {
      await store.write(job.user, (tx) => failTask(tx, job.recordId, error));
      throw error; // the loop tries again later
    }
  };
  return {
    handlers: { import: run },
    stop() {
      isStopping = true;
    },
    close: () => reader.close(),
  };
}

class Import {
  private readonly store: Store;
  private readonly blobs: Blobs;
  private readonly reader: ImportParts['reader'];
  private readonly job: Job;
  private readonly holder: string;
  private readonly isStopping: () => boolean;
  /** Whether the import was cancelled, or another instance has it. */
  private isLost = false;
  private reportedAt = 0;

  constructor(
    store: Store,
    blobs: Blobs,
    reader: ImportParts['reader'],
    job: Job,
    holder: string,
    isStopping: () => boolean,
  ) {
    this.store = store;
    this.blobs = blobs;
    this.reader = reader;
    this.job = job;
    this.holder = holder;
    this.isStopping = isStopping;
  }

  async run(): Promise<void> {
    const task = await this.readTask();
    if (!task) return this.settle(undefined);
    const { user, recordId } = this.job;
    const content = await getContent(this.store, user, 'import', recordId);
    const params = JSON.parse(task.params) as ImportParams;
    const counter = createCounter(progressOf(task)?.imported ?? 0, content?.size ?? 0);
    if (!content || !this.blobs.has(user, content.sha256)) counter.skipped(whole(params, 'its content is missing'));
    else if (this.job.attempts > limits.importTries)
      counter.skipped(whole(params, `the import was given up after ${limits.importTries} attempts`));
    else await this.read(this.blobs.pathOf(user, content.sha256), params, counter);
    if (this.isLost) return;
    return this.isStopping() ? this.pause(counter) : this.settle(counter);
  }

  private async readTask(): Promise<TaskRow | undefined> {
    const [[row] = []] = await this.store.read(this.job.user, [taskQuery(this.job.recordId)]);
    return row && row.finished_at === null ? readTask(row) : undefined;
  }

  private async read(path: string, params: ImportParams, counter: TaskCounter): Promise<void> {
    const renewal = setInterval(() => void this.renew().catch(() => {}), limits.jobLease / 4); // the next may succeed
    const parts: ImportParts = {
      ...{ store: this.store, blobs: this.blobs, reader: this.reader, user: this.job.user },
      ...{ accountId: params.account_id, folder: params.folder, isOwnExport: false, polite: false, slice },
      deliveredBy: params.delivered_by ?? 'other',
      onStored: () => this.report(counter),
      isFatal: (error) => error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE',
    };
    try {
      await importAll(parts, this.messages(path, params.filename, counter), counter);
    } finally {
      clearInterval(renewal);
    }
  }

  private async *messages(path: string, name: string, counter: TaskCounter): AsyncGenerator<FoundMessage> {
    // Loaded only for an import: the service uses less memory without it.
    const { mailFile, messagesOf } = await import('../../protocols/mailboxes/files.ts');
    const pause = createPause();
    const file = await mailFile(path, name);
    for await (const message of messagesOf(file, counter.readBytes, this.blobs.newTemporary)) {
      if (this.isLost || this.isStopping()) return;
      yield message;
      await pause();
    }
  }

  private async renew(): Promise<void> {
    const isHeld = await this.store.write(this.job.user, (tx) =>
      renewJob(tx, this.job, this.holder, tx.now + limits.jobLease),
    );
    if (!isHeld) this.isLost = true;
  }

  /** Stores the progress, from time to time. */
  private async report(counter: TaskCounter): Promise<void> {
    if (this.isLost || performance.now() - this.reportedAt < limits.importReport) return;
    this.reportedAt = performance.now();
    this.isLost = !(await this.store.write(this.job.user, (tx) => this.keep(tx, counter)));
  }

  /** Stores the progress if this instance still has the job. */
  private async keep(tx: Tx, counter: TaskCounter): Promise<boolean> {
    const isHeld = await renewJob(tx, this.job, this.holder, tx.now + limits.jobLease);
    const task = isHeld && (await runningTask(tx, this.job.recordId));
    if (task) await setTask(tx, task, 'running', counter.figures());
    return Boolean(task);
  }

  /** The service stops: its next start goes on. */
  private pause(counter: TaskCounter): Promise<void> {
    return this.store.write(this.job.user, async (tx) => {
      if (await this.keep(tx, counter)) returnJob(tx, this.job, this.holder);
    });
  }

  /** Ends the job, and the task with what was done. */
  private settle(counter: TaskCounter | undefined): Promise<void> {
    return this.store.write(this.job.user, async (tx) => {
      if (!(await settleJob(tx, this.job, this.holder))) return;
      const task = await runningTask(tx, this.job.recordId);
      if (task && counter) await setTask(tx, task, 'done', counter.figures());
      await endImport(tx, this.job.recordId);
    });
  }
}

function slice(): () => boolean {
  const end = performance.now() + limits.importSlice;
  return () => performance.now() >= end;
}

/** A remark about the file as a whole. */
function whole({ filename }: ImportParams, reason: string) {
  return { path: filename, offset: 0, reason };
}
