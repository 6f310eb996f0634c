// The second spelling of German umlauts, as on keyboards without them: `geschaeftsfuehrung` for Geschäftsführung. Folding
// leaves the vowels alone (`geschaftsfuhrung`), so the words of this spelling are indexed and searched besides.
import { fold } from '../../values/folding.ts';

const UMLAUT = /[äöüÄÖÜ]|[aouAOU]\u0308/g;
const SPELLED: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', Ä: 'A', Ö: 'O', Ü: 'U' };
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** The words of a text that have umlauts, folded in their second spelling. */
export function umlautWords(text: string): string[] {
  const words: string[] = [];
  let end = 0;
  // From one umlaut to the next: a pattern for whole words would look at every word.
  for (const { index } of text.matchAll(UMLAUT)) {
    if (index < end) continue; // in the same word
    let start = index;
    while (start > end && LETTER.test(text[start - 1] as string)) start--;
    end = index + 1;
    while (end < text.length && LETTER.test(text[end] as string)) end++;
    words.push(text.slice(start, end).replace(UMLAUT, (vowel) => `${SPELLED[vowel] ?? vowel[0]}e`));
  }
  // All at once, because folding a word costs nearly as much as folding a text.
  return words.length === 0 ? words : fold(words.join(' ')).split(' ');
}
