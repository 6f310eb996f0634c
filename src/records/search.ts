// Full-text search: the terms of a query. They are folded as the words of the index are (indexed-text.ts), so both
// engines find the same records.
import type { Phrase, SearchTerm } from '../store/port.ts';
import type { IndexedText } from './indexed-text.ts';
import { cutWord, digitsIn, FEWEST_DIGITS, readWords } from './words/search-words.ts';
import { umlautWords } from './words/umlauts.ts';

/** Whether a text has all terms: what the engines decide by their index, for a text that is not in it by itself. */
export function hasTerms({ words, digits }: IndexedText, terms: readonly SearchTerm[]): boolean {
  const indexed = words.split(' ');
  const numbers = digits.split(' ');
  const begins = (among: string[], beginning: string | null) =>
    beginning !== null && among.some((word) => word.startsWith(beginning));
  const hasPhrase = (phrase: Phrase) =>
    begins(indexed, phrase.joined) ||
    begins(numbers, phrase.digits) ||
    indexed.some((_, at) => phrase.words.every((word, place) => fits(indexed[at + place], word, phrase, place)));
  return terms.every((term) => term.phrases.every(hasPhrase) || begins(numbers, term.digits));
}

function fits(indexed: string | undefined, word: string, { words, prefix }: Phrase, place: number): boolean {
  if (indexed === word) return true;
  return prefix && place === words.length - 1 && indexed?.startsWith(word) === true;
}

/** The terms of a query as typed; null if it contains no word and therefore matches nothing. */
export function searchTerms(text: string): SearchTerm[] | null {
  const terms: SearchTerm[] = [];
  let run: string[] = []; // neighbouring words that could together be a telephone number
  const endRun = () => {
    if (run.length > 0) terms.push(numberTerm(run));
    run = [];
  };
  for (const [, quoted, word] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const { words, joined } = readWords(quoted ?? (word as string));
    if (words.length === 0) continue; // only punctuation
    if (word !== undefined && couldBeNumber(words)) {
      run.push(word);
      continue;
    }
    endRun();
    const whole = word !== undefined && joined[0] === words.join('') ? joined[0] : spelledOut(word, words);
    terms.push({ phrases: phrasesOf(words, word !== undefined, whole), digits: null });
  }
  endRun();
  const distinct = new Map(terms.map((term) => [JSON.stringify(term), term]));
  return distinct.size > 0 ? [...distinct.values()] : null;
}

/** A word with umlauts as the texts have it that are written without. */
function spelledOut(typed: string | undefined, words: readonly string[]): string | null {
  return typed === undefined || words.length > 1 ? null : (umlautWords(typed)[0] ?? null);
}

// A word of digits may be part of a telephone number, however it is punctuated.
function couldBeNumber(words: string[]): boolean {
  return words.length <= PHRASE_WORDS && words.every((word) => /^\d+$/.test(word));
}

/** How many words the terms have; a phrase counts once. */
export function countWords(terms: SearchTerm[]): number {
  return terms.reduce((sum, { phrases }) => sum + phrases.length, 0);
}

// Matches each word as a word or as part of a number, or all of them together as one number.
function numberTerm(run: string[]): SearchTerm {
  const phrases = [...new Set(run)].map((word) => {
    const words = readWords(word).words.map(cutWord);
    return { words, prefix: true, digits: digitsOf(word), joined: null };
  });
  return { phrases, digits: run.length > 1 ? digitsOf(run.join('')) : null };
}

// The index does not store every position of a repeated word, so a very long phrase is searched in pieces.
const PHRASE_WORDS = 64;

function phrasesOf(words: string[], prefix: boolean, joined: string | null): Phrase[] {
  const count = Math.ceil(words.length / PHRASE_WORDS);
  const pieces = Array.from({ length: count }, (_, index): Phrase => {
    const some = words.slice(index * PHRASE_WORDS, (index + 1) * PHRASE_WORDS).map(cutWord);
    return { words: some, prefix: prefix && index === count - 1, digits: null, joined: joined && cutWord(joined) };
  });
  return [...new Map(pieces.map((piece) => [JSON.stringify(piece), piece])).values()];
}

function digitsOf(text: string): string | null {
  const digits = digitsIn(text);
  return digits.length >= FEWEST_DIGITS ? digits : null;
}
