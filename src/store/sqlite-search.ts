// Full-text search on SQLite: an FTS5 table for each record kind and user, so that a search reads nothing of another
// user's. The words come folded, one blank between them; the `ascii` tokenizer leaves every other letter alone, so
// what is a word is decided by our own code and is the same on both engines.

import { resources } from '../resources/all.ts';
import type { SearchIndex, SearchTerm, Tx, Value } from './store.ts';

export async function addSearchTables(tx: Tx, user: number): Promise<void> {
  for (const { path } of resources) {
    await tx.run(
      `create virtual table ${tableOf(path, user)} using fts5(words, digits, content='', contentless_delete=1, tokenize='ascii')`,
    );
  }
}

export function matching(
  table: string,
  user: number,
  terms: SearchTerm[],
  parameter: number,
): { sql: string; value: string } {
  const name = tableOf(table, user);
  // The sign before user_id keeps SQLite from walking all of the user's records: the words come first.
  const sql = `+r.user_id = ?1 and r.key in (select rowid from ${name} where ${name} match ?${parameter})`;
  return { sql, value: terms.map(expression).join(' AND ') };
}

// Every word stands in quotes, so none of it can be an operator of FTS5.
function expression({ phrases, digits }: SearchTerm): string {
  const all = phrases.map((phrase) => {
    const words = `words : "${phrase.words.join(' ')}"${phrase.prefix ? ' *' : ''}`;
    return orDigits(words, phrase.words.length > 0, phrase.digits);
  });
  return orDigits(all.join(' AND '), true, digits);
}

function orDigits(words: string, some: boolean, digits: string | null): string {
  if (digits === null) return `(${words})`;
  return some ? `((${words}) OR (digits : "${digits}" *))` : `(digits : "${digits}" *)`;
}

export function searchIndex(user: number, run: (sql: string, ...params: Value[]) => number): SearchIndex {
  return {
    put(table, key, words, digits) {
      const name = tableOf(table, user);
      run(
        `insert or replace into ${name} (rowid, words, digits) select ?2, ?3, ?4 where ?1 = ${user}`,
        key,
        words,
        digits,
      );
    },
    remove(table, key) {
      run(`delete from ${tableOf(table, user)} where rowid = ?2 and ?1 = ${user}`, key);
    },
  };
}

/** The statement that counts what is in the index. */
export function indexed(table: string, user: number): string {
  return `select count(*) as n from ${tableOf(table, user)}_docsize where ?1 = ${user}`;
}

function tableOf(table: string, user: number): string {
  if (!Number.isSafeInteger(user)) throw new Error('a search without its user');
  return `${table}_search_${user}`;
}
