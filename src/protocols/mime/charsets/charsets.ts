// Decodes bytes to text by the name of a character set, as found in real mail: names are misspelt, missing or wrong.
// Bytes that are clearly UTF-8 are decoded as UTF-8, whatever the name says.
import { isAscii, isUtf8 } from 'node:buffer';
import { decodeEucTw } from './cns.ts';
import {
  type Decoder,
  decodeBig5,
  decodeHz,
  decodeIso2022,
  decodeUtf7,
  tableDecoder,
  utf32Decoder,
} from './decoders.ts';
import { guessCharset } from './guess.ts';
import { decodeJohab } from './johab.ts';
import { decodeKorean } from './korean.ts';
import { decoderOf } from './text-decoders.ts';

// Names that do not determine bytes above 0x7F.
const VAGUE =
  /^(?:|utf-?8|us-?ascii|ascii|ansi_x3\.4-19(?:68|86)|iso-?646(?:-us)?|646|unknown(?:-8bit)?|x-unknown|default|none|binary|8bit|7bit|_?iso-2022-jp\$esc)$/;
const UTF8 = /^(?:x-)?(?:unicode-1-1-)?utf[-_ ]?8(?:-sig|n|mb4)?$/;

const ALIASES: Record<string, string> = {
  'utf-7': 'utf-7',
  utf7: 'utf-7',
  'unicode-1-1-utf-7': 'utf-7',
  'unicode-2-0-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  csunicode11utf7: 'utf-7',
  hz: 'hz-gb-2312',
  'hz-gb2312': 'hz-gb-2312',
  'utf-32': 'utf-32',
  'ucs-4': 'utf-32',
  'iso-10646-ucs-4': 'utf-32',
  cp932: 'shift_jis',
  ms_kanji: 'shift_jis',
  'x-ms-cp932': 'shift_jis',
  ujis: 'euc-jp',
  cp936: 'gbk',
  'x-cp936': 'gbk',
  'euc-cn': 'gbk',
  euccn: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  ks_c_5601: 'euc-kr',
  'x-johab': 'johab',
  cp1361: 'johab',
  ms1361: 'johab',
  'windows-1361': 'johab',
  ksc5601_1992: 'johab',
  euctw: 'euc-tw',
  'x-euc-tw': 'euc-tw',
  cns11643: 'euc-tw',
  cp950: 'big5',
  'big5-eten': 'big5',
  'latin-9': 'iso-8859-15',
  latin9: 'iso-8859-15',
  'latin-1': 'windows-1252',
  'latin-2': 'iso-8859-2',
  ansi: 'windows-1252',
  'iso-8859': 'windows-1252',
  'iso-8859-8-e': 'iso-8859-8',
  'iso-8859-11': 'windows-874',
  cp874: 'windows-874',
  'mac-centraleurope': 'x-mac-ce',
  'x-mac-centraleurroman': 'x-mac-ce',
  macce: 'x-mac-ce',
  'mac-greek': 'x-mac-greek',
  'mac-turkish': 'x-mac-turkish',
  mac: 'macintosh',
  'mac-roman': 'macintosh',
  applemac: 'macintosh',
  roman8: 'hp-roman8',
  r8: 'hp-roman8',
  'cyrillic-asian': 'ptcp154',
  pt154: 'ptcp154',
  'pc-multilingual-850+euro': 'cp858',
  'pc850-multilingual': 'cp850',
  dec: 'dec-mcs',
  'georgian-academy': 'georgian-ps',
};

const OWN_DECODERS: Record<string, Decoder> = {
  'utf-7': decodeUtf7,
  'hz-gb-2312': decodeHz,
  'utf-32': utf32Decoder(),
  'utf-32le': utf32Decoder('le'),
  'utf-32be': utf32Decoder('be'),
  johab: decodeJohab,
  'euc-tw': decodeEucTw,
};
const STATEFUL = /^(?:cs)?iso-?2022-?(?:jp|kr|cn)/;
const WIDE = /^(?:utf-16|utf16|ucs-?2|unicode$|iso-10646-ucs-2|csunicode$)/;
// Sets in which most byte sequences are not valid text, so that valid UTF-8 is not a coincidence.
const MULTI_BYTE = /^(?:gb|big5|euc|johab|shift_jis|iso-2022|hz)/;
const CHINESE_OR_KOREAN = /^(?:gb|big5|euc-kr|ks_c)/;
const WINDOWS_QUOTES = new Set([0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97]); // … ‘ ’ “ ” • – —
const SURE = 3; // distinct UTF-8 characters that do not occur by chance in single-byte text
const SURE_MULTI_BYTE = 6; // the same for sets with two bytes per character
const SAMPLE_BYTES = 64 * 1024;

const LONGEST_LABEL = 200; // characters of a label that are read: its pattern backtracks at each of them
const SURELY_PLAIN = 16; // this many bytes without a control character are not UTF-16

const known = new Map<string, Decoder | null>();

/** Decodes text. Without a usable name it is UTF-8 if valid, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array, name: string | null | undefined): string {
  if (bytes.length === 0) return '';
  const label = normalise(name ?? '');
  if (STATEFUL.test(label) && isAscii(bytes)) return decodeIso2022(bytes);
  if (label === 'utf-7' || label === 'hz-gb-2312') {
    if (isAscii(bytes) || !isUtf8(bytes)) return (OWN_DECODERS[label] as Decoder)(bytes);
    return decodeUtf8(bytes);
  }
  if (WIDE.test(label)) return decodeWide(bytes, label);
  if (isAscii(bytes)) return hasEscapes(bytes, label) ? decodeIso2022(bytes) : asciiText(bytes, label);
  if (VAGUE.test(label) || UTF8.test(label)) return decodeUnnamed(bytes, UTF8.test(label));
  const decoder = decoderFor(label);
  if (!decoder) return decodeUnnamed(bytes);
  if (isUtf8(bytes) && isPlainlyUtf8(bytes, label)) return decodeUtf8(bytes);
  const text = decoder(bytes);
  return CHINESE_OR_KOREAN.test(label) && hasWindowsQuotes(bytes, text)
    ? decoderOf('windows-1252').decode(bytes)
    : text;
}

// Programs in China and Korea also name their national set for English text, which contains Windows quotation marks.
// Together with the next letter such a byte decodes to a rare character: haven抰 for haven’t.
function hasWindowsQuotes(bytes: Uint8Array, text: string): boolean {
  let isApostrophe = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    if (!WINDOWS_QUOTES.has(byte) || (bytes[at + 1] ?? 0) >= 0x80) return false;
    isApostrophe ||= byte === 0x92 && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1]);
  }
  return isApostrophe || text.includes('\ufffd');
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function normalise(name: string): string {
  const label = name
    .slice(0, LONGEST_LABEL)
    .toLowerCase()
    .replace(/^[\s"']*(?:charset[\s"']*=)?[\s"']*|[\s"';,:]+$/g, '')
    .replace(/\*.*$/, '') // a language tag (RFC 2231 section 5)
    .slice(0, 60);
  return ALIASES[label] ?? label;
}

function decoderFor(label: string): Decoder | null {
  let decoder = known.get(label);
  if (decoder === undefined) {
    decoder = newDecoder(label);
    if (known.size < 1000) known.set(label, decoder);
  }
  return decoder;
}

function newDecoder(label: string): Decoder | null {
  if (OWN_DECODERS[label]) return OWN_DECODERS[label];
  if (STATEFUL.test(label)) return decodeIso2022;
  const page = /^(?:cs|x-)?(?:cp|ibm|dos|pc|oem)[-_ ]?0*(\d{3})$/.exec(label)?.[1];
  const table = tableDecoder(page ? `cp${page}` : label);
  if (table) return table;
  for (const spelling of spellings(label, page)) {
    try {
      const decoder = decoderOf(spelling);
      // TextDecoder lacks some characters of these sets.
      if (decoder.encoding === 'big5') return decodeBig5;
      if (decoder.encoding === 'euc-kr') return decodeKorean;
      return (bytes) => decoder.decode(bytes);
    } catch {
      // try the next spelling
    }
  }
  return null;
}

// Windows-1252 is also written win-1252, windows1252, cp-1252, 1252; ISO-8859-1 iso8859_1, 8859-1, iso-8859-1:1987.
function spellings(label: string, page: string | undefined): string[] {
  const windows = /^(?:x-)?(?:windows|win|cp|ms|microsoft-cp|ansi)?[-_ ]?(125\d|874)$/.exec(label)?.[1];
  const iso = /^(?:x-)?(?:iso)?[-_ ]?8859[-_ ]?(\d{1,2})(?:[:-]\d{4})?$/.exec(label)?.[1];
  return [
    label,
    ...(windows ? [`windows-${windows}`] : []),
    ...(iso ? [`iso-8859-${Number(iso)}`] : []),
    ...(page ? [`ibm${page}`] : []),
    label.replace(/^x-/, ''),
    label.replaceAll('_', '-'),
    label.replaceAll(/[-_ ]/g, ''),
    label.replace(/^cs/, ''),
  ];
}

function decodeUtf8(bytes: Uint8Array): string {
  return decoderOf('utf-8').decode(bytes);
}

function asciiText(bytes: Uint8Array, label: string): string {
  // TextDecoder has no sets whose lower half differs from ASCII; such sets have a decoder in OWN_DECODERS.
  const own = OWN_DECODERS[label];
  return own ? own(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

// ESC $ in unlabelled seven-bit text: Japanese mail was sent without a label for a long time.
function hasEscapes(bytes: Uint8Array, label: string): boolean {
  if (!VAGUE.test(label) && !UTF8.test(label)) return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes('\x1b$B') || buffer.includes('\x1b$@') || buffer.includes('\x1b$)C');
}

/** UTF-8 with U+FFFD for invalid bytes; if most bytes are invalid, the guessed set, or Windows-1252. */
function decodeUnnamed(bytes: Uint8Array, isCalledUtf8 = false): string {
  if (isUtf8(bytes)) return decodeUtf8(bytes);
  const { valid, invalid } = countSequences(bytes);
  return valid > invalid || (isCalledUtf8 && valid === invalid)
    ? decodeUtf8(bytes)
    : (decoderFor(guessCharset(bytes) ?? 'windows-1252') as Decoder)(bytes);
}

/**
 * Whether bytes that are valid UTF-8 are certainly meant as UTF-8. Few characters can be a coincidence: some Chinese
 * and Japanese names in their own sets are also valid two-byte UTF-8 sequences, but not three-byte sequences.
 */
function isPlainlyUtf8(bytes: Uint8Array, label: string): boolean {
  const found = new Set<string>();
  let wide = 0;
  const text = decodeUtf8(bytes.subarray(0, SAMPLE_BYTES));
  for (const char of text) {
    if (char <= '\x7f') continue;
    found.add(char);
    if (char >= '\u0800') wide++;
  }
  if (!MULTI_BYTE.test(label)) return found.size >= SURE;
  // In words such as Grüße there are ASCII letters on both sides.
  const words = text.match(/[a-z][^\0-\x7f]{1,2}[a-z]/g)?.length ?? 0;
  if (wide >= 2 || found.size >= SURE_MULTI_BYTE || (found.size >= SURE && words >= SURE)) return true;
  const own = OWN_DECODERS[label];
  if (own) return own(bytes).includes('\ufffd');
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}

/** Counts characters above ASCII that are valid UTF-8, and bytes that belong to none. */
function countSequences(bytes: Uint8Array): { valid: number; invalid: number } {
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      at++;
      continue;
    }
    const length =
      first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 1;
    const isValid = length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length));
    if (isValid) valid++;
    else invalid++;
    at += isValid ? length : 1;
  }
  return { valid, invalid };
}

/** Decodes UTF-16 by its byte order mark, or by the position of its zero bytes; text without any is not UTF-16. */
function decodeWide(bytes: Uint8Array, label: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoderOf('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return decoderOf('utf-16be').decode(bytes);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < Math.min(bytes.length, 4096); at++)
    if (bytes[at] === 0 || bytes[at] === 0x20) at & 1 ? odd++ : even++;
  // Plain text that is labelled UTF-16 has no zero bytes or other control characters; two letters can be Chinese.
  const isPlain = bytes.length >= SURELY_PLAIN || (bytes.length & 1) === 1;
  if (isPlain && isUtf8(bytes) && !bytes.some((byte) => byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09))
    return decodeUtf8(bytes);
  // RFC 2781 section 4.3: big-endian by default.
  const little = /le$/.test(label) || (!/be$/.test(label) && odd > even);
  return decoderOf(little ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
}

const META_BYTES = 4096; // of an HTML text that are searched, more than browsers search
const META =
  /<meta\b[^>]{0,200}?charset\s{0,9}=[\s"']{0,9}([\w.:-]{2,40})|<\?xml[^>]{0,100}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{2,40})/i;

/** The character set that an HTML text declares. */
export function htmlCharset(bytes: Buffer): string | null {
  const [, meta, xml] = META.exec(bytes.toString('latin1', 0, META_BYTES)) ?? [];
  return meta ?? xml ?? null;
}
