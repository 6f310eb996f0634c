// The worker thread of slow-reader.ts: runs the queries of each task in one read transaction, and checkpoints the
// write-ahead log between them.
import { workerData } from 'node:worker_threads';
import { serveWork } from '../../values/worker-pool.ts';
import type { Query, Row, Value } from '../port.ts';
import { openDatabase } from './connection.ts';
import { moveLog } from './log.ts';
import { createPrefixReader } from './prefixes.ts';
import { rowsOf, statementCache } from './statements.ts';

/** Queries of a user, or a request to checkpoint the log. */
export type SlowWork = { user: number; queries: readonly Query[] } | 'checkpoint';

const { file } = workerData as { file: string };
const db = openDatabase(file, { readOnly: true, timeout: 5000 });
db.exec('pragma temp_store = memory; pragma cache_size = -32768;');
const mover = openDatabase(file);
const prepare = statementCache(db);
const prefixes = createPrefixReader(db);

function answer(work: SlowWork): Row[][] {
  if (work !== 'checkpoint') return read(work.user, work.queries);
  moveLog(mover, file);
  return [];
}

function read(user: number, queries: readonly Query[]): Row[][] {
  for (const { index } of queries) if (index !== undefined) prefixes.open(index);
  try {
    // The select starts the snapshot before a search table is opened: adding a user changes the schema.
    db.exec('begin; select 1 from sqlite_schema limit 1');
    return queries.map((query) => rowsOf(prepare(query.sql, user), [user, ...parametersOf(query)], query));
  } finally {
    if (db.isTransaction) db.exec('rollback');
  }
}

function parametersOf({ index, params }: Query): readonly Value[] {
  if (index === undefined) return params;
  const [expression, ...others] = params as [Value, ...Value[]];
  return [prefixes.rewrite(index, expression), ...others];
}

/** The bytes in the rows of a query, which are transferred instead of copied; if the first has none, no row has. */
function buffersOf(rows: readonly Row[]): ArrayBuffer[] {
  const hasBytes = rows[0] && Object.values(rows[0]).some(isBytes);
  if (!hasBytes) return [];
  return rows.flatMap((row) => Object.values(row).filter(isBytes)).map(({ buffer }) => buffer as ArrayBuffer);
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

serveWork(answer, (results) => results.flatMap(buffersOf));
