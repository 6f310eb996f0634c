// Every SQLite connection is opened here, with the defences of SQLite on: a schema cannot call functions with side
// effects, shadow tables and the schema itself cannot be written directly, extensions cannot be loaded.
import { DatabaseSync } from 'node:sqlite';

export function openDatabase(file: string, options: { readOnly?: boolean; timeout?: number } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { ...options, defensive: true, allowExtension: false });
  db.exec('pragma trusted_schema = off');
  return db;
}

/** The same for a file that somebody else may have written: its pages are checked as they are read. */
export function openForeign(file: string): DatabaseSync {
  const db = openDatabase(file, { readOnly: true, timeout: 5000 });
  db.exec('pragma cell_size_check = on');
  return db;
}
