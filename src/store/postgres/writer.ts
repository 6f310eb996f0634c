// Writes of one user in one transaction on PostgreSQL. A write waits for the server only when it reads: its other
// statements are sent without waiting, and their results arrive with that of a later statement. So the writes of a
// group cost a round trip for each read and one for all at the end (awaiting every statement, a group of fifty flag
// changes took twice the time).
import type pg from 'pg';
import { unavailable } from '../engine/problem.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import {
  GroupFailed,
  type GroupOutcome,
  type PendingWrite,
  runGroup,
  type Session,
  type Statements,
  storeSeq,
} from '../engine/transaction.ts';
import type { Value } from '../port.ts';
import { control, send } from './client.ts';
import { postgresDialect } from './dialect.ts';
import { Trouble } from './errors.ts';
import { searchIndex } from './search.ts';

const UNKNOWN =
  'The database was lost while the change was being committed: it is unknown whether it was stored. Check before you try again, or repeat the request with its Idempotency-Key.';

/** Statements that were sent without waiting for their result. */
interface Sent {
  /** The first statement that failed. */
  failure: { error: unknown } | undefined;
  /** Settled with the last statement: results arrive in order, so all earlier ones are settled too. */
  last: Promise<void>;
}

/** Runs a group of writes of one user in a transaction and commits it. */
export async function commitGroup(
  client: pg.PoolClient,
  group: PendingWrite[],
  about: Pick<Session, 'clock' | 'timezone'>,
): Promise<GroupOutcome> {
  const user = (group[0] as PendingWrite).user;
  const lastSeq = await beginWrite(client, user);
  const sent: Sent = { failure: undefined, last: Promise.resolve() };
  const session = openSession(client, sent, about, lastSeq);
  let outcome: GroupOutcome;
  try {
    outcome = await runGroup(group, session, () => {});
  } catch (error) {
    return rollBack(client, sent.failure?.error ?? (error instanceof GroupFailed ? error.cause : error));
  }
  for (const [changed, seq] of session.newSeqs) session.statements.run(storeSeq, changed, [changed, seq]);
  await sent.last;
  if (sent.failure) return rollBack(client, sent.failure.error);
  await commitSurely(client); // separately: a lost commit must not be treated as retryable
  return outcome;
}

function openSession(
  client: pg.PoolClient,
  sent: Sent,
  about: Pick<Session, 'clock' | 'timezone'>,
  lastSeq: number,
): Session {
  return {
    ...about,
    dialect: postgresDialect,
    statements: statementsOn(client, sent),
    searchIndex: (_, run) => searchIndex(run),
    lastSeq: () => lastSeq,
    newSeqs: new Map(),
    isLate: () => false,
    isOutage: (error) => error instanceof Trouble,
    isBroken: () => sent.failure !== undefined || client.getTransactionStatus() !== 'T',
  };
}

function statementsOn(client: pg.PoolClient, sent: Sent): Statements {
  const ask = async (sql: string, user: number, values: Value[]) => {
    try {
      return await send(client, sql, values, user);
    } catch (error) {
      throw sent.failure?.error ?? error; // all later statements fail because of the first failure
    }
  };
  return {
    get: async (sql, user, values) => (await ask(sql, user, values)).rows[0],
    all: async (sql, user, values) => (await ask(sql, user, values)).rows,
    run(sql, user, values) {
      const fail = (error: unknown) => {
        sent.failure ??= { error };
      };
      sent.last = send(client, sql, values, user).then(() => {}, fail);
    },
    count: async (sql, user, values) => (await ask(sql, user, values)).rowCount ?? 0,
    insert: async (sql, user, values) => (await ask(`${sql} returning key`, user, values)).rows[0]?.key as number,
  };
}

async function rollBack(client: pg.PoolClient, error: unknown): Promise<never> {
  if (error instanceof Trouble) throw error; // the connection is not reused, which rolls back
  await control(client, 'rollback');
  throw new GroupFailed(error);
}

/** Begins a transaction that holds the lock on the user's log, and returns the seq of its end. */
async function beginWrite(client: pg.PoolClient, user: number): Promise<number> {
  if (user === NO_USER) {
    await control(client, 'begin');
    return 0;
  }
  const results = await control(client, `begin; select seq from logs where user_id = ${user} for update`);
  const [, locked] = results as unknown as pg.QueryResult<{ seq: number }>[];
  return locked?.rows[0]?.seq as number;
}

// If the connection is lost between the commit and its result, only the caller can find out the outcome.
async function commitSurely(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await control(client, 'commit'));
  } catch (error) {
    if (error instanceof Trouble && error.conflict) throw error; // refused, and so rolled back
    throw unavailable(error, UNKNOWN);
  }
  if (command !== 'COMMIT') throw new Error(`a transaction with a failed statement was to be committed: ${command}`);
}
