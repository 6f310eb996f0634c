// Johab (KS X 1001 annex 3): a Hangul syllable is encoded by the numbers of its letters; all other characters are
// computed from their position in KS X 1001.
import { decodeKorean } from './korean.ts';

/** Letters by their five-bit code: -1 for an unassigned code, EMPTY for no letter. */
const numbers = (ranges: [first: number, last: number, letter: number][]): number[] => {
  const table = Array.from({ length: 32 }, () => -1);
  for (const [first, last, letter] of ranges)
    for (let bits = first; bits <= last; bits++) table[bits] = letter + bits - first;
  return table;
};
const EMPTY = 99;
const INITIALS = numbers([
  [1, 1, EMPTY],
  [2, 20, 0],
]);
const MEDIALS = numbers([
  [2, 2, EMPTY],
  [3, 7, 0],
  [10, 15, 5],
  [18, 23, 11],
  [26, 29, 17],
]);
const FINALS = numbers([
  [1, 1, EMPTY],
  [2, 17, 1],
  [19, 29, 17],
]);
// Single letters, as offsets from U+3130.
const LONE_INITIALS = [1, 2, 4, 7, 8, 9, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30];
const LONE_FINALS = [
  0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30,
];
const LONE_MEDIAL = 0x314f;

export function decodeJohab(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      parts.push(String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    const char = lead < 0xd4 ? hangul((lead << 8) | trail) : other(lead, trail);
    parts.push(char ?? '\ufffd');
    if (char !== undefined || trail >= 0x80) at++;
  }
  return parts.join('');
}

function hangul(code: number): string | undefined {
  const initial = INITIALS[(code >> 10) & 31] as number;
  const medial = MEDIALS[(code >> 5) & 31] as number;
  const final = FINALS[code & 31] as number;
  if (initial < 0 || medial < 0 || final < 0) return undefined;
  const has = [initial, medial, final].map((letter) => letter !== EMPTY);
  if (has[0] && has[1]) return String.fromCharCode(0xac00 + (initial * 21 + medial) * 28 + (has[2] ? final : 0));
  if (has.filter(Boolean).length > 1) return undefined;
  if (has[0]) return String.fromCharCode(0x3130 + (LONE_INITIALS[initial] as number));
  if (has[1]) return String.fromCharCode(LONE_MEDIAL + medial);
  return has[2] ? String.fromCharCode(0x3130 + (LONE_FINALS[final] as number)) : '\u3000';
}

/** Symbols and Hanja: each lead byte has 188 positions, which are two rows of KS X 1001. */
function other(lead: number, trail: number): string | undefined {
  const isTrail = (trail >= 0x31 && trail <= 0x7e) || (trail >= 0x91 && trail <= 0xfe);
  if (!isTrail || lead < 0xd9 || lead === 0xdf || lead > 0xf9) return undefined;
  const place = trail < 0x91 ? trail - 0x31 : trail - 0x43;
  if (lead === 0xda && trail >= 0xa1 && trail <= 0xd3) return undefined; // single letters, which are encoded as Hangul
  const row = (lead < 0xe0 ? 2 * (lead - 0xd9) : 2 * lead - 0x197) + (place < 94 ? 0 : 1);
  const text = decodeKorean(Uint8Array.of(0xa1 + row, 0xa1 + (place % 94)));
  return text.length === 1 && text !== '\ufffd' ? text : undefined;
}
