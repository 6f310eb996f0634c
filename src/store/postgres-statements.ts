// The prepared statements of the connections to PostgreSQL. A statement has a name, the digest of its text, and is
// prepared on a connection when it is first sent there. Each connection keeps those it has used recently; the others are
// deallocated, so that neither side grows and a text that is used often is prepared however many others come by.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createRecent, type Recent } from './recent.ts';

/** The most statements that stay prepared on a connection. */
const MOST_PREPARED = 400;
const MOST_TEXTS = 2000;

interface Statement {
  name?: string;
  text: string;
}

interface Prepared {
  recent: Recent<true>;
  /** No longer wanted on this connection. */
  stale: Set<string>;
}

const statements = createRecent<Statement>(MOST_TEXTS);
const connections = new WeakMap<pg.ClientBase, Prepared>();

/** The statement as it is sent on this connection. */
export function statementFor(client: pg.ClientBase, sql: string): Statement {
  const statement = statementOf(sql);
  if (statement.name !== undefined) use(client, statement.name);
  return statement;
}

function statementOf(sql: string): Statement {
  let statement = statements.get(sql);
  if (!statement) {
    const text = sql.replace(/\?(\d+)/g, '$$$1');
    // Searches are planned anew each time: how many records a word finds decides how to go about it.
    statement = sql.includes('@@') ? { text } : { name: createHash('sha1').update(text).digest('hex'), text };
    statements.set(sql, statement);
  }
  return statement;
}

function use(client: pg.ClientBase, name: string): void {
  let prepared = connections.get(client);
  if (!prepared) {
    const stale = new Set<string>();
    prepared = { recent: createRecent(MOST_PREPARED, (one) => stale.add(one)), stale };
    connections.set(client, prepared);
  }
  if (prepared.recent.get(name)) return;
  prepared.stale.delete(name);
  prepared.recent.set(name, true);
}

/**
 * Deallocates what the connection no longer needs, on the server and in the client's own memory; false when the
 * connection cannot be used again. Between two pieces of work: within a transaction that has failed it would be refused.
 */
export async function forgetStatements(client: pg.ClientBase): Promise<boolean> {
  const stale = connections.get(client)?.stale;
  if (!stale?.size) return true;
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } })
    .connection;
  const names = [...stale].filter((name) => name in parsedStatements); // one that could not be parsed is not there
  stale.clear();
  for (const name of names) delete parsedStatements[name];
  if (names.length === 0) return true;
  const sql = names.map((name) => `deallocate "${name}"`).join('; ');
  return client.query(sql).then(
    () => true,
    () => false,
  );
}
