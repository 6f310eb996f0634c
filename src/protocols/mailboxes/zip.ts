// Streams the files of a zip archive, including ZIP64, so that an archive can be larger than 4 GB.
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { ArchiveEntry, ArchiveLimits } from './archive.ts';
import { LINK } from './file-types.ts';

export interface Zip {
  /** The names of all files in it. */
  names(): AsyncGenerator<string>;
  /** Calls `report` with the number of bytes read from the archive so far. */
  entries(limits: ArchiveLimits, report: (bytes: number) => void): AsyncGenerator<ArchiveEntry>;
}

const DEFLATED = 8;

export function openZip(path: string): Zip {
  return {
    async *names() {
      const zip = await open(path);
      try {
        for await (const entry of zip.eachEntry()) {
          const name = nameOf(entry);
          if (!name.endsWith('/')) yield name;
        }
      } finally {
        zip.close();
      }
    },
    async *entries(limits, report) {
      const zip = await open(path);
      let done = 0;
      try {
        for await (const entry of zip.eachEntry()) {
          limits.entry();
          const name = nameOf(entry);
          const before = done;
          const progress = (share: number) => report(before + Math.round(entry.compressedSize * share));
          if (!name.endsWith('/')) yield { ...about(entry, name), read: () => contentOf(zip, entry, limits, progress) };
          done += entry.compressedSize;
          report(done);
        }
      } finally {
        zip.close();
      }
    },
  };
}

// Names are never used as paths, so a name outside of the archive's folder is harmless and must not stop the import.
async function open(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw new Error(`it is not a complete zip archive (${(error as Error).message}); download or copy it again`);
  }
}

function about(entry: Entry, name: string): Omit<ArchiveEntry, 'read'> {
  const at = entry.getLastModDate({ timezone: 'UTC' }).getTime();
  return { name, modifiedAt: Number.isNaN(at) ? null : at, problem: problemOf(entry) };
}

const UNIX = 3;
const MODE = 0o170000;
const MODE_LINK = 0o120000;

function problemOf(entry: Entry): string | null {
  const mode = entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & MODE : 0;
  if (mode === MODE_LINK) return `${LINK}, which has no content of its own in the archive`;
  if (entry.isEncrypted()) return 'it is encrypted; unpack the archive with its password and import the folder';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== DEFLATED)
    return `it uses a compression method that is not supported (${entry.compressionMethod}); unpack the archive, and import the folder`;
  return null;
}

async function* contentOf(
  zip: ZipFile,
  entry: Entry,
  limits: ArchiveLimits,
  progress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    limits.bytes(piece.length);
    sum = crc32(piece, sum);
    bytes += piece.length;
    progress(bytes / entry.uncompressedSize);
    yield piece;
  }
  if (sum !== entry.crc32) throw new Error('its checksum is wrong; download or copy the archive again');
}

// Many programs write UTF-8 without setting the flag.
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const text = raw.toString('utf8');
  const name = text.includes('\ufffd')
    ? getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false)
    : text;
  return name.replaceAll('\\', '/');
}
