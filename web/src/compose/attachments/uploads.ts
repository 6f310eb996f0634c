// Uploads of files that are to be attached, with progress. Each has its idempotency key, so that a retry stores the file
// once.
import { newKey } from '../../data/changes/new-key.ts';
import { createStore } from '../../data/store.ts';
import { uploadFile } from '../../data/upload.ts';
import { reasonOf } from '../../shell/reasons.ts';
import type { DraftAttachment } from '../drafts/draft-content.ts';

export interface Upload {
  id: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | undefined;
}

interface StoredFile extends Omit<DraftAttachment, 'file_id'> {
  id: string;
}

export class Uploads {
  readonly state = createStore<readonly Upload[]>([]);
  readonly #requests = new Map<string, AbortController>();
  readonly #onDone: (attachment: DraftAttachment) => void;

  constructor(onDone: (attachment: DraftAttachment) => void) {
    this.#onDone = onDone;
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const upload = { id: newKey(), file, progress: 0, error: undefined };
      this.state.set((all) => [...all, upload]);
      void this.#start(upload);
    }
  }

  retry(id: string): void {
    const upload = this.state.get().find((one) => one.id === id);
    if (!upload) return;
    this.#update(id, { progress: 0, error: undefined });
    void this.#start(upload);
  }

  cancel(id: string): void {
    this.#requests.get(id)?.abort();
    this.#requests.delete(id);
    this.state.set((all) => all.filter((one) => one.id !== id));
  }

  cancelAll(): void {
    for (const { id } of this.state.get()) this.cancel(id);
  }

  cancelFailed(): void {
    this.state.set((all) => all.filter(({ error }) => error === undefined));
  }

  get isRunning(): boolean {
    return this.state.get().some(({ error }) => error === undefined);
  }

  get hasFailed(): boolean {
    return this.state.get().some(({ error }) => error !== undefined);
  }

  /** Resolves when none is running any more. */
  ended(): Promise<void> {
    if (!this.isRunning) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.state.subscribe(() => {
        if (this.isRunning) return;
        stop();
        resolve();
      });
    });
  }

  #update(id: string, changes: Partial<Upload>): void {
    this.state.set((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  async #start({ id, file }: Upload): Promise<void> {
    const request = new AbortController();
    this.#requests.set(id, request);
    const onProgress = (progress: number) => this.#update(id, { progress });
    try {
      const stored = await uploadFile('/files', file, { key: id, signal: request.signal, onProgress });
      if (request.signal.aborted) return;
      const { id: file_id, filename, mime, size } = stored as StoredFile;
      this.state.set((all) => all.filter((one) => one.id !== id));
      this.#onDone({ file_id, filename, mime, size });
    } catch (error) {
      this.#update(id, { error: reasonOf(error) });
    }
  }
}
