// Folding text so that what readers take for one is one: without case, accents, ligatures and other ways to write a
// digit or an apostrophe. Sort keys, filters and search all use it, so every engine orders and finds alike.

// Marks that writers leave out and readers supply: the accents that many scripts share, and the points and vowel signs
// of scripts of consonants. In other scripts (Devanagari, Tamil, Thai, Khmer, …) the signs of vowels are as much a part
// of the word as letters are, and stay. So do the two marks that make other letters of Japanese kana (か and が).
const OPTIONAL_MARKS = String.raw`[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]--[\u3099\u309a]`;
// Soft hyphens, joiners, directions, variants, and the Arabic stroke that only stretches a word. Two separators are not
// among them: the space of no width, and the non-joiner, which Persian puts between the parts of a word.
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\u0640]--[\u200b\u200c]`;
const DROPPED = new RegExp(`[[${OPTIONAL_MARKS}][${INVISIBLE}]]+`, 'gv');
const NON_JOINER = /(?<!\p{sc=Arabic})\u200c|\u200c(?!\p{sc=Arabic})/gu;
const MARK_RUN = /(\p{M}{30})\p{M}+/gu;

// Signs that Unicode does not decompose but that readers take for their plain cousins.
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
  // Letters that Arabic, Persian and Urdu keyboards have each in another form
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  // Apostrophes, and the signs that stand for them
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
const COULD_BE_DIGIT = /[\u0660-\uffff]/; // no other digits come before the Arabic ones
const DIGIT = /[\p{Nd}--[0-9]]/gv;
const ASCII = /^[\t\n\r\x20-\x7e]*$/;

/** Case-, accent- and width-insensitive form of a text; the same on every engine because it is made here. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text
    .replaceAll('´', "'") // to Unicode it is a blank with an accent
    .replace(MARK_RUN, '$1') // ordering a run of marks takes the square of its length; no language has so many
    .normalize('NFKD')
    .replace(DROPPED, '');
  const folded = (plain.includes('\u200c') ? plain.replace(NON_JOINER, '') : plain)
    .normalize('NFC')
    .toLowerCase()
    .replace(COUSIN, (sign) => COUSINS[sign] as string);
  return COULD_BE_DIGIT.test(folded) ? folded.replace(DIGIT, digitOf) : folded;
}

const digits = new Map<string, string>();

// Unicode has the digits of each script in a row of ten, from 0 on.
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
