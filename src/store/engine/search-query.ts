// Search expressions of both engines. The words are already folded, so the definition of a word is the same on both
// engines. Digits of numbers, and the words of trashed records, have a prefix that no other word has: an index needs
// only one column for all of them.
import { searchedResources } from '../../resources/resources.ts';
import type { Phrase, Search, SearchTerm } from '../port.ts';
import { isTimeKeyed, WITHIN_BITS } from './time-keys.ts';

/** Prefix of the words of trashed records. */
export const TRASH_MARK = '\ue002';

/** How an engine formats a search expression. */
export interface SearchSyntax {
  and: string;
  or: string;
  /** Prefix of digits. */
  digitsMark: string;
  /** Consecutive words; with `isPrefix` the last one is a prefix. */
  phrase(words: string[], isPrefix: boolean): string;
}

/** The expression for records that match all terms. */
export function searchExpression({ terms, trash }: Search, syntax: SearchSyntax): string {
  const marks = trash === 'without' ? [''] : trash === 'only' ? [TRASH_MARK] : ['', TRASH_MARK];
  return marks
    .map((mark) => `(${terms.map((term) => termExpression(term, mark, syntax)).join(syntax.and)})`)
    .join(syntax.or);
}

function termExpression({ phrases, digits }: SearchTerm, mark: string, syntax: SearchSyntax): string {
  const all = phrases.map((phrase) => phraseExpression(phrase, mark, syntax)).join(syntax.and);
  return either([all, ...beginnings(digits, mark + syntax.digitsMark, syntax)], syntax);
}

function phraseExpression({ words, prefix, digits, joined }: Phrase, mark: string, syntax: SearchSyntax): string {
  const exact = syntax.phrase(
    words.map((word) => mark + word),
    prefix,
  );
  const others = [...beginnings(joined, mark, syntax), ...beginnings(digits, mark + syntax.digitsMark, syntax)];
  return either([exact, ...others], syntax);
}

function beginnings(word: string | null, mark: string, syntax: SearchSyntax): string[] {
  return word === null ? [] : [syntax.phrase([mark + word], true)];
}

function either(parts: string[], { or }: SearchSyntax): string {
  return `(${parts.map((part) => `(${part})`).join(or)})`;
}

/** Tables whose keys are in the order of time: the newest matches have the largest keys. */
export const timeKeyedTables: ReadonlySet<string> = new Set(
  searchedResources.filter(isTimeKeyed).map(({ table }) => table),
);

/** The first key of the second of a key: keys within a second are not ordered by time. */
export function startOfSecond(key: string): string {
  return `(${key} >> ${WITHIN_BITS}) << ${WITHIN_BITS}`;
}

/** Less than or equal to every key. */
export const LEAST_KEY = Number.MIN_SAFE_INTEGER;
