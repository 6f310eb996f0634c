// A portable export: a gzip file of JSON lines, the same from either engine. docs/guide/backup.md describes it line by
// line. The last line has the checksums of all rows before it, so a truncated file is detected.
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { limits } from '../../limits.ts';
import { moveDurably } from '../engine/folder.ts';
import { StoreProblem } from '../engine/problem.ts';
import { schemaVersion } from '../migrations/run.ts';
import type { ReadStore, Row, Snapshot } from '../port.ts';
import { type Progress, requireNewTarget } from '../sqlite/backup.ts';
import { differenceOf, newSummer, type Sums } from './checksums.ts';
import { countRows, pagesOf, type Table, tables, valuesOf } from './tables.ts';

const EXPORT_FORMAT = 1;

interface Header {
  daybook?: string;
  format?: number;
  schema?: number;
}

/** Writes a snapshot of the store to a new file, which is complete or absent; `also` reads the same snapshot. */
export async function writeExport(
  store: ReadStore,
  target: string,
  version: string,
  progress: Progress,
  also?: (read: Snapshot) => Promise<void>,
): Promise<void> {
  requireNewTarget(target);
  const partial = `${target}.partial`;
  try {
    await store.snapshot(async (read) => {
      const total = await countRows(read);
      await pipeline(
        lines(read, version, (done) => progress(done, total)),
        createGzip({ level: 4 }),
        createWriteStream(partial, { mode: 0o600 }),
      );
      await also?.(read);
    });
    const file = await open(partial, 'r+');
    await file.sync();
    await file.close();
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  moveDurably(partial, target);
}

async function* lines(read: Snapshot, version: string, progress: (done: number) => void): AsyncGenerator<string> {
  yield line({
    daybook: 'export',
    format: EXPORT_FORMAT,
    schema: schemaVersion,
    version,
    made_at: new Date().toISOString(),
  });
  const summer = newSummer();
  let done = 0;
  for (const table of tables) {
    for await (const rows of pagesOf(read, table)) {
      for (const row of rows) summer.add(table.name, valuesOf(table, row));
      yield rows.map((row) => line({ table: table.name, row: named(table, row) })).join('');
      done += rows.length;
      progress(done);
    }
  }
  yield line({ end: summer.sums() });
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function named(table: Table, row: Row): Row {
  return Object.fromEntries(table.columns.map((column) => [column, row[column] ?? null]));
}

export function isExport(file: string): Promise<boolean> {
  return open(file, 'r').then(async (handle) => {
    try {
      const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return buffer[0] === 0x1f && buffer[1] === 0x8b; // RFC 1952 section 2.3.1
    } finally {
      await handle.close();
    }
  });
}

/** The schema of an export; throws if the file is not an export, or was written by a newer Daybook. */
export async function schemaOfExport(file: string): Promise<number> {
  const lines = unpackedLines(file);
  try {
    for await (const text of lines.texts) return readHeader(file, JSON.parse(text));
  } catch (error) {
    throw error instanceof StoreProblem ? error : damaged(file, (error as Error).message);
  } finally {
    lines.end();
  }
  throw damaged(file, 'it is empty');
}

/**
 * The rows of an export, table by table; throws if the file is incomplete. `tableOf` finds the tables of the schema
 * that it was written with.
 */
export async function* readExport(
  file: string,
  progress: Progress,
  tableOf: (name: string, row: Row) => Table | undefined = currentTable,
): AsyncGenerator<{ table: Table; rows: Row[] }> {
  const lines = unpackedLines(file);
  const summer = newSummer();
  let end: Sums | undefined;
  let number = 0;
  let waiting: { table: Table; rows: Row[]; chars: number } | undefined;
  try {
    for await (const text of lines.texts) {
      number++;
      const read = JSON.parse(text) as Header & { table?: string; row?: Row; end?: Sums };
      if (end) throw new Error(`line ${number} comes after the last line`);
      if (number === 1) readHeader(file, read);
      else if (read.end) end = read.end;
      else {
        const table = read.row && tableOf(String(read.table), read.row);
        if (!table || !read.row) throw new Error(`line ${number} is not a row of a table that its schema has`);
        requireColumns(table, read.row, number);
        summer.add(table.name, valuesOf(table, read.row));
        if (waiting && (waiting.table !== table || waiting.rows.length >= 500 || waiting.chars > 8_000_000)) {
          yield waiting;
          waiting = undefined;
          progress(lines.bytesRead(), lines.size);
        }
        waiting ??= { table, rows: [], chars: 0 };
        waiting.rows.push(read.row);
        waiting.chars += text.length;
      }
    }
  } catch (error) {
    throw error instanceof StoreProblem ? error : damaged(file, (error as Error).message);
  } finally {
    lines.end();
  }
  if (waiting) yield waiting;
  const difference = end ? differenceOf(end, summer.sums()) : 'its last line is missing';
  if (difference) throw damaged(file, difference);
}

function damaged(file: string, why: string): StoreProblem {
  return new StoreProblem(`${file} is damaged or truncated: ${why}.`);
}

// Values of other types cannot have been exported, and an unread column would be lost silently.
function requireColumns({ name, columns }: Table, row: Row, number: number): void {
  const unknown = Object.keys(row).find((column) => !columns.includes(column));
  if (unknown !== undefined)
    throw new Error(
      `line ${number} has the column ${JSON.stringify(unknown.slice(0, 60))}, which ${name} does not have`,
    );
  for (const column of columns) {
    const value = row[column];
    if (value !== null && typeof value !== 'string' && !Number.isSafeInteger(value))
      throw new Error(`line ${number} needs a text, an integer or null as ${column} of ${name}`);
  }
}

function currentTable(name: string): Table | undefined {
  return tables.find((table) => table.name === name);
}

// Splits at line feeds only, with back-pressure: a line may be a mail of 25 MB, and contain every other character.
function unpackedLines(file: string) {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on('error', (error) => unpacked.destroy(error));
  const { size } = statSync(file);
  return {
    size,
    texts: linesOf(unpacked, limits.exportFree + size * limits.archiveRatio),
    bytesRead: () => source.bytesRead,
    end: () => source.destroy(),
  };
}

async function* linesOf(stream: AsyncIterable<Buffer>, max: number): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let waiting = 0;
  let total = 0;
  for await (const chunk of stream) {
    let start = 0;
    total += chunk.length;
    waiting += chunk.length;
    if (total > max) throw new Error(`it unpacks to more than ${limits.archiveRatio} times its size`);
    if (waiting > limits.exportLine) throw new Error(`it has a line of more than ${limits.exportLine} bytes`);
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      start = end + 1;
      waiting = chunk.length - start;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}

function readHeader(file: string, { daybook, format, schema }: Header): number {
  if (daybook !== 'export' || !Number.isInteger(format) || !Number.isInteger(schema) || (schema as number) < 1)
    throw new StoreProblem(`${file} is not an export of Daybook.`);
  if ((format as number) > EXPORT_FORMAT || (schema as number) > schemaVersion)
    throw new StoreProblem(`${file} was written by a newer Daybook; use that one.`);
  return schema as number;
}
