// Exports that are being downloaded. The file is written to a file of the app in the browser, so that its size does not
// matter, and saved when it is complete: a download that breaks off leaves no half file. It goes on while other screens
// are shown.
import { DaybookError } from 'daybook-client';
import { daybook } from '../../data/client.ts';
import { createExportFile, removeExportFile, removeExportFiles } from '../../data/storage/export-files.ts';
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

/** The browser has copied a file by then, also a large one. */
const COPIED = 10 * 60_000;

const store = createStore<readonly ExportDownload[]>([]);
const controllers = new Map<ExportKind, AbortController>();
let wasEmptied = false;

export const downloads = { get: store.get, subscribe: store.subscribe };

/** Where the browser downloads it without help, if it cannot write files or has no secure connection. */
export function exportAddress(kind: ExportKind): string {
  return `${daybook.baseUrl}/export?kind=${kind}`;
}

/** Does nothing while one of this kind is running. */
export async function startExport(kind: ExportKind): Promise<void> {
  if (controllers.has(kind)) return;
  const controller = new AbortController();
  controllers.set(kind, controller);
  const begun: ExportDownload = { kind, state: 'running', records: 0, total: 0, bytes: 0 };
  store.set((all) => [...all.filter((one) => one.kind !== kind), begun]);
  try {
    save(await download(kind, controller.signal));
    update(kind, { state: 'saved' });
  } catch (error) {
    if (!controller.signal.aborted) update(kind, { state: 'failed', error: reasonOf(error) });
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
  const name = nameOf(response) ?? kind;
  update(kind, { total: Number(response.headers.get('x-total-count') ?? 0) });
  if (!wasEmptied) await removeExportFiles(); // of an earlier visit
  wasEmptied = true;
  const stored = `${Date.now()}-${name}`;
  const handle = await createExportFile(stored);
  try {
    await response.body.pipeThrough(counting(kind)).pipeTo(await handle.createWritable(), { signal });
  } catch (error) {
    await removeExportFile(stored);
    return unreachable(error);
  }
  setTimeout(() => void removeExportFile(stored), COPIED);
  return { name, file: await handle.getFile() };
}

function counting(kind: ExportKind): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const count = createRecordCounter(kind === 'emails' ? 'mbox' : 'lines');
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      update(kind, { bytes, records: count(chunk) });
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
    },
  });
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

function save({ name, file }: { name: string; file: File }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click(); // the address stays valid: the browser may still ask where to save it
}

function update(kind: ExportKind, changes: Partial<ExportDownload>): void {
  store.set((all) => all.map((one) => (one.kind === kind ? { ...one, ...changes } : one)));
}
