// The database as a file: where it is made, what is refused in its place, who may hold it, and what stands in it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { expectRefusal, run, runProgram, serve, temporaryFolder } from '../../support/process.ts';
import { ask } from '../../support/service.ts';

describe.concurrent('what cannot be had', () => {
  it.each<string[]>([['token', 'create', '--name', 'x'], ['restore', new URL(import.meta.url).pathname], ['doctor']])(
    '%s %s with a folder below a file is refused',
    async (...command) => {
      const file = join(temporaryFolder(), 'file');
      writeFileSync(file, '');
      expectRefusal(
        await run([...command.filter(Boolean), '--data', join(file, 'data')]),
        file.split('/').at(-2) as string,
      );
    },
  );

  const onDatabase = [
    ['serve', '--port', '0'],
    ['token', 'list'],
    ['doctor'],
    ['backup', join(temporaryFolder(), 'copy.db')],
  ];
  it.each(onDatabase)('%s on a database of a newer Daybook is refused, and leaves it alone', async (...command) => {
    const file = join(temporaryFolder(), 'daybook.db');
    await (await openStore({ data: '', database: file })).close();
    const db = new DatabaseSync(file);
    db.exec('pragma user_version = 4711');
    db.close();
    const before = readFileSync(file);
    expectRefusal(await run([...command, '--database', file]), '4711');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(onDatabase)('%s on a file that is not a database is refused, with its name', async (...command) => {
    const file = join(temporaryFolder(), 'daybook.db');
    writeFileSync(file, 'This is a letter, and no database at all. '.repeat(200));
    expectRefusal(await run([...command, '--database', file]), file);
    expect(readFileSync(file, 'utf8')).toMatch(/^This is a letter/);
  });

  it.each<string[]>([['doctor'], ['backup', join(temporaryFolder(), 'copy.db')]])(
    '%s without a database is refused, and makes none',
    async (...command) => {
      const data = temporaryFolder();
      expectRefusal(await run([...command, '--data', data]), 'daybook.db', 'does not exist');
      expect(existsSync(join(data, 'daybook.db'))).toBe(false);
    },
  );
});

describe('a service and its file', () => {
  it('says where the data is; a second service there is refused', async () => {
    const data = temporaryFolder();
    const service = await serve(data);
    expect(service.out()).toContain(join(data, 'daybook.db'));
    expectRefusal(await runProgram(['serve', '--port', '0', '--data', data]), 'another Daybook', 'daybook.db');
    await service.kill();
  });

  it('takes settings from the environment, and the line before it', async () => {
    const data = temporaryFolder();
    const file = join(data, 'elsewhere.db');
    const env = {
      DAYBOOK_DATABASE: file,
      DAYBOOK_TIMEZONE: 'Asia/Tokyo',
      DAYBOOK_PORT: '1',
      DAYBOOK_LOG_LEVEL: 'silent',
    };
    const service = await serve(data, { env, args: ['--timezone', 'Europe/Berlin'] });
    const made = await ask(service.url, 'POST', '/events', { title: 'Dentist', start_at: '2026-02-17T09:00:00' });
    expect(made.body).toMatchObject({ data: { start_at: '2026-02-17T08:00:00Z' } });
    // A folder on the line is meant, whatever database the environment names.
    expect([existsSync(file), existsSync(join(data, 'daybook.db'))]).toEqual([false, true]);
    expect(service.err()).toBe('');
    await service.kill();
    expect((await runProgram(['token', 'create', '--name', 'x'], { DAYBOOK_DATABASE: file })).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it('a service that was stopped leaves one file, without a log beside it', async () => {
    const data = temporaryFolder();
    const service = await serve(data);
    await ask(service.url, 'POST', '/contacts', { first_name: 'Ann' });
    await service.stop();
    expect([existsSync(join(data, 'daybook.db')), existsSync(join(data, 'daybook.db-wal'))]).toEqual([true, false]);
  });

  it('the secret of a token is nowhere in it, nor in the log beside it', async () => {
    const data = temporaryFolder();
    const service = await serve(data);
    const { out } = await runProgram(['token', 'create', '--name', 'x', '--data', data]);
    const [id, secret] = [out.slice(4, 16), out.trim().slice(17)];
    const stored = ['daybook.db', 'daybook.db-wal'].map((name) => readFileSync(join(data, name), 'latin1')).join();
    expect(stored).toContain(id);
    expect(stored).not.toContain(secret);
    await service.kill();
  });
});
