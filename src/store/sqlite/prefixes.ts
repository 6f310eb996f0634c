// Makes searches for beginnings of words faster. For a beginning FTS5 first merges the positions of every word that has
// it, the word itself included, which is nearly always the most frequent of them. So the expression asks for the word
// itself, which FTS5 reads lazily and skips through, or for the longer words by their next letter. It finds the same.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Value } from '../port.ts';

/** Beginnings with this many letters have an index of their own. */
export const INDEXED_PREFIX = 3;

const BEGINNING = /"([^" ]+)" \*/g; // of one word, as the expressions in search.ts are written
const MOST_LETTERS = 40; // after a beginning; with more, one merge is faster
const LAST = '\u{10ffff}';

/** Rewrites the expressions of searches on a connection; to be created outside of a transaction. */
export function createPrefixReader(db: DatabaseSync) {
  const words = new Map<string, StatementSync>();
  return {
    /** Prepares for a search table; outside of a transaction too. */
    open(table: string): void {
      if (words.has(table)) return;
      db.exec(`create virtual table temp.${table}_words using fts5vocab('main', '${table}', 'row')`);
      words.set(table, db.prepare(`select term from temp.${table}_words where term >= ?1 and term < ?2 limit 1`));
    },
    rewrite(table: string, expression: Value): Value {
      const next = words.get(table) as StatementSync;
      const firstWord = (from: string, end: string) => next.get(from, end)?.term as string | undefined;
      return String(expression).replace(BEGINNING, (whole, word: string) => {
        const letters = [...word].length > INDEXED_PREFIX ? nextLetters(word, firstWord) : null;
        if (!letters) return whole;
        return `("${[`${word}"`, ...letters.map((letter) => `${word}${letter}" *`)].join(' OR "')})`;
      });
    },
  };
}

/** The letters that follow a beginning in longer words; null if there are many. */
export function nextLetters(
  word: string,
  firstWord: (from: string, end: string) => string | undefined,
): string[] | null {
  const letters: string[] = [];
  for (let from = `${word}\u0001`; ; ) {
    const found = firstWord(from, word + LAST);
    if (found === undefined) return letters;
    if (letters.length >= MOST_LETTERS) return null;
    const letter = String.fromCodePoint(found.codePointAt(word.length) as number);
    letters.push(letter);
    from = word + letter + LAST;
  }
}
