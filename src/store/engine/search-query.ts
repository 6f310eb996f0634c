// Search expressions of both engines. The words are already folded, so the definition of a word is the same on both
// engines. Digits of numbers, and words with a mark (search-marks.ts), have a prefix that no other word has: an index
// needs only one column for all of them.
import { searchedResources } from '../../resources/resources.ts';
import type { Phrase, Search, SearchNode, SearchScope, SearchTerm } from '../port.ts';
import { FIELD_MARKS, FURTHER_MARK, TRASH_MARK } from './search-marks.ts';
import { isTimeKeyed, WITHIN_BITS } from './time-keys.ts';

/** How an engine formats a search expression. */
export interface SearchSyntax {
  and: string;
  or: string;
  /** Between what must match and what must not. */
  andNot: string;
  /** Prefix of digits. */
  digitsMark: string;
  /** Consecutive words; with `isPrefix` the last one is a prefix. */
  phrase(words: string[], isPrefix: boolean): string;
}

/** The expression for records that match. */
export function searchExpression({ node, trash }: Search, syntax: SearchSyntax): string {
  const marks = trash === 'without' ? [''] : trash === 'only' ? [TRASH_MARK] : ['', TRASH_MARK];
  return either(
    marks.map((mark) => nodeExpression(node, mark, syntax)),
    syntax,
  );
}

function nodeExpression(node: SearchNode, mark: string, syntax: SearchSyntax): string {
  const expression = (part: SearchNode) => nodeExpression(part, mark, syntax);
  switch (node.type) {
    case 'term':
      return termExpression(node.term, marksOf(node.scope, mark), syntax);
    case 'or':
      return either(node.parts.map(expression), syntax);
    case 'and': {
      const wanted = node.parts.filter(({ type }) => type !== 'not').map(expression);
      const unwanted = node.parts.flatMap((part) => (part.type === 'not' ? [expression(part.part)] : []));
      const all = `(${wanted.join(syntax.and)})`;
      return unwanted.length === 0 ? all : `(${all}${syntax.andNot}${either(unwanted, syntax)})`;
    }
    case 'not':
      throw new Error('a search for what does not match needs something that does');
  }
}

/** The marks of the words that a term is compared with. Only the main texts, whose mark is the first, have digits. */
interface Marks {
  words: string[];
  digits: string | null;
}

function marksOf(scope: SearchScope, mark: string): Marks {
  if (scope === 'main') return { words: [mark], digits: mark };
  if (scope === 'all') return { words: [mark, mark + FURTHER_MARK], digits: mark };
  return { words: [mark + FIELD_MARKS[scope.field]], digits: null };
}

function termExpression({ phrases, digits }: SearchTerm, marks: Marks, syntax: SearchSyntax): string {
  const all = phrases.map((phrase) => phraseExpression(phrase, marks, syntax)).join(syntax.and);
  return either([all, ...digitBeginning(digits, marks, syntax)], syntax);
}

function phraseExpression({ words, prefix, digits, joined }: Phrase, marks: Marks, syntax: SearchSyntax): string {
  const exact = marks.words.map((mark) =>
    syntax.phrase(
      words.map((word) => mark + word),
      prefix,
    ),
  );
  const whole = joined === null ? [] : marks.words.map((mark) => syntax.phrase([mark + joined], true));
  return either([...exact, ...whole, ...digitBeginning(digits, marks, syntax)], syntax);
}

function digitBeginning(digits: string | null, marks: Marks, { digitsMark, phrase }: SearchSyntax): string[] {
  return digits === null || marks.digits === null ? [] : [phrase([marks.digits + digitsMark + digits], true)];
}

function either(parts: string[], { or }: SearchSyntax): string {
  return parts.length === 1 ? `(${parts[0]})` : `(${parts.map((part) => `(${part})`).join(or)})`;
}

/** The terms of a combination. */
export function termsOf(node: SearchNode): SearchTerm[] {
  if (node.type === 'term') return [node.term];
  return node.type === 'not' ? termsOf(node.part) : node.parts.flatMap(termsOf);
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
