// Connections to PostgreSQL: how they are made, how a statement goes over them, and how work that met a lost
// connection or a conflict is tried again.
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../limits.ts';
import { Trouble, troubleOf } from './postgres-errors.ts';
import { forgetStatements, statementFor } from './postgres-statements.ts';
import type { Query, Row, Value } from './store.ts';

// The type numbers of bigint and numeric (a sum of bigints); counts, times and seqs all fit a number of JavaScript.
const NUMBERS = new Set([20, 1700]);

export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'daybook',
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: limits.databaseConnect,
    statement_timeout: limits.databaseStatement,
    idle_in_transaction_session_timeout: limits.databaseStatement,
    query_timeout: limits.databaseStatement + limits.databaseConnect, // for a line that has gone silent
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

/** A connection apart for work that may take long: no statement on it is ended for its time. */
export async function onPatientConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...clientOptions(url),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    query_timeout: undefined,
  });
  client.on('error', () => {}); // told by the statement
  try {
    await client.connect().catch((error: unknown) => {
      throw troubleOf(error);
    });
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function createPool(url: string, connections: number): pg.Pool {
  // Pipelined: statements that do not wait for each other's answers share a round trip.
  const pool = new pg.Pool({ ...clientOptions(url), pipeline: true, max: connections, idleTimeoutMillis: 60_000 });
  pool.on('error', () => {}); // an idle connection has ended: the pool makes another when one is needed
  pool.on('connect', (client) => client.on('error', () => {})); // one in use tells it by its statement
  return pool;
}

const ATTEMPTS = 4;

/** Runs the work on a connection of its own, and again where that may help; else throws the Trouble. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (!(error instanceof Trouble && error.again) || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function once<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: Error) => {
    const trouble = troubleOf(error);
    throw trouble instanceof Trouble ? trouble : new Trouble(error, false); // such as a password that was changed
  });
  try {
    const value = await work(client);
    // What fails here must not undo the answer: the work is done, and must not be tried again.
    client.release(!(await forgetStatements(client)));
    return value;
  } catch (error) {
    // A connection that is troubled or still in a transaction is not used again, which also undoes that.
    client.release(error instanceof Trouble || client.getTransactionStatus() !== 'I');
    throw error;
  }
}

export async function send(client: pg.ClientBase, sql: string, values: readonly Value[]): Promise<pg.QueryResult<Row>> {
  holdWrites(client);
  try {
    return await client.query<Row>({ ...statementFor(client, sql), values: values as Value[] });
  } catch (error) {
    throw troubleOf(error);
  }
}

/** begin, commit, savepoint and the like. */
export async function control(client: pg.ClientBase, sql: string): Promise<pg.QueryResult> {
  holdWrites(client);
  try {
    return await client.query(sql);
  } catch (error) {
    throw troubleOf(error);
  }
}

// Statements that are sent without a wait between them leave together: one system call for all, here and at the server,
// instead of one for each. A tick is late enough for that, because it comes after all promises that are settled now.
function holdWrites(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The statement of a query, with its rows ended early when their texts grow too large. */
export function boundedSql({ sql, bounded, most = limits.pageChars }: Query): string {
  if (!bounded?.length) return sql;
  const bytes = bounded.map((column) => `coalesce(octet_length(q.${column}), 0)`).join(' + ');
  return `select * from (
    select q.*, row_number() over () as place, coalesce(sum(${bytes}) over (rows between unbounded preceding and 1 preceding), 0) as before_it
    from (${sql}) q) b where before_it <= ${most} order by place`;
}
