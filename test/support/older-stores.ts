// Databases and exports that earlier versions of the program made, and what these versions answered about them
// (test/fixtures/stores).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { stepsFrom } from '../../src/store/migrations/all.ts';
import { postgresDialect, sqliteDialect } from '../../src/store/migrations/dialect.ts';
import { type Answers, pathsToAsk } from '../fixtures/stores/answers.ts';
import { query } from '../instances/database.ts';
import { engine, newDatabase } from './databases.ts';
import { temporaryFolder } from './process.ts';
import type { TestService } from './service.ts';

const folder = join(import.meta.dirname, '../fixtures/stores');
const fixture = (version: number, ending: string) => join(folder, `schema-${version}.${ending}`);
const unpacked = (file: string) => gunzipSync(readFileSync(file));

function versionsOf(ending: string): number[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(`.${ending}`));
  return names.map((name) => Number(/\d+/.exec(name)?.[0])).sort((a, b) => a - b);
}

/** The schema versions of which there is a database of this engine, an SQLite file, an export. */
export const olderVersions = versionsOf(engine === 'sqlite' ? 'db.gz' : 'sql.gz');
export const fileVersions = versionsOf('db.gz');
export const exportVersions = versionsOf('export.gz');

/** A new database of this engine as that version has left it. */
export async function olderDatabase(version: number): Promise<string> {
  const { place } = await newDatabase();
  if (engine === 'sqlite') writeFileSync(place, unpacked(fixture(version, 'db.gz')));
  else await query(place, unpacked(fixture(version, 'sql.gz')).toString('utf8'));
  return place;
}

/** A copy of the SQLite file of that version. */
export function olderFile(version: number): string {
  const file = join(temporaryFolder(), 'older.db');
  writeFileSync(file, unpacked(fixture(version, 'db.gz')));
  return file;
}

export function olderExport(version: number): string {
  return fixture(version, 'export.gz');
}

/** A new database of that schema with these rows, as far as SQL of the schema alone can make it. */
export async function databaseOfSchema(
  version: number,
  rows: readonly string[],
  on: typeof engine = engine,
): Promise<string> {
  const place = on === engine ? (await newDatabase()).place : join(temporaryFolder(), 'older.db');
  if (on === 'postgres') {
    const noted = `create table schema_version (version bigint not null); insert into schema_version values (${version})`;
    const steps = ['create extension btree_gin', noted, ...stepsFrom(0, postgresDialect, version)];
    await query(place, [...steps, ...rows].join(';\n'));
    return place;
  }
  const db = new DatabaseSync(place);
  db.function('index_key', (text) => text);
  for (const sql of [...stepsFrom(0, sqliteDialect, version), ...rows]) db.exec(sql);
  db.exec(`pragma user_version = ${version}`);
  db.close();
  return place;
}

/** What the version answered; `from` tells on which engine. */
function answersOf(version: number, from: typeof engine): Answers {
  return JSON.parse(unpacked(fixture(version, 'json.gz')).toString('utf8'))[from];
}

/** Expects every record as the version served it, and the lists and searches as it ordered and counted them. */
export async function expectAnswersOf(service: TestService, version: number, from: typeof engine): Promise<void> {
  for (const { token, asked } of Object.values(answersOf(version, from)))
    for (const path of pathsToAsk) {
      const { status, body } = await service.ask('GET', path, undefined, { authorization: `Bearer ${token}` });
      expect([path, status, body]).toMatchObject([path, 200, asked[path] as object]);
    }
}

/** The definition of every table, index and view, as far as it says how rows are stored. */
export async function schemaOf(place: string): Promise<unknown> {
  if (engine === 'postgres')
    return {
      columns: await query(
        place,
        `select table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
          from information_schema.columns where table_schema = 'public' order by 1, 2`,
      ),
      indexes: await query(place, "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"),
      views: await query(place, "select viewname, definition from pg_views where schemaname = 'public' order by 1"),
    };
  const db = new DatabaseSync(place, { readOnly: true });
  try {
    // A user has search tables of their own; those of the first will do.
    const rows = db
      .prepare("select type, name, sql from sqlite_schema where name not glob '*_search_[2-9]*' order by type, name")
      .all();
    return rows.map(({ type, name, sql }) => ({ type, name, sql: (sql as string | null)?.replaceAll(/\s+/g, ' ') }));
  } finally {
    db.close();
  }
}
