// Full-text search on SQLite: an FTS5 table for each record kind and user, so that a search reads nothing of another
// user's. The words come folded, one blank between them; the `ascii` tokenizer leaves every other letter alone, so
// what is a word is decided by our own code and is the same on both engines. All stands in one column, because looking
// into one of several costs FTS5 the places of every match: digits of numbers and the words of trashed records are
// words that begin with a sign that no other word has. A prefix of three letters has an index of its own (30 % of the
// cost of an insert; a search for one over a million mails takes 0.1 s and not 0.8 s).
import type { StatementSync } from 'node:sqlite';
import { resources } from '../resources/all.ts';
import type { Matching, Search, SearchIndex, SearchTerm, Tx, Value } from './store.ts';
import { isTimeKeyed, WITHIN_BITS } from './time-keys.ts';

const DIGITS = '\ue001';
const TRASH = '\ue002';
const INDEXED_PREFIX = 3;

export async function addSearchTables(tx: Tx, user: number): Promise<void> {
  for (const { path } of resources) {
    tx.run(searchTable(tableOf(path, user)));
  }
}

export function searchTable(name: string): string {
  return `create virtual table ${name} using fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='${INDEXED_PREFIX}')`;
}

export function matching(table: string, user: number, { terms, trash }: Search, parameter: number): Matching {
  const name = tableOf(table, user);
  const found = `select rowid from ${name} where ${name} match ?${parameter}`;
  const signs = trash === 'without' ? [''] : trash === 'only' ? [TRASH] : ['', TRASH];
  return {
    value: signs.map((sign) => `(${terms.map((term) => expression(term, sign)).join(' AND ')})`).join(' OR '),
    // The sign before user_id keeps SQLite from walking all of the user's records: the words come first.
    sql: `+r.user_id = ?1 and r.key in (${found})`,
    total: `select count(*) as total from ${name} where ${name} match ?${parameter} and ?1 = ${user}`,
    ...(timeKeyed.has(table) && { newest: (most: number) => newest(found, most) }),
    ...(timeKeyed.has(table) &&
      terms.some(isGathered) && {
        once: (most: number) => ({ found: countAndRecent(name, parameter), newest: newest(RECENT, most) }),
      }),
  };
}

// For a prefix without an index of its own FTS5 first gathers the places of all words that begin so, which is most of
// the work. So that is done once for the total and the page (a word in a tenth of a million mails: 28 ms and not 56).
// Kept are the keys among the newest records; who looks further back has to ask again.
function isGathered({ phrases, digits }: SearchTerm): boolean {
  return (
    digits !== null ||
    phrases.some(
      ({ words, prefix, digits, joined }) =>
        digits !== null || joined !== null || (prefix && words.at(-1)?.length !== INDEXED_PREFIX),
    )
  );
}

const RECENT_RECORDS = 20_000;
const RECENT = 'select rowid from (select value as rowid from json_each((select keys from found))) where true';

function countAndRecent(name: string, parameter: number): string {
  const since = `select (id >> ${WITHIN_BITS}) << ${WITHIN_BITS} from ${name}_docsize order by id desc limit 1 offset ${RECENT_RECORDS}`;
  return `found as materialized (select count(*) as total, json_group_array(rowid) filter (where rowid >= coalesce((${since}), ${Number.MIN_SAFE_INTEGER})) as keys
    from ${name} where ${name} match ?${parameter})`;
}

const timeKeyed = new Set(resources.filter(isTimeKeyed).map(({ path }) => path));

// All of the second in which the last of the newest is: the order within a second is not that of the keys.
function newest(found: string, most: number): string {
  const last = `${found} order by rowid desc limit 1 offset ?${most} - 1`;
  return `+r.user_id = ?1 and r.key in (${found} and rowid >= coalesce((select (rowid >> ${WITHIN_BITS}) << ${WITHIN_BITS} from (${last})), ${Number.MIN_SAFE_INTEGER}))`;
}

// Every word stands in quotes, so none of it can be an operator of FTS5.
function expression({ phrases, digits }: SearchTerm, sign: string): string {
  const numberOf = (one: string | null) => (one === null ? [] : [`"${sign}${DIGITS}${one}" *`]);
  const all = phrases.map((phrase) => {
    const words = phrase.words.map((word) => sign + word).join(' ');
    const joined = phrase.joined === null ? [] : [`"${sign}${phrase.joined}" *`];
    return either([`"${words}"${phrase.prefix ? ' *' : ''}`, ...joined, ...numberOf(phrase.digits)]);
  });
  return either([all.join(' AND '), ...numberOf(digits)]);
}

function either(parts: string[]): string {
  return `(${parts.map((part) => `(${part})`).join(' OR ')})`;
}

/** What is to become of an entry of the index; null takes it out. */
export interface Entry {
  table: string;
  key: number;
  text: string | null;
}

/** Collects the entries of a transaction; they are written together at its end (see writeEntries). */
export function searchIndex(user: number, entries: Entry[]): SearchIndex {
  return {
    put(table, key, words, digits, trashed) {
      const numbers = digits === '' ? '' : ` ${DIGITS}${digits.replaceAll(' ', ` ${DIGITS}`)}`;
      const text = words + numbers;
      entries.push({
        table: tableOf(table, user),
        key,
        text: trashed ? TRASH + text.replaceAll(' ', ` ${TRASH}`) : text,
      });
    },
    remove: (table, key) => void entries.push({ table: tableOf(table, user), key, text: null }),
  };
}

/**
 * Writes the entries, one after the other with nothing between them: FTS5 keeps the words of a transaction together in
 * memory until a statement that could be undone by itself comes between, and then writes them out. Fifty new mails in
 * one transaction take a third of the time this way.
 */
export function writeEntries(entries: readonly Entry[], prepare: (sql: string) => StatementSync): void {
  for (const { table, key, text } of entries) {
    if (text === null) runBig(prepare(`delete from ${table} where rowid = ?1`), [key]);
    else runBig(prepare(`insert or replace into ${table} (rowid, words) values (?1, ?2)`), [key, text]);
  }
}

/**
 * Runs a statement on a connection that also writes search entries: FTS5 leaves a last rowid behind that is larger than
 * a number can hold, which node reports after every statement, and would throw.
 */
export function runBig(statement: StatementSync, values: Value[] = []): ReturnType<StatementSync['run']> {
  statement.setReadBigInts(true);
  return statement.run(...values);
}

/** The statement that counts what is in the index. */
export function indexed(table: string, user: number): string {
  return `select count(*) as n from ${tableOf(table, user)}_docsize where ?1 = ${user}`;
}

export function tableOf(table: string, user: number): string {
  if (!Number.isSafeInteger(user)) throw new Error('a search without its user');
  return `${table}_search_${user}`;
}
