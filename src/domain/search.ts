// What can be found and how it is asked for: the words of a record as the index keeps them, and the words of a
// search as the index is asked for them. Both go through the same folding, so they meet on either engine.
import { limits } from '../limits.ts';
import { type AnyRecord, perResource, type Resource } from '../resources/resource.ts';
import type { SearchTerm } from '../store/store.ts';
import { fold } from '../values/text.ts';
import { visibleText } from './html-text.ts';

const TOKEN = /\p{Extended_Pictographic}|[\p{L}\p{N}]+/gu;
// Scripts written without blanks between words: indexed by every two characters in a row.
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;
const SINGLE_CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]$/u;
const FIRST_CJK = 0x1100; // no character of those scripts comes before
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TOKEN = /[a-z0-9]+/g;
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
    ...html.flatMap((path) => textsAt(record, path).map(visibleText)),
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

/** The terms of a search as typed; null when nothing in it could be a word, which finds nothing. */
export function searchTerms(text: string): SearchTerm[] | null {
  const terms: SearchTerm[] = [];
  let run: string[] = []; // neighbouring words that could together be a telephone number
  const endRun = () => {
    if (run.length > 0) terms.push(numberTerm(run));
    run = [];
  };
  for (const [, quoted, word] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    // A word without letters may be part of a telephone number, however it is punctuated.
    const numeric = word !== undefined && !/\p{L}|\p{Extended_Pictographic}/u.test(word.replace(/\d/g, ''));
    if (numeric && /\d/.test(word)) run.push(word);
    if (numeric) continue;
    endRun();
    const words = queryWords(quoted ?? (word as string));
    if (words.length > 0)
      terms.push({ phrases: [{ words, prefix: quoted === undefined, digits: null }], digits: null });
  }
  endRun();
  return terms.length > 0 ? terms.slice(0, limits.searchWords) : null;
}

// Each word by itself as a word or as part of a number; or all of them together as one number.
function numberTerm(run: string[]): SearchTerm {
  const phrases = run.map((word) => ({ words: queryWords(word), prefix: true, digits: digitsOf(word) }));
  return { phrases, digits: run.length > 1 ? digitsOf(run.join('')) : null };
}

function digitsOf(text: string): string | null {
  const digits = text.replace(/\D/g, '').slice(0, WORD_CHARS);
  return digits.length >= FEWEST_DIGITS ? digits : null;
}

// A word nobody can type: it stands between texts that are not neighbours, so that no phrase reaches from one into the
// next, and in the place of a word that has occurred more often than an index counts (PostgreSQL: 255 places).
const GAP = '\ue000';
const MOST_PLACES = 255;

function indexWords(texts: string[]): string {
  const words: string[] = [];
  const tails = new Set<string>(); // last characters of CJK runs, apart so that they stand between no neighbours
  let room: number = limits.indexedChars;
  const add = (word: string) => {
    words.push(word);
    room -= word.length + 1;
  };
  for (const text of texts) {
    for (const token of tokens(text.slice(0, room))) {
      const pairs = pairsOf(token);
      if (pairs.length === 0) add(token.slice(0, WORD_CHARS));
      else {
        tails.add([...token].at(-1) as string);
        for (const pair of pairs) add(pair);
      }
      if (room <= 0 || words.length >= limits.indexedWords) return [...withoutExcess(words), ...tails].join(' ');
    }
    words.push(GAP);
  }
  return [...withoutExcess(words), ...tails].join(' ');
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

// A longer phrase is looked for by its beginning: the index does not count every place of a word that is repeated.
const PHRASE_WORDS = 64;

function queryWords(text: string): string[] {
  const words = tokens(text).flatMap((token) => {
    const pairs = pairsOf(token);
    return pairs.length > 0 ? pairs : [token.slice(0, WORD_CHARS)];
  });
  return words.slice(0, PHRASE_WORDS);
}

// Words and pictographs; a run of CJK characters inside a word stands for itself.
function tokens(text: string): string[] {
  const folded = fold(text);
  if (ASCII.test(folded)) return folded.match(ASCII_TOKEN) ?? []; // most mail; a fifth of the time of the rest
  const words = folded.match(TOKEN) ?? [];
  return words.flatMap((word) => (/^[\x20-\x7e]*$/.test(word) ? [word] : splitScripts(word)));
}

function splitScripts(word: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const match of word.matchAll(CJK)) {
    if (match.index > end) parts.push(word.slice(end, match.index));
    parts.push(match[0]);
    end = match.index + match[0].length;
  }
  if (end < word.length) parts.push(word.slice(end));
  return parts;
}

function pairsOf(token: string): string[] {
  if (token.charCodeAt(0) < FIRST_CJK) return [];
  const letters = [...token];
  if (letters.length < 2 || !SINGLE_CJK.test(letters[0] as string)) return [];
  return letters.slice(1).map((letter, index) => (letters[index] as string) + letter);
}

// Every ending of the number that is long enough to be asked for: a search for its beginning finds the middle.
function digitTails(number: string): string[] {
  const digits = number.replace(/\D/g, '').slice(0, WORD_CHARS);
  return Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, start) => digits.slice(start));
}

function textsAt(record: AnyRecord, path: string): string[] {
  const [field, member] = path.split('.') as [string, string | undefined];
  const value = record[field];
  if (member !== undefined) return ((value ?? []) as Record<string, string>[]).map((item) => item[member] as string);
  return typeof value === 'string' ? [value] : [];
}
