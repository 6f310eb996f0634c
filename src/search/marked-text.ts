// Finds the terms of a query in a text as it was written, to show where they are. Words are compared as the index
// compares them: folded, and unspaced scripts by pairs of characters.
import { readWords } from '../records/words/search-words.ts';
import { umlautWords } from '../records/words/umlauts.ts';
import { wordParts } from '../records/words/word-parts.ts';
import type { Phrase } from '../store/port.ts';

/** Part of a text, from `start` up to `end`. */
export interface Place {
  start: number;
  end: number;
}

/** The words of a run of letters, and what they are found by besides. */
interface RunWords {
  words: string[];
  further: string | null;
}

/** A word of a text, with its place; `joined` is it without its apostrophe, or with umlauts in their second spelling. */
interface Unit extends Place {
  word: string;
  joined: string | null;
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}\u00ad\u200d\ufe0f]`;
const RUN = new RegExp(
  String.raw`${LETTER}+(?:['’‘\`´ʼʻ\u200c]${LETTER}+)*|\p{RI}{2}|[\p{So}\p{ExtPict}]\ufe0f?`,
  'gv',
);
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー々\p{M}]+$/u;
const ASCII_WORD = /^[A-Za-z0-9]+$/;

/** Where the phrases are, in the order of the text; those that overlap are one. `undefined` is where it may pause. */
export function* placesOf(text: string, phrases: readonly Phrase[]): Generator<Place | undefined> {
  let last: Place | undefined;
  for (const place of matches(text, phrases)) {
    if (!place) yield undefined;
    else if (last && place.start <= last.end) last = { start: last.start, end: Math.max(last.end, place.end) };
    else {
      if (last) yield last;
      last = place;
    }
  }
  if (last) yield last;
}

const UNPAUSED = 100; // words, a fraction of a millisecond

function* matches(text: string, phrases: readonly Phrase[]): Generator<Place | undefined> {
  const longest = Math.max(0, ...phrases.map(({ words }) => words.length));
  const window: Unit[] = []; // as many units as the longest phrase has words
  const check = function* (): Generator<Place> {
    const first = window[0] as Unit;
    for (const phrase of phrases) {
      const length = matchLength(window, phrase);
      if (length > 0) yield { start: first.start, end: (window[length - 1] as Unit).end };
    }
  };
  let count = 0;
  for (const unit of unitsOf(text)) {
    if (++count % UNPAUSED === 0) yield undefined;
    window.push(unit);
    if (window.length < longest) continue;
    yield* check();
    window.shift();
  }
  for (; window.length > 0; window.shift()) yield* check();
}

/** How many units from the first on match the phrase; 0 if they do not. */
function matchLength(units: readonly Unit[], { words, prefix, joined }: Phrase): number {
  const [first] = units as [Unit];
  if (joined !== null && (first.word.startsWith(joined) || first.joined?.startsWith(joined))) return 1;
  const [only] = words as [string];
  if (prefix && words.length === 1 && (first.joined?.startsWith(only) || hasPart(first, [only, joined]))) return 1;
  const fits = words.every((word, at) => {
    const unit = units[at];
    return unit?.word === word || (prefix && at === words.length - 1 && unit?.word.startsWith(word) === true);
  });
  return fits ? words.length : 0;
}

/** Whether a part of a compound begins with one of these. */
function hasPart({ word, joined }: Unit, beginnings: readonly (string | null)[]): boolean {
  return [word, joined].some((whole) =>
    beginnings.some(
      (one) => one !== null && whole?.includes(one) && wordParts(whole).some((part) => part.startsWith(one)),
    ),
  );
}

function* unitsOf(text: string): Generator<Unit> {
  const known = new Map<string, RunWords>(); // most words of a text are in it more than once
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const whole = { start: index, end: index + run.length };
    if (ASCII_WORD.test(run)) yield { ...whole, word: run.toLowerCase(), joined: null };
    else if (UNSPACED.test(run)) yield* pairsOf(run, index);
    else {
      const { words, further } = known.get(run) ?? wordsOfRun(run);
      known.set(run, { words, further });
      for (const word of words) yield { ...whole, word, joined: further };
    }
  }
}

function wordsOfRun(run: string): RunWords {
  const { words, joined } = readWords(run);
  return { words, further: joined[0] ?? umlautWords(run)[0] ?? null };
}

/** The words of a run of unspaced text begin one character apart. */
function* pairsOf(run: string, from: number): Generator<Unit> {
  const { words, tails } = readWords(run);
  const letters = [...run];
  // Folding may join or take apart characters; then the places are those of the whole run.
  const isRegular = words.length === Math.max(1, letters.length - 1);
  let start = from;
  for (const [index, word] of [...words, ...tails].entries()) {
    const [first = '', second = ''] = letters.slice(index, index + 2);
    const place = isRegular
      ? { start, end: start + first.length + second.length }
      : { start: from, end: from + run.length };
    yield { ...place, word, joined: null };
    start += first.length;
  }
}
