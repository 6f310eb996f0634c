// What can be found and how it is asked for: the words of a record as the index keeps them, and the words of a
// search as the index is asked for them. Both go through the same folding, so they meet on either engine.
import { limits } from '../limits.ts';
import { type AnyRecord, perResource, type Resource } from '../resources/resource.ts';
import type { Phrase, SearchTerm } from '../store/store.ts';
import { fold } from '../values/folding.ts';
import { visibleText } from '../values/html-text.ts';
import { readWords } from './words.ts';

const WORD_CHARS = 64;
const FEWEST_DIGITS = 4;

export interface IndexedText {
  words: string;
  digits: string;
}

/** The text of a record, ready for the index. */
export function indexedText(resource: Resource, record: AnyRecord): IndexedText {
  const { words, html, digits } = resource.search;
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

/** Whether a change between two versions of a record touches what search looks at. */
export function searchChanged(resource: Resource, before: AnyRecord, after: AnyRecord): boolean {
  if ((before.deleted_at === null) !== (after.deleted_at === null)) return true; // the index tells the trash apart
  return searchedFields(resource).some((field) => !sameValue(before[field], after[field]));
}

const searchedFields = perResource(({ search: { words, html, digits } }) => [
  ...new Set([...words, ...html, ...digits].map((path) => path.split('.')[0] as string)),
]);

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** The terms of a search as typed; null when nothing in it is a word, which finds nothing. */
export function searchTerms(text: string): SearchTerm[] | null {
  const terms: SearchTerm[] = [];
  let run: string[] = []; // neighbouring words that could together be a telephone number
  const endRun = () => {
    if (run.length > 0) terms.push(numberTerm(run));
    run = [];
  };
  for (const [, quoted, word] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const { words, joined } = readWords(quoted ?? (word as string));
    if (words.length === 0) continue; // punctuation, which separates words and is none
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

/** How many words the terms have; those in a row count once. */
export function countWords(terms: SearchTerm[]): number {
  return terms.reduce((sum, { phrases }) => sum + phrases.length, 0);
}

// Each word by itself as a word or as part of a number; or all of them together as one number.
function numberTerm(run: string[]): SearchTerm {
  const phrases = [...new Set(run)].map((word) => {
    const words = readWords(word).words.map(cut);
    return { words, prefix: true, digits: digitsOf(word), joined: null };
  });
  return { phrases, digits: run.length > 1 ? digitsOf(run.join('')) : null };
}

// The index does not count every place of a word that is repeated, so a very long phrase is looked for in pieces.
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

// A word nobody can type: it stands between texts that are not neighbours, so that no phrase reaches from one into the
// next, and in the place of a word that has occurred more often than an index counts (PostgreSQL: 255 places).
const GAP = '\ue000';
const MOST_PLACES = 255;

function indexWords(texts: string[]): string {
  const words: string[] = [];
  // Last characters of unspaced text, and words without their apostrophe: apart, so that they stand between no neighbours.
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

// Counting every word takes a tenth of the time of a new mail; counting those that begin alike and are as long, nothing.
function withoutExcess(words: string[]): string[] {
  const alike = new Uint32Array(256);
  const isFew = (word: string) => {
    const kind = (word.charCodeAt(0) * 31 + word.length) & 255;
    alike[kind] = (alike[kind] as number) + 1;
    return (alike[kind] as number) <= MOST_PLACES;
  };
  if (words.every((word) => word === GAP || isFew(word))) return words;
  const places = new Map<string, number>();
  return words.map((word) => {
    const place = (places.get(word) ?? 0) + 1;
    places.set(word, place);
    return place <= MOST_PLACES ? word : GAP;
  });
}

// Every ending of the number that is long enough to be asked for: a search for its beginning finds the middle.
function digitTails(number: string): string[] {
  const digits = allDigits(number);
  return Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, start) => digits.slice(start));
}

function textsAt(record: AnyRecord, path: string): string[] {
  const [field, member] = path.split('.') as [string, string | undefined];
  const value = record[field];
  if (member !== undefined) return ((value ?? []) as Record<string, string>[]).map((item) => item[member] as string);
  return typeof value === 'string' ? [value] : [];
}
