// What a list shows of conversations: their counts, the lists that they are on, and the mails from which the rest is
// taken. Of a long conversation these are its oldest and its newest mails.
import { limits } from '../../../limits.ts';
import type { Dialect, Query } from '../../port.ts';
import { LONG_DOCUMENT } from '../list.ts';
import { conversationColumns } from './tables.ts';

/** The query for the conversation with this id in its index form. */
export function byId(id: string): Query {
  return { sql: `${SELECT} c.id = ?2`, params: [id] };
}

/** The query for up to two conversations with this handle. */
export function byHandle(handle: string): Query {
  return { sql: `${SELECT} c.handle = ?2 limit 2`, params: [handle] };
}

const SELECT = `select ${conversationColumns.map((name) => `c.${name}`).join(', ')} from conversations c where c.user_id = ?1 and`;

/** The members of a mail that are read. */
export const MEMBERS = [
  'id',
  'thread_id',
  'subject',
  'preview',
  'from_address',
  'from_name',
  'to_addresses',
  'cc_addresses',
] as const;

const NEWEST = 8; // mails with a time that are read of a conversation, besides the oldest
const UNDATED = 2; // mails that were not sent yet
const DRAFTS = 2;
const SHORT = 20; // mails that are read in one pass faster than their ends are looked up
const HUGE_DOCUMENT = 200_000; // bytes: a longer one is read by itself

/** The queries for the counts, the folders and labels, and some mails of these conversations. */
export function contentQueries(dialect: Dialect, ids: readonly string[]): [counts: Query, lists: Query, mails: Query] {
  const params = [dialect.list(ids)];
  return [
    { sql: `${SELECT} c.id ${dialect.in(2)}`, params },
    { sql: ['folder', 'label'].map((kind) => listsSql(dialect, kind)).join(' union all '), params },
    { sql: mailsSql(dialect), params },
  ];
}

// The first lists of a kind, of each conversation. The end is looked up, so that no others are read.
function listsSql(dialect: Dialect, kind: string): string {
  const [from, to] = [`'${kind} '`, `'${kind}!'`]; // "!" is the character after the space
  const end = `select e.list from conversation_lists e where e.user_id = ?1 and e.id = c.id
    and e.list >= ${from} and e.list < ${to} order by e.list limit 1 offset ${limits.conversationLists}`;
  return `select l.id, l.list from conversations c cross join conversation_lists l
    where c.user_id = ?1 and c.id ${dialect.in(2)} and l.user_id = ?1 and l.id = c.id
    and l.list >= ${from} and l.list < coalesce((${end}), ${to})`;
}

// Most conversations are short: all their mails are read in one pass over the index. Of long ones, the ends are looked
// up. A conversation of which all mails are in the trash shows these.
function mailsSql(dialect: Dialect): string {
  const size = 'octet_length(r.doc)';
  const columns = `c.id as conversation, r.key, r.id, r.status, r.received_at, r.created_at, ${size} as bytes,
    case when ${size} <= ${LONG_DOCUMENT} then r.doc end as doc,
    case when ${size} > ${LONG_DOCUMENT} and ${size} <= ${HUGE_DOCUMENT} then ${dialect.members('r.doc', MEMBERS)} end as members`;
  const where = `c.user_id = ?1 and c.id ${dialect.in(2)}`;
  const isShort = `c.mails between 1 and ${SHORT}`;
  return `select ${columns}
    from conversations c cross join emails r
    where ${where} and ${isShort} and r.user_id = ?1 and r.thread_id = c.id and r.deleted_at is null
    union all select ${columns}
    from ${dialect.rowsOfEach('conversations c', 'emails', endsSql())} where ${where} and not ${isShort}`;
}

// The keys of the oldest and the newest mails of a conversation. Drafts do not take the place of others.
function endsSql(): string {
  const some = (mails: string, received: string, order: string, max: number) =>
    `select s.key from (select m.key from emails m where m.user_id = ?1 and m.thread_id = c.id and ${mails}
      and m.received_at ${received} order by m.received_at ${order}, m.id ${order} limit ${max}) s`;
  return ['m.deleted_at is null', 'c.mails = 0']
    .flatMap((mails) => [
      some(mails, 'is not null', 'asc', 1),
      some(`${mails} and m.status <> 'draft'`, 'is not null', 'desc', NEWEST),
      some(`${mails} and m.status <> 'draft'`, 'is null', 'desc', UNDATED),
      some(`${mails} and m.status = 'draft'`, 'is null', 'desc', DRAFTS),
    ])
    .join(' union ');
}

/** The query for the document of a mail that is not with the others because of its size. */
export function documentOf(key: number): Query {
  return { sql: 'select r.doc from emails r where r.user_id = ?1 and r.key = ?2', params: [key] };
}

/** Mails of a conversation: all outside the trash, of these the received ones, or those in the trash. */
export type Selected = 'live' | 'received' | 'trashed';

const CONDITIONS: Record<Selected, string> = {
  live: 'r.deleted_at is null',
  received: "r.deleted_at is null and r.status = 'received'",
  trashed: 'r.deleted_at is not null',
};

/** The query for the ids of the newest of these mails. */
export function mailIdsOf(id: string, selected: Selected, max: number): Query {
  // In the order of the index of conversations: in that of the ids, the engine would go through all mails.
  const sql = `select r.id from emails r where r.user_id = ?1 and r.thread_id = ?2 and ${CONDITIONS[selected]}
    order by r.received_at desc nulls last, r.id desc limit ?3`;
  return { sql, params: [id, max] };
}
