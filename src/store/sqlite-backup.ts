// Backup, restore and examination of an SQLite store, beside a service that goes on writing.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { makeFolder, moveDurably } from './folder.ts';
import { schemaVersion } from './migrations/all.ts';
import { OlderSchema, StoreProblem } from './problem.ts';
import { versionOf } from './sqlite-migrate.ts';
import { openDatabase, openForeign } from './sqlite-open.ts';
import { requireKnownSchema } from './sqlite-schema.ts';

export type Progress = (done: number, total: number) => void;

/** Where the contents of a database file are: in `files` of the data folder, or beside the file under its name. */
export function filesBeside(file: string): string {
  const whole = resolve(file);
  return basename(whole) === 'daybook.db' ? join(dirname(whole), 'files') : `${whole}.files`;
}

/** Refuses to write a backup over something, or into a folder that is not there. */
export function requireNewTarget(target: string): void {
  if (existsSync(target)) throw new StoreProblem(`${target} exists already; name a new file.`);
  if (!existsSync(dirname(resolve(target))))
    throw new StoreProblem(`${target} cannot be written: its folder does not exist; make it first.`);
}

/** A folder of contents that is not complete yet. */
export function stagedName(folder: string): string {
  return `${folder}.partial`;
}

/** Copies one moment of the database into a new file, which is whole or not there; `also` sees it before it has its name. */
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
    // A read transaction held open keeps the copy at one moment: without it every write would start it anew.
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
 * Puts a backup in place of the database, once `prepare` has been through with the copy; what was there is kept beside
 * it, and its name is returned.
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

/** Copies a sound database into a new file; what an earlier try has left there goes. */
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

/** Removes a database that nobody uses, with the logs beside it. */
export function dropDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/**
 * Makes a finished database the one at `file`, with the contents that were prepared for it; what was there is kept
 * beside it, and its name is returned. `files` that stay are of both.
 */
export function putInPlace(partial: string, file: string, files: 'swap' | 'stay' = 'swap'): string | null {
  finish(partial);
  const kept = existsSync(file) ? setAside(file) : null;
  const undo: (() => void)[] = kept ? [() => renameSync(kept, file)] : [];
  try {
    if (files === 'swap') swapContents(file, kept, undo);
    moveDurably(partial, file);
  } catch (error) {
    for (const step of undo.reverse()) step(); // as it was
    throw error;
  }
  return kept;
}

// Between the two moves of the database: whatever interrupts it, no database stands with another's contents.
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

/** Faults that SQLite finds in the file. */
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
    if (tables < 3) throw new Error('it is no database of Daybook');
    if (found > schemaVersion) throw new Error(`its schema is ${found} and this Daybook knows up to ${schemaVersion}`);
    return db;
  } catch (error) {
    const notOurs = (error as { errcode?: number }).errcode === 26; // SQLITE_NOTADB
    throw new StoreProblem(
      `${file} cannot be used: ${notOurs ? 'it is no database of Daybook' : (error as Error).message}.`,
    );
  }
}

/** Refuses a file that is missing, is not ours or has another schema; changes nothing. */
export function requireCurrent(file: string): void {
  const db = openExisting(file);
  const found = versionOf(db);
  db.close();
  if (found < schemaVersion) throw new OlderSchema(file, found);
}

// One self-contained file: no log beside it, and on the disk.
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
