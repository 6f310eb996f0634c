// EUC-KR with all Hangul syllables (windows-949).
import { decoderOf, fromUnits } from './text-decoders.ts';

let korean: Uint16Array | undefined;

/** EUC-KR as defined by WHATWG (windows-949): Hangul syllables that are not in KS X 1001 are added in their order. */
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

/** The code units of byte pairs; zero if a pair is not assigned. */
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
  table[0xa2e6] = 0x20ac; // added in 1998 and missing on some platforms
  table[0xa2e7] = 0x00ae;
  let code = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (standard.has(code)) code++;
      if (code <= 0xd7a3) table[(lead << 8) | trail] = code++;
    }
  return table;
}
