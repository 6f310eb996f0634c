// What the bare program knows of Daybook's tables: the columns of a mail, the order of lists, the statements of a
// write. Everything here follows the schema; nothing else in the bare program does. The search index and the totals it
// reaches through the store's own functions (limit-queries.ts).
import type { LimitEmail } from './limit-email.ts';

export type Value = string | number | null;

/** The mails of a list. */
export interface Filter {
  folder: string;
  is_read?: number;
  is_starred?: number;
}

export const TEXT = 'select r.doc, b.content';
export const BODY = 'left join bodies b on b.user_id = 1 and b.body = r.body';
export const NEWEST = 'order by r.received_at desc nulls last, r.id desc';
const OLDEST = 'order by r.received_at asc nulls first, r.id asc';

// ?2 and on; ?1 is the user, whom the search conditions name so.
export const FIND = `${TEXT}, r.key, r.seq, r.body from emails r ${BODY} where r.user_id = ?1 and r.id = ?2`;

/** The condition of a filter, whose values are ?2 and on. */
export function whereOf(filter: Filter): { where: string; values: Value[] } {
  const names = Object.keys(filter) as (keyof Filter)[];
  const parts = names.map((name, index) => `r.${name} = ?${index + 2}`);
  const where = `r.user_id = ?1 and r.deleted_at is null and ${parts.join(' and ')}`;
  return { where, values: names.map((name) => filter[name] as Value) };
}

/**
 * A page. What is skipped is skipped in an index, and only the texts of the page are read; pages of the second half are
 * read from the end, and their rows come in the opposite order.
 */
export function pageSql(where: string, limit: number, offset: number, total: number) {
  const backwards = offset > total / 2;
  const count = Math.max(0, Math.min(limit, total - offset));
  const order = backwards ? OLDEST : NEWEST;
  if (offset === 0) return { sql: `${TEXT} from emails r ${BODY} where ${where} ${order} limit ${count}`, backwards };
  const skipped = backwards ? total - offset - count : offset;
  const keys = `select r.key as chosen from emails r where ${where} ${order} limit ${count} offset ${skipped}`;
  const sql = `${TEXT} from (${keys}) c cross join emails r ${BODY} where r.user_id = ?1 and r.key = c.chosen ${order}`;
  return { sql, backwards };
}

const COLUMNS = `user_id, id, handle, seq, body, doc, source, source_id, created_at, updated_at, deleted_at,
  received_at, subject, folder, is_read, is_starred, has_attachments, thread_id, account_id, status, snoozed_until`;

// A key has the second of the mail in its upper bits; ?22 and ?23 are the least and the greatest of that second.
const SECOND = 2 ** 21;

/** Adds a mail under the next free key. SQLite finds keys without the user, and would go through all mails with it. */
export function addEmail(engine: 'sqlite' | 'postgres'): string {
  const own = engine === 'postgres' ? 'user_id = ?1 and' : '';
  const key = `(select coalesce(max(key) + 1, ?22) from emails where ${own} key between ?22 and ?23)`;
  return `insert into emails (${COLUMNS}, key) values (?1${places(20)}, ${key}) returning key`;
}

export const ADD = {
  body: 'insert into bodies (user_id, body, content) values (?1, ?2, ?3)',
  tag: 'insert into emails_tags (user_id, tag, id) values (?1, ?2, ?3)',
  link: 'insert into thread_links (user_id, message_id, id) values (?1, ?2, ?3)',
  change: `insert into changes (user_id, seq, event, at, record_id, previous, body, doc) values (?1${places(7)})`,
};
export const THREAD = `select e.thread_id from thread_links l cross join emails e
  where l.user_id = ?1 and l.message_id = ?2 and e.user_id = ?1 and e.id = l.id limit 1`;
export const CHANGE = 'update emails set seq = ?2, doc = ?3, updated_at = ?4 where user_id = ?1 and key = ?5';
export const CHANGE_READ =
  'update emails set seq = ?2, doc = ?3, updated_at = ?4, is_read = ?6 where user_id = ?1 and key = ?5';
export const SEQ = 'select seq from logs where user_id = ?1';
export const SET_SEQ = 'update logs set seq = ?2 where user_id = ?1';

/** The values of a new mail's columns after the user, and the range of its key. */
export function columnsOf(email: LimitEmail, seq: number, doc: string): Value[] {
  const text = (name: string) => email[name] as string | null;
  const time = (name: string) => (email[name] === null ? null : Date.parse(email[name] as string));
  const flag = (name: string) => (email[name] ? 1 : 0);
  const least = Math.floor((time('received_at') as number) / 1000) * SECOND;
  // biome-ignore format: in the order of COLUMNS
  return [
    email.id, email.id.slice(-10), seq, seq, doc, text('source'), text('source_id'), time('created_at'),
    time('updated_at'), time('deleted_at'), time('received_at'), text('subject')?.toLowerCase() ?? null,
    text('folder'), flag('is_read'), flag('is_starred'), flag('has_attachments'), text('thread_id'),
    text('account_id'), text('status'), time('snoozed_until'), least, least + SECOND - 1,
  ];
}

function places(count: number): string {
  return Array.from({ length: count }, (_, index) => `, ?${index + 2}`).join('');
}
