// Uploads of files that are to be attached, with progress. XMLHttpRequest, because fetch does not report the progress of
// what is sent. Each upload has its idempotency key, so that a retry stores the file once.
import { daybook } from '../data/client.ts';
import { newKey } from '../data/new-key.ts';
import { createStore } from '../data/store.ts';
import { words } from '../words/words.ts';
import type { DraftAttachment } from './draft-content.ts';

export interface Upload {
  id: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | undefined;
}

export class Uploads {
  readonly state = createStore<readonly Upload[]>([]);
  readonly #requests = new Map<string, XMLHttpRequest>();
  readonly #onDone: (attachment: DraftAttachment) => void;

  constructor(onDone: (attachment: DraftAttachment) => void) {
    this.#onDone = onDone;
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const upload = { id: newKey(), file, progress: 0, error: undefined };
      this.state.set((all) => [...all, upload]);
      this.#start(upload);
    }
  }

  retry(id: string): void {
    const upload = this.state.get().find((one) => one.id === id);
    if (!upload) return;
    this.#update(id, { progress: 0, error: undefined });
    this.#start(upload);
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

  #start({ id, file }: Upload): void {
    const request = new XMLHttpRequest();
    this.#requests.set(id, request);
    request.open('POST', `${daybook.baseUrl}/files`);
    request.setRequestHeader('idempotency-key', id);
    request.upload.onprogress = ({ loaded, total }) => this.#update(id, { progress: total > 0 ? loaded / total : 0 });
    request.onload = () => {
      const answer = readAnswer(request);
      if ('error' in answer) return this.#update(id, { error: answer.error });
      this.state.set((all) => all.filter((one) => one.id !== id));
      this.#onDone(answer);
    };
    request.onerror = () => this.#update(id, { error: words().common.serviceUnreachable });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  }
}

function readAnswer({ status, responseText }: XMLHttpRequest): DraftAttachment | { error: string } {
  try {
    const { data, error } = JSON.parse(responseText);
    if (status < 300) return { file_id: data.id, filename: data.filename, mime: data.mime, size: data.size };
    return { error: error.message };
  } catch {
    return { error: words().common.unknownError };
  }
}
