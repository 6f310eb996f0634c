// Compares the schema of an SQLite file with the result of the migrations in an empty database, before anything in the
// file is executed. A table, column, index, trigger or view that Daybook did not create could act during a restore.
import type { DatabaseSync } from 'node:sqlite';
import { resources } from '../../resources/resources.ts';
import { counterTables } from '../engine/derived.ts';
import { StoreProblem } from '../engine/problem.ts';
import { schemaVersion } from '../migrations/run.ts';
import { createReference, sqliteWords, versionOf } from './migrate.ts';

interface Definition {
  type: string;
  name: string;
  table: string;
  sql: string | null;
}

const NAMED = 5; // problems that the message lists

/** Refuses a file with anything that is not in the schema of its version. */
export function requireKnownSchema(db: DatabaseSync, file: string): void {
  const problems = schemaProblems(db);
  if (problems.length === 0) return;
  const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : '';
  throw new StoreProblem(
    `${file} does not have the schema of Daybook: ${problems.slice(0, NAMED).join(', ')}${more}; nothing was changed.`,
  );
}

/** Differences from the schema of the version that the file claims. */
export function schemaProblems(db: DatabaseSync): string[] {
  const version = versionOf(db);
  const found = definitionsIn(db);
  const basic = compare(found, definitionsOf(version, []), version);
  // Each user has search tables. Users can be read once their table is known to be a plain table.
  if (basic.length > 0 || version < schemaVersion) return basic;
  let users: number[];
  try {
    users = db
      .prepare('select user_id from users order by user_id')
      .all()
      .map((row) => row.user_id as number);
  } catch (error) {
    return [`table users cannot be read (${(error as Error).message})`];
  }
  return compare(found, definitionsOf(version, users), version, true);
}

function compare(found: Definition[], expected: Definition[], version: number, whole = false): string[] {
  const problems: string[] = [];
  const byName = new Map(expected.map((one) => [one.name, one]));
  for (const one of found) {
    const known = byName.get(one.name);
    byName.delete(one.name);
    if (isStatistics(one)) continue;
    if (known ? isSame(one, known) : !whole && isSearchTable(one)) continue;
    if (version < schemaVersion && isOutdated(one)) continue;
    problems.push(`${one.type} ${one.name} ${known ? 'is not as expected' : 'is unknown'}`);
  }
  for (const { type, name } of byName.values())
    if (version === schemaVersion || !isDerived(name)) problems.push(`${type} ${name} is missing`);
  return problems;
}

function isSame(one: Definition, known: Definition): boolean {
  if (one.type !== known.type || one.table !== known.table) return false;
  if (normal(one.sql) === normal(known.sql)) return true;
  // Counters are created by a migration, or from the declarations if these have changed since.
  return counters.has(one.name) && normal(one.sql) === counters.get(one.name);
}

const counters = new Map(counterTables(sqliteWords).map(({ name, create }) => [name, normal(create)]));

// Tables derived from the declarations of an earlier version are unknown. The upgrade drops and never runs them, so
// only their type is checked: a view, a full-text table with its shadow tables, a table of counters.
function isOutdated({ type, name, table, sql }: Definition): boolean {
  if (!isDerived(table)) return false;
  if (type === 'index') return sql === null; // the index of a primary key
  if (type === 'view') return VIEW.test(name);
  return type === 'table' && (COUNTER.test(name) || isSearchTable({ type, name, table, sql }));
}

function isSearchTable({ type, name, table, sql }: Definition): boolean {
  if (type === 'index') return sql === null && SHADOW.test(table);
  const made = type === 'table' && name === table ? normal(sql) : null;
  if (SEARCH.test(name)) return made?.startsWith(`CREATE VIRTUAL TABLE ${name} using fts5(`) === true;
  return SHADOW.test(name) && made?.startsWith(`CREATE TABLE '${name}'(`) === true;
}

const tables = resources.map(({ table }) => table).join('|');
const VIEW = new RegExp(`^(${tables})_view$`);
const COUNTER = new RegExp(`^(${tables})_((tag|time)_)?tally$`);
const SEARCH = new RegExp(`^(${tables})_search_[1-9]\\d*$`);
const SHADOW = new RegExp(`^(${tables})_search_[1-9]\\d*_(data|idx|docsize|config|content)$`);

function isDerived(name: string): boolean {
  return [VIEW, COUNTER, SEARCH, SHADOW].some((pattern) => pattern.test(name));
}

// The statistics of ANALYZE, under names reserved for SQLite. Only the query planner reads them.
function isStatistics({ type, name }: Definition): boolean {
  return type === 'table' && (name === 'sqlite_stat1' || name === 'sqlite_stat4');
}

// Whitespace is ignored; the expected texts have no comments that a line break would end.
function normal(sql: string | null): string | null {
  if (sql === null) return null;
  const compact = sql.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1');
  return compact.replace(/^create (\w+)/i, (word) => word.toUpperCase());
}

function definitionsIn(db: DatabaseSync): Definition[] {
  const rows = db.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').all();
  return rows.map((row) => ({
    type: String(row.type),
    name: String(row.name),
    table: String(row.tbl_name),
    sql: row.sql === null ? null : String(row.sql),
  }));
}

function definitionsOf(version: number, users: number[]): Definition[] {
  const db = createReference(version, users);
  try {
    return definitionsIn(db);
  } finally {
    db.close();
  }
}

/** Each table of the newest schema with the type of its columns, and whether a value is required. */
export function columnTypes(): Map<string, Map<string, { type: string; required: boolean }>> {
  const db = createReference(schemaVersion);
  try {
    const rows = db
      .prepare(
        `select t.name as "table", c.name, lower(c.type) as type, c."notnull" or c.pk > 0 as required
          from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
      )
      .all();
    const types = new Map<string, Map<string, { type: string; required: boolean }>>();
    for (const { table, name, type, required } of rows as Record<string, string | number>[]) {
      const columns = types.get(String(table)) ?? new Map();
      types.set(String(table), columns.set(String(name), { type: String(type), required: required === 1 }));
    }
    return types;
  } finally {
    db.close();
  }
}

/** Refuses to serve or upgrade a file with triggers: Daybook has none, so another program created them. */
export function refuseTriggers(db: DatabaseSync, file: string): void {
  const found = db.prepare("select name, tbl_name from sqlite_schema where type = 'trigger' limit 1").get();
  if (found)
    throw new StoreProblem(
      `${file} has a trigger that Daybook did not make: ${found.name} on ${found.tbl_name}. Find out who put it there; to remove it: drop trigger ${found.name}`,
    );
}
