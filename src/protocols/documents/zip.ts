// Reads files from a ZIP archive in memory (APPNOTE 6.3), within limits: how many entries are looked at, and how many
// bytes they may unpack to together. Encrypted entries and other methods than deflate are left out.
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const MOST_ENTRIES = 5000;

interface Entry {
  name: string;
  method: number;
  isEncrypted: boolean;
  packed: number;
  offset: number;
}

/** The texts of the entries with a fitting name, in the order of the archive, until `max` bytes are unpacked. */
export function* textsInZip(bytes: Buffer, fits: (name: string) => boolean, max: number): Generator<string> {
  let left = max;
  for (const entry of entriesOf(bytes)) {
    if (!fits(entry.name) || entry.isEncrypted || left <= 0) continue;
    const content = contentOf(bytes, entry, left);
    if (!content) {
      left = Math.floor(left / 2); // it may have been unpacked so far, and there may be thousands of them
      continue;
    }
    left -= content.length;
    yield content.toString('utf8');
  }
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = endOf(bytes);
  if (end < 0) return;
  let at = bytes.readUInt32LE(end + 16);
  for (let count = 0; count < MOST_ENTRIES && at + 46 <= bytes.length; count++) {
    if (bytes.readUInt32LE(at) !== ENTRY) return;
    const nameBytes = bytes.readUInt16LE(at + 28);
    yield {
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

/** Where the end of the central directory is; it may be followed by a comment. */
function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= least; at--) if (bytes.readUInt32LE(at) === END) return at;
  return -1;
}

/** Undefined if it is damaged, or larger than allowed. */
function contentOf(bytes: Buffer, { method, packed, offset }: Entry, max: number): Buffer | undefined {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return undefined;
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(from, from + packed);
  if (method === 0) return content.length <= max ? content : undefined;
  if (method !== 8) return undefined;
  try {
    return inflateRawSync(content, { maxOutputLength: max });
  } catch {
    return undefined; // not deflated data, or too large
  }
}
