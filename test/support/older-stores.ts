// Databases and exports that earlier versions of the program made, and what these versions answered about them
// (test/fixtures).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { runOnPostgres, runOnSqlite, schemaVersion } from '../../src/store/migrations/run.ts';
import type { Answer, Answers } from '../fixtures/answers.ts';
import { connect, query } from '../instances/database.ts';
import { dataFolder, engine, newDatabase } from './databases.ts';
import { temporaryFolder } from './process.ts';
import type { TestService } from './service.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
const fixture = (version: number, name: string) =>
  join(fixtures, `schema-${String(version).padStart(2, '0')}`, `${name}.gz`);
const unpacked = (version: number, name: string) => gunzipSync(readFileSync(fixture(version, name)));
const parsed = (version: number, name: string) => JSON.parse(unpacked(version, name).toString('utf8'));

function versionsWith(name: string): number[] {
  const versions = readdirSync(fixtures).flatMap((folder) => /^schema-(\d+)$/.exec(folder)?.[1] ?? []);
  return versions
    .map(Number)
    .filter((version) => existsSync(fixture(version, name)))
    .sort((a, b) => a - b);
}

/** The schema versions of which there is a database of this engine, an SQLite file, an export. */
export const fixtureVersions = versionsWith(engine === 'sqlite' ? 'sqlite.db' : 'postgres.sql');
export const fileVersions = versionsWith('sqlite.db');
export const exportVersions = versionsWith('export');

/** A new database of this engine as that version has left it, with the files beside it. */
export async function olderDatabase(version: number): Promise<string> {
  const { place } = await newDatabase();
  if (engine === 'sqlite') writeFileSync(place, unpacked(version, 'sqlite.db'));
  else await query(place, unpacked(version, 'postgres.sql').toString('utf8'));
  writeContents(version, engine, (name) => join(engine === 'sqlite' ? dirname(place) : dataFolder(place), name));
  return place;
}

/** A copy of the SQLite file of that version, with its files beside it, as `backup` makes it. */
export function olderFile(version: number): string {
  return backupOf(version, 'older.db', unpacked(version, 'sqlite.db'));
}

/** The export of that version, with its files beside it. */
export function olderExport(version: number): string {
  return backupOf(version, 'older.export.gz', readFileSync(fixture(version, 'export')));
}

function backupOf(version: number, name: string, bytes: Uint8Array): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, bytes);
  writeContents(
    version,
    'sqlite',
    (content) => content.startsWith('files/') && content.replace('files', `${file}.files`),
  );
  return file;
}

/** Writes the contents of the fixture where `place` says. */
function writeContents(version: number, from: typeof engine, place: (name: string) => string | false): void {
  if (!existsSync(fixture(version, 'contents.json'))) return;
  for (const [name, base64] of Object.entries<string>(parsed(version, 'contents.json')[from])) {
    const file = place(name);
    if (!file) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600 });
  }
}

/** A new database of that schema with these rows, as far as SQL of the schema alone can make it. */
export async function databaseOfSchema(
  version: number,
  rows: readonly string[],
  on: typeof engine = engine,
): Promise<string> {
  const place = on === engine ? (await newDatabase()).place : join(temporaryFolder(), 'older.db');
  if (on === 'postgres') {
    const client = await connect(place);
    await runOnPostgres(client, 0, version);
    for (const sql of rows) await client.query(sql);
    await client.end();
    return place;
  }
  const db = new DatabaseSync(place);
  runOnSqlite(db, 0, version);
  for (const sql of rows) db.exec(sql);
  db.close();
  return place;
}

/** The headers by which the owner of a fixture asks. */
export function ownerOf(version: number, from: typeof engine): Record<string, string> {
  return { authorization: `Bearer ${parsed(version, 'answers.json')[from].owner.token}` };
}

/** Expects every record as the version served it, and the lists and searches as it ordered and counted them. */
export async function expectAnswersOf(service: TestService, version: number, from: typeof engine): Promise<void> {
  const answers: Answers = parsed(version, 'answers.json')[from];
  for (const { token, asked } of [answers.owner, answers.bea])
    for (const [path, answer] of Object.entries(asked)) {
      if (version < 8 && path.startsWith('/contacts?company=')) continue; // found by the beginning of the name alone
      const { status, body } = await service.ask('GET', path, undefined, { authorization: `Bearer ${token}` });
      expect([path, status, comparable(path, body as Answer)]).toMatchObject([path, 200, today(version, path, answer)]);
    }
}

/** What the version answered, with the fields that were renamed since. Fields that were added do not matter here. */
function today(version: number, path: string, answer: Answer): Answer {
  if (path.startsWith('/events') && version < 14) return eachRecord(answer, withOwnId);
  if (!path.startsWith('/emails') || version >= 11) return comparable(path, answer);
  return eachRecord(answer, ({ delivery, ...record }) => ({
    ...record,
    ...(delivery ? { deliveries: delivery } : {}),
  }));
}

// An occurrence had the id of its series.
function withOwnId({ recurrence_id: original, ...record }: Fields): Fields {
  if (typeof original !== 'string') return record;
  const id = `${record.id}_${original.replaceAll(/[-:]/g, '')}`;
  return { ...record, id, series_id: record.id, recurrence_id: original };
}

// Accounts are tested when a service starts: what is known of their servers changes, with entries in the log.
function comparable(path: string, answer: Answer): Answer {
  if (path.startsWith('/email-accounts')) return eachRecord(answer, withoutHealth);
  if (!path.startsWith('/changes') || typeof answer === 'string') return answer;
  const data = answer.data as { event: string }[];
  return { data: data.filter(({ event }) => !/^(sync|email_account)\./.test(event)) };
}

type Fields = Record<string, unknown>;

function withoutHealth({ status, status_detail, last_checked_at, updated_at, ...account }: Fields): Fields {
  const { smtp, imap } = account as { smtp?: Fields; imap?: Fields | null };
  return { ...account, ...(smtp && { smtp: withoutHealth(smtp) }), ...(imap && { imap: withoutHealth(imap) }) };
}

function eachRecord(answer: Answer, change: (record: Fields) => Fields): Answer {
  if (typeof answer === 'string') return answer;
  const { data } = answer as { data: Fields | Fields[] };
  return { ...answer, data: Array.isArray(data) ? data.map(change) : change(data) };
}

export interface Definition {
  /** Of the table, index or view. */
  name: string;
  definition: string;
}

/** The definition of every table, index and view, as far as it says how rows are stored. */
export async function schemaOf(place: string): Promise<Definition[]> {
  const all = engine === 'postgres' ? await query<Definition>(place, DEFINITIONS) : definitionsIn(place);
  return all.map(({ name, definition }) => ({ name, definition: definition.replaceAll(/\s+/g, ' ') }));
}

/** What the migrations have made after each step; the place in the list is the version. */
export async function schemasOfSteps(): Promise<Definition[][]> {
  const { place } = await newDatabase();
  const schemas: Definition[][] = [[]];
  const client = engine === 'postgres' ? await connect(place) : new DatabaseSync(place);
  for (let version = 0; version < schemaVersion; version++) {
    if (client instanceof DatabaseSync) runOnSqlite(client, version, version + 1);
    else await runOnPostgres(client, version, version + 1);
    schemas.push(await schemaOf(place));
  }
  await (client instanceof DatabaseSync ? client.close() : client.end());
  return schemas;
}

/** The same as a text, to be compared with a recorded one; what a server says of a view depends on its version. */
export async function schemaText(place: string): Promise<string> {
  const all = engine === 'postgres' ? await query<Definition>(place, DEFINITIONS) : definitionsIn(place);
  return all.flatMap(({ definition }) => (/^view .*:/.test(definition) ? [] : [`${definition}\n`])).join('');
}

const DEFINITIONS = `
  select table_name as name, concat_ws(' ', 'column', table_name || '.' || column_name, data_type, collation_name,
      case is_nullable when 'NO' then 'not null' end, 'default ' || column_default, 'identity ' || identity_generation) as definition
    from information_schema.columns where table_schema = 'public'
  union all select tablename, indexdef from pg_indexes where schemaname = 'public'
  union all select viewname, 'view ' || viewname || ': ' || definition from pg_views where schemaname = 'public'
  order by 1, 2`;

function definitionsIn(file: string): Definition[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    // A user has search tables of their own; those of the first will do. What SQLite makes by itself has no text.
    return db
      .prepare(
        `select name, sql as definition from sqlite_schema
          where name not glob '*_search_[2-9]*' and sql is not null order by type, name`,
      )
      .all() as unknown as Definition[];
  } finally {
    db.close();
  }
}
