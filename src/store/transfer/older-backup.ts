// Upgrades a backup of an earlier schema in a temporary SQLite file. The rows of an export are loaded into the schema
// that they were written with; then the same steps run as for any older database.
import type { DatabaseSync } from 'node:sqlite';
import { StoreProblem } from '../engine/problem.ts';
import type { Row } from '../port.ts';
import { copyDatabase, type Progress } from '../sqlite/backup.ts';
import { openDatabase } from '../sqlite/connection.ts';
import { createSchema, migrate } from '../sqlite/migrate.ts';
import { readExport, schemaOfExport } from './export-file.ts';
import type { Table } from './tables.ts';

/** Creates `target` from an export. */
export async function upgradeExport(file: string, target: string, progress: Progress): Promise<void> {
  const schema = await schemaOfExport(file);
  await onNewFile(target, async (db) => {
    createSchema(db, schema);
    db.exec('begin');
    for await (const { table, rows } of readExport(file, progress, tablesOf(db))) insertAll(db, table, rows, file);
    db.exec('commit');
    migrate(db);
  });
}

/** Creates `target` from a plain backup. */
export async function upgradeFile(file: string, target: string, progress: Progress): Promise<void> {
  await copyDatabase(file, target, progress);
  await onNewFile(target, async (db) => migrate(db));
}

// Without syncing to disk: the file is removed after its rows were copied.
async function onNewFile(file: string, work: (db: DatabaseSync) => Promise<void>): Promise<void> {
  const db = openDatabase(file);
  try {
    db.exec('pragma synchronous = off; pragma temp_store = memory');
    await work(db);
  } finally {
    db.close();
  }
}

// Internal notes and what is rebuilt from records and files were never in an export.
const NOT_EXPORTED =
  /^(notes|unfinished|conversations|conversation_lists|correspondents|correspondent_\w+|attachment_texts|\w+_tally)$/;

/**
 * Finds a table of this database for a row of an export. Names come from the file: they are compared with the schema
 * that it was written with, not with the current one.
 */
function tablesOf(db: DatabaseSync): (name: string, row: Row) => Table | undefined {
  const columnsOf = db.prepare('select name from pragma_table_info(?)');
  const names = new Set(
    db
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  const known = new Map<string, Table>();
  return (name, row) => {
    const table = known.get(name);
    if (table || !names.has(name) || NOT_EXPORTED.test(name)) return table;
    const columns = Object.keys(row);
    const there = new Set(columnsOf.all(name).map((column) => column.name));
    if (columns.length === 0 || columns.some((column) => !there.has(column))) return undefined;
    const found = { name, columns, order: [], keyedBy: null, texts: [] };
    known.set(name, found);
    return found;
  };
}

function insertAll(db: DatabaseSync, { name, columns }: Table, rows: readonly Row[], file: string): void {
  const places = columns.map(() => '?').join(', ');
  const insert = db.prepare(`insert into ${name} (${columns.join(', ')}) values (${places})`);
  try {
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  } catch (error) {
    throw new StoreProblem(`${file} has a row of ${name} that its schema cannot hold: ${(error as Error).message}.`);
  }
}
