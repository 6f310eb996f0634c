// Temporary files for data that is too large for memory while a mailbox file is split. Several messages can share a
// file; it is removed when the last of them releases it.
import { rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';

export interface ScratchFile {
  readonly path: string;
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  /** Adds a reference; the creator holds the first one. */
  share(): void;
  release(): void;
}

export interface Scratch {
  /** Maximum bytes of a text in memory; a larger text is written to a file. */
  readonly memory: number;
  newFile(): Promise<ScratchFile>;
  /** Removes all remaining files. */
  close(): void;
}

/** `newPath` returns a path for a new file in an existing folder. */
export function newScratch(memory: number, newPath: () => Promise<string>): Scratch {
  const paths = new Set<string>();
  return {
    memory,
    async newFile() {
      const path = await newPath();
      paths.add(path);
      let [size, users] = [0, 1];
      return {
        path,
        get size() {
          return size;
        },
        async append(bytes) {
          await appendFile(path, bytes, { mode: 0o600 });
          size += bytes.length;
        },
        share: () => void users++,
        release() {
          users--;
          if (users > 0) return;
          rmSync(path, { force: true });
          paths.delete(path);
        },
      };
    },
    close() {
      for (const path of paths) rmSync(path, { force: true });
      paths.clear();
    },
  };
}
