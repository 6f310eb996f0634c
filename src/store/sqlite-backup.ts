// Backup, restore and examination of an SQLite store, beside a service that goes on writing.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { resources } from '../resources/all.ts';
import { makeFolder } from './folder.ts';
import { StoreProblem } from './problem.ts';
import { schemaVersion } from './sqlite-migrate.ts';

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
  finish(partial);
  const kept = existsSync(file) ? setAside(file) : null;
  moveDurably(partial, file);
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
  if (!existsSync(file)) throw new StoreProblem(`${file} does not exist; name the data folder with --data.`);
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    const { user_version: found } = db.prepare('pragma user_version').get() as { user_version: number };
    const { tables } = db
      .prepare("select count(*) as tables from sqlite_schema where name in ('users', 'changes', 'emails')")
      .get() as { tables: number };
    if (tables < 3) throw new Error('it is not a database of Daybook');
    if (found > schemaVersion) throw new Error(`its schema is ${found} and this Daybook knows up to ${schemaVersion}`);
    return db;
  } catch (error) {
    throw new StoreProblem(`${file} cannot be used: ${(error as Error).message}.`);
  }
}

/** What is wrong between the tables: a log with gaps, records without their change, words that do not fit. */
export function consistencyProblems(db: DatabaseSync): string[] {
  try {
    return inconsistencies(db);
  } catch (error) {
    return [`the tables cannot be read: ${(error as Error).message}`];
  }
}

function inconsistencies(db: DatabaseSync): string[] {
  const problems: string[] = [];
  const count = (sql: string, ...params: number[]) => (db.prepare(sql).get(...params) as { n: number }).n;
  const users = db.prepare('select user_id, name, seq, pruned_seq from users').all() as {
    user_id: number;
    name: string;
    seq: number;
    pruned_seq: number;
  }[];
  for (const { user_id: user, name, seq, pruned_seq: pruned } of users) {
    const changes = count('select count(*) as n from changes where user_id = ?1', user);
    if (changes !== seq - pruned)
      problems.push(`the change log of ${name} has ${changes} changes where ${seq - pruned} are counted`);
    for (const { path } of resources) {
      const orphans = count(
        `select count(*) as n from ${path} r where r.user_id = ?1 and r.seq > ?2 and not exists (select 1 from changes c where c.user_id = ?1 and c.seq = r.seq and c.record_id = r.id)`,
        user,
        pruned,
      );
      if (orphans > 0) problems.push(`${orphans} ${path} of ${name} have no entry in the change log`);
      const records = count(`select count(*) as n from ${path} where user_id = ?1`, user);
      const indexed = count(`select count(*) as n from ${path}_search_${user}_docsize where ?1 = ${user}`, user);
      if (records !== indexed) problems.push(`${records} ${path} of ${name} and ${indexed} in the search index`);
    }
    const bodies = count(
      'select count(*) as n from emails e where e.user_id = ?1 and e.body is not null and not exists (select 1 from bodies b where b.user_id = ?1 and b.body = e.body)',
      user,
    );
    if (bodies > 0) problems.push(`${bodies} emails of ${name} have lost their body`);
  }
  return problems;
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

function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  const folder = openSync(dirname(resolve(to)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
