// Full-text search: the words of a record as they are indexed, and the terms of a query. Both are folded in the same
// way, so both engines find the same records.
import { limits } from '../limits.ts';
import { type AnyRecord, isTrashed, perResource, type Resource, type SearchedFields } from '../resources/resource.ts';
import type { Phrase, SearchTerm } from '../store/port.ts';
import { fold } from '../values/folding.ts';
import { visibleText } from '../values/html-text.ts';
import { readWords } from './search-words.ts';

const WORD_CHARS = 64;
const FEWEST_DIGITS = 4;

export interface IndexedText {
  words: string;
  digits: string;
}

/** The text of a record, ready for the index. */
export function indexedText(resource: Resource, record: AnyRecord): IndexedText {
  const { words, html, digits } = resource.search ?? NOTHING;
  const texts = [
    ...words.flatMap((path) => textsAt(record, path)),
    ...html.flatMap((path) => textsAt(record, path).map((text) => visibleText(text))),
  ];
  return {
    words: indexWords(texts),
    digits: digits
      .flatMap((path) => textsAt(record, path))
      .flatMap(digitTails)
      .join(' '),
  };
}

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

/** Whether a change between two versions of a record affects its indexed text. */
export function searchChanged(resource: Resource, before: AnyRecord, after: AnyRecord): boolean {
  if (isTrashed(before) !== isTrashed(after)) return true; // the index knows which records are in the trash
  return searchedFields(resource).some((field) => !sameValue(before[field], after[field]));
}

const NOTHING: SearchedFields = { words: [], html: [], digits: [] };

const searchedFields = perResource(({ search }) => {
  const { words, html, digits } = search ?? NOTHING;
  return [...new Set([...words, ...html, ...digits].map((path) => path.split('.')[0] as string))];
});

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
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
    const whole = word !== undefined && joined[0] === words.join('') ? joined[0] : null;
    terms.push({ phrases: phrasesOf(words, word !== undefined, whole), digits: null });
  }
  endRun();
  const distinct = new Map(terms.map((term) => [JSON.stringify(term), term]));
  return distinct.size > 0 ? [...distinct.values()] : null;
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
    const words = readWords(word).words.map(cut);
    return { words, prefix: true, digits: digitsOf(word), joined: null };
  });
  return { phrases, digits: run.length > 1 ? digitsOf(run.join('')) : null };
}

// The index does not store every position of a repeated word, so a very long phrase is searched in pieces.
const PHRASE_WORDS = 64;

function phrasesOf(words: string[], prefix: boolean, joined: string | null): Phrase[] {
  const count = Math.ceil(words.length / PHRASE_WORDS);
  const pieces = Array.from({ length: count }, (_, index): Phrase => {
    const some = words.slice(index * PHRASE_WORDS, (index + 1) * PHRASE_WORDS).map(cut);
    return { words: some, prefix: prefix && index === count - 1, digits: null, joined: joined && cut(joined) };
  });
  return [...new Map(pieces.map((piece) => [JSON.stringify(piece), piece])).values()];
}

function cut(word: string): string {
  return word.slice(0, WORD_CHARS);
}

function digitsOf(text: string): string | null {
  const digits = allDigits(text);
  return digits.length >= FEWEST_DIGITS ? digits : null;
}

function allDigits(text: string): string {
  return fold(text).replace(/\D/g, '').slice(0, WORD_CHARS);
}

// A private-use character as a word: it separates texts, so that no phrase matches across them, and replaces a word
// that occurs more often than an index stores positions (PostgreSQL: 255).
const GAP = '\ue000';
const MAX_PLACES = 255;

function indexWords(texts: string[]): string {
  const words: string[] = [];
  // Last characters of unspaced text, and words without their apostrophe: indexed last, so that they do not separate
  // neighbours.
  const apart = new Set<string>();
  let room: number = limits.indexedChars;
  const isFull = () => room <= 0 || words.length >= limits.indexedWords;
  for (const text of texts) {
    const read = readWords(text.slice(0, room), limits.indexedWords);
    for (const word of read.words) {
      if (isFull()) break;
      words.push(cut(word));
      room -= Math.min(word.length, WORD_CHARS) + 1;
    }
    for (const word of [...read.joined, ...read.tails].map(cut)) {
      if (isFull()) break;
      if (!apart.has(word)) room -= word.length + 1;
      apart.add(word);
    }
    if (isFull()) break;
    words.push(GAP);
  }
  return [...withoutExcess(words), ...apart].join(' ');
}

// Counting every word takes a tenth of the time of storing a mail; counting by first letter and length is nearly free.
function withoutExcess(words: string[]): string[] {
  const alike = new Uint32Array(256);
  const isFew = (word: string) => {
    const kind = (word.charCodeAt(0) * 31 + word.length) & 255;
    alike[kind] = (alike[kind] as number) + 1;
    return (alike[kind] as number) <= MAX_PLACES;
  };
  if (words.every((word) => word === GAP || isFew(word))) return words;
  const places = new Map<string, number>();
  return words.map((word) => {
    const place = (places.get(word) ?? 0) + 1;
    places.set(word, place);
    return place <= MAX_PLACES ? word : GAP;
  });
}

// Every suffix of the number that is long enough for a query, so that a prefix search finds the middle of a number.
function digitTails(number: string): string[] {
  const digits = allDigits(number);
  return Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, start) => digits.slice(start));
}

function textsAt(record: AnyRecord, path: string): string[] {
  const [field, member] = path.split('.') as [string, string | undefined];
  const value = record[field];
  if (member !== undefined) {
    const items: Record<string, unknown>[] = Object.values(value ?? []);
    return items.flatMap((item) => (typeof item[member] === 'string' ? [item[member]] : []));
  }
  return typeof value === 'string' ? [value] : [];
}
