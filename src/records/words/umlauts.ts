// The second spelling of German umlauts, as on keyboards without them: `geschaeftsfuehrung` for Geschäftsführung. Folding
// leaves the vowels alone (`geschaftsfuhrung`), so the words of this spelling are indexed and searched besides.
import { fold, SOFT_HYPHEN } from '../../values/folding.ts';

const UMLAUT = /[äöüÄÖÜ]|[aouAOU]\u0308/g;
const SPELLED: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', Ä: 'A', Ö: 'O', Ü: 'U' };
const LETTER = /[\p{L}\p{M}\p{N}]/u;

const LONGEST = 64; // letters of a word; what is longer is not written in two ways
const MOST = 4000; // words with umlauts in thirty pages, so that a hostile text costs no more

/** The words of a text that have umlauts, folded in their second spelling. */
export function umlautWords(written: string): string[] {
  const text = written.replaceAll(SOFT_HYPHEN, '');
  const words = new Set<string>();
  let end = 0;
  let seen = 0;
  // From one umlaut to the next: a pattern for whole words would look at every word.
  for (const { index } of text.matchAll(UMLAUT)) {
    if (index < end) continue; // in the same word
    let start = index;
    while (start > end && isLetter(text, start - 1)) start--;
    end = index + 1;
    while (end < text.length && isLetter(text, end)) end++;
    if (end - start <= LONGEST) words.add(text.slice(start, end));
    if (++seen === MOST) break;
  }
  if (words.size === 0) return [];
  const spelled = [...words].join(' ').replace(UMLAUT, (vowel) => `${SPELLED[vowel] ?? vowel[0]}e`);
  return fold(spelled).split(' '); // all at once, because folding a word costs nearly as much as folding a text
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32; // a lower-case letter, if it is one of ASCII
  return (code >= 97 && code <= 122) || LETTER.test(text[at] as string);
}
