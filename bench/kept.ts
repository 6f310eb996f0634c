// Filled databases are kept in bench/data and used again: one folder for each size, shape of the tables and content.
// What is measured is a copy, since measuring writes.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { emailNumber } from './emails.ts';
import { fill, type Sample } from './fill.ts';
import { startDaybook } from './programs.ts';

const CONTENT = 2; // raised when the invented records, or the words that are indexed of them, change
const SAMPLE = 'sample'; // without an extension, so that no tool of the repository processes it
const data = fileURLToPath(new URL('data', import.meta.url));

export interface Kept {
  file: string;
  sample: Sample;
}

/** The filled database of this size; made now if there is none. */
export async function keptDatabase(
  size: number,
  report: (text: string) => void,
  { name = 'sqlite', emailOf = emailNumber } = {},
): Promise<Kept> {
  const folder = join(data, `${name}-${size}-${await shape()}-${CONTENT}`);
  const file = join(folder, 'daybook.db');
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await makeDatabase(join(unfinished, 'daybook.db'));
    const sample = await fill(join(unfinished, 'daybook.db'), size, report, emailOf);
    writeFileSync(join(unfinished, SAMPLE), JSON.stringify(sample));
    renameSync(unfinished, folder);
  }
  return { file, sample: JSON.parse(readFileSync(join(folder, SAMPLE), 'utf8')) };
}

/** A folder for the databases of one run, on the same disk. */
export function runFolder(): string {
  mkdirSync(data, { recursive: true });
  return mkdtempSync(join(data, 'run-'));
}

/** A copy that is on disk, so that its writing does not fall into the measurement. */
export function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

// A new database as the service makes it at its first start, with whatever it notes there.
async function makeDatabase(file: string): Promise<void> {
  await (await startDaybook(dirname(file), file)).stop();
}

// The tables and indexes of a new database, those of its search included, and what the service notes of them, as a
// short word.
async function shape(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  try {
    const file = join(folder, 'empty.db');
    await makeDatabase(file);
    const db = new DatabaseSync(file, { readOnly: true });
    const tables = db.prepare('select name, sql from sqlite_master where sql is not null order by name').all();
    const notes = tables.some(({ name }) => name === 'notes')
      ? db.prepare('select * from notes order by name').all()
      : [];
    db.close();
    return createHash('sha256')
      .update(JSON.stringify([tables, notes]))
      .digest('hex')
      .slice(0, 8);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
