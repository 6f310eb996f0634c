// Brings an SQLite database to the newest schema: all pending steps and the views in one transaction.
import type { DatabaseSync } from 'node:sqlite';
import { indexKey } from '../values/text.ts';
import { sqliteDialect } from './dialect.ts';
import { longKeys } from './migrations/002-logs.ts';
import { schemaVersion, stepsFrom } from './migrations/all.ts';
import { tooNew } from './problem.ts';
import { searchTable } from './sqlite-search.ts';
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
    if (now > 0 && now < 3) renewSearch(db);
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

// Keys of emails from their times, and search tables of the new shape, which the service fills when it starts.
function renewSearch(db: DatabaseSync): void {
  const second =
    'case when received_at is null then -2147483648 else max(-2147483647, min(4294967294, floor(received_at / 1000.0))) end';
  // Out of the way first: a new key may be one that another still has.
  db.exec(`
    update emails set key = key - ${Number.MAX_SAFE_INTEGER};
    create temp table new_keys as select key as old, cast(${second} as integer) * 2097152
      + row_number() over (partition by ${second} order by received_at, id) - 1 as new from emails;
    create unique index temp.new_keys_old on new_keys (old);
    update emails set key = (select new from new_keys where old = emails.key);
    drop table new_keys`);
  const names = db
    .prepare("select name from sqlite_schema where name glob '*_search_[0-9]*' and sql like 'create virtual%'")
    .all();
  for (const { name } of names) {
    db.exec(`drop table ${name}; ${searchTable(name as string)}`);
  }
}
