// The character set of bytes that no label names and that are not UTF-8, where the text itself leaves little doubt: mail
// in Cyrillic, Greek, Hebrew, Chinese, Japanese and Korean was sent without a label for long. Letters of such a text are
// in runs, and the most usual ones of the language are many of them; a Western text has neither.

const SAMPLE_BYTES = 16 * 1024;
const RUN = 3; // bytes above ASCII in a row, as words of other scripts have
const FEWEST = 6; // such bytes, below which nothing is certain
const FEWEST_KINDS = 4; // different ones, or it is a line drawn with a sign

interface Alphabet {
  set: string;
  /** The most usual letters of the languages that use it. */
  usual: Set<string>;
}

const RUSSIAN = new Set('оеаинтсрвл');
const ALPHABETS: Alphabet[] = [
  { set: 'windows-1251', usual: RUSSIAN },
  { set: 'koi8-u', usual: RUSSIAN },
  { set: 'ibm866', usual: RUSSIAN },
  { set: 'iso-8859-5', usual: RUSSIAN },
  { set: 'windows-1253', usual: new Set('αοιετσνηυρς') },
  { set: 'windows-1255', usual: new Set('יוהלארתבמש') },
];
const USUAL_LETTERS = 0.45; // of all letters; in texts of these languages they are more than 0.55

// Characters that make up a quarter of ordinary Chinese texts.
const SIMPLIFIED = new Set(
  '的一是了不在有我他这中大来上国个到说们为和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同已从动两长件信请您邮服务器地址失败系统网',
);
const TRADITIONAL = new Set(
  '的一是了不在有我他這中大來上國個到說們為和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同已從動兩長件信請您郵服務器地址失敗系統網',
);
const USUAL_HANZI = 0.12;
const KANA = 0.25; // of the characters of a Japanese text, at least
const HANGUL = 0.9;

/** The name of the set; null where the bytes do not tell. */
export function guessCharset(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes);
  if (!hasRuns(sample)) return null;
  return guessWide(sample) ?? guessAlphabet(sample);
}

// It ends at the end of a line, so that no character is cut in two.
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const end = sample.lastIndexOf(0x0a);
  return end > 0 ? sample.subarray(0, end) : sample;
}

/** Whether most of what is not ASCII is in runs, and nothing looks like data. */
function hasRuns(bytes: Uint8Array): boolean {
  const kinds = new Set<number>();
  let [all, inRuns, run] = [0, 0, 0];
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c) return false;
    if (byte < 0x80) {
      run = 0;
      continue;
    }
    all++;
    kinds.add(byte);
    if (++run === RUN) inRuns += RUN;
    else if (run > RUN) inRuns++;
  }
  return all >= FEWEST && kinds.size >= FEWEST_KINDS && inRuns * 2 > all;
}

function guessWide(bytes: Uint8Array): string | null {
  for (const set of ['euc-jp', 'shift_jis']) {
    const chars = charsOf(bytes, set);
    // Bytes of other sets are half-width katakana in Shift_JIS.
    if (shareOf(chars, isKana) >= KANA && shareOf(chars, isHalfWidth) < KANA) return set;
  }
  if (shareOf(charsOf(bytes, 'euc-kr'), isHangul) >= HANGUL) return 'euc-kr';
  const simplified = shareOf(charsOf(bytes, 'gb18030'), (char) => SIMPLIFIED.has(char));
  const traditional = shareOf(charsOf(bytes, 'big5'), (char) => TRADITIONAL.has(char));
  if (Math.max(simplified, traditional) < USUAL_HANZI) return null;
  return simplified >= traditional ? 'gb18030' : 'big5';
}

function guessAlphabet(bytes: Uint8Array): string | null {
  let best: { set: string; share: number } | null = null;
  for (const { set, usual } of ALPHABETS) {
    const share = shareOf(charsOf(bytes, set), (char) => usual.has(char));
    if (share >= USUAL_LETTERS && share > (best?.share ?? 0)) best = { set, share };
  }
  return best?.set ?? null;
}

/** What is not ASCII, decoded; nothing where the bytes cannot be of this set. */
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
