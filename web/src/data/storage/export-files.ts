// Files of exports while they are downloaded and saved, in the private folder of the app in the browser. They are removed
// on sign-out with everything else.
const FOLDER = 'exports';

/** Whether the browser has such a folder: with a secure connection, in newer browsers. */
export function canWriteFiles(): boolean {
  return 'FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype;
}

export async function createExportFile(name: string): Promise<FileSystemFileHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  return folder.getFileHandle(name, { create: true });
}

export async function removeExportFile(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER).catch(() => undefined);
  await folder?.removeEntry(name).catch(() => {});
}

export async function removeExportFiles(): Promise<void> {
  if (!canWriteFiles()) return;
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => {});
}
