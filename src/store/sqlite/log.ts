// Checkpoints the write-ahead log of an SQLite file, so that it stays short and does not fill a small disk. The content
// of the log is durable; a checkpoint only frees its space.
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';
import { isDiskTrouble } from './connection.ts';

/** Checkpoints the whole log and truncates it; returns whether that freed anything. */
export function shortenLog(db: DatabaseSync, file: string): boolean {
  const before = logBytes(file);
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
  }
  return logBytes(file) < before;
}

/** Checkpoints as much of the log as possible without waiting; if disk space is low, also truncates it. */
export function moveLog(db: DatabaseSync, file: string): void {
  db.exec('pragma wal_checkpoint(passive)');
  if (logBytes(file) > 0 && isSpaceShort(file)) db.exec('pragma wal_checkpoint(truncate)');
}

/** Whether the disk rejected a write: SQLITE_FULL, or SQLITE_IOERR_WRITE for a quota or a limit. */
export function isWriteFault(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code === 13 || code === 778;
}

function isSpaceShort(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize < limits.spareSpace;
}

function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
