// The counts of a store: for doctor, and to detect whether a store was changed.
import { resources } from '../../resources/resources.ts';
import type { ReadStore } from '../port.ts';

interface UserTotals {
  name: string;
  /** The number of changes so far. */
  changes: number;
  /** The number of records, and of those in the trash, by resource. */
  records: { resource: string; all: number; trashed: number }[];
}

interface Totals {
  users: UserTotals[];
  tokens: number;
  revokedTokens: number;
  contents: number;
  contentBytes: number;
  jobs: number;
}

export async function readTotals(store: ReadStore): Promise<Totals> {
  const one = async (sql: string, ...params: number[]) => (await store.catalogue(sql, ...params))[0] ?? {};
  const users: UserTotals[] = [];
  const logs = await store.catalogue(
    'select u.user_id, u.name, l.seq from users u join logs l on l.user_id = u.user_id order by u.user_id',
  );
  for (const { user_id: user, name, seq } of logs) {
    const records: UserTotals['records'] = [];
    for (const { name: resource, table } of resources.filter(({ trash }) => trash !== null)) {
      const sql = `select count(*) as records, count(deleted_at) as trashed from ${table} where user_id = ?1`;
      const row = await one(sql, user as number);
      records.push({ resource, all: row.records as number, trashed: row.trashed as number });
    }
    users.push({ name: name as string, changes: seq as number, records });
  }
  const tokens = await one('select count(*) as tokens, count(revoked_at) as revoked from tokens');
  const contents = await one(
    'select count(*) as contents, cast(coalesce(sum(size), 0) as bigint) as bytes from contents',
  );
  const jobs = await one('select count(*) as jobs from jobs');
  return {
    users,
    tokens: tokens.tokens as number,
    revokedTokens: tokens.revoked as number,
    contents: contents.contents as number,
    contentBytes: Number(contents.bytes),
    jobs: jobs.jobs as number,
  };
}

/** The size of the database, of all users. */
export async function databaseBytes(store: ReadStore): Promise<number> {
  const [row] = await store.catalogue(store.dialect.databaseBytes);
  return Number(row?.bytes);
}

/** A text that differs after every change of a record or a token. */
export async function readEnds(store: ReadStore): Promise<string> {
  const logs = await store.catalogue('select user_id, seq, pruned_seq from logs order by user_id');
  const tokens = await store.catalogue(
    'select count(*) as n, max(created_at) as made, max(revoked_at) as ended from tokens',
  );
  return JSON.stringify([logs, tokens]);
}
