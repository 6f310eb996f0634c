// Brings an SQLite database to the newest schema: all pending steps and the views in one transaction.
import type { DatabaseSync } from 'node:sqlite';
import { indexKey } from '../values/text.ts';
import { sqliteDialect } from './dialect.ts';
import { longKeys } from './migrations/002-logs.ts';
import { schemaVersion, stepsFrom } from './migrations/all.ts';
import { tooNew } from './problem.ts';
import { viewStatements } from './views.ts';

export function migrate(db: DatabaseSync): void {
  const found = versionOf(db);
  if (found > schemaVersion) throw tooNew(found);
  if (found === schemaVersion) return;
  db.exec('begin exclusive');
  try {
    const now = versionOf(db); // another process may have been first
    for (const sql of stepsFrom(now, sqliteDialect)) db.exec(sql);
    if (now === 1) shortenKeys(db);
    for (const sql of viewStatements((text, field) => `json_extract(${text}, '$.${field}')`)) db.exec(sql);
    db.exec(`pragma user_version = ${schemaVersion}`);
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

function shortenKeys(db: DatabaseSync): void {
  db.function('index_key', { deterministic: true }, (text) => indexKey(String(text)));
  for (const [table, column] of longKeys)
    db.exec(`update or ignore ${table} set ${column} = index_key(${column}) where length(${column}) > 100`);
}
