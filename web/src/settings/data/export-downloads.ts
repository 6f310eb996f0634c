// Exports that are being downloaded. The file is written to a file of the app in the browser, so that its size does not
// matter, and saved when it is complete: a download that breaks off leaves no half file. It goes on while other screens
// are shown.
import { DaybookError } from 'daybook-client';
import { daybook } from '../../data/client.ts';
import { endSession, isUnauthorized } from '../../data/session.ts';
import { writeExportFile } from '../../data/storage/export-files.ts';
import { createStore } from '../../data/store.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { createRecordCounter } from './record-counter.ts';

export type ExportKind = 'emails' | 'events' | 'contacts';

export interface ExportDownload {
  kind: ExportKind;
  state: 'running' | 'saved' | 'failed';
  /** Records that have arrived, of all that the file will have. */
  records: number;
  total: number;
  bytes: number;
  /** Why it failed. */
  error?: string;
}

const store = createStore<readonly ExportDownload[]>([]);
const controllers = new Map<ExportKind, AbortController>();

export const downloads = { get: store.get, subscribe: store.subscribe };

export function exportAddress(kind: ExportKind): string {
  return `${daybook.baseUrl}/export?kind=${kind}`;
}

/** Does nothing while one of this kind is running. */
export async function startExport(kind: ExportKind): Promise<void> {
  if (controllers.has(kind)) return;
  const controller = new AbortController();
  const { signal } = controller;
  controllers.set(kind, controller);
  const begun: ExportDownload = { kind, state: 'running', records: 0, total: 0, bytes: 0 };
  store.set((all) => [...all.filter((one) => one.kind !== kind), begun]);
  try {
    const { name, file } = await download(kind, signal);
    signal.throwIfAborted();
    save(URL.createObjectURL(file), name); // the address stays valid: the browser may still ask where to save it
    update(kind, { state: 'saved' });
  } catch (error) {
    if (!signal.aborted) fail(kind, error);
  } finally {
    if (controllers.get(kind) === controller) controllers.delete(kind);
  }
}

/** Stops it, or removes what is said of it. */
export function dismissExport(kind: ExportKind): void {
  controllers.get(kind)?.abort();
  controllers.delete(kind);
  store.set((all) => all.filter((one) => one.kind !== kind));
}

async function download(kind: ExportKind, signal: AbortSignal): Promise<{ name: string; file: File }> {
  const response = await fetch(exportAddress(kind), { signal }).catch(unreachable);
  if (!response.ok || response.body === null) throw await errorOf(response);
  update(kind, { total: Number(response.headers.get('x-total-count') ?? 0) });
  const file = await writeExportFile(response.body.pipeThrough(counting(kind)), signal).catch(unreachable);
  return { name: nameOf(response) ?? kind, file };
}

function counting(kind: ExportKind): TransformStream<Uint8Array, Uint8Array> {
  const count = createRecordCounter(kind === 'emails' ? 'mbox' : 'lines');
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      update(kind, { bytes, records: count(chunk) });
      controller.enqueue(chunk);
    },
  });
}

function fail(kind: ExportKind, error: unknown): void {
  if (isUnauthorized(error)) endSession();
  // The app may not write files, for example because there is no room; then the browser saves it by itself.
  if (error instanceof DOMException) {
    dismissExport(kind);
    if (error.name !== 'AbortError') save(exportAddress(kind), ''); // else one signs out
  } else update(kind, { state: 'failed', error: reasonOf(error) });
}

/** Also of a response that breaks off. */
function unreachable(error: unknown): never {
  if (error instanceof TypeError) throw new DaybookError('NETWORK_ERROR', 'The service cannot be reached.');
  throw error;
}

async function errorOf(response: Response): Promise<DaybookError> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  const { code = 'INVALID_ANSWER', message = 'The answer is not JSON.' } = error ?? {};
  return new DaybookError(code, message, { status: response.status });
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

function save(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

function update(kind: ExportKind, changes: Partial<ExportDownload>): void {
  store.set((all) => all.map((one) => (one.kind === kind ? { ...one, ...changes } : one)));
}
