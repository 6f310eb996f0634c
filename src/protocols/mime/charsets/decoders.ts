// Decoders for character sets that TextDecoder does not know: UTF-7, UTF-32, the escape-sequence sets of East Asia
// (ISO-2022-JP-2, ISO-2022-KR, ISO-2022-CN, HZ) and the single-byte sets of old mail programs.
import { decodeEucTw } from './cns.ts';
import { withHongKongCharacters } from './hkscs.ts';
import { CHARACTER_TABLES } from './tables.ts';
import { decoderOf, fromUnits } from './text-decoders.ts';

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

/** RFC 2152. Invalid sequences stay as they are written. */
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
      [from, chinese] = [at, false]; // the end of the line closes an open run
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
  /** Whether the eighth bit of each byte is set, as the decoder expects. */
  high: boolean;
  /** Bytes that the decoder expects before each pair. */
  prefix?: number[];
}

const ASCII: Charset = { decoder: 'ascii', high: false };

// ISO 2022 escape sequences, by the bytes after ESC.
const DESIGNATIONS: Record<string, Charset> = {
  '(B': ASCII,
  '(J': ASCII, // JIS X 0201 Roman is ASCII except for yen and overline, which programs used as backslash and tilde
  '(I': { decoder: 'shift_jis', high: true },
  $B: { decoder: 'euc-jp', high: true },
  '$@': { decoder: 'euc-jp', high: true },
  '$(B': { decoder: 'euc-jp', high: true },
  '$(@': { decoder: 'euc-jp', high: true },
  '$(Q': { decoder: 'euc-jp', high: true }, // JIS X 0213 plane 1, of which JIS X 0208 is the largest part
  '$(O': { decoder: 'euc-jp', high: true },
  '$(D': { decoder: 'euc-jp', high: true, prefix: [0x8f] },
  $A: { decoder: 'gbk', high: true },
  '$(A': { decoder: 'gbk', high: true },
  '$(C': { decoder: 'euc-kr', high: true },
};
const cns = (plane: number): Charset => ({ decoder: 'euc-tw', high: true, prefix: [0x8e, 0xa0 + plane] });
// Character sets that SO switches to (RFC 1557, RFC 1922).
const SHIFTED: Record<string, Charset> = {
  '$)C': { decoder: 'euc-kr', high: true },
  '$)A': { decoder: 'gbk', high: true },
  '$)E': { decoder: 'gbk', high: true }, // ISO-IR-165, of which GB 2312 is the largest part
  '$)G': cns(1),
};
// Character sets from which ESC N and ESC O take one character: of one byte in ISO-2022-JP-2 (RFC 1554), of two bytes
// in ISO-2022-CN (RFC 1922).
const SECOND: Record<string, Charset> = {
  '.A': { decoder: 'windows-1252', high: true },
  '.F': { decoder: 'iso-8859-7', high: true },
  '$*H': cns(2),
};
const THIRD: Record<string, Charset> = { '$+I': cns(3), '$+J': cns(4), '$+K': cns(5), '$+L': cns(6), '$+M': cns(7) };

interface Designation {
  /** Number of bytes after ESC. */
  length: number;
  /** The set that it changes. */
  target: 'current' | 'shifted' | 'second' | 'third';
  charset: Charset;
}

// Keyed by the two or three bytes as a number, for speed: a text can consist only of escape sequences.
const SEQUENCES = new Map<number, Designation>(
  Object.entries({ current: DESIGNATIONS, shifted: SHIFTED, second: SECOND, third: THIRD }).flatMap(([target, sets]) =>
    Object.entries(sets).map(([sequence, charset]) => [
      [...Buffer.from(sequence)].reduce((key, byte) => (key << 8) | byte),
      { length: sequence.length, target: target as Designation['target'], charset },
    ]),
  ),
);
const SINGLE_SHIFTS: Record<number, 'second' | 'third'> = { 78: 'second', 79: 'third' };

/** All variants of ISO-2022-JP, ISO-2022-KR, and ISO-2022-CN with the planes of its extension. */
export function decodeIso2022(bytes: Uint8Array): string {
  const runs = new Runs(bytes);
  const sets: Record<Designation['target'], Charset> = {
    current: ASCII,
    shifted: SHIFTED['$)C'] as Charset,
    second: SECOND['.A'] as Charset,
    third: THIRD['$+I'] as Charset,
  };
  let isOut = false;
  let from = 0;
  const finish = (at: number, skip: number) => {
    const { decoder, high, prefix } = isOut ? sets.shifted : sets.current;
    runs.add(decoder, from, at, high, prefix);
    from = at + skip;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === SHIFT_OUT || byte === SHIFT_IN) {
      finish(at, 1);
      isOut = byte === SHIFT_OUT;
    } else if (byte === 0x0a && (isOut || sets.current !== ASCII)) {
      finish(at, 0);
      [isOut, sets.current] = [false, ASCII]; // RFC 1468: a line must end in ASCII
    } else if (byte === ESC) {
      const shift = SINGLE_SHIFTS[bytes[at + 1] ?? 0];
      if (shift) {
        const { decoder, high, prefix } = sets[shift];
        const taken = prefix ? 2 : 1;
        finish(at, 2 + taken);
        runs.add(decoder, at + 2, Math.min(at + 2 + taken, bytes.length), high, prefix);
        at += 1 + taken;
        continue;
      }
      const found = designationAt(bytes, at + 1);
      if (!found) continue;
      finish(at, 1 + found.length);
      sets[found.target] = found.charset;
      if (found.target === 'current') isOut = false;
      at += found.length;
    }
  }
  finish(bytes.length, 0);
  return runs.text();
}

function designationAt(bytes: Uint8Array, at: number): Designation | undefined {
  const two = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return SEQUENCES.get((two << 8) | (bytes[at + 2] ?? 0)) ?? SEQUENCES.get(two);
}

/** Runs of one character set, decoded as they are added. */
class Runs {
  private readonly bytes: Uint8Array;
  private readonly parts: string[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(decoder: string, from: number, to: number, high: boolean, prefix?: number[]): void {
    if (to <= from) return;
    const run = this.bytes.subarray(from, to);
    if (decoder === 'ascii') this.parts.push(windows1252.decode(run));
    else this.parts.push(decode(decoder, high ? raised(run, prefix) : run));
  }

  text(): string {
    return this.parts.join('');
  }
}

function decode(decoder: string, bytes: Uint8Array): string {
  return decoder === 'euc-tw' ? decodeEucTw(bytes) : decoderOf(decoder).decode(bytes);
}

function raised(run: Uint8Array, prefix: number[] = []): Uint8Array {
  const bytes = new Uint8Array(run.length * (1 + prefix.length));
  let length = 0;
  let isFirst = true;
  for (const byte of run) {
    if (byte <= 0x20) {
      bytes[length++] = byte;
      isFirst = true;
      continue;
    }
    if (isFirst) for (const one of prefix) bytes[length++] = one;
    bytes[length++] = byte | 0x80;
    isFirst = !isFirst;
  }
  return bytes.subarray(0, length);
}

/** Big5 as defined by WHATWG, with the Hong Kong characters. */
export function decodeBig5(bytes: Uint8Array): string {
  return withHongKongCharacters(decoderOf('big5').decode(bytes));
}
