// All tables with their columns and row order, for copies between stores. Derived tables (search index, counters, conversations, views) are not
// included.
import { resources } from '../../resources/resources.ts';
import { chunksOf, parametersOf } from '../engine/statement-cache.ts';
import { isTimeKeyed } from '../engine/time-keys.ts';
import type { Query, ReadStore, Row, Snapshot, Tx, Value } from '../port.ts';
import { tableColumns } from '../tables/record-columns.ts';

export interface Table {
  name: string;
  columns: readonly string[];
  /** Columns with a unique index. */
  order: readonly string[];
  /** The time column from which the key is derived, if any. */
  keyedBy: string | null;
  /** Columns that can contain large texts. */
  texts: readonly string[];
}

export const tables: readonly Table[] = [
  table('users', ['user_id'], ['name', 'created_at']),
  table('logs', ['user_id'], ['seq', 'pruned_seq']),
  table('tokens', ['user_id', 'id'], ['name', 'hash', 'scopes', 'created_at', 'expires_at', 'revoked_at']),
  table('sessions', ['user_id', 'id'], ['token_id', 'hash', 'created_at', 'expires_at']),
  ...resources.map((one) => ({
    name: one.table,
    columns: tableColumns(one),
    order: ['user_id', 'id'],
    keyedBy: isTimeKeyed(one) ? (one.list.sorts[0] as string) : null,
    texts: ['doc'],
  })),
  ...resources.filter((one) => one.tags).map((one) => table(`${one.table}_tags`, ['user_id', 'tag', 'id'], [])),
  table('bodies', ['user_id', 'body'], ['content'], ['content']),
  table('changes', ['user_id', 'seq'], ['event', 'at', 'record_id', 'previous', 'body', 'replaced', 'doc'], ['doc']),
  table('thread_links', ['user_id', 'message_id', 'id'], []),
  table('report_links', ['user_id', 'message_id', 'email_id'], []),
  table('email_files', ['user_id', 'file_id', 'email_id'], []),
  table(
    'idempotency',
    ['user_id', 'key'],
    ['request', 'status', 'etag', 'record_id', 'answer', 'created_at', 'body'],
    ['answer'],
  ),
  table(
    'jobs',
    ['user_id', 'kind', 'record_id'],
    ['due_at', 'attempts', 'lease_until', 'lease_holder', 'last_error', 'created_at', 'marked_at', 'lane'],
  ),
  table(
    'calendars',
    ['user_id', 'name'],
    ['seq', 'color', 'position', 'default_reminders', 'is_visible', 'counts_as_busy', 'created_at', 'updated_at'],
  ),
  table('names', ['user_id', 'kind', 'name'], ['seq', 'color', 'position', 'created_at', 'updated_at']),
  table(
    'tasks',
    ['user_id', 'id'],
    [
      ...['kind', 'resource', 'state', 'params', 'processed', 'total', 'error'],
      ...['created_at', 'updated_at', 'finished_at', 'failed', 'errors', 'position'],
    ],
  ),
  table(
    'reminders',
    ['user_id', 'id'],
    [
      ...[
        'event_id',
        'recurrence_id',
        'type',
        'minutes_before',
        'due_at',
        'status',
        'fired_at',
        'late',
        'dismissed_at',
      ],
      ...['snoozed_until', 'email_id', 'detail', 'created_at', 'updated_at'],
    ],
  ),
  table(
    'webhook_progress',
    ['user_id', 'id'],
    [
      ...['last_seq', 'attempts', 'due_at', 'failing_since', 'last_success_at', 'last_failure_at', 'last_error'],
      ...['deliveries', 'lease_until', 'lease_holder'],
    ],
  ),
  table(
    'webhook_deliveries',
    ['user_id', 'webhook_id', 'place'],
    ['number', 'at', 'event', 'seq', 'message_id', 'attempt', 'status', 'duration', 'error'],
  ),
  table('settings', ['user_id'], ['seq', 'doc', 'created_at', 'updated_at']),
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

/** A row as its values in column order: the same text on every engine. */
export function valuesOf({ columns }: Table, row: Row): Value[] {
  return columns.map((column) => row[column] ?? null);
}

const ROWS_AT_ONCE = [100, 10, 1];

/** Inserts rows unchanged, in a transaction of the catalogue. */
export async function insertRows(
  tx: Tx,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    const places = parametersOf(some.length, columns.length, 1);
    tx.run(`insert into ${name} (${columns.join(', ')}) values ${places}`, ...some.flat());
  }
}

/**
 * Whether the store is unused: at most the first user, without a record, a change or a token. An older schema has only
 * some of the tables: `present` lists them.
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

export function isEmptyStore(store: ReadStore): Promise<boolean> {
  return isEmpty((sql) => store.catalogue(sql));
}
