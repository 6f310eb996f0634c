// Folds text so that equivalent spellings become equal: without case, accents, ligatures and variants of digits and
// apostrophes. Sort keys, filters and search use it, so that both engines sort and search alike.

// Marks that are optional in writing: accents that many scripts share, and the points and vowel signs of consonant
// scripts. In other scripts (Devanagari, Tamil, Thai, Khmer, …) vowel signs are as much a part of the word as letters
// and are kept. So are the two marks that form other letters of Japanese kana (か and が).
const OPTIONAL_MARKS = String.raw`[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]--[\u3099\u309a]`;
// Soft hyphens, joiners, direction marks, variation selectors, and the Arabic tatweel. Two separators are not included:
// the zero-width space, and the non-joiner, which Persian puts between the parts of a word.
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\u0640]--[\u200b\u200c]`;
const DROPPED = new RegExp(`[[${OPTIONAL_MARKS}][${INVISIBLE}]]+`, 'gv');
const NON_JOINER = /(?<!\p{sc=Arabic})\u200c|\u200c(?!\p{sc=Arabic})/gu;
const MARK_RUN = /(\p{M}{30})\p{M}+/gu;

/** Where a word may be broken; folding drops it. */
export const SOFT_HYPHEN = '\u00ad';

// Characters that Unicode does not decompose but that readers treat as their plain forms.
const COUSINS: Record<string, string> = {
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  // Letters that have different code points on Arabic, Persian and Urdu keyboards
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  // Apostrophes and characters used as apostrophes
  '‘': "'",
  '’': "'",
  '‛': "'",
  '′': "'",
  ʹ: "'",
  ʻ: "'",
  ʼ: "'",
  ʽ: "'",
  ʾ: "'",
  ʿ: "'",
  ꞌ: "'",
  '՚': "'",
  '׳': "'",
  '״': "'",
};
const COUSIN = new RegExp(`[${Object.keys(COUSINS).join('')}]`, 'g');
const COULD_BE_DIGIT = /[\u0660-\uffff]/; // the Arabic digits are the first other ones
const DIGIT = /[\p{Nd}--[0-9]]/gv;
const ASCII = /^[\t\n\r\x20-\x7e]*$/;

/** Case-, accent- and width-insensitive form of a text. It is computed here, so it is the same on every engine. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text
    .replaceAll('´', "'") // Unicode decomposes it to a space and an accent
    .replace(MARK_RUN, '$1') // sorting a run of marks takes quadratic time; no language has so many
    .normalize('NFKD')
    .replace(DROPPED, '');
  const folded = (plain.includes('\u200c') ? plain.replace(NON_JOINER, '') : plain)
    .normalize('NFC')
    .toLowerCase()
    .replace(COUSIN, (sign) => COUSINS[sign] as string);
  return COULD_BE_DIGIT.test(folded) ? folded.replace(DIGIT, digitOf) : folded;
}

const digits = new Map<string, string>();

// In Unicode the digits of each script are ten consecutive code points from 0.
function digitOf(sign: string): string {
  let digit = digits.get(sign);
  if (digit === undefined) {
    const code = sign.codePointAt(0) as number;
    let first = code;
    while (/^\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    digit = String((code - first) % 10);
    digits.set(sign, digit);
  }
  return digit;
}
