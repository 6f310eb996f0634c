// Statistics for SQLite's query planner, for tables that are asked by another column than their key. Without them SQLite
// assumes that a user has ten rows, and reads all rows of the user instead of using an index with a second column. They
// are the same for every database, so that plans do not depend on when the data was analysed.
import type { DatabaseSync } from 'node:sqlite';

/** Of each index the number of rows, and how many of them have the same first column, first two columns, and so on. */
const STATISTICS: Record<string, Record<string, string>> = {
  files: {
    files_id: '10000 10000 1',
    files_handle: '10000 10000 1',
    files_created: '10000 10000 2 1',
    files_email: '10000 10000 2',
  },
  idempotency: {
    idempotency: '10000 10000 1', // the primary key of a table without rowid has the name of the table
    idempotency_age: '10000 10000 10',
    idempotency_record: '10000 10000 2',
  },
  imap_messages: {
    imap_messages: '100000 100000 50000 5000 5000 1',
    imap_messages_email: '100000 100000 2',
    imap_messages_identity: '100000 100000 50000 2',
  },
  reminders: {
    reminders: '10000 10000 1',
    reminders_of: '10000 10000 10 5 5 5 1',
    reminders_due: '10000 10000 10 1',
    reminders_snoozed: '100 100 2',
  },
};

/** Stores the statistics, unless the database has them. */
export function setStatistics(db: DatabaseSync): void {
  if (hasStatistics(db)) return;
  db.exec('begin immediate');
  try {
    // ANALYZE creates the table, which nothing else can; it looks at one row of each index.
    db.exec('pragma analysis_limit = 1; analyze files');
    const insert = db.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
    for (const [table, indexes] of Object.entries(STATISTICS)) {
      db.prepare('delete from sqlite_stat1 where tbl = ?').run(table);
      for (const [index, numbers] of Object.entries(indexes)) insert.run(table, index, numbers);
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
  db.exec('analyze sqlite_schema'); // this connection reads them; later ones do so when they are opened
}

function hasStatistics(db: DatabaseSync): boolean {
  if (!db.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get()) return false;
  const found = db.prepare('select idx, stat from sqlite_stat1').all();
  const stored = new Map(found.map(({ idx, stat }) => [idx, stat]));
  return Object.values(STATISTICS).every((indexes) =>
    Object.entries(indexes).every(([index, numbers]) => stored.get(index) === numbers),
  );
}
