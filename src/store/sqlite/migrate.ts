// Upgrades an SQLite database to the newest schema: all pending steps and the derived tables, in one transaction.
import type { DatabaseSync } from 'node:sqlite';
import { searchedResources } from '../../resources/resources.ts';
import { counterTables, createViews, dropViews, forgetIndex, type TableWords } from '../engine/derived.ts';
import { OlderSchema, tooNew } from '../engine/problem.ts';
import { runOnSqlite, schemaVersion } from '../migrations/run.ts';
import type { Opening } from '../port.ts';
import { openDatabase } from './connection.ts';
import { leaveMerging, searchTable, tableOf } from './search.ts';

/** Refuses an unknown schema, and without `upgrade` an older one. Changes nothing. */
export function checkVersion(db: DatabaseSync, file: string, upgrade: boolean): void {
  const found = versionOf(db);
  if (found > schemaVersion) throw tooNew(found);
  if (found > 0 && found < schemaVersion && !upgrade) throw new OlderSchema(file, found);
}

/** Upgrades the database to the newest schema, from any version that checkVersion accepts. */
export function migrate(db: DatabaseSync, onUpgrade?: Opening['onUpgrade']): void {
  if (versionOf(db) === schemaVersion) return;
  db.exec('begin exclusive');
  try {
    const now = versionOf(db); // another process may have upgraded it
    if (now < schemaVersion) {
      if (now > 0) onUpgrade?.(now, schemaVersion);
      for (const sql of dropViews()) db.exec(sql);
      runOnSqlite(db, now);
      renewDerived(db);
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

/** Creates the tables of an earlier schema in an empty database, for rows of that schema. */
export function createSchema(db: DatabaseSync, version: number): void {
  db.exec('begin');
  runOnSqlite(db, 0, version);
  db.exec('commit');
}

/** An in-memory database of the current version, with the tables of these users. */
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

export const sqliteWords: TableWords = { integer: 'integer', text: 'text', clustered: ' without rowid' };

function renewDerived(db: DatabaseSync): void {
  const columns = db.prepare('select name from pragma_table_info(?) order by cid');
  for (const table of counterTables(sqliteWords)) {
    const found = columns.all(table.name).map(({ name }) => name);
    if (found.join() !== table.columns.join()) for (const sql of table.make) db.exec(sql);
  }
  renewSearchTables(db);
  for (const sql of createViews((text, field) => `json_extract(${text}, '$.${field}')`)) db.exec(sql);
}

function renewSearchTables(db: DatabaseSync): void {
  const definition = db.prepare('select sql from sqlite_schema where name = ?');
  for (const { user_id: user } of db.prepare('select user_id from users').all())
    for (const { table } of searchedResources) {
      const name = tableOf(table, user as number);
      const expected = searchTable(name);
      const found = definition.get(name)?.sql as string | undefined;
      // SQLite stores the first words in capitals.
      if (found?.toLowerCase() !== expected.toLowerCase())
        db.exec(`drop table if exists ${name}; ${expected}; ${forgetIndex}`);
      db.exec(leaveMerging(name));
    }
}
