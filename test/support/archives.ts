// Archives for tests, written by hand: zip files, also with what only damaged or hostile ones have, and tar files.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string | Buffer;
  content: string | Buffer;
  /** As a folder for large archives writes it, with sizes of 64 bits. */
  zip64?: boolean;
  stored?: boolean;
  /** What the archive claims instead of the truth. */
  claims?: { flags?: number; method?: number; crc?: number; size?: number };
}

const UTF8 = 0x0800;
const VERSION = 45;
const DATE = ((2026 - 1980) << 9) | (2 << 5) | 17; // 17 February 2026

/** A zip archive; with `shared`, every entry names the bytes of the first. */
export function zip(entries: Packed[], { shared = false } = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const header = headerOf(entry);
    if (!shared || pieces.length === 0) pieces.push(header.local, header.data);
    directory.push(header.central(shared ? 0 : at));
    if (!shared) at += header.local.length + header.data.length;
  }
  const body = Buffer.concat(pieces);
  const central = Buffer.concat(directory);
  const is64 = entries.some(({ zip64 }) => zip64);
  return Buffer.concat([
    body,
    central,
    ...(is64 ? end64(entries.length, central.length, body.length) : []),
    end(entries.length, central.length, body.length, is64),
  ]);
}

function headerOf({ name, content, zip64 = false, stored = false, claims = {} }: Packed) {
  const plain = Buffer.from(content as string);
  const data = stored ? plain : deflateRawSync(plain);
  const path = Buffer.from(name as string);
  const flags = claims.flags ?? (typeof name === 'string' ? UTF8 : 0);
  const size = claims.size ?? plain.length;
  const common = Buffer.alloc(22);
  common.writeUInt16LE(flags, 0);
  common.writeUInt16LE(claims.method ?? (stored ? 0 : 8), 2);
  common.writeUInt16LE(9 << 11, 4);
  common.writeUInt16LE(DATE, 6);
  common.writeUInt32LE(claims.crc ?? crc32(plain), 8);
  common.writeUInt32LE(zip64 ? 0xffffffff : data.length, 12);
  common.writeUInt32LE(zip64 ? 0xffffffff : size, 16);
  common.writeUInt16LE(path.length, 20);
  const extra = (offset: number | null): Buffer => {
    if (!zip64) return Buffer.alloc(0);
    const values = [size, data.length, ...(offset === null ? [] : [offset])];
    const field = Buffer.alloc(4 + values.length * 8);
    field.writeUInt16LE(1, 0);
    field.writeUInt16LE(values.length * 8, 2);
    for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
    return field;
  };
  const own = extra(null);
  const local = Buffer.concat([numbers([4, 0x04034b50], [2, VERSION]), common, numbers([2, own.length]), path, own]);
  const central = (offset: number): Buffer => {
    const more = extra(offset);
    return Buffer.concat([
      numbers([4, 0x02014b50], [2, VERSION], [2, VERSION]),
      common,
      numbers([2, more.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, zip64 ? 0xffffffff : offset]),
      path,
      more,
    ]);
  };
  return { local, data, central };
}

function end(count: number, size: number, offset: number, is64: boolean): Buffer {
  const entries = is64 ? 0xffff : count;
  return numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries],
    [2, entries],
    [4, is64 ? 0xffffffff : size],
    [4, is64 ? 0xffffffff : offset],
    [2, 0],
  );
}

function end64(count: number, size: number, offset: number): Buffer[] {
  const record = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  );
  return [record, numbers([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])];
}

function numbers(...given: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    given.map(([bytes, value]) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt(value));
      return field.subarray(0, bytes);
    }),
  );
}

/** A tar archive; names that are too long for its header are written as GNU tar or as pax does it. */
export function tar(
  entries: { name: string; content: string | Buffer; type?: string }[],
  long: 'gnu' | 'pax' = 'pax',
): Buffer {
  const blocks = entries.flatMap(({ name, content, type = '0' }) => {
    const record = (length: number): string => {
      const text = `${length} path=${name}\n`;
      return Buffer.byteLength(text) === length ? text : record(Buffer.byteLength(text));
    };
    const extended =
      long === 'gnu' ? tarEntry('././@LongLink', `${name}\0`, 'L') : tarEntry('PaxHeader', record(0), 'x');
    return [...(Buffer.byteLength(name) > 100 ? extended : []), ...tarEntry(name, content, type)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function tarEntry(name: string, content: string | Buffer, type: string): Buffer[] {
  const bytes = Buffer.from(content as string);
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100));
  header.write('0000644\0', 100);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${(1_771_318_800).toString(8).padStart(11, '0')}\0`, 136); // 2026-02-17T09:00:00Z
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}
