// Brings an SQLite database to the newest schema: all pending steps and what follows from the declarations, in one
// transaction.
import type { DatabaseSync } from 'node:sqlite';
import { resources } from '../resources/all.ts';
import { forgetIndex, type TableWords, tallyTables } from './derived.ts';
import { schemaVersion, stepsFrom } from './migrations/all.ts';
import { sqliteDialect } from './migrations/dialect.ts';
import { indexKey } from './migrations/index-key.ts';
import { OlderSchema, tooNew } from './problem.ts';
import { openDatabase } from './sqlite-open.ts';
import { searchTable, tableOf } from './sqlite-search.ts';
import type { Opening } from './store.ts';
import { createViews, dropViews } from './views.ts';

/** Refuses a schema that this program does not know, and with `upgrade` off an older one. Changes nothing. */
export function checkVersion(db: DatabaseSync, file: string, upgrade: boolean): void {
  const found = versionOf(db);
  if (found > schemaVersion) throw tooNew(found);
  if (found > 0 && found < schemaVersion && !upgrade) throw new OlderSchema(file, found);
}

/** Brings the database to the newest schema, from any version that checkVersion has let pass. */
export function migrate(db: DatabaseSync, onUpgrade?: Opening['onUpgrade']): void {
  if (versionOf(db) === schemaVersion) return;
  db.exec('begin exclusive');
  try {
    const now = versionOf(db); // another process may have been first
    if (now < schemaVersion) {
      if (now > 0) onUpgrade?.(now, schemaVersion);
      for (const sql of dropViews()) db.exec(sql);
      runSteps(db, now, schemaVersion);
      renewDerived(db);
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

/** Makes the tables of an earlier schema in an empty database, for rows that were written with it. */
export function createSchema(db: DatabaseSync, version: number): void {
  db.exec('begin');
  runSteps(db, 0, version);
  db.exec('commit');
}

/** A database in memory as this version makes it, with what each of these users has. */
export function createReference(version: number, users: readonly number[] = []): DatabaseSync {
  const db = openDatabase(':memory:');
  createSchema(db, version);
  const add = db.prepare('insert into users (user_id, name, created_at) values (?, ?, 0)');
  for (const user of users) add.run(user, String(user));
  if (version === schemaVersion) renewDerived(db);
  return db;
}

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

function runSteps(db: DatabaseSync, from: number, to: number): void {
  db.function('index_key', { deterministic: true }, (text) => indexKey(String(text)));
  for (const sql of stepsFrom(from, sqliteDialect, to)) db.exec(sql);
  db.exec(`pragma user_version = ${to}`);
}

export const sqliteWords: TableWords = { integer: 'integer', text: 'text', clustered: ' without rowid' };

function renewDerived(db: DatabaseSync): void {
  const columns = db.prepare('select name from pragma_table_info(?) order by cid');
  for (const table of tallyTables(sqliteWords)) {
    const found = columns.all(table.name).map(({ name }) => name);
    if (found.join() !== table.columns.join()) for (const sql of table.make) db.exec(sql);
  }
  renewSearchTables(db);
  for (const sql of createViews((text, field) => `json_extract(${text}, '$.${field}')`)) db.exec(sql);
}

function renewSearchTables(db: DatabaseSync): void {
  const definition = db.prepare('select sql from sqlite_schema where name = ?');
  for (const { user_id: user } of db.prepare('select user_id from users').all())
    for (const { path } of resources) {
      const name = tableOf(path, user as number);
      const expected = searchTable(name);
      const found = definition.get(name)?.sql as string | undefined;
      if (found?.toLowerCase() === expected.toLowerCase()) continue; // SQLite writes the first words in capitals
      db.exec(`drop table if exists ${name}; ${expected}; ${forgetIndex}`);
    }
}
