// The tables of conversations, which are derived from the mails: how many mails each has, the lists that it is on, and
// how many conversations are on each list; and how they are counted anew. The migrations that made them
// count in the same way, and updates.ts adds what each write changes; the model test compares these.
import type { Row, Store, Tx, Value } from '../../port.ts';

/** The list of all conversations with a mail that is not in the trash. */
export const ALL = '';

/** The lists of all conversations with those in the trash, and of those with a mail in the trash. */
export const WITH_TRASH = 'all';
export const IN_TRASH = 'trash';

// The names of the other lists: those of a folder, of a folder in one account, and of a label.
export const folderList = (folder: string) => `folder ${folder}`;
export const accountList = (account: string, folder: string) => `account ${account} ${folder}`;
export const labelList = (label: string) => `label ${label}`;

/** How many mails of a conversation are on a list, and how many of these have a property. */
export const COUNTS = ['mails', 'unread', 'starred', 'attached'] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

export const conversationColumns = ['id', 'handle', 'latest_at', ...COUNTS, 'drafts', 'trashed'] as const;
export const listColumns = ['id', 'list', 'latest_at', ...COUNTS] as const;
/** A bucket counts the conversations on a list; of a property it has whether a mail of the conversation has it. */
export const tallyColumns = ['list', 'unread', 'starred', 'attached'] as const;

const TIME = 'coalesce(r.received_at, r.created_at)';
const LIVE = 'r.deleted_at is null';
const DRAFT = `${LIVE} and r.status = 'draft'`;
const latest = (condition: string) => `max(case when ${condition} then ${TIME} end)`;
const sum = (condition: string) => `sum(case when ${condition} then 1 else 0 end)`;
const PROPERTIES = [
  `${sum(`${LIVE} and r.is_read = 0`)}`,
  sum(`${LIVE} and r.is_starred = 1`),
  sum(`${LIVE} and r.has_attachments = 1`),
];
const DASHES = [9, 14, 19, 24].map((place) => `substr(r.thread_id, ${place}, 1) = '-'`).join(' and ');

interface DerivedTable {
  table: string;
  columns: readonly string[];
  /** The statement that counts from the rows `r` that meet a condition, of one user or of all. */
  counting(condition: string): string;
}

/** In the order in which they are filled: each is counted from those before it. */
export const conversationTables: readonly DerivedTable[] = [
  {
    table: 'conversations',
    columns: ['user_id', ...conversationColumns],
    counting: (condition) =>
      `select r.user_id, r.thread_id, case when length(r.thread_id) = 36 and ${DASHES} then substr(r.thread_id, 27) end,
        coalesce(${latest(`${LIVE} and r.status <> 'draft'`)}, ${latest(LIVE)}, max(${TIME})), ${sum(LIVE)},
        ${PROPERTIES.join(', ')}, ${sum(DRAFT)}, ${sum('r.deleted_at is not null')}
      from emails r where ${condition} and r.thread_id is not null group by r.user_id, r.thread_id`,
  },
  {
    table: 'conversation_lists',
    columns: ['user_id', ...listColumns],
    counting: (condition) =>
      [
        listSql(condition, "'folder ' || r.folder"),
        listSql(`${condition} and r.account_id is not null`, "'account ' || r.account_id || ' ' || r.folder"),
        listSql(condition, "'label ' || t.tag", 'join emails_tags t on t.user_id = r.user_id and t.id = r.id'),
      ].join(' union all '),
  },
  {
    table: 'conversation_tally',
    columns: ['user_id', ...tallyColumns, 'n'],
    counting: (condition) =>
      [
        tallySql('r.list', 'conversation_lists', condition),
        tallySql(`'${ALL}'`, 'conversations', `${condition} and r.mails > 0`),
        countSql(WITH_TRASH, condition),
        countSql(IN_TRASH, `${condition} and r.trashed > 0`),
      ].join(' union all '),
  },
];

function listSql(condition: string, list: string, join = ''): string {
  return `select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached from (
      select r.user_id, r.thread_id, ${list} as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails r ${join} where ${condition} and ${LIVE} and r.thread_id is not null
      group by r.user_id, r.thread_id, ${list}
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id`;
}

function tallySql(list: string, table: string, condition: string): string {
  const flags = ['unread', 'starred', 'attached'].map((name) => `case when r.${name} > 0 then 1 else 0 end`);
  return `select r.user_id, ${list}, ${flags.join(', ')}, count(*) from ${table} r where ${condition} group by 1, 2, 3, 4, 5`;
}

function countSql(list: string, condition: string): string {
  return `select r.user_id, '${list}', 0, 0, 0, count(*) from conversations r where ${condition} group by r.user_id`;
}

const MAILS_AT_ONCE = 50_000;

/**
 * Fills the empty tables from the mails, those of each user in ranges of conversations: PostgreSQL ends a statement that
 * takes too long.
 */
export async function fillConversations(store: Store, mailsAtOnce = MAILS_AT_ONCE): Promise<void> {
  const [conversations, lists, tally] = conversationTables as [DerivedTable, DerivedTable, DerivedTable];
  for (const { user_id: user } of await store.catalogue('select user_id from users order by user_id')) {
    let from: Row | undefined = { thread_id: '' };
    while (from) {
      const beginning: Value = from.thread_id as Value;
      const next = `select r.thread_id from emails r where r.user_id = ?1 and r.thread_id >= ?2
        and r.thread_id > (select s.thread_id from emails s where s.user_id = ?1 and s.thread_id >= ?2
          order by s.thread_id limit 1 offset ?3) order by r.thread_id limit 1`;
      const [found]: Row[][] = await store.read(user as number, [{ sql: next, params: [beginning, mailsAtOnce - 1] }]);
      from = found?.[0];
      const range = `r.user_id = ?1 and r.thread_id >= ?2${from ? ' and r.thread_id < ?3' : ''}`;
      const params: Value[] = [user as Value, beginning, ...(from ? [from.thread_id as Value] : [])];
      await store.administer((tx) => {
        for (const one of [conversations, lists]) fill(tx, one, range, params);
      });
    }
    await store.administer((tx) => fill(tx, tally, 'r.user_id = ?1', [user as Value]));
  }
}

function fill(tx: Tx, { table, columns, counting }: DerivedTable, condition: string, params: Value[]): void {
  tx.run(`insert into ${table} (${columns.join(', ')}) ${counting(condition)}`, ...params);
}

/** The end of the id by which a compact list names a conversation; null if its id does not look like a UUID. */
export function conversationHandle(id: string): string | null {
  const chars = [...id];
  return chars.length === 36 && [8, 13, 18, 23].every((place) => chars[place] === '-')
    ? chars.slice(26).join('')
    : null;
}
