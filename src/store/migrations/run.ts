// The migrations in order, and the only code that runs them. Each is literal SQL for both engines in its own file,
// which imports no live code and never changes after release: older databases were created with it. A new database goes
// through the same steps. Derived tables (counters, search tables, views) are created after the steps, by derived.ts.
import type { DatabaseSync } from 'node:sqlite';
import type { ClientBase } from 'pg';
import * as foundation from './0001-foundation.ts';
import * as logs from './0002-logs.ts';
import * as tallies from './0003-tallies.ts';
import * as mail from './0004-mail.ts';
import * as serverStatus from './0005-server-status.ts';
import * as eraseScopes from './0006-erase-scopes.ts';
import * as delivery from './0007-delivery.ts';
import * as companyFolded from './0008-company-folded.ts';
import * as emailFiles from './0009-email-files.ts';
import * as readableViews from './0010-readable-views.ts';
import * as mailFacts from './0011-mail-facts.ts';
import * as keptAnswers from './0012-kept-answers.ts';
import * as recordTables from './0013-record-tables.ts';
import * as calendar from './0014-calendar.ts';
import * as nextJobs from './0015-next-jobs.ts';
import * as client from './0016-client.ts';
import * as conversations from './0017-conversations.ts';
import * as webhooks from './0018-webhooks.ts';
import * as draftsInConversations from './0019-drafts-in-conversations.ts';
import * as deliveryAndIndexes from './0020-delivery-and-indexes.ts';

interface Migration {
  sqlite: string;
  postgres: string;
  /** SQL functions that the step calls on SQLite. */
  functions?: Record<string, (text: string) => string>;
}

const migrations: readonly Migration[] = [
  foundation,
  logs,
  tallies,
  mail,
  serverStatus,
  eraseScopes,
  delivery,
  companyFolded,
  emailFiles,
  readableViews,
  mailFacts,
  keptAnswers,
  recordTables,
  calendar,
  nextJobs,
  client,
  conversations,
  webhooks,
  draftsInConversations,
  deliveryAndIndexes,
];

export const schemaVersion = migrations.length;

/** Upgrades an SQLite database from one version to another, in a transaction of the caller. */
export function runOnSqlite(db: DatabaseSync, from: number, to = schemaVersion): void {
  for (const [index, { sqlite, functions = {} }] of migrations.slice(from, to).entries()) {
    for (const [name, work] of Object.entries(functions))
      db.function(name, { deterministic: true }, (text) => work(String(text)));
    db.exec(sqlite);
    db.exec(`pragma user_version = ${from + index + 1}`);
  }
}

/** Upgrades a PostgreSQL database from one version to another, in a transaction of the caller. */
export async function runOnPostgres(client: ClientBase, from: number, to = schemaVersion): Promise<void> {
  for (const [index, { postgres }] of migrations.slice(from, to).entries()) {
    await client.query(`${postgres} update schema_version set version = ${from + index + 1}`);
  }
}
