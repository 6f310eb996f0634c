// Files of exports while they are downloaded and saved, in the private folder of the app in the browser. They are removed
// when the browser has copied them, and on sign-out with everything else.
const FOLDER = 'exports';
/** The browser has copied a file by then, also a large one. */
const COPIED = 60 * 60_000;

/** Those that are being written: their files cannot be removed. */
const running = new Set<{ controller: AbortController; ended: Promise<unknown> }>();

/** Whether the browser has such a folder: with a secure connection, in newer browsers. */
export function canWriteFiles(): boolean {
  return 'FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype;
}

/** Resolves with the file when all of it is written; nothing is left of it otherwise. */
export async function writeExportFile(source: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<File> {
  const controller = new AbortController();
  const written = write(source, AbortSignal.any([signal, controller.signal]));
  const entry = { controller, ended: written.catch(() => {}) };
  running.add(entry);
  return written.finally(() => running.delete(entry));
}

async function write(source: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<File> {
  const name = `${Date.now()}-${Math.random().toString(36).slice(2)}`; // begins with its age
  try {
    const folder = await openFolder(true);
    const handle = await folder.getFileHandle(name, { create: true });
    await source.pipeTo(await handle.createWritable(), { signal });
    return await handle.getFile();
  } catch (error) {
    if (!source.locked) await source.cancel(error).catch(() => {});
    await removeFiles((one) => one === name);
    throw error;
  }
}

/** What earlier visits have left. Other tabs may be saving what is younger. */
export function removeCopiedFiles(): Promise<void> {
  return removeFiles((name) => Date.now() - Number.parseInt(name, 10) > COPIED);
}

export async function removeExportFiles(): Promise<void> {
  for (const { controller } of running) controller.abort();
  await Promise.all([...running].map(({ ended }) => ended));
  await removeFiles(() => true);
}

async function removeFiles(isRemoved: (name: string) => boolean): Promise<void> {
  if (!canWriteFiles()) return;
  try {
    const folder = await openFolder(false);
    for await (const name of folder.keys()) if (isRemoved(name)) await folder.removeEntry(name).catch(() => {});
  } catch {
    // There is none.
  }
}

async function openFolder(create: boolean): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create });
}
