// Addresses that the user has corresponded with: each use of an address by a mail or a contact, and for each address the
// sums over its uses, its rank and its words. All of it is derived from the records.
import type { Dialect, Query, Row, Tx } from '../../port.ts';

export const correspondentTables = ['correspondents', 'correspondent_uses', 'correspondent_words'];

/** In which way a record uses an address: the user wrote to it, it wrote, a program or a list wrote, a contact has it. */
export type UseKind = 'written' | 'received' | 'bulk' | 'contact';

/** One use of an address by a record. */
export interface Use {
  /** Normalised: the same for every spelling. */
  address: string;
  kind: UseKind;
  /** Milliseconds: when the mail was sent or received, or the contact was created. */
  at: number;
  recordId: string;
  /** Of the person, as the record has it. */
  name: string | null;
  /** The address as it is written there. */
  shown: string;
  /** Of a contact: the words that find it. */
  words: string | null;
}

/** The sums over the uses of an address. */
export interface Correspondent {
  address: string;
  /** As the first of its mails has it; empty without mail. */
  shown: string;
  written: number;
  received: number;
  bulk: number;
  score: number;
  last_written_at: number | null;
  /** From the latest mail that has one, and when that was. */
  mail_name: string | null;
  name_at: number | null;
  mail_words: string;
  contact_id: string | null;
  contact_name: string | null;
  /** The sort key of the name. */
  contact_order: string | null;
  /** The address as the contact has it. */
  contact_shown: string | null;
  contact_words: string;
}

/** Adds a use; returns false if it is there already. */
export async function addUse(tx: Tx, { address, kind, at, recordId, name, shown, words }: Use): Promise<boolean> {
  const sql = `insert into correspondent_uses (user_id, address, kind, at, record_id, name, shown, words)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do nothing`;
  return (await tx.count(sql, address, kind, at, recordId, name, shown, words)) === 1;
}

/** Drops a use; returns false if it is not there. */
export async function dropUse(tx: Tx, { address, kind, at, recordId }: Use): Promise<boolean> {
  const sql = `delete from correspondent_uses
    where user_id = ?1 and address = ?2 and kind = ?3 and at = ?4 and record_id = ?5`;
  return (await tx.count(sql, address, kind, at, recordId)) === 1;
}

const USE =
  'select at, record_id, name, shown, words from correspondent_uses where user_id = ?1 and address = ?2 and kind = ?3';

/** The latest uses of a kind, newest first. */
export async function latestUses(tx: Tx, address: string, kind: UseKind, max: number): Promise<Use[]> {
  return readUses(await tx.all(`${USE} order by at desc, record_id desc limit ${max}`, address, kind), address, kind);
}

/** The first use of a kind. */
export async function firstUse(tx: Tx, address: string, kind: UseKind): Promise<Use | undefined> {
  return readUses(await tx.all(`${USE} order by at, record_id limit 1`, address, kind), address, kind)[0];
}

function readUses(rows: Row[], address: string, kind: UseKind): Use[] {
  return rows.map(({ at, record_id, name, shown, words }) => ({
    ...{ address, kind, at: Number(at), recordId: record_id as string },
    ...{ name: name as string | null, shown: shown as string, words: words as string | null },
  }));
}

const COLUMNS = [
  ...['shown', 'written', 'received', 'bulk', 'score', 'last_written_at'],
  ...['mail_name', 'name_at', 'mail_words'],
  ...['contact_id', 'contact_name', 'contact_order', 'contact_shown', 'contact_words'],
] as const;
const SELECT = `select address, ${COLUMNS.join(', ')} from correspondents where user_id = ?1`;

export function readCorrespondent(row: Row): Correspondent {
  const numbers = ['written', 'received', 'bulk', 'score'].map((name) => [name, Number(row[name])]);
  return { ...row, ...Object.fromEntries(numbers) } as unknown as Correspondent;
}

/** Those of the addresses that exist, by address. */
export async function findCorrespondents(tx: Tx, addresses: readonly string[]): Promise<Map<string, Correspondent>> {
  const { dialect } = tx;
  const rows = await tx.all(`${SELECT} and address ${dialect.in(2)}`, dialect.list(addresses));
  return new Map(rows.map((row) => [row.address as string, readCorrespondent(row)]));
}

const PUT = `insert into correspondents (user_id, address, ${COLUMNS.join(', ')})
  values (?1, ?2, ${COLUMNS.map((_, index) => `?${index + 3}`).join(', ')})
  on conflict (user_id, address) do update set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export function putCorrespondent(tx: Tx, row: Correspondent): void {
  tx.run(PUT, row.address, ...COLUMNS.map((name) => row[name]));
}

export function dropCorrespondent(tx: Tx, address: string): void {
  tx.run('delete from correspondents where user_id = ?1 and address = ?2', address);
}

export function addWord(tx: Tx, word: string, address: string): void {
  const sql = 'insert into correspondent_words (user_id, word, address) values (?1, ?2, ?3) on conflict do nothing';
  tx.run(sql, word, address);
}

export function dropWord(tx: Tx, word: string, address: string): void {
  tx.run('delete from correspondent_words where user_id = ?1 and word = ?2 and address = ?3', word, address);
}

/** The query for the best of all. */
export function bestQuery(max: number): Query {
  return { sql: `${SELECT} order by score desc limit ?2`, params: [max] };
}

/** The query for the best of the addresses of contacts. */
export function bestContactsQuery(max: number): Query {
  return { sql: `${SELECT} and contact_id is not null order by score desc limit ?2`, params: [max] };
}

/** The query for the addresses of contacts in the order of their names. */
export function contactsQuery(max: number): Query {
  return { sql: `${SELECT} and contact_id is not null order by contact_order, address limit ?2`, params: [max] };
}

/** Which correspondents are looked for, and of what the rows may depend. */
export interface Matching {
  /** Beginnings of words; at least one. */
  terms: readonly string[];
  emails: boolean;
  contacts: boolean;
}

const LAST = '\u{10ffff}'; // after every other character, on both engines

/**
 * The query for those that have words with all of these beginnings: by rank, or by name without mail. The orders are
 * those of no index, so that no engine goes through all correspondents in the order of one.
 */
export function matchingQuery({ terms, emails, contacts }: Matching, max: number): Query {
  const longest = terms.reduce((best, term) => (term.length > best.length ? term : best));
  const words = [...(emails ? ['mail_words'] : []), ...(contacts ? ['contact_words'] : [])];
  const visible = [
    ...(emails ? ['written + received + bulk > 0'] : []),
    ...(contacts ? ['contact_id is not null'] : []),
  ];
  const has = terms.map((_, index) => `' ' || ${words.join(" || ' ' || ")} like ?${index + 5} escape '!'`);
  const order = emails ? `${peopleFirst(contacts)}, +score desc, address` : "contact_order || '', address";
  const sql = `${SELECT} and address in
    (select w.address from correspondent_words w where w.user_id = ?1 and w.word >= ?2 and w.word < ?3)
    and (${visible.join(' or ')}) and ${has.join(' and ')} order by ${order} limit ?4`;
  const patterns = terms.map((term) => `% ${term.replaceAll(/[%_!]/g, '!$&')}%`);
  return { sql, params: [longest, longest + LAST, max, ...patterns] };
}

function peopleFirst(contacts: boolean): string {
  return `case when written + received > 0 ${contacts ? 'or contact_id is not null ' : ''}then 0 else 1 end`;
}

/** The queries for the user's own addresses: the first has `address`, the second `members` with it. */
export function ownAddressesQueries(dialect: Dialect): Query[] {
  return [
    { sql: 'select address from accounts where user_id = ?1', params: [] },
    { sql: `select ${dialect.members('doc', ['address'])} as members from identities where user_id = ?1`, params: [] },
  ];
}

/** The query for the pictures of contacts, as `members`. */
export function picturesQuery(dialect: Dialect, ids: readonly string[]): Query {
  const sql = `select id, ${dialect.members('doc', ['avatar_path'])} as members from contacts where user_id = ?1 and id ${dialect.in(2)}`;
  return { sql, params: [dialect.list(ids)] };
}

/** Deletes everything of all users, in a transaction of the catalogue. */
export function clearCorrespondents(tx: Tx): void {
  for (const table of correspondentTables) tx.run(`delete from ${table}`);
}

/** For a check across users: how many uses each has. */
export const useCounts: Query = {
  sql: 'select user_id, count(*) as n from correspondent_uses group by user_id',
  params: [],
};

/** For a check across users: not 0 while the rows are still to be computed. */
export const pendingFills: Query = {
  sql: `select (select count(*) from jobs where kind = 'correspondents')
    + (select case when exists (select 1 from notes where name = 'correspondents') then 0 else 1 end) as n`,
  params: [],
};
