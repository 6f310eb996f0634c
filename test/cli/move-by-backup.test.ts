// Records go from a folder to a PostgreSQL server and back by backup and restore.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../instances/database.ts';
import { newDatabase } from '../support/databases.ts';
import { copied, database, expectSame, file, folder, rowsIn, useCopiedRecords } from '../support/moved.ts';
import { at, expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';

const work = temporaryFolder();

useCopiedRecords();

async function emptyPlace(kind: string): Promise<string> {
  return kind === 'a folder' ? join(temporaryFolder(), 'data') : (await newDatabase()).place;
}

/** So that waiting mail is not failed as RESTORED at the next start, which another test covers. */
async function forgetRestored(place: string): Promise<void> {
  const sql = "delete from notes where name = 'restored'";
  if (place.startsWith('postgres')) await query(place, sql);
  else {
    const db = new DatabaseSync(join(place, 'daybook.db'));
    db.exec(sql);
    db.close();
  }
}

describe('backup and restore between the engines', () => {
  const native = join(work, 'native.db');
  const portable = join(work, 'portable.gz');
  const fromServer = join(work, 'server.gz');
  beforeAll(async () => {
    for (const args of [
      [native, ...at(folder)],
      [portable, '--portable', ...at(folder)],
      [fromServer, ...at(database)],
    ])
      expect(await run(['backup', ...args])).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['a backup of a server', 'a folder', fromServer],
    ['a backup of a server', 'a server', fromServer],
    ['a native backup of a file', 'a server', native],
    ['a portable backup of a file', 'a folder', portable],
    ['a portable backup of a file', 'a server', portable],
  ])('%s is restored into %s', async (_, kind, backup) => {
    const place = await emptyPlace(kind);
    expect(await run(['restore', backup, ...at(place)])).toMatchObject({ code: 0, err: '' });
    await forgetRestored(place);
    await expectSame(place);
  });

  it('a portable backup has the same rows from either engine', () => {
    // Texts of attachments are not copied: after a copy there is a job that reads them again.
    const rows = (name: string) => {
      const lines = gunzipSync(readFileSync(name)).toString().trimEnd().split('\n').slice(1);
      const { jobs: _, ...end } = JSON.parse(lines.pop() as string).end;
      return { end, rows: lines.filter((line) => !line.includes('"kind":"extract_all"')) };
    };
    expect(rows(fromServer)).toEqual(rows(portable));
  });

  it('an existing file is not overwritten', async () => {
    const before = readFileSync(fromServer);
    expectRefusal(await runProgram(['backup', fromServer, ...at(database)]), 'already exists');
    expect(readFileSync(fromServer).equals(before)).toBe(true);
  });

  it('a server that holds records is not restored into', async () => {
    for (const backup of [native, portable])
      expectRefusal(
        await run(['restore', backup, ...at(database), '--data', join(work, 'no-files-yet')]),
        'already contains records',
      );
    expect(await rowsIn(database)).toEqual(copied);
  });

  const lines = (change: (lines: string[]) => string[]) => (whole: Buffer) =>
    gzipSync(change(gunzipSync(whole).toString().split('\n')).join('\n'));
  const damages: [string, (whole: Buffer) => Buffer][] = [
    ['cut off in the middle', (whole) => whole.subarray(0, whole.length / 2)],
    ['cut off by one byte', (whole) => whole.subarray(0, -1)],
    ['with another byte in the middle', (whole) => flipped(whole, Math.floor(whole.length / 2))],
    ['with another byte near the end', (whole) => flipped(whole, whole.length - 6)],
    ['without its last line', lines((all) => all.slice(0, -2))],
    ['without a line in the middle', lines((all) => all.toSpliced(200, 1))],
    ['with another word in a line', lines((all) => all.map((line) => line.replace('"owner"', '"other"')))],
    ['with another id in a record', lines((all) => all.map((line) => line.replace('{\\"id\\":\\"', '{\\"id\\":\\"x')))],
    ['with a line that is no JSON', lines((all) => all.with(100, 'nonsense'))],
  ];
  it.each(damages)('an export %s is refused and leaves everything as it was', async (name, damage) => {
    const broken = join(work, `${name}.gz`);
    writeFileSync(broken, damage(readFileSync(portable)));
    const before = readFileSync(file);
    expectRefusal(await run(['restore', broken, ...at(folder)]), broken, 'damaged or truncated');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((one) => /partial|before-restore/.test(one))).toEqual([]);
  });

  it('a damaged export leaves an empty folder empty, and a server that is not served until a complete one is restored', async () => {
    const { place } = await newDatabase();
    const broken = join(work, 'broken.gz');
    writeFileSync(broken, lines((all) => all.slice(0, -2))(readFileSync(portable)));
    const empty = await emptyPlace('a folder');
    expectRefusal(await run(['restore', broken, ...at(empty)]), 'damaged or truncated');
    expect(readdirSync(empty).filter((one) => !one.endsWith('.lock'))).toEqual([]);
    expectRefusal(await run(['restore', broken, ...at(place)]), 'damaged or truncated');
    expectRefusal(await run(['serve', '--port', '0', ...at(place)]), 'only a part', 'the restore was interrupted');
    expect(await run(['restore', portable, ...at(place)])).toMatchObject({ code: 0, err: '' });
    await forgetRestored(place);
    await expectSame(place);
  });
});

function flipped(whole: Buffer, index: number): Buffer {
  const copy = Buffer.from(whole);
  copy[index] = (copy[index] as number) ^ 1;
  return copy;
}
