// For a test file of move: a folder with records of every sort, and a server's database with a copy of them.
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { query } from '../instances/database.ts';
import { everything, fill, type Keys, type Picture } from '../instances/picture.ts';
import { newDatabase } from './databases.ts';
import { at, run, runProgram, temporaryFolder } from './process.ts';

export let folder: string;
/** The database file in the folder. */
export let file: string;
export let database: string;
export let keys: Keys;
export let expected: Picture;
/** The rows in the database after the copy. */
export let copied: object[];

export function useCopiedRecords(): void {
  folder = join(temporaryFolder(), 'source'); // for each test file, though this module is loaded once for many
  file = join(folder, 'daybook.db');
  beforeAll(async () => {
    keys = await fill(folder);
    expected = await everything(folder, keys);
    ({ place: database } = await newDatabase());
    expect(await runProgram(['move', '--from', folder, '--to', database])).toMatchObject({ code: 0, err: '' });
    copied = await rowsIn(database);
  });
}

/** What is at this place is sound, and is what was in the folder. */
export async function expectSame(place: string): Promise<void> {
  const doctor = await run(['doctor', ...at(place)]);
  expect(doctor).toMatchObject({ code: 0, err: '', out: expect.stringContaining('result       sound') });
  expect(await everything(place, keys)).toEqual(expected);
}

/** How many rows each table has that a refused copy could have touched: no answer shows half a copy. */
export const rowsIn = (place: string) =>
  query(
    place,
    `select (select count(*) from users) as users, (select count(*) from emails) as emails, (select count(*) from changes) as changes,
      (select max(seq) from logs) as seq, (select count(*) from unfinished) as unfinished, (select count(*) from contacts_search) as indexed`,
  );
