// Splits text into words for the search index: runs of letters, marks and digits; each emoji and symbol by itself. Text
// of scripts without spaces is split into overlapping pairs of characters.
import { fold } from '../../values/folding.ts';

export interface Words {
  /** In the order of the text. */
  words: string[];
  /** Words with an apostrophe, without it: `obrien` for O'Brien. Their parts are in `words`. */
  joined: string[];
  /** The last character of each run of unspaced text: the one that begins no pair. */
  tails: string[];
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
// Symbols that have a meaning of their own; box drawing, blocks and replacement characters do not.
const SIGN = String.raw`[\p{So}--[\u2500-\u259f\u2800-\u28ff\ufffc\ufffd]]`;
const TOKEN = new RegExp(`${LETTER}+|${SIGN}`, 'gv');
// Apostrophes between letters; the non-joiner between the parts of a Persian word; gershayim in Hebrew abbreviations.
const JOINER = String.raw`(?:(?<=[\p{L}\p{M}])['\`\u200c](?=\p{L})|(?<=\p{sc=Hebrew})"(?=\p{sc=Hebrew}))`;
const JOINED = new RegExp(`(?<!${LETTER})${LETTER}+(?:${JOINER}${LETTER}+)+`, 'gv');
const JOINERS = /['`\u200c"]/g;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TOKEN = /[a-z0-9]+/g;
const ASCII_JOINED = /(?<![a-z0-9])[a-z0-9]*[a-z](?:['`][a-z][a-z0-9]*)+/g;

// Scripts without blanks between words, and two signs of Japanese that belong to no script.
const UNSPACED_SCRIPTS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tai_Tham',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Viet',
];
const UNSPACED = `[${UNSPACED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}ー々]`;
const UNSPACED_RUN = new RegExp(`${UNSPACED}+`, 'gu');
const UNSPACED_LETTER = new RegExp(UNSPACED, 'gu');
const FIRST_UNSPACED = /[\u0e00-\u{10ffff}]/u; // no character of those scripts comes before Thai

// Looked for before folding, which would take some apart: ‼ is two exclamation marks to Unicode. A flag is two letters
// or a sign with tags; skin tones are ignored like accents; parts of a joined emoji are neighbours.
const EMOJI =
  /(?<flag>\p{RI}{1,2})|(?<key>[0-9#*])\ufe0f?\u20e3|(?<picture>\p{ExtPict})\ufe0f?[\u{1f3fb}-\u{1f3ff}]?(?<tags>[\u{e0020}-\u{e007f}]*)|(?<tone>[\u{1f3fb}-\u{1f3ff}])/gu;
const COULD_BE_EMOJI = /[\u00a9\u00ae\u203c-\u3299\ud83c-\ud83f]/; // by code units, because it is quick

/** The folded words of a text. It may return slightly more than `max` words. */
export function readWords(text: string, max = Number.POSITIVE_INFINITY): Words {
  const found: Words = { words: [], joined: [], tails: [] };
  if (ASCII.test(text))
    addAscii(text.toLowerCase(), found); // most mail; a fifth of the time of the rest
  else if (!COULD_BE_EMOJI.test(text)) addTokens(foldPieces(text, max), found, max);
  else {
    let end = 0;
    for (const match of text.matchAll(EMOJI)) {
      if (match.index > end) addTokens(foldPieces(text.slice(end, match.index), max), found, max);
      found.words.push(emojiWord(match.groups as Record<string, string | undefined>));
      end = match.index + match[0].length;
      if (found.words.length >= max) return found;
    }
    addTokens(foldPieces(text.slice(end), max), found, max);
  }
  return found;
}

const PIECE = 10_000;
const MAX_GROWTH = 2;
const NO_MARK = /[^\p{M}\p{Cs}\u1100-\u11ff\u200c]/gu;

// Folded piece by piece, as far as it takes for so many words. And some signs become eighteen letters; a long text of
// them is not worth its whole.
function foldPieces(text: string, max: number): string {
  if (text.length <= PIECE) return fold(text);
  let folded = '';
  let words = 0; // at least so many
  for (let from = 0; from < text.length && words <= max && folded.length < text.length * MAX_GROWTH; ) {
    // Cut before a character that nothing is composed with.
    NO_MARK.lastIndex = Math.min(from + PIECE, text.length);
    const end = NO_MARK.exec(text)?.index ?? text.length;
    const piece = fold(text.slice(from, end));
    const tokens = piece.match(TOKEN)?.length ?? 0;
    const unspaced = FIRST_UNSPACED.test(piece) ? (piece.match(UNSPACED_LETTER)?.length ?? 0) : 0;
    words += Math.max(tokens, unspaced - tokens) - 1; // a word may go on in the next piece
    folded += piece;
    from = end;
  }
  return folded;
}

function addAscii(folded: string, found: Words): void {
  found.words = folded.match(ASCII_TOKEN) ?? [];
  if (folded.includes("'") || folded.includes('`')) addJoined(folded, ASCII_JOINED, found);
}

function addTokens(folded: string, found: Words, max: number): void {
  for (const token of tokensOf(folded)) {
    if (found.words.length >= max) break;
    if (FIRST_UNSPACED.test(token)) addUnspaced(token, found, max);
    else found.words.push(token);
  }
  if (folded.search(JOINERS) >= 0) addJoined(folded, JOINED, found);
}

// One by one where there could be very many; all at once is faster.
function tokensOf(folded: string): Iterable<string> {
  return folded.length <= PIECE ? (folded.match(TOKEN) ?? []) : folded.matchAll(TOKEN).map(([token]) => token);
}

function addJoined(folded: string, pattern: RegExp, found: Words): void {
  for (const token of folded.match(pattern) ?? []) {
    const joined = token.replace(JOINERS, '');
    if (joined.search(UNSPACED_RUN) < 0) found.joined.push(joined);
  }
}

// A run of unspaced characters inside a word is split by itself.
function addUnspaced(word: string, found: Words, max: number): void {
  let end = 0;
  for (const match of word.matchAll(UNSPACED_RUN)) {
    if (match.index > end) found.words.push(word.slice(end, match.index));
    const letters = [...match[0]];
    if (letters.length === 1) found.words.push(match[0]);
    else {
      for (let index = 1; index < letters.length && found.words.length < max; index++)
        found.words.push((letters[index - 1] as string) + (letters[index] as string));
      found.tails.push(letters.at(-1) as string);
    }
    end = match.index + match[0].length;
  }
  if (end < word.length) found.words.push(word.slice(end));
}

// An ASCII sign would end the word in the index of SQLite; its wide form does not, and is nothing that folding leaves.
const KEYS: Record<string, string> = { '#': '＃', '*': '＊' };

function emojiWord({ flag, key, picture, tags, tone }: Record<string, string | undefined>): string {
  if (key !== undefined) return `${KEYS[key] ?? key}\u20e3`;
  return flag ?? tone ?? `${picture}${tags}`;
}

/** The longest indexed word; longer ones are found by this beginning. */
const WORD_CHARS = 64;

export function cutWord(word: string): string {
  return word.slice(0, WORD_CHARS);
}

/** The digits of a number, however it is punctuated. */
export function digitsIn(text: string): string {
  return fold(text).replace(/\D/g, '').slice(0, WORD_CHARS);
}

/** So many digits in a row find a number. */
export const FEWEST_DIGITS = 4;
