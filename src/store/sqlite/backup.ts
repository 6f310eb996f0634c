// Backup, restore and check of an SQLite store, while a service may write to it.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { makeFolder, moveDurably } from '../engine/folder.ts';
import { OlderSchema, StoreProblem } from '../engine/problem.ts';
import { schemaVersion } from '../migrations/run.ts';
import { openDatabase, openForeign } from './connection.ts';
import { versionOf } from './migrate.ts';
import { requireKnownSchema } from './schema.ts';

export type Progress = (done: number, total: number) => void;

/** The content folder of a database file: `files` in the data folder, or beside the file under its name. */
export function filesBeside(file: string): string {
  const whole = resolve(file);
  return basename(whole) === 'daybook.db' ? join(dirname(whole), 'files') : `${whole}.files`;
}

/** Refuses to overwrite a file, or to write into a missing folder. */
export function requireNewTarget(target: string): void {
  if (existsSync(target)) throw new StoreProblem(`${target} already exists; name a new file.`);
  if (!existsSync(dirname(resolve(target))))
    throw new StoreProblem(`${target} cannot be written: its folder does not exist; create it first.`);
}

/** A content folder that is not complete yet. */
export function stagedName(folder: string): string {
  return `${folder}.partial`;
}

/** Copies a snapshot of the database to a new file, which is complete or absent; `also` runs before the rename. */
export async function backUp(
  file: string,
  target: string,
  progress: Progress,
  also?: (partial: string) => Promise<void>,
): Promise<void> {
  requireNewTarget(target);
  const source = openExisting(file);
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  try {
    // An open read transaction keeps the copy at one snapshot: without it every write would restart it.
    source.exec('begin; select count(*) from sqlite_schema');
    await backup(source, partial, {
      rate: 500,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    rmSync(partial, { force: true });
    throw new StoreProblem(`${target} could not be written: ${(error as Error).message}.`);
  } finally {
    source.close();
  }
  finish(partial);
  try {
    await also?.(partial);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  moveDurably(partial, target);
}

/**
 * Replaces the database by a backup after `prepare` has processed the copy; the old database is kept beside it, and its
 * name is returned.
 */
export async function restoreFrom(
  backupFile: string,
  file: string,
  progress: Progress,
  prepare: (partial: string) => Promise<void>,
): Promise<string | null> {
  const partial = `${file}.partial`;
  makeFolder(dirname(file));
  try {
    await copyDatabase(backupFile, partial, progress);
    await prepare(partial);
    return putInPlace(partial, file);
  } catch (error) {
    dropDatabase(partial);
    throw error;
  }
}

/** Copies a valid database to a new file; the remains of an earlier attempt are removed. */
export async function copyDatabase(from: string, to: string, progress: Progress): Promise<void> {
  const source = openExisting(from);
  try {
    requireKnownSchema(source, from);
    requireIntegrity(source, from);
    dropDatabase(to);
    await backup(source, to, {
      rate: 500,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}

/** Removes an unused database, with the logs beside it. */
export function dropDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/**
 * Moves a finished database to `file`, with its prepared contents; the old database is kept beside it, and its name is
 * returned. `files` that stay belong to both.
 */
export function putInPlace(partial: string, file: string, files: 'swap' | 'stay' = 'swap'): string | null {
  finish(partial);
  const kept = existsSync(file) ? setAside(file) : null;
  const undo: (() => void)[] = kept ? [() => renameSync(kept, file)] : [];
  try {
    if (files === 'swap') swapContents(file, kept, undo);
    moveDurably(partial, file);
  } catch (error) {
    for (const step of undo.reverse()) step(); // restores the previous state
    throw error;
  }
  return kept;
}

// Between the two renames of the database: no interruption leaves a database with the contents of another.
function swapContents(file: string, kept: string | null, undo: (() => void)[]): void {
  const folder = filesBeside(file);
  const moves = [
    [folder, filesBeside(kept ?? asideName(file))],
    [stagedName(folder), folder],
  ] as const;
  for (const [from, to] of moves) {
    if (!existsSync(from)) continue;
    moveDurably(from, to);
    undo.push(() => renameSync(to, from));
  }
}

export function requireIntegrity(db: DatabaseSync, file: string): void {
  const [first] = integrityProblems(db);
  if (first !== undefined) throw new StoreProblem(`${file} is damaged (${first}); nothing was changed.`);
}

/** Problems that SQLite finds in the file. */
export function integrityProblems(db: DatabaseSync): string[] {
  try {
    const rows = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [(error as Error).message]; // some damage ends the check itself
  }
}

export function openExisting(file: string): DatabaseSync {
  if (!existsSync(file))
    throw new StoreProblem(
      `${file} does not exist; name the data folder with --data, or the database with --database.`,
    );
  try {
    const db = openForeign(file);
    const found = versionOf(db);
    const { tables } = db
      .prepare("select count(*) as tables from sqlite_schema where name in ('users', 'changes', 'emails')")
      .get() as { tables: number };
    if (tables < 3) throw new Error('it is not a database of Daybook');
    if (found > schemaVersion) throw new Error(`its schema is ${found} and this Daybook knows up to ${schemaVersion}`);
    return db;
  } catch (error) {
    const notOurs = (error as { errcode?: number }).errcode === 26; // SQLITE_NOTADB
    throw new StoreProblem(
      `${file} cannot be used: ${notOurs ? 'it is not a database of Daybook' : (error as Error).message}.`,
    );
  }
}

/** Refuses a file that is missing, foreign or has another schema; changes nothing. */
export function requireCurrent(file: string): void {
  const db = openExisting(file);
  const found = versionOf(db);
  db.close();
  if (found < schemaVersion) throw new OlderSchema(file, found);
}

// One self-contained file, without a log beside it, synced to disk.
function finish(file: string): void {
  const db = openDatabase(file);
  db.exec('pragma journal_mode = delete');
  db.close();
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function asideName(file: string): string {
  return `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
}

function setAside(file: string): string {
  const db = openDatabase(file, { timeout: 5000 });
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  const kept = asideName(file);
  renameSync(file, kept);
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  return kept;
}

/** The rows of the contents in a database file; none if it is older than that table. */
export function contentRows(file: string): Record<string, unknown>[] {
  const db = openExisting(file);
  try {
    if (!db.prepare("select 1 from sqlite_schema where name = 'contents'").get()) return [];
    return db.prepare('select user_id, sha256, size from contents order by user_id, sha256').all();
  } finally {
    db.close();
  }
}
