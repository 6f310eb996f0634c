// Decoders for character sets that TextDecoder does not know: UTF-7, UTF-32, the escape-sequence sets of East Asia
// (ISO-2022-JP-2, ISO-2022-KR, ISO-2022-CN, HZ) and the single-byte sets of old mail programs.
import { withHongKongCharacters } from './charset-hkscs.ts';
import { CHARACTER_TABLES } from './charset-tables.ts';

export type Decoder = (bytes: Uint8Array) => string;

const ESC = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;

const windows1252 = new TextDecoder('windows-1252');

export function tableDecoder(name: string): Decoder | undefined {
  const table = CHARACTER_TABLES[name];
  if (!table) return undefined;
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : table.charCodeAt(byte - 128)));
  return (bytes) => {
    const units = new Uint16Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) units[i] = codes[bytes[i] as number] as number;
    return fromUnits(units);
  };
}

/** RFC 2152. What is not valid in it stays as it is written. */
export function decodeUtf7(bytes: Uint8Array): string {
  const text = windows1252.decode(bytes);
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (written, encoded: string) => {
    if (encoded === '') return written === '+-' ? '+' : written;
    const units = Buffer.from(encoded, 'base64');
    if (units.length < 2) return written;
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

/** Without a byte order mark it is big-endian (Unicode, section 3.10). */
export function utf32Decoder(order?: 'le' | 'be'): Decoder {
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
    const mark = view.byteLength >= 4 ? view.getUint32(0) : 0;
    const little = order === 'le' || (order === undefined && mark === 0xfffe0000);
    const parts: string[] = [];
    for (let at = 0; at < view.byteLength; at += 4) {
      const code = view.getUint32(at, little);
      if (at === 0 && code === 0xfeff) continue;
      parts.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code));
    }
    return parts.join('');
  };
}

/** RFC 1843: ~{ and ~} enclose GB 2312 in seven bits, ~~ is a tilde, ~ at the end of a line joins it with the next. */
export function decodeHz(bytes: Uint8Array): string {
  const runs = new Runs(bytes);
  let from = 0;
  let chinese = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0x0a && chinese) {
      runs.add('gbk', from, at, true);
      [from, chinese] = [at, false]; // a line ends what was not closed in it
    }
    if (bytes[at] !== 0x7e) continue;
    const next = bytes[at + 1];
    const isBreak = next === 0x0a || (next === 0x0d && bytes[at + 2] === 0x0a);
    if (chinese ? next !== 0x7d : next !== 0x7b && next !== 0x7e && !isBreak) continue;
    runs.add(chinese ? 'gbk' : 'ascii', from, next === 0x7e ? at + 1 : at, chinese);
    chinese = next === 0x7b;
    from = at + (next === 0x0d ? 3 : 2);
    at = from - 1;
  }
  runs.add(chinese ? 'gbk' : 'ascii', from, bytes.length, chinese);
  return runs.text();
}

interface Charset {
  decoder: string;
  /** Whether the bytes get their eighth bit set, as the decoder's set has them. */
  high: boolean;
  /** A byte that the decoder wants before each pair. */
  prefix?: number;
}

const ASCII: Charset = { decoder: 'ascii', high: false };

// ISO 2022 escape sequences, by what follows ESC.
const DESIGNATIONS: Record<string, Charset> = {
  '(B': ASCII,
  '(J': ASCII, // JIS X 0201 Roman: yen and overline apart it is ASCII, and programs wrote backslashes and tildes
  '(I': { decoder: 'shift_jis', high: true },
  $B: { decoder: 'euc-jp', high: true },
  '$@': { decoder: 'euc-jp', high: true },
  '$(B': { decoder: 'euc-jp', high: true },
  '$(@': { decoder: 'euc-jp', high: true },
  '$(Q': { decoder: 'euc-jp', high: true }, // JIS X 0213 plane 1, of which JIS X 0208 is the largest part
  '$(O': { decoder: 'euc-jp', high: true },
  '$(D': { decoder: 'euc-jp', high: true, prefix: 0x8f },
  $A: { decoder: 'gbk', high: true },
  '$(A': { decoder: 'gbk', high: true },
  '$(C': { decoder: 'euc-kr', high: true },
};
// What SO switches to (RFC 1557, RFC 1922).
const SHIFTED: Record<string, Charset> = {
  '$)C': { decoder: 'euc-kr', high: true },
  '$)A': { decoder: 'gbk', high: true },
};
// The sets of ISO-2022-JP-2 that ESC N takes one character of (RFC 1554).
const SINGLE_SHIFTS: Record<string, string> = { '.A': 'windows-1252', '.F': 'iso-8859-7' };

/** ISO-2022-JP in all its variants, ISO-2022-KR, and the GB 2312 part of ISO-2022-CN. */
export function decodeIso2022(bytes: Uint8Array): string {
  const runs = new Runs(bytes);
  let current = ASCII;
  let shifted: Charset = SHIFTED['$)C'] as Charset;
  let single = 'windows-1252';
  let isOut = false;
  let from = 0;
  const finish = (at: number, skip: number) => {
    const { decoder, high, prefix } = isOut ? shifted : current;
    runs.add(decoder, from, at, high, prefix);
    from = at + skip;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === SHIFT_OUT || byte === SHIFT_IN) {
      finish(at, 1);
      isOut = byte === SHIFT_OUT;
    } else if (byte === 0x0a && (isOut || current !== ASCII)) {
      finish(at, 0);
      [isOut, current] = [false, ASCII]; // RFC 1468: a line ends in ASCII
    } else if (byte === ESC) {
      if (bytes[at + 1] === 0x4e) {
        finish(at, 3);
        runs.add(single, at + 2, Math.min(at + 3, bytes.length), true);
        at += 2;
        continue;
      }
      const sequence = designationAt(bytes, at + 1);
      if (sequence === '') continue;
      finish(at, 1 + sequence.length);
      if (DESIGNATIONS[sequence]) [current, isOut] = [DESIGNATIONS[sequence], false];
      else if (SHIFTED[sequence]) shifted = SHIFTED[sequence];
      else single = SINGLE_SHIFTS[sequence] ?? single;
      at += sequence.length;
    }
  }
  finish(bytes.length, 0);
  return runs.text();
}

function designationAt(bytes: Uint8Array, at: number): string {
  const text = String.fromCharCode(...bytes.subarray(at, at + 3));
  for (const length of [3, 2]) {
    const sequence = text.slice(0, length);
    if (DESIGNATIONS[sequence] || SHIFTED[sequence] || SINGLE_SHIFTS[sequence]) return sequence;
  }
  return '';
}

/** Stretches of one character set, decoded as they are added. */
class Runs {
  private readonly bytes: Uint8Array;
  private readonly parts: string[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(decoder: string, from: number, to: number, high: boolean, prefix?: number): void {
    if (to <= from) return;
    const run = this.bytes.subarray(from, to);
    if (decoder === 'ascii') this.parts.push(windows1252.decode(run));
    else this.parts.push(decoderOf(decoder).decode(high ? raised(run, prefix) : run));
  }

  text(): string {
    return this.parts.join('');
  }
}

function raised(run: Uint8Array, prefix: number | undefined): Uint8Array {
  const bytes: number[] = [];
  let isFirst = true;
  for (const byte of run) {
    if (byte <= 0x20) {
      bytes.push(byte);
      isFirst = true;
      continue;
    }
    if (prefix !== undefined && isFirst) bytes.push(prefix);
    bytes.push(byte | 0x80);
    isFirst = !isFirst;
  }
  return Uint8Array.from(bytes);
}

/** Big5 as WHATWG has it, with the characters of Hong Kong. */
export function decodeBig5(bytes: Uint8Array): string {
  return withHongKongCharacters(decoderOf('big5').decode(bytes));
}

let korean: Uint16Array | undefined;

/** EUC-KR as WHATWG has it: windows-949, in which the Hangul syllables that KS X 1001 lacks follow in their order. */
export function decodeKorean(bytes: Uint8Array): string {
  korean ??= koreanTable();
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    const trail = bytes[at + 1] ?? 0;
    const unit = lead < 0x80 ? lead : (korean[(lead << 8) | trail] as number);
    units[length++] = unit || (lead < 0x80 ? 0 : 0xfffd);
    if (lead >= 0x80 && (unit !== 0 || trail >= 0x80)) at++;
  }
  return fromUnits(units.subarray(0, length));
}

/** The code units of pairs of bytes, zero where they are not assigned. */
function koreanTable(): Uint16Array {
  const table = new Uint16Array(65_536);
  const standard = new Set<number>();
  const decoder = decoderOf('euc-kr');
  for (let lead = 0xa1; lead <= 0xfe; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const char = decoder.decode(Uint8Array.of(lead, trail));
      if (char.length > 1 || /[\ufffd\ue000-\uf8ff]/.test(char)) continue;
      table[(lead << 8) | trail] = char.charCodeAt(0);
      standard.add(char.charCodeAt(0));
    }
  let code = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (standard.has(code)) code++;
      if (code <= 0xd7a3) table[(lead << 8) | trail] = code++;
    }
  return table;
}

const decoders = new Map<string, TextDecoder>();

export function decoderOf(label: string): TextDecoder {
  let decoder = decoders.get(label);
  if (!decoder) {
    decoder = new TextDecoder(label, { ignoreBOM: false });
    decoders.set(label, decoder);
  }
  return decoder;
}

function fromUnits(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}
