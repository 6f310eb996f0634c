// Full-text search on PostgreSQL: a table of words for each record kind, its index led by the user. The words come
// folded and stand in the tsvector as they are, with their places, so no dictionary of PostgreSQL has a say in what is
// a word. Digits of numbers, and the words of trashed records, are words that begin with a sign no other word has.
import { resources } from '../resources/all.ts';
import type { Matching, Search, SearchIndex, SearchTerm, Value } from './store.ts';
import { isTimeKeyed, WITHIN_BITS } from './time-keys.ts';

const DIGITS = '#';
const TRASH = '\ue002';
const GAP = '\ue000'; // stands between texts; it takes a place and is no word
const MOST_PLACE = 16_383; // the largest place of a tsvector

/** The tables, one for each resource, with the statements that make them. */
export const searchTables = resources.map(({ path }) => ({
  name: `${path}_search`,
  make: [
    `create table ${path}_search (user_id bigint not null, key bigint not null, words tsvector not null, primary key (user_id, key))`,
    `create index ${path}_search_words on ${path}_search using gin (user_id, words)`,
  ],
}));

export function indexed(table: string): string {
  return `select count(*) as n from ${table}_search where user_id = ?1`;
}

export function matching(table: string, _user: number, { terms, trash }: Search, parameter: number): Matching {
  const found = `select s.key from ${table}_search s where s.user_id = ?1 and s.words @@ ?${parameter}::tsquery`;
  const signs = trash === 'without' ? [''] : trash === 'only' ? [TRASH] : ['', TRASH];
  return {
    value: signs.map((sign) => `(${terms.map((term) => expression(term, sign)).join(' & ')})`).join(' | '),
    // As an array the keys are found first: PostgreSQL would else walk all records, newest first, to find a rare word.
    sql: `r.user_id = ?1 and r.key = any(array(${found}))`,
    total: `select count(*) as total from (${found}) f`,
    ...(timeKeyed.has(table) && {
      newest: (most: number) => newest(`(${found}) matched`, most),
      once: (most: number) => ({
        found: `matched as materialized (${found}), found as (select count(*) as total from matched)`,
        newest: newest('matched', most),
      }),
    }),
  };
}

const timeKeyed = new Set(resources.filter(isTimeKeyed).map(({ path }) => path));

// All of the second in which the last of the newest is: the order within a second is not that of the keys.
function newest(matched: string, most: number): string {
  const last = `select (key >> ${WITHIN_BITS}) << ${WITHIN_BITS} from ${matched} order by key desc limit 1 offset ?${most}::bigint - 1`;
  return `r.user_id = ?1 and r.key = any(array(select key from ${matched} where key >= coalesce((${last}), ${Number.MIN_SAFE_INTEGER})))`;
}

function expression({ phrases, digits }: SearchTerm, sign: string): string {
  const numberOf = (one: string | null) => (one === null ? [] : [`${quoted(sign + DIGITS + one)}:*`]);
  const all = phrases.map((phrase) => {
    const joined = phrase.joined === null ? [] : [`${quoted(sign + phrase.joined)}:*`];
    return either([phraseOf(phrase.words, phrase.prefix, sign), ...joined, ...numberOf(phrase.digits)]);
  });
  return either([all.join(' & '), ...numberOf(digits)]);
}

function phraseOf(words: string[], prefix: boolean, sign: string): string {
  return words
    .map((word, index) => quoted(sign + word) + (prefix && index === words.length - 1 ? ':*' : ''))
    .join(' <-> ');
}

function either(parts: string[]): string {
  return `(${parts.map((part) => `(${part})`).join(' | ')})`;
}

/** The words and digits of a record as the text of a tsvector. */
function vectorOf(words: string, digits: string, sign: string): string {
  const places = new Map<string, number[]>();
  for (const [index, word] of words.split(' ').entries()) {
    if (word === '' || word === GAP) continue;
    const known = places.get(word);
    const place = Math.min(index + 1, MOST_PLACE);
    if (known) known.push(place);
    else places.set(word, [place]);
  }
  const placed = [...places].map(([word, at]) => `${quoted(sign + word)}:${at.join(',')}`);
  const numbers = digits.split(' ').filter(Boolean);
  return [...placed, ...numbers.map((number) => quoted(sign + DIGITS + number))].join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export function searchIndex(run: (sql: string, ...params: Value[]) => void): SearchIndex {
  return {
    put(table, key, words, digits, trashed) {
      run(
        `insert into ${table}_search (user_id, key, words) values (?1, ?2, ?3::tsvector)
          on conflict (user_id, key) do update set words = excluded.words`,
        key,
        vectorOf(words, digits, trashed ? TRASH : ''),
      );
    },
    remove: (table, key) => run(`delete from ${table}_search where user_id = ?1 and key = ?2`, key),
  };
}
