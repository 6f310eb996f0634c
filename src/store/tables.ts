// Every table with its columns and the order of its rows, for copies from one store into another. What can be made
// again from these, the search index and the views, is not among them.
import { resources } from '../resources/all.ts';
import { piecesOf, placesOf } from './lists.ts';
import { tableColumns } from './rows.ts';
import type { Query, Row, Snapshot, Tx, Value } from './store.ts';
import { isTimeKeyed } from './time-keys.ts';

export interface Table {
  name: string;
  columns: readonly string[];
  /** Columns with an index over them, which tell every row apart. */
  order: readonly string[];
  /** The column of time that the key is made of, where it is. */
  keyedBy: string | null;
  /** Columns that can hold large texts. */
  texts: readonly string[];
}

export const tables: readonly Table[] = [
  table('users', ['user_id'], ['name', 'created_at']),
  table('logs', ['user_id'], ['seq', 'pruned_seq']),
  table('tokens', ['user_id', 'id'], ['name', 'hash', 'scopes', 'created_at', 'expires_at', 'revoked_at']),
  ...resources.map((one) => ({
    name: one.path,
    columns: tableColumns(one),
    order: ['user_id', 'id'],
    keyedBy: isTimeKeyed(one) ? (one.list.sorts[0] as string) : null,
    texts: ['doc'],
  })),
  ...resources.filter((one) => one.tags).map((one) => table(`${one.path}_tags`, ['user_id', 'tag', 'id'], [])),
  table('bodies', ['user_id', 'body'], ['content'], ['content']),
  table('changes', ['user_id', 'seq'], ['event', 'at', 'record_id', 'previous', 'body', 'replaced', 'doc'], ['doc']),
  table('thread_links', ['user_id', 'message_id', 'id'], []),
  table('report_links', ['user_id', 'message_id', 'email_id'], []),
  table('email_files', ['user_id', 'file_id', 'email_id'], []),
  table(
    'idempotency',
    ['user_id', 'key'],
    ['request', 'status', 'etag', 'record_id', 'answer', 'created_at'],
    ['answer'],
  ),
  table(
    'jobs',
    ['user_id', 'kind', 'record_id'],
    ['due_at', 'attempts', 'lease_until', 'lease_holder', 'last_error', 'created_at', 'marked_at', 'lane'],
  ),
  table(
    'accounts',
    ['user_id', 'id'],
    ['seq', 'created_at', 'doc', 'secrets', 'address', 'from_name', 'is_default', 'status'],
    ['doc'],
  ),
  table('files', ['user_id', 'id'], ['seq', 'created_at', 'doc', 'email_id'], ['doc']),
  table('contents', ['user_id', 'sha256'], ['size']),
  table('content_uses', ['user_id', 'kind', 'owner_id'], ['sha256']),
  table(
    'imap_folders',
    ['user_id', 'account_id', 'path'],
    ['folder', 'uid_validity', 'mod_seq', 'server_total', 'missing', 'extra', 'last_success', 'last_error', 'next_try'],
  ),
  table(
    'imap_messages',
    ['user_id', 'account_id', 'path', 'uid_validity', 'uid'],
    ['email_id', 'identity', 'size', 'seen', 'flagged'],
  ),
];

function table(name: string, order: string[], others: string[], texts: string[] = []): Table {
  return { name, columns: [...order, ...others], order, keyedBy: null, texts };
}

const PAGE = 500;

/** All rows of a table in its order, page by page. */
export async function* pagesOf(read: Snapshot, { name, columns, order, texts }: Table): AsyncGenerator<Row[]> {
  const select = `select ${columns.join(', ')} from ${name}`;
  const sorted = `order by ${order.join(', ')} limit ${PAGE}`;
  const after = `where (${order.join(', ')}) > (${order.map((_, index) => `?${index + 1}`).join(', ')})`;
  let last: Row | undefined;
  for (;;) {
    const params: Value[] = order.flatMap((column) => (last ? [last[column] as Value] : []));
    const query: Query = { sql: `${select} ${last ? after : ''} ${sorted}`, params, bounded: texts };
    const rows = await read(query);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

export async function countRows(read: Snapshot): Promise<number> {
  let total = 0;
  for (const { name } of tables)
    total += (await read({ sql: `select count(*) as n from ${name}`, params: [] }))[0]?.n as number;
  return total;
}

/** A row as its values in the order of the columns: the same text on every engine. */
export function valuesOf({ columns }: Table, row: Row): Value[] {
  return columns.map((column) => row[column] ?? null);
}

const ROWS_AT_ONCE = [100, 10, 1];

/** Puts rows in as they are, in a transaction of the catalogue. */
export async function insertRows(
  tx: Tx,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (const some of piecesOf(rows, ROWS_AT_ONCE)) {
    const places = placesOf(some.length, columns.length, 1);
    tx.run(`insert into ${name} (${columns.join(', ')}) values ${places}`, ...some.flat());
  }
}

/**
 * Whether nobody has stored anything here: at most the first user, without a record, a change or a token. An older
 * schema has only some of the tables: `present` says which.
 */
export async function isEmpty(
  read: (sql: string) => Row[] | Promise<Row[]>,
  present: readonly Pick<Table, 'name'>[] = tables,
): Promise<boolean> {
  const used = present
    .filter(({ name }) => name !== 'users' && name !== 'logs')
    .map(({ name }) => `exists (select 1 from ${name})`);
  const [row] = await read(
    `select (select count(*) from users) as users, case when ${used.join(' or ')} then 1 else 0 end as used, (select coalesce(max(seq), 0) from logs) as seq`,
  );
  return (row?.users as number) <= 1 && row?.used === 0 && row?.seq === 0;
}
