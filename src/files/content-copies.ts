// Copies contents between folders for backups, restores and moves: into a temporary folder, which is renamed when it is
// complete. On the same disk a copy is a hard link, since contents never change.
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { moveDurably, syncFolder } from '../store/engine/folder.ts';
import type { Snapshot } from '../store/port.ts';
import { contentRows, type Progress, stagedName } from '../store/sqlite/backup.ts';
import { pagesOf, type Table, tables } from '../store/transfer/tables.ts';
import { contentPlace, makeDurably, openBlobs } from './content-store.ts';

/** A content that a row names. */
export interface Named {
  user: number;
  sha256: string;
  size: number;
}

export async function namedIn(read: Snapshot): Promise<Named[]> {
  const named: Named[] = [];
  const contents = tables.find(({ name }) => name === 'contents') as Table;
  for await (const rows of pagesOf(read, contents)) named.push(...rows.map((row) => readNamed(row)));
  return named;
}

/** The same for a database file, whose schema may not have contents yet. */
export function namedInFile(file: string): Named[] {
  return contentRows(file).map(readNamed);
}

function readNamed(row: Record<string, unknown>): Named {
  return { user: row.user_id as number, sha256: row.sha256 as string, size: row.size as number };
}

/** Contents that could not be copied, and why. */
export interface Lost extends Named {
  why: 'missing' | 'damaged';
}

export interface Staged {
  /** Copies these into the folder. With `verify` each is read and compared with its digest, else its size is. */
  add(named: readonly Named[], verify: boolean, show: Progress): Promise<Lost[]>;
  /** Copies everything, before it is known which contents are needed: some may be deleted in the meantime. */
  addAll(): void;
  /** Renames the folder to its final name; an empty one is removed. */
  finish(): void;
  /** Removes all but these. */
  only(named: readonly Named[]): void;
  /** Makes the copies durable, without giving the folder its name yet. */
  sync(): void;
  drop(): void;
}

/** A temporary folder for contents, beside its final name. */
export function stageContents(from: string, folder: string): Staged {
  const stage = stagedName(folder);
  const source = openBlobs(from);
  rmSync(stage, { recursive: true, force: true });
  const share = (user: number, sha256: string) =>
    shareFile(contentPlace(from, user, sha256), contentPlace(stage, user, sha256));
  const sync = () => {
    if (!existsSync(stage)) return;
    for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
    syncFolder(stage);
  };
  return {
    async add(named, verify, show) {
      const lost: Lost[] = [];
      for (const [index, one] of named.entries()) {
        const fault = await contentFault(contentPlace(from, one.user, one.sha256), one, verify);
        // A content that was copied earlier may have been deleted at the source.
        if (fault === null) share(one.user, one.sha256);
        else if (await contentFault(contentPlace(stage, one.user, one.sha256), one, verify))
          lost.push({ ...one, why: fault });
        show(index + 1, named.length);
      }
      return lost;
    },
    addAll() {
      for (const user of source.users())
        for (const sha256 of source.list(user))
          try {
            share(user, sha256);
          } catch (error) {
            if ((error as { code?: string }).code !== 'ENOENT') throw error; // deleted since it was listed
          }
    },
    only(named) {
      const wanted = new Set(named.map(({ user, sha256 }) => `${user} ${sha256}`));
      const copies = openBlobs(stage);
      for (const user of copies.users())
        for (const sha256 of [...copies.list(user)]) if (!wanted.has(`${user} ${sha256}`)) copies.remove(user, sha256);
      if (wanted.size === 0) rmSync(stage, { recursive: true, force: true });
    },
    sync,
    finish() {
      sync();
      if (existsSync(stage)) moveDurably(stage, folder);
    },
    drop: () => rmSync(stage, { recursive: true, force: true }),
  };
}

/** Copies contents into a folder that is in use; existing ones are kept. */
export async function addContents(from: string, to: string, named: readonly Named[], show: Progress): Promise<Lost[]> {
  const lost: Lost[] = [];
  const touched = new Set<string>();
  for (const [index, one] of named.entries()) {
    const [source, target] = [from, to].map((folder) => contentPlace(folder, one.user, one.sha256)) as [string, string];
    const fault = await contentFault(source, one, true);
    if (fault === null) {
      if (existsSync(target) && (await contentFault(target, one, true))) rmSync(target);
      shareFile(source, target);
      touched.add(dirname(target));
    } else lost.push({ ...one, why: fault });
    show(index + 1, named.length);
  }
  for (const folder of touched) syncFolder(folder);
  return lost;
}

/** Checks a content on disk. With `verify` it is read and compared with its digest, else its size is. */
export async function contentFault(
  path: string,
  { sha256, size }: Named,
  verify: boolean,
): Promise<Lost['why'] | null> {
  // A link would let a backup refer to any file of this machine, now or later.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'missing';
  if (!found.isFile() || found.size !== size) return 'damaged';
  if (!verify) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex') === sha256 ? null : 'damaged';
}

function shareFile(from: string, to: string): void {
  if (existsSync(to)) return;
  makeDurably(dirname(to));
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw error;
    // Another disk, or a file system without hard links.
    const partial = `${to}.partial`;
    copyFileSync(from, partial);
    const handle = openSync(partial, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(partial, to);
  }
}
