// Uploads of files that are to be imported. They go on while other screens are shown. Each has its idempotency key, so
// that a retry after a lost answer starts one import.

import { refreshAll } from '../../data/live/refresh.ts';
import { createStore } from '../../data/store.ts';
import { uploadFile } from '../../data/upload.ts';
import { reasonOf } from '../../shell/reasons.ts';

export interface ImportUpload {
  id: string;
  file: File;
  options: ImportOptions;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | undefined;
}

export interface ImportOptions {
  folder: string;
  account_id: string;
}

const store = createStore<readonly ImportUpload[]>([]);
const controllers = new Map<string, AbortController>();
let serial = 0;

export const uploads = { get: store.get, subscribe: store.subscribe };

export function startUpload(file: File, options: ImportOptions): void {
  serial += 1;
  const id = `import-${Date.now().toString(36)}-${serial}-${Math.random().toString(36).slice(2)}`;
  const upload = { id, file, options, progress: 0, error: undefined };
  store.set((all) => [...all, upload]);
  void send(upload);
}

export function retryUpload(upload: ImportUpload): void {
  update(upload.id, { progress: 0, error: undefined });
  void send(upload);
}

export function cancelUpload(id: string): void {
  controllers.get(id)?.abort();
  controllers.delete(id);
  store.set((all) => all.filter((one) => one.id !== id));
}

async function send({ id, file, options }: ImportUpload): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  const query = new URLSearchParams(Object.entries(options).filter(([, value]) => value !== ''));
  try {
    await uploadFile(`/imports?${query}`, file, {
      key: id,
      signal: controller.signal,
      onProgress: (progress) => update(id, { progress }),
    });
    await refreshAll();
    cancelUpload(id);
  } catch (error) {
    update(id, { error: reasonOf(error) });
  }
}

function update(id: string, changes: Partial<ImportUpload>): void {
  store.set((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
}
