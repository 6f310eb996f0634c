// Full-text search on PostgreSQL: a table of words per resource, whose index begins with the user. The folded words are
// stored in the tsvector unchanged with their positions, so no dictionary of PostgreSQL is involved.
import { searchedResources } from '../../resources/resources.ts';
import { GAP, markOf, TRASH_MARK } from '../engine/search-marks.ts';
import {
  LEAST_KEY,
  type SearchSyntax,
  searchExpression,
  startOfSecond,
  timeKeyedTables,
} from '../engine/search-query.ts';
import type { Matching, Search, SearchIndex, Tx } from '../port.ts';

const DIGITS_MARK = '#';
const LAST_POSITION = 16_383; // the largest of a tsvector

/** The tables, one per resource, with the statements that create them. */
export const searchTables = searchedResources.map(({ table }) => ({
  name: `${table}_search`,
  make: [
    `create table ${table}_search (user_id bigint not null, key bigint not null, words tsvector not null, primary key (user_id, key))`,
    `create index ${table}_search_words on ${table}_search using gin (user_id, words)`,
  ],
}));

/** The statement that counts the entries of the index. */
export function countIndexed(table: string): string {
  return `select count(*) as n from ${table}_search where user_id = ?1`;
}

export function matching(table: string, _user: number, search: Search, parameter: number): Matching {
  const found = `select s.key from ${table}_search s where s.user_id = ?1 and s.words @@ ?${parameter}::tsquery`;
  return {
    value: searchExpression(search, syntax),
    // As an array, so that the keys are found first: otherwise PostgreSQL would scan all records to find a rare word.
    sql: `r.user_id = ?1 and r.key = any(array(${found}))`,
    total: `select count(*) as total from (${found}) f`,
    ...(timeKeyedTables.has(table) && {
      newest: (max: number) => newest(`(${found}) matched`, max),
      once: (max: number) => ({
        found: `matched as materialized (${found}), found as (select count(*) as total from matched)`,
        newest: newest('matched', max),
      }),
    }),
  };
}

const syntax: SearchSyntax = {
  and: ' & ',
  or: ' | ',
  andNot: ' & !',
  digitsMark: DIGITS_MARK,
  phrase: (words, isPrefix) => words.map(quoted).join(' <-> ') + (isPrefix ? ':*' : ''),
};

function newest(matched: string, max: number): string {
  const last = `select ${startOfSecond('key')} from ${matched} order by key desc limit 1 offset ?${max}::bigint - 1`;
  return `r.user_id = ?1 and r.key = any(array(select key from ${matched} where key >= coalesce((${last}), ${LEAST_KEY})))`;
}

/** The words and digits of a record as the text of a tsvector. The words of each mark have their own positions. */
function vectorOf(words: string, digits: string, mark: string): string {
  const positions = new Map<string, number[]>();
  const ends = new Map<string, number>();
  for (const word of words.split(' ')) {
    if (word === '') continue;
    const position = Math.min((ends.get(markOf(word)) ?? 0) + 1, LAST_POSITION);
    ends.set(markOf(word), position);
    if (word.endsWith(GAP)) continue; // it occupies a position and is not a word
    const known = positions.get(word);
    if (known) known.push(position);
    else positions.set(word, [position]);
  }
  const placed = [...positions].map(([word, at]) => `${quoted(mark + word)}:${at.join(',')}`);
  const numbers = digits.split(' ').filter(Boolean);
  return [...placed, ...numbers.map((number) => quoted(mark + DIGITS_MARK + number))].join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export function searchIndex(run: Tx['run']): SearchIndex {
  return {
    put(table, key, words, digits, trashed) {
      run(
        `insert into ${table}_search (user_id, key, words) values (?1, ?2, ?3::tsvector)
          on conflict (user_id, key) do update set words = excluded.words`,
        key,
        vectorOf(words, digits, trashed ? TRASH_MARK : ''),
      );
    },
    remove: (table, key) => run(`delete from ${table}_search where user_id = ?1 and key = ?2`, key),
  };
}
