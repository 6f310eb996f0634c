// The words of a record as they are indexed, folded: those of its main texts, which `search` finds; with a mark those of
// further texts, which only `q` finds; and a marked copy of the words of each field that `q` has an operator for.
import { limits } from '../limits.ts';
import { type AnyRecord, isTrashed, perResource, type Resource, type SearchedFields } from '../resources/resource.ts';
import { FIELD_MARKS, FURTHER_MARK, GAP } from '../store/engine/search-marks.ts';
import { fold } from '../values/folding.ts';
import { visibleText } from '../values/html-text.ts';
import { cutWord, digitsIn, FEWEST_DIGITS, readWords } from './words/search-words.ts';
import { differs, languageOf, type TextLanguage } from './words/text-language.ts';
import { umlautWords } from './words/umlauts.ts';
import { nounsOf, wordParts } from './words/word-parts.ts';

export interface IndexedText {
  /** Separated by spaces. */
  words: string;
  digits: string;
}

/** The text of a record, ready for the index; `derived` are further texts that are not in the record. */
export function indexedText(resource: Resource, record: AnyRecord, derived: readonly string[] = []): IndexedText {
  const searched = resource.search ?? NOTHING;
  const at = (paths: readonly string[]) => paths.flatMap((path) => textsAt(record, path));
  const main = indexWords([...at(searched.words), ...at(searched.html).map((text) => visibleText(text))], {
    words: limits.indexedWords,
    chars: limits.indexedChars,
  });
  const room = { words: main.left.words + limits.markedWords, chars: main.left.chars + limits.markedChars };
  const marked: string[] = [];
  const add = (mark: string, texts: readonly string[]) => {
    const most = { ...room, words: Math.min(room.words, limits.indexedWords) };
    const some = indexWords(texts, most, mark, main.language);
    room.words -= some.words.length;
    room.chars = some.left.chars;
    for (const word of some.words) marked.push(word);
  };
  for (const [name, paths] of Object.entries(searched.fields ?? {})) add(FIELD_MARKS[name] as string, at(paths));
  add(FURTHER_MARK, [...at(searched.further ?? []), ...derived]);
  return {
    words: [...main.words, ...marked].join(' '),
    digits: at(searched.digits).flatMap(digitTails).join(' '),
  };
}

/** Whether a change between two versions of a record affects its indexed text. */
export function searchChanged(resource: Resource, before: AnyRecord, after: AnyRecord): boolean {
  if (isTrashed(before) !== isTrashed(after)) return true; // the index knows which records are in the trash
  return searchedFields(resource).some((field) => !sameValue(before[field], after[field]));
}

const NOTHING: SearchedFields = { words: [], html: [], digits: [] };

const searchedFields = perResource(({ search }) => {
  const { words, html, digits, further = [], fields = {} } = search ?? NOTHING;
  const paths = [...words, ...html, ...digits, ...further, ...Object.values(fields).flat()];
  return [...new Set(paths.map((path) => path.split('.')[0] as string))];
});

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** How many words, and how many characters of them. */
interface Room {
  words: number;
  chars: number;
}

function indexWords(
  texts: readonly string[],
  { words: most, chars }: Room,
  mark = '',
  known?: TextLanguage,
): { words: string[]; left: Room; language: TextLanguage } {
  const words: string[] = [];
  const plain: string[] = [];
  const read: string[] = [];
  const ends: number[] = []; // of each text, in `plain`
  // Last characters of unspaced text, words without their apostrophe, parts of compounds: indexed last, so that they do
  // not separate neighbours.
  const apart = new Set<string>();
  let room = chars;
  const isFull = () => room <= 0 || words.length >= most;
  const addApart = (more: Iterable<string>) => {
    for (const one of more) {
      if (isFull()) break;
      const word = mark + cutWord(one);
      if (!apart.has(word)) room -= word.length + 1;
      apart.add(word);
    }
  };
  for (const text of texts) {
    if (isFull()) break;
    const part = text.slice(0, room);
    const found = readWords(part, most);
    read.push(part);
    for (const word of found.words) {
      if (isFull()) break;
      const cut = mark + cutWord(word);
      words.push(cut);
      plain.push(word);
      room -= cut.length + 1;
    }
    ends.push(plain.length);
    addApart(found.joined);
    addApart(found.tails);
    if (isFull()) break;
    words.push(mark + GAP);
  }
  const language = known ?? languageOf(plain);
  addApart(furtherForms(plain, read, language));
  if (!language.mayCompound)
    for (const [at, text] of read.entries()) {
      const own = plain.slice(ends[at - 1] ?? 0, ends[at]);
      if (differs(text, own)) addApart(furtherForms(own, [text], languageOf(own)));
    }
  return {
    words: [...withoutExcess(words, mark + GAP), ...apart],
    left: { words: most - words.length, chars: room },
    language,
  };
}

/** Words that are found besides: parts of compounds, and words with umlauts in their second spelling. */
function* furtherForms(
  words: readonly string[],
  texts: readonly string[],
  { mayCompound, mayBeGerman, isGerman }: TextLanguage,
): Generator<string> {
  const text = texts.join(' ');
  const umlauts = mayBeGerman ? umlautWords(text) : [];
  yield* umlauts;
  if (!mayCompound) return;
  // In German only nouns are compounds, but for few, and they are written with a capital.
  const nouns = isGerman ? nounsOf(text, words.length)?.join(' ') : undefined;
  const compounds = nouns === undefined ? [...words, ...umlauts] : [...fold(nouns).split(' '), ...umlautWords(nouns)];
  for (const word of new Set(compounds)) yield* wordParts(word);
}

const MAX_PLACES = 255; // positions of a word that PostgreSQL stores

// Counting every word takes a tenth of the time of storing a mail; counting by first letter and length is nearly free.
function withoutExcess(words: string[], gap: string): string[] {
  const alike = new Uint32Array(256);
  const letter = gap.length - 1; // after the mark
  const isFew = (word: string) => {
    const kind = (word.charCodeAt(letter) * 31 + word.length) & 255;
    alike[kind] = (alike[kind] as number) + 1;
    return (alike[kind] as number) <= MAX_PLACES;
  };
  if (words.every((word) => word === gap || isFew(word))) return words;
  const places = new Map<string, number>();
  return words.map((word) => {
    const place = (places.get(word) ?? 0) + 1;
    places.set(word, place);
    return place <= MAX_PLACES ? word : gap;
  });
}

// Every suffix of the number that is long enough for a query, so that a prefix search finds the middle of a number.
function digitTails(number: string): string[] {
  const digits = digitsIn(number);
  return Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, start) => digits.slice(start));
}

/** The texts at a path, where `a.b` means member b of every item of the list or object a. */
export function textsAt(record: AnyRecord, path: string): string[] {
  const [field, member] = path.split('.') as [string, string | undefined];
  const value = record[field];
  if (member !== undefined) {
    const items: Record<string, unknown>[] = Object.values(value ?? []);
    return items.flatMap((item) => (typeof item[member] === 'string' ? [item[member]] : []));
  }
  return typeof value === 'string' ? [value] : [];
}
