// The thread behind sqlite-slow-reader.ts: runs each message's queries in one read transaction, and between them moves
// what the write-ahead log has into the database.
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { moveLog } from './sqlite-log.ts';
import { openDatabase } from './sqlite-open.ts';
import { rowsOf } from './sqlite-rows.ts';
import { statementCache } from './sqlite-statements.ts';
import type { Query } from './store.ts';

const { file } = workerData as { file: string };
const db = openDatabase(file, { readOnly: true, timeout: 5000 });
db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
const prepare = statementCache(db);

let mover: DatabaseSync | undefined;

parentPort?.on('message', (message: { id: number; user: number; queries: Query[] } | 'checkpoint') => {
  if (message === 'checkpoint') checkpoint();
  else answer(message);
});

function checkpoint(): void {
  try {
    mover ??= openDatabase(file);
    moveLog(mover, file);
  } catch {
    // the writer does it itself when its log has grown long
  }
}

function answer({ id, user, queries }: { id: number; user: number; queries: Query[] }): void {
  try {
    // The select fixes the snapshot before a search table is opened: a user who is being added changes the schema.
    db.exec('begin; select 1 from sqlite_schema limit 1');
    const rows = queries.map((query) => rowsOf(prepare(query.sql, user), [user, ...query.params], query));
    parentPort?.postMessage({ id, rows });
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    parentPort?.postMessage({ id, problem: message, errcode });
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}
