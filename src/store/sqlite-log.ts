// The write-ahead log of an SQLite file: how it is moved into the database, so that it stays short and a small disk is
// not filled by it. What is in the log is safe there; moving it only frees its room.
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import { isDiskTrouble } from './sqlite-reader.ts';

/** Moves the whole log into the database and cuts it off; returns whether that freed anything. */
export function shortenLog(db: DatabaseSync, file: string): boolean {
  const before = logBytes(file);
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
  }
  return logBytes(file) < before;
}

/** Moves as much of the log as can be moved without waiting; where the disk has little room, also gives its room back. */
export function moveLog(db: DatabaseSync, file: string): void {
  db.exec('pragma wal_checkpoint(passive)');
  if (logBytes(file) > 0 && isSpaceShort(file)) db.exec('pragma wal_checkpoint(truncate)');
}

/** A write that the disk did not take: SQLITE_FULL, or SQLITE_IOERR_WRITE for a quota or a limit. */
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
