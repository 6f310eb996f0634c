// Quoted-printable (RFC 2045 section 6.7) undone, as gateways and programs have left it.

const HEX = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) || byte === 0x20 ? -1 : digit;
});

/** RFC 2045 section 6.7. An equals sign that encodes nothing stays. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length);
  const end = body.length;
  let length = 0;
  let solid = 0; // up to here blanks are encoded ones, which stay at the end of a line
  const trim = () => {
    while (length > solid && (out[length - 1] === 0x20 || out[length - 1] === 0x09)) length--; // what a gateway has added
  };
  for (let at = 0; at < end; at++) {
    const byte = body[at] as number;
    if (byte !== 0x3d) {
      if (byte === 0x0a || byte === 0x0d) trim();
      out[length++] = byte;
      continue;
    }
    const high = at + 2 < end ? (HEX[body[at + 1] as number] as number) : -1;
    const low = high < 0 ? -1 : (HEX[body[at + 2] as number] as number);
    if (low >= 0) {
      out[length++] = (high << 4) | low;
      at += 2;
    } else {
      const next = softBreak(body, at + 1);
      if (next >= 0) at = next - 1;
      else out[length++] = byte;
    }
    solid = length;
  }
  trim();
  return out.subarray(0, length);
}

/** Where the line after a soft line break begins; -1 where it is none. The end of the text is one too. */
function softBreak(body: Uint8Array, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at++;
  if (at >= body.length) return at;
  const first = at;
  while (body[at] === 0x0d && at - first < 8) at++;
  if (body[at] === 0x0a) return at + 1;
  return at > first ? first + 1 : -1;
}
