// Full-text search on PostgreSQL: a table of words for each record kind, its index led by the user. The words come
// folded and stand in the tsvector as they are, with their places, so no dictionary of PostgreSQL has a say in what is
// a word. Digits of numbers are words that begin with a sign no other word has.
import { resources } from '../resources/all.ts';
import type { Matching, Search, SearchIndex, SearchTerm, Value } from './store.ts';

const DIGITS = '#';
const GAP = '\ue000'; // stands between texts; it takes a place and is no word
const MOST_PLACE = 16_383; // the largest place of a tsvector

/** The tables, made once with the schema. */
export const searchTables = resources.flatMap(({ path }) => [
  `create table ${path}_search (user_id bigint not null, key bigint not null, words tsvector not null, primary key (user_id, key))`,
  `create index ${path}_search_words on ${path}_search using gin (user_id, words)`,
]);

export function indexed(table: string): string {
  return `select count(*) as n from ${table}_search where user_id = ?1`;
}

export function matching(table: string, _user: number, { terms }: Search, parameter: number): Matching {
  const sql = `r.user_id = ?1 and r.key in (select s.key from ${table}_search s where s.user_id = ?1 and s.words @@ ?${parameter}::tsquery)`;
  return { sql, value: terms.map(expression).join(' & ') };
}

function expression({ phrases, digits }: SearchTerm): string {
  const all = phrases.map((phrase) => either(phraseOf(phrase.words, phrase.prefix), phrase.digits));
  return either(all.join(' & '), digits);
}

function phraseOf(words: string[], prefix: boolean): string {
  return words.map((word, index) => quoted(word) + (prefix && index === words.length - 1 ? ':*' : '')).join(' <-> ');
}

function either(words: string, digits: string | null): string {
  const parts = [words, digits === null ? '' : `${quoted(DIGITS + digits)}:*`].filter((part) => part !== '');
  return `(${parts.map((part) => `(${part})`).join(' | ')})`;
}

/** The words and digits of a record as the text of a tsvector. */
function vectorOf(words: string, digits: string): string {
  const places = new Map<string, number[]>();
  for (const [index, word] of words.split(' ').entries()) {
    if (word === '' || word === GAP) continue;
    const known = places.get(word);
    const place = Math.min(index + 1, MOST_PLACE);
    if (known) known.push(place);
    else places.set(word, [place]);
  }
  const placed = [...places].map(([word, at]) => `${quoted(word)}:${at.join(',')}`);
  const numbers = digits.split(' ').filter(Boolean);
  return [...placed, ...numbers.map((number) => quoted(DIGITS + number))].join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export function searchIndex(run: (sql: string, ...params: Value[]) => void): SearchIndex {
  return {
    put(table, key, words, digits) {
      run(
        `insert into ${table}_search (user_id, key, words) values (?1, ?2, ?3::tsvector)
          on conflict (user_id, key) do update set words = excluded.words`,
        key,
        vectorOf(words, digits),
      );
    },
    remove: (table, key) => run(`delete from ${table}_search where user_id = ?1 and key = ?2`, key),
  };
}
