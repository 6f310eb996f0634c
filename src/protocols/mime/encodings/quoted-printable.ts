// Decodes quoted-printable (RFC 2045 section 6.7), including the damage done by gateways and mail programs.
import { Cursor, type Source } from '../source.ts';
import type { Workspace } from '../workspace.ts';

const HEX = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) || byte === 0x20 ? -1 : digit;
});

/** RFC 2045 section 6.7. An equals sign that encodes nothing is kept. */
export function decodeQuotedPrintable(body: Source, workspace: Workspace): Source {
  const cursor = new Cursor(body);
  const sink = workspace.sink(body.length);
  const { chunk } = sink;
  const end = body.length;
  let solid = 0; // length up to the last non-blank: whitespace after it was added by a gateway if the line ends there
  let at = 0;
  while (at < end) {
    sink.reserve(1);
    if (cursor.at(at) === 0x3d) {
      const { byte, next } = decodeEquals(cursor, at);
      if (byte >= 0) chunk[sink.used++] = byte;
      solid = sink.length;
      at = next;
      continue;
    }
    // Within the current piece and chunk.
    const { piece, from } = cursor;
    const begun = sink.length - sink.used;
    const last = Math.min(piece.length, at - from + chunk.length - sink.used);
    let used = sink.used;
    let place = at - from;
    for (; place < last; place++) {
      const byte = piece[place] as number;
      if (byte === 0x3d) {
        const high = place + 2 < last ? (HEX[piece[place + 1] as number] as number) : -1;
        const low = high < 0 ? -1 : (HEX[piece[place + 2] as number] as number);
        if (low < 0) break;
        chunk[used++] = (high << 4) | low;
        solid = begun + used;
        place += 2;
        continue;
      }
      if (byte === 0x0a || byte === 0x0d) {
        if (begun + used > solid) {
          if (solid < begun) break; // the whitespace has already been flushed
          used = solid - begun;
        }
      } else if (byte === 0x20 || byte === 0x09) {
        chunk[used++] = byte;
        continue;
      }
      chunk[used++] = byte;
      solid = begun + used;
    }
    sink.used = used;
    at = from + place;
    if (place < last && piece[place] !== 0x3d) sink.truncate(solid);
  }
  sink.truncate(solid);
  return sink.end();
}

/** Decodes an equals sign: a byte, or -1 for a soft line break, and the offset after it. */
function decodeEquals(cursor: Cursor, at: number): { byte: number; next: number } {
  const high = at + 2 < cursor.length ? (HEX[cursor.at(at + 1) as number] as number) : -1;
  const low = high < 0 ? -1 : (HEX[cursor.at(at + 2) as number] as number);
  if (low >= 0) return { byte: (high << 4) | low, next: at + 3 };
  const next = softBreak(cursor, at + 1);
  return next < 0 ? { byte: 0x3d, next: at + 1 } : { byte: -1, next };
}

/** The offset of the line after a soft line break; -1 if it is not one. The end of the text counts as one. */
function softBreak(cursor: Cursor, from: number): number {
  let at = from;
  while (cursor.at(at) === 0x20 || cursor.at(at) === 0x09) at++;
  if (at >= cursor.length) return at;
  const first = at;
  while (cursor.at(at) === 0x0d && at - first < 8) at++;
  if (cursor.at(at) === 0x0a) return at + 1;
  return at > first ? first + 1 : -1;
}
