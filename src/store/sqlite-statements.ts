// The prepared statements of an SQLite connection: preparing is the expensive part of a small statement. Those used
// recently are kept, so that texts which are used once never push out those of every request.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createRecent } from './recent.ts';
import { requireUser } from './store.ts';

/** The user of statements that span users. */
export const NO_USER = -1;

const MOST = 1000;

export function statementCache(db: DatabaseSync, most = MOST): (sql: string, user: number) => StatementSync {
  const recent = createRecent<StatementSync>(most);
  return (sql, user) => {
    let statement = recent.get(sql);
    if (!statement) {
      if (user !== NO_USER) requireUser(sql);
      statement = db.prepare(sql);
      recent.set(sql, statement);
    }
    return statement;
  };
}
