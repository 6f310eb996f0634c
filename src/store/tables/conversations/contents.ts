// What a list shows of conversations: their counts, the lists that they are on, and the mails from which the rest is
// taken. Of a long conversation these are its oldest and its newest mails.
import { limits } from '../../../limits.ts';
import type { Dialect, Query } from '../../port.ts';
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
const UNDATED = 2; // drafts and mails that were not sent yet
const LONG_DOCUMENT = 4000; // bytes: a shorter one is sooner read than taken apart by the engine
const HUGE_DOCUMENT = 200_000; // bytes: a longer one is read by itself

/** The queries for the counts, the lists and some mails of these conversations. */
export function contentQueries(dialect: Dialect, ids: readonly string[]): [counts: Query, lists: Query, mails: Query] {
  const params = [dialect.list(ids)];
  const lists = `select l.id, l.list from conversation_lists l where l.user_id = ?1 and l.id ${dialect.in(2)} limit ?3`;
  return [
    { sql: `${SELECT} c.id ${dialect.in(2)}`, params },
    { sql: lists, params: [...params, ids.length * limits.conversationLists] },
    { sql: mailsSql(dialect), params },
  ];
}

// A conversation of which all mails are in the trash shows these.
function mailsSql(dialect: Dialect): string {
  const some = (alias: string, condition: string, order: string, max: number) =>
    `select * from (select ${alias}.key from emails ${alias} where ${alias}.user_id = ?1 and ${alias}.thread_id = c.id
      and (${alias}.deleted_at is null or c.mails = 0) and ${alias}.received_at ${condition}
      order by ${alias}.received_at ${order}, ${alias}.id ${order} limit ${max}) ${alias}_some`;
  const keys = [
    some('o', 'is not null', 'asc', 1),
    some('n', 'is not null', 'desc', NEWEST),
    some('u', 'is null', 'desc', UNDATED),
  ].join(' union ');
  const size = 'octet_length(r.doc)';
  return `select c.id as conversation, r.key, r.id, r.received_at, r.created_at, ${size} as bytes,
    case when ${size} <= ${LONG_DOCUMENT} then r.doc end as doc,
    case when ${size} > ${LONG_DOCUMENT} and ${size} <= ${HUGE_DOCUMENT} then ${dialect.members('r.doc', MEMBERS)} end as members
    from conversations c join emails r on r.user_id = ?1 and r.key in (${keys})
    where c.user_id = ?1 and c.id ${dialect.in(2)}`;
}

/** The query for the document of a mail that is not with the others because of its size. */
export function documentOf(key: number): Query {
  return { sql: 'select r.doc from emails r where r.user_id = ?1 and r.key = ?2', params: [key] };
}

/** Mails of a conversation: all outside the trash, of these the received ones, or those in the trash. */
export type Selected = 'live' | 'received' | 'trashed';

const SELECTED: Record<Selected, string> = {
  live: 'r.deleted_at is null',
  received: "r.deleted_at is null and r.status = 'received'",
  trashed: 'r.deleted_at is not null',
};

/** The query for the ids of the first of these mails. */
export function mailIdsOf(id: string, selected: Selected, max: number): Query {
  const sql = `select r.id from emails r where r.user_id = ?1 and r.thread_id = ?2 and ${SELECTED[selected]} order by r.id limit ?3`;
  return { sql, params: [id, max] };
}
