// Backup, restore and examination of an SQLite store, beside a service that goes on writing.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { makeFolder, moveDurably } from './folder.ts';
import { schemaVersion } from './migrations/all.ts';
import { StoreProblem } from './problem.ts';
import { versionOf } from './sqlite-migrate.ts';

export type Progress = (done: number, total: number) => void;

/** Copies one moment of the database into a new file, which is whole or not there. */
export async function backUp(file: string, target: string, progress: Progress): Promise<void> {
  if (existsSync(target)) throw new StoreProblem(`${target} exists already; name a new file.`);
  if (!existsSync(dirname(resolve(target))))
    throw new StoreProblem(`${target} cannot be written: its folder does not exist; make it first.`);
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
  moveDurably(partial, target);
}

/** Puts a backup in place of the database; what was there is kept beside it, and its name is returned. */
export async function restoreFrom(backupFile: string, file: string, progress: Progress): Promise<string | null> {
  const source = openExisting(backupFile);
  const partial = `${file}.partial`;
  makeFolder(dirname(file));
  rmSync(partial, { force: true });
  try {
    const problems = integrityProblems(source);
    if (problems.length > 0) throw new StoreProblem(`${backupFile} is damaged (${problems[0]}); nothing was changed.`);
    await backup(source, partial, {
      rate: 500,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    source.close();
  }
  return putInPlace(partial, file);
}

/** Makes a finished database the one at `file`; what was there is kept beside it, and its name is returned. */
export function putInPlace(partial: string, file: string): string | null {
  finish(partial);
  const kept = existsSync(file) ? setAside(file) : null;
  try {
    moveDurably(partial, file);
  } catch (error) {
    if (kept) renameSync(kept, file); // as it was
    throw error;
  }
  return kept;
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
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
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

/** Refuses a file of an older schema, with what to do about it. */
export function requireNewest(file: string, advice: string): void {
  const db = openExisting(file);
  const found = versionOf(db);
  db.close();
  if (found < schemaVersion) throw new StoreProblem(`${file} has the older schema ${found}; ${advice}.`);
}

// One self-contained file: no log beside it, and on the disk.
function finish(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = delete');
  db.close();
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function setAside(file: string): string {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, kept);
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  return kept;
}
