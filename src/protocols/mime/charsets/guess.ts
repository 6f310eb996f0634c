// Guesses the character set of unlabelled bytes that are not UTF-8, if the text leaves little doubt: mail in Cyrillic,
// Greek, Hebrew, Chinese, Japanese and Korean was sent without a label for a long time. In such a text, bytes above
// ASCII occur in runs, and many of them are the most frequent letters of the language; neither is true for a Western
// text.

const SAMPLE_BYTES = 16 * 1024;
const RUN = 3; // bytes above ASCII in a row, as in words of other scripts
const MIN_BYTES = 6; // minimum number of such bytes; fewer prove nothing
const MIN_DISTINCT = 4; // minimum number of distinct bytes; fewer may be a drawn line

interface Alphabet {
  set: string;
  /** The most frequent letters of the languages that use it. */
  frequent: Set<string>;
}

const RUSSIAN = new Set('оеаинтсрвл');
const ALPHABETS: Alphabet[] = [
  { set: 'windows-1251', frequent: RUSSIAN },
  { set: 'koi8-u', frequent: RUSSIAN },
  { set: 'ibm866', frequent: RUSSIAN },
  { set: 'iso-8859-5', frequent: RUSSIAN },
  { set: 'windows-1253', frequent: new Set('αοιετσνηυρς') },
  { set: 'windows-1255', frequent: new Set('יוהלארתבמש') },
];
const FREQUENT_LETTERS = 0.45; // minimum share of all letters; texts of these languages have more than 0.55

// Characters that make up a quarter of an ordinary Chinese text.
const SIMPLIFIED = new Set(
  '的一是了不在有我他这中大来上国个到说们为和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同已从动两长件信请您邮服务器地址失败系统网',
);
const TRADITIONAL = new Set(
  '的一是了不在有我他這中大來上國個到說們為和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同已從動兩長件信請您郵服務器地址失敗系統網',
);
const FREQUENT_HANZI = 0.12;
const KANA = 0.25; // minimum share of the characters of a Japanese text
const HANGUL = 0.9;

/** The name of the character set; null if it cannot be determined. */
export function guessCharset(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes);
  if (!hasRuns(sample)) return null;
  return guessWide(sample) ?? guessAlphabet(sample);
}

// The sample ends at a line end, so that no character is split.
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const end = sample.lastIndexOf(0x0a);
  return end > 0 ? sample.subarray(0, end) : sample;
}

/**
 * Whether most bytes above ASCII are in runs, and none is a control character of binary data. Symbols of Latin-1 alone
 * are a decoration such as `·¸¸·´¯`: every text of another script has other bytes too.
 */
function hasRuns(bytes: Uint8Array): boolean {
  const distinct = new Set<number>();
  let [all, inRuns, run, symbols] = [0, 0, 0, 0];
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c) return false;
    if (byte < 0x80) {
      run = 0;
      continue;
    }
    all++;
    distinct.add(byte);
    if (byte >= 0xa0 && byte <= 0xbf) symbols++;
    if (++run === RUN) inRuns += RUN;
    else if (run > RUN) inRuns++;
  }
  return all >= MIN_BYTES && all > symbols && distinct.size >= MIN_DISTINCT && inRuns * 2 > all;
}

function guessWide(bytes: Uint8Array): string | null {
  for (const set of ['euc-jp', 'shift_jis']) {
    const chars = charsOf(bytes, set);
    // In Shift_JIS, bytes of other sets decode to half-width katakana.
    if (shareOf(chars, isKana) >= KANA && shareOf(chars, isHalfWidth) < KANA) return set;
  }
  if (shareOf(charsOf(bytes, 'euc-kr'), isHangul) >= HANGUL) return 'euc-kr';
  const simplified = shareOf(charsOf(bytes, 'gb18030'), (char) => SIMPLIFIED.has(char));
  const traditional = shareOf(charsOf(bytes, 'big5'), (char) => TRADITIONAL.has(char));
  if (Math.max(simplified, traditional) < FREQUENT_HANZI) return null;
  return simplified >= traditional ? 'gb18030' : 'big5';
}

function guessAlphabet(bytes: Uint8Array): string | null {
  let best: { set: string; share: number } | null = null;
  for (const { set, frequent } of ALPHABETS) {
    const share = shareOf(charsOf(bytes, set), (char) => frequent.has(char));
    if (share >= FREQUENT_LETTERS && share > (best?.share ?? 0)) best = { set, share };
  }
  return best?.set ?? null;
}

/** The decoded characters above ASCII; none if the bytes are not valid in this set. */
function charsOf(bytes: Uint8Array, set: string): string[] {
  try {
    const text = new TextDecoder(set, { fatal: true }).decode(bytes);
    return [...text].filter((char) => char > '\x7f' && !/[\s\p{P}]/u.test(char));
  } catch {
    return [];
  }
}

function shareOf(chars: string[], is: (char: string) => boolean): number {
  return chars.length === 0 ? 0 : chars.filter(is).length / chars.length;
}

function isKana(char: string): boolean {
  return char >= '\u3041' && char <= '\u30fe';
}

function isHalfWidth(char: string): boolean {
  return char >= '\uff61' && char <= '\uff9f';
}

function isHangul(char: string): boolean {
  return char >= '\uac00' && char <= '\ud7a3';
}
