// Full-text search on SQLite: an FTS5 table per resource and user, so that a search reads nothing of other users. The
// `ascii` tokenizer splits the folded words at spaces and leaves all other letters unchanged. All words are in one
// column, because a search in one of several columns makes FTS5 read the positions of every match. Prefixes of three
// letters have their own index (30 % of the cost of an insert; such a search over a million mails takes 0.1 s instead
// of 0.8 s).
import type { StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import { searchedResources } from '../../resources/resources.ts';
import { TRASH_MARK } from '../engine/search-marks.ts';
import {
  LEAST_KEY,
  type SearchSyntax,
  searchExpression,
  startOfSecond,
  termsOf,
  timeKeyedTables,
} from '../engine/search-query.ts';
import type { Progress } from '../engine/transaction.ts';
import type { Matching, Search, SearchIndex, SearchTerm, Value } from '../port.ts';
import { INDEXED_PREFIX } from './prefixes.ts';

const DIGITS_MARK = '\ue001';

/** The statements that create the search tables of a user. */
export function searchTables(user: number): string[] {
  return searchedResources.flatMap(({ table }) => {
    const name = tableOf(table, user);
    return [searchTable(name), leaveMerging(name)];
  });
}

/** The statement that leaves merging to merging.ts; it is stored in the table. */
export function leaveMerging(name: string): string {
  return `insert into ${name} (${name}, rank) values ('automerge', 0)`;
}

export function searchTable(name: string): string {
  return `create virtual table ${name} using fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='${INDEXED_PREFIX}')`;
}

export function matching(table: string, user: number, search: Search, parameter: number): Matching {
  const name = tableOf(table, user);
  const found = `select rowid from ${name} where ${name} match ?${parameter}`;
  const isTimeKeyed = timeKeyedTables.has(table);
  return {
    value: searchExpression(search, syntax),
    index: name,
    // The plus sign before user_id prevents SQLite from scanning all of the user's records: the words come first.
    sql: `+r.user_id = ?1 and r.key in (${found})`,
    total: `select count(*) as total from ${name} where ${name} match ?${parameter} and ?1 = ${user}`,
    ...(isTimeKeyed && { newest: (max: number) => newest(found, max) }),
    ...(isTimeKeyed &&
      termsOf(search.node).some(isGathered) && {
        once: (max: number) => ({ found: countAndRecent(name, parameter), newest: newest(RECENT, max) }),
      }),
  };
}

// Every word is quoted, so that none is an operator of FTS5.
const syntax: SearchSyntax = {
  and: ' AND ',
  or: ' OR ',
  andNot: ' NOT ',
  digitsMark: DIGITS_MARK,
  phrase: (words, isPrefix) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`,
};

// For a prefix without its own index FTS5 first collects the positions of all matching words, which is most of the
// work. So this is done once for the total and the page (a word in a tenth of a million mails: 28 ms instead of 56).
// The result has the keys among the newest records; a page further back needs a separate query.
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
  const since = `select ${startOfSecond('id')} from ${name}_docsize order by id desc limit 1 offset ${RECENT_RECORDS}`;
  return `found as materialized (select count(*) as total, json_group_array(rowid) filter (where rowid >= coalesce((${since}), ${LEAST_KEY})) as keys
    from ${name} where ${name} match ?${parameter})`;
}

function newest(found: string, max: number): string {
  const last = `${found} order by rowid desc limit 1 offset ?${max} - 1`;
  return `+r.user_id = ?1 and r.key in (${found} and rowid >= coalesce((select ${startOfSecond('rowid')} from (${last})), ${LEAST_KEY}))`;
}

/** A change of the index; without a text the entry is removed. */
export interface Entry {
  table: string;
  key: number;
  text: string | null;
}

/** Collects the changes of a transaction; they are written together at its end (see writeEntries). */
export function searchIndex(progress: Progress, entries: Entry[]): SearchIndex {
  const add = (table: string, key: number, text: string | null) => {
    progress.written = true;
    entries.push({ table: tableOf(table, progress.user), key, text });
  };
  return {
    put(table, key, words, digits, trashed) {
      const text = digits === '' ? words : `${words} ${marked(digits, DIGITS_MARK)}`;
      add(table, key, trashed ? marked(text, TRASH_MARK) : text);
    },
    remove: (table, key) => add(table, key, null),
  };
}

function marked(words: string, mark: string): string {
  return mark + words.replaceAll(' ', ` ${mark}`);
}

/**
 * Writes the entries without other statements between them: FTS5 buffers the words of a transaction in memory until a
 * statement that could be rolled back separately comes between, and then flushes them. Fifty new mails in one
 * transaction take a third of the time this way. Other requests are served in between.
 */
export async function writeEntries(entries: readonly Entry[], prepare: (sql: string) => StatementSync): Promise<void> {
  let end = performance.now() + limits.slice;
  for (const { table, key, text } of entries) {
    if (text === null) runBig(prepare(`delete from ${table} where rowid = ?1`), [key]);
    else runBig(prepare(`insert or replace into ${table} (rowid, words) values (?1, ?2)`), [key, text]);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + limits.slice;
  }
}

/**
 * Runs a statement on a connection that also writes search entries: FTS5 leaves a last rowid that does not fit into a
 * JavaScript number. Node reads it after every statement, and would throw.
 */
export function runBig(statement: StatementSync, values: Value[] = []): ReturnType<StatementSync['run']> {
  statement.setReadBigInts(true);
  return statement.run(...values);
}

/** The statement that counts the entries of the index. */
export function countIndexed(table: string, user: number): string {
  return `select count(*) as n from ${tableOf(table, user)}_docsize where ?1 = ${user}`;
}

export function tableOf(table: string, user: number): string {
  if (!Number.isSafeInteger(user)) throw new Error('a search table without its user');
  return `${table}_search_${user}`;
}
