// The prepared statements of the connections to PostgreSQL. A statement is named after the digest of its text, and is
// prepared on a connection when it is first used there. Each connection keeps recently used statements; the others are
// deallocated, so that memory is bounded on both sides.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Cache, createCache, createStatementCache } from '../engine/statement-cache.ts';

/** The maximum number of prepared statements per connection. */
const MAX_PREPARED = 400;
const MAX_TEXTS = 2000;

interface Statement {
  name?: string;
  text: string;
}

interface Prepared {
  names: Cache<true>;
  /** Names that the connection no longer needs. */
  stale: Set<string>;
}

const translated = createStatementCache<Statement>(MAX_TEXTS, translate);
const connections = new WeakMap<pg.ClientBase, Prepared>();

/** The statement as it is sent on this connection. */
export function statementFor(client: pg.ClientBase, sql: string, user: number): Statement {
  const statement = translated(sql, user);
  if (statement.name !== undefined) use(client, statement.name);
  return statement;
}

// The only translation of a statement: the parameters ?1, ?2 of the port are $1, $2 in PostgreSQL.
function translate(sql: string): Statement {
  const text = sql.replace(/\?(\d+)/g, '$$$1');
  // Searches are planned each time: the best plan depends on the number of matches.
  return sql.includes('@@') ? { text } : { name: createHash('sha1').update(text).digest('hex'), text };
}

function use(client: pg.ClientBase, name: string): void {
  let prepared = connections.get(client);
  if (!prepared) {
    const stale = new Set<string>();
    prepared = { names: createCache(MAX_PREPARED, (one) => stale.add(one)), stale };
    connections.set(client, prepared);
  }
  if (prepared.names.get(name)) return;
  prepared.stale.delete(name);
  prepared.names.set(name, true);
}

/**
 * Deallocates what the connection no longer needs, on the server and in the client; false if the connection cannot be
 * reused. Called between transactions: within a failed transaction it would be refused.
 */
export async function forgetStatements(client: pg.ClientBase): Promise<boolean> {
  const stale = connections.get(client)?.stale;
  if (!stale?.size) return true;
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } })
    .connection;
  const names = [...stale].filter((name) => name in parsedStatements); // without statements that could not be parsed
  stale.clear();
  for (const name of names) delete parsedStatements[name];
  if (names.length === 0) return true;
  const sql = names.map((name) => `deallocate "${name}"`).join('; ');
  return client.query(sql).then(
    () => true,
    () => false,
  );
}
