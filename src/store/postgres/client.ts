// Connections to PostgreSQL: how they are opened, how a statement is sent, and how work is retried after a lost
// connection or a conflict.
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../../limits.ts';
import { backOff } from '../../values/back-off.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import type { Query, Row, Value } from '../port.ts';
import { Trouble, troubleOf } from './errors.ts';
import { forgetStatements, statementFor } from './statements.ts';

// The type OIDs of bigint and numeric (a sum of bigints); counts, times and seqs all fit into a JavaScript number.
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
    query_timeout: limits.databaseStatement + limits.databaseConnect, // for a dead connection
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

/** A separate connection for long work, without a statement timeout. */
export async function onPatientConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...clientOptions(url),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    query_timeout: undefined,
  });
  client.on('error', () => {}); // the statement rejects too
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
  // Pipelined: statements that do not wait for each other's results share a round trip.
  const pool = new pg.Pool({ ...clientOptions(url), pipeline: true, max: connections, idleTimeoutMillis: 60_000 });
  pool.on('error', () => {}); // an idle connection was closed: the pool opens another on demand
  pool.on('connect', (client) => client.on('error', () => {})); // the current statement rejects too
  return pool;
}

const ATTEMPTS = 4;
const AGAIN = { base: 20, max: 160, jitter: 1 }; // milliseconds; full jitter separates conflicting transactions

/** Runs the work on a connection, and retries it if that may help; otherwise throws the Trouble. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (!(error instanceof Trouble && error.again) || attempt === ATTEMPTS) throw error;
      await sleep(backOff(AGAIN, attempt - 1));
    }
  }
}

async function once<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: Error) => {
    const trouble = troubleOf(error);
    throw trouble instanceof Trouble ? trouble : new Trouble(error, false); // such as a changed password
  });
  try {
    const value = await work(client);
    // A failure here must not undo the result: the work is done, and must not be retried.
    client.release(!(await forgetStatements(client)));
    return value;
  } catch (error) {
    // A failed connection, or one still in a transaction, is not reused, which also rolls back.
    client.release(error instanceof Trouble || client.getTransactionStatus() !== 'I');
    throw error;
  }
}

/** Sends a statement with its values; the first one is the user, if there is one. */
export async function send(
  client: pg.ClientBase,
  sql: string,
  values: readonly Value[],
  user = NO_USER,
): Promise<pg.QueryResult<Row>> {
  const statement = statementFor(client, sql, user);
  holdWrites(client);
  try {
    return await client.query<Row>({ ...statement, values: values as Value[] });
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

// Statements that are sent in the same tick leave together, with one system call here and at the server. A tick is late
// enough for that, because it comes after all promises that are settled now.
function holdWrites(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The statement of a query, whose rows end early if their texts are too large. */
export function boundedSql({ sql, bounded, max = limits.pageBytes }: Query): string {
  if (!bounded?.length) return sql;
  const sizeOf = (column: string) =>
    `case when q.${column} = '' then ${limits.hugeBytes} else coalesce(octet_length(q.${column}), 0) end`;
  const bytes = bounded.map(sizeOf).join(' + ');
  return `select * from (
    select q.*, row_number() over () as place, coalesce(sum(${bytes}) over (rows between unbounded preceding and 1 preceding), 0) as before_it
    from (${sql}) q) b where before_it <= ${max} order by place`;
}
