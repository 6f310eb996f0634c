// Backups, restores and moves carry the contents of files: every one, each compared with its digest. What is missing,
// damaged or without a row is reported.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { engine, newDatabase, newMigratedDatabase } from '../support/databases.ts';
import { digest, onDisk, placed, upload } from '../support/files.ts';
import { eventually, expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

/** Where records and files are, as the command line and the service take it. */
interface Place {
  data: string;
  database?: string;
}
const optionsOf = ({ data, database }: Place) => ['--data', data, ...(database ? ['--database', database] : [])];
const filesIn = ({ data }: Place) => onDisk(join(data, 'files'));

async function newPlace(made = newDatabase): Promise<Place> {
  const data = join(temporaryFolder(), 'data');
  return engine === 'postgres' ? { data, database: (await made()).place } : { data };
}

const contents = ['one', 'two', 'three'];
const all = contents.map((content) => placed(digest(content))).sort();
const fine = { code: 0, err: '' };
let place: Place;
const names = new Map<string, string>();

async function expectFiles(at: Place, texts = contents): Promise<void> {
  const service = await startTestService({ ...at });
  for (const content of texts)
    expect((await service.ask('GET', `/files/${names.get(content)}/content`)).text).toBe(content);
  await service.stop();
}

beforeAll(async () => {
  place = await newPlace(newMigratedDatabase);
  const service = await startTestService({ ...place });
  for (const content of contents) names.set(content, (await upload(service, { content })).id);
  const gone = await upload(service, { content: 'gone' });
  await service.ask('DELETE', `/files/${gone.id}`);
  await eventually(
    () => filesIn(place),
    (found) => found.length === contents.length, // its bytes go a moment later
  );
  await service.stop();
});

/** A backup of the place, in a folder of its own. */
async function backUp(kind: string): Promise<string> {
  const target = join(temporaryFolder(), kind === 'export' ? 'copy.gz' : 'copy.db');
  const made = await run(['backup', target, ...(kind === 'export' ? ['--portable'] : []), ...optionsOf(place)]);
  expect(made).toMatchObject(fine);
  expect(made.out).toContain(`${target}.files`);
  return target;
}

describe.each(engine === 'postgres' ? ['export'] : ['export', 'copy'])('a backup as %s', (kind) => {
  it('has the contents that its rows refer to, and is restored with them', async () => {
    const copy = await backUp(kind);
    expect(onDisk(`${copy}.files`)).toEqual(all);
    const target = await newPlace();
    expect(await run(['restore', copy, ...optionsOf(target)])).toMatchObject(fine);
    expect(filesIn(target)).toEqual(all);
    await expectFiles(target);
    expect((await run(['doctor', ...optionsOf(target)])).out).toMatch(/^contents +3 of files and mails/m);
  });

  it('is not restored without its folder or with a damaged content, and nothing is changed', async () => {
    const copy = await backUp(kind);
    const damaged = join(`${copy}.files`, placed(digest('two')));
    rmSync(damaged);
    writeFileSync(damaged, 'tow'); // as long as it was
    const target = await newPlace();
    const refused = await run(['restore', copy, ...optionsOf(target)]);
    expectRefusal(refused, '1 damaged', digest('two'), '--incomplete');
    expect(existsSync(join(target.data, 'daybook.db'))).toBe(false);
    rmSync(`${copy}.files`, { recursive: true });
    expectRefusal(await run(['restore', copy, ...optionsOf(target)]), `${copy}.files`, '3 contents', '--incomplete');
    const other = await newPlace();
    const without = await run(['restore', copy, '--incomplete', ...optionsOf(other)]);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('3 missing')]);
    expect((await run(['doctor', ...optionsOf(other)])).code).toBe(1);
  });
});

if (engine === 'sqlite')
  describe('a data folder', () => {
    it('keeps the files of the database that a restore sets aside', async () => {
      const target = await newPlace();
      const service = await startTestService({ ...target });
      const before = await upload(service, { content: 'before' });
      await service.stop();
      const copy = await backUp('copy');
      const restored = await run(['restore', copy, ...optionsOf(target)]);
      expect(restored).toMatchObject(fine);
      expect(filesIn(target)).toEqual(all);
      const kept = /in (\S+before-restore\S+)\.\n/.exec(restored.out)?.[1] as string;
      expect(onDisk(`${kept}.files`)).toEqual([placed(before.sha256)]);
      expect(await run(['restore', kept, ...optionsOf(target)])).toMatchObject(fine);
      expect(filesIn(target)).toEqual([placed(before.sha256)]);
    });

    it('a backup is checked and served with its own files', async () => {
      const copy = await backUp('copy');
      expect(await run(['doctor', '--database', copy])).toMatchObject(fine);
      const service = await startTestService({ database: copy, data: join(copy, '..') });
      await service.ask('DELETE', `/files/${names.get('one')}`);
      await service.stop();
      expect(filesIn(place)).toEqual(all);
    });

    it('a backup without files has nothing beside it', async () => {
      const bare = await newPlace();
      await (await startTestService({ ...bare })).stop();
      const copy = join(temporaryFolder(), 'copy.db');
      expect(await run(['backup', copy, ...optionsOf(bare)])).toMatchObject(fine);
      expect(existsSync(`${copy}.files`)).toBe(false);
    });
  });

describe('a backup', () => {
  it('does not overwrite the files of another', async () => {
    const copy = join(temporaryFolder(), 'copy.gz');
    mkdirSync(`${copy}.files`);
    expectRefusal(await run(['backup', copy, '--portable', ...optionsOf(place)]), `${copy}.files`, 'already exists');
    const nowhere = join(temporaryFolder(), 'missing', 'copy.gz');
    expectRefusal(await run(['backup', nowhere, '--portable', ...optionsOf(place)]), 'does not exist');
  });

  it('of a folder with a missing content has the rest, and reports it', async () => {
    const lacking = await restoredPlace();
    rmSync(join(lacking.data, 'files', placed(digest('three'))));
    const copy = join(temporaryFolder(), 'copy.gz');
    const made = await run(['backup', copy, '--portable', ...optionsOf(lacking)]);
    expect([made.code, made.err]).toEqual([1, expect.stringContaining('1 missing')]);
    expect(onDisk(`${copy}.files`)).toEqual(all.filter((name) => !name.includes(digest('three'))));
  });
});

describe('doctor', () => {
  it('reports contents that are missing, truncated, or unused', async () => {
    const ill = await restoredPlace();
    const folder = join(ill.data, 'files');
    rmSync(join(folder, placed(digest('one'))));
    rmSync(join(folder, placed(digest('two'))));
    writeFileSync(join(folder, placed(digest('two'))), 't');
    mkdirSync(join(folder, '1', digest('stray').slice(0, 2)), { recursive: true });
    writeFileSync(join(folder, placed(digest('stray'))), 'stray');
    const { code, out } = await runProgram(['doctor', ...optionsOf(ill)]);
    expect(code).toBe(1);
    expect(out).toContain(`${digest('one')} of user 1 is missing`);
    expect(out).toContain(`${digest('two')} of user 1 has 1 bytes instead of 3`);
    expect(out).toContain(`1 contents in ${folder} belong to nothing`);
    expect(out).toMatch(/3 problems found/);
  });
});

if (engine === 'postgres')
  describe('move', () => {
    const moved = (from: Place, to: Place) =>
      run([
        ...['move', '--from', from.database ?? from.data, '--to', to.database ?? to.data],
        ...(from.database ? ['--from-data', from.data] : []),
        ...(to.database ? ['--to-data', to.data] : []),
      ]);

    it('copies the contents from a server’s data folder to a folder and back', async () => {
      const folder = { data: join(temporaryFolder(), 'folder') };
      expect(await moved(place, folder)).toMatchObject(fine);
      expect(filesIn(folder)).toEqual(all);
      await expectFiles(folder);
      const server = await newPlace();
      expect(await moved(folder, server)).toMatchObject(fine);
      expect(filesIn(server)).toEqual(all);
      await expectFiles(server);
    });

    it('leaves them in place if the data folder stays the same', async () => {
      const server = await restoredPlace();
      const folder = { data: server.data };
      expect(await moved(server, folder)).toMatchObject({ ...fine, out: expect.stringContaining('Its files stay in') });
      await expectFiles(folder);
      await expect(startTestService({ ...server })).rejects.toThrow('files of another database');
      expect(filesIn(folder)).toEqual(all);
    });

    it('does not mix the files of two databases in one folder', async () => {
      const taken = await restoredPlace();
      const other = { data: taken.data, database: (await newDatabase()).place };
      const folder = { data: join(temporaryFolder(), 'folder') };
      expect(await moved(place, folder)).toMatchObject(fine);
      expectRefusal(await moved(folder, other), 'another database');
    });
  });

async function restoredPlace(): Promise<Place> {
  const target = await newPlace();
  expect(await run(['restore', await backUp('export'), ...optionsOf(target)])).toMatchObject(fine);
  expect(readFileSync(join(target.data, 'files', placed(digest('one'))), 'utf8')).toBe('one');
  return target;
}
