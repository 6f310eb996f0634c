// Records go from a folder to a PostgreSQL server and back by move: all of them, to the letter, or none. What holds
// records already is never overwritten, and half a copy is never served.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/open-store.ts';
import { insert, newRecord } from '../../src/records/records.ts';
import { email } from '../../src/resources/email.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { connect, query } from '../instances/database.ts';
import { newDatabase, newMigratedDatabase } from '../support/databases.ts';
import {
  copied,
  database,
  expected,
  expectSame,
  file,
  folder,
  keys,
  rowsIn,
  useCopiedRecords,
} from '../support/moved.ts';
import {
  at,
  eventually,
  expectRefusal,
  run,
  runProgram,
  serve,
  temporaryFolder,
  withFolders,
} from '../support/process.ts';
import { seqOf, startTestService } from '../support/service.ts';

const work = temporaryFolder();

useCopiedRecords();

const tablesOf = (place: string) =>
  query(place, 'select tablename from pg_tables where schemaname = current_schema() order by 1');

describe('an export', () => {
  it('keeps every kind of line separator inside a text', async () => {
    const data = join(temporaryFolder(), 'separators');
    const notes = 'one\u2028two\u2029three\rfour\nfive\u0085six';
    const service = await startTestService({ data });
    const made = await service.ask('POST', '/contacts', { first_name: 'Ann', notes });
    await service.stop();
    const copy = join(work, 'separators.gz');
    expect(await run(['backup', copy, '--portable', '--data', data])).toMatchObject({ code: 0, err: '' });
    const restored = join(temporaryFolder(), 'restored');
    expect(await run(['restore', copy, '--data', restored])).toMatchObject({ code: 0, err: '' });
    const again = await startTestService({ data: restored });
    const { id } = (made.body as { data: { id: string } }).data;
    expect((await again.ask('GET', `/contacts/${id}`)).text).toBe(made.text);
    await again.end();
  });
});

describe('move', () => {
  it('into a file copies mails of two users with the same second, or without a time', async () => {
    const { place } = await newMigratedDatabase();
    const service = await startTestService({ database: place });
    const other = await addUser(service.store, 'other');
    for (const user of [1, other?.id as number])
      await service.store.write(user, async (tx) => {
        for (const received_at of [null, '2026-02-17T08:00:00Z', '1969-12-31T23:59:59Z'])
          await insert(
            tx,
            email,
            newRecord(tx, email, { from_address: 'a@b.org', folder: 'INBOX', received_at }, 'test'),
          );
      });
    await service.stop();
    const target = join(temporaryFolder(), 'data');
    expect(await run(['move', '--from', place, '--to', target])).toMatchObject({ code: 0, err: '' });
    expect((await run(['doctor', '--data', target])).out).toContain('result       sound');
    const again = (await newDatabase()).place;
    expect(await run(['move', '--from', target, '--to', again])).toMatchObject({ code: 0, err: '' });
  });

  it('from a folder to a server keeps every record, list, search, change, token and kept answer', async () => {
    expect(expected.records.length).toBeGreaterThan(400);
    expect(expected.searches.join()).toContain('"total":');
    await expectSame(database);
  });

  it('and from there to another folder, which equals the first, and both can be written to', async () => {
    const back = join(temporaryFolder(), 'back');
    const copy = (await newDatabase()).place;
    for (const place of [back, copy]) {
      const moved = await run(['move', '--from', database, '--to', place]);
      expect(moved).toMatchObject({ code: 0, err: '' });
      expect(moved.out).toContain('counts and checksums match');
      await expectSame(place);
      const service = await startTestService(place === back ? { data: place } : { database: place });
      for (const path of ['/contacts', '/events', '/emails']) {
        const body = { '/contacts': { first_name: 'Zoltan' }, '/events': { title: 'Zoltan', start_at: '2026-02-17' } };
        const sent = body[path as '/events'] ?? {
          from_address: 'zoltan@example.org',
          received_at: '2026-02-17T09:00:00Z',
        };
        const answer = await service.ask('POST', path, sent, keys.owner);
        expect(answer.status).toBe(201);
        const { id } = (answer.body as { data: { id: string } }).data;
        expect((await service.ask('GET', `${path}/${id}`, undefined, keys.owner)).text).toBe(answer.text);
        expect(seqOf(answer)).toBe(expected.lastSeq + 1 + ['/contacts', '/events', '/emails'].indexOf(path));
      }
      const found = await service.ask('GET', '/contacts?search=zoltan', undefined, keys.owner);
      expect(found.body).toMatchObject({ meta: { total: 1 } });
      await service.stop();
      const added = await run(['user', 'add', 'later', ...at(place)]);
      expect(added).toMatchObject({ code: 0, out: 'added later\n' });
    }
  });

  it('refuses a target with records on both engines, and leaves it unchanged', async () => {
    const other = join(temporaryFolder(), 'other');
    const service = await startTestService({ data: other });
    await service.ask('POST', '/contacts', { first_name: 'Ann' });
    await service.stop();
    const before = readFileSync(join(other, 'daybook.db'));
    expectRefusal(
      await run(['move', '--from', database, '--to', other]),
      join(other, 'daybook.db'),
      'already contains records',
    );
    expect(readFileSync(join(other, 'daybook.db')).equals(before)).toBe(true);
    const files = ['--to-data', join(work, 'no-files-yet')];
    expectRefusal(
      await run(['move', '--from', other, '--to', database, ...files]),
      'already contains records',
      'empty database',
    );
    expect(await rowsIn(database)).toEqual(copied);
  });

  it('refuses the same place twice, however it is written', async () => {
    const alike = new URL(database);
    alike.searchParams.set('application_name', 'other');
    expectRefusal(await run(['move', '--from', folder, '--to', folder]), 'the same database');
    expectRefusal(await run(['move', '--from', folder, '--to', file]), 'the same database');
    expectRefusal(await run(['move', '--from', database, '--to', database]), 'the same database');
    expectRefusal(await run(['move', '--from', database, '--to', alike.href]));
    expect(await rowsIn(database)).toEqual(copied);
  });

  it('refuses a source that does not exist, and creates nothing', async () => {
    const parent = temporaryFolder();
    const { place } = await newDatabase();
    const missing = join(parent, 'missing');
    for (const to of [place, join(parent, 'target')])
      expectRefusal(await run(['move', '--from', missing, '--to', to]), missing, 'does not exist');
    const unknown = new URL(place);
    unknown.pathname = '/no_such_database';
    expectRefusal(await run(['move', '--from', unknown.href, '--to', join(parent, 'target')]), 'does not exist');
    expect(readdirSync(parent)).toEqual([]);
    expect(await tablesOf(place)).toEqual([]);
  });

  it('refuses a folder that is being served', async () => {
    const { place } = await newDatabase();
    const served = await serve(folder);
    expectRefusal(await runProgram(['move', '--from', folder, '--to', place]), file, 'stop it first');
    await served.stop();
    expect(await tablesOf(place)).toEqual([]);
  });

  it('refuses a source on a server that is served or changed meanwhile', async () => {
    const [from, to] = [(await newMigratedDatabase()).place, (await newMigratedDatabase()).place];
    await run(['move', '--from', database, '--to', from]);
    await holdInserts(to, 'contacts');
    const served = await serve(from);
    expectRefusal(await run(['move', '--from', from, '--to', to]), 'is being served');
    await served.stop();
    const moving = run(['move', '--from', from, '--to', to]);
    await untilHeld(to);
    await query(from, 'update logs set seq = seq + 1 where user_id = 1'); // by a service that came too late to be seen
    await letInsertsGo(to, 'contacts');
    expectRefusal(await moving, 'was changed during the move');
    expectRefusal(await run(['serve', '--port', '0', ...at(to)]), 'only a part');
  });

  it('that is killed leaves a database that is not served; run again, it succeeds', async () => {
    const { place } = await newMigratedDatabase();
    await holdInserts(place, 'changes');
    await killed(['move', '--from', folder, '--to', place], () => untilHeld(place));
    await letInsertsGo(place, 'changes');
    expect(await query(place, 'select 1 from emails limit 1')).toHaveLength(1);
    for (const command of [['serve', '--port', '0'], ['doctor'], ['token', 'list'], ['backup', join(work, 'half.gz')]])
      expectRefusal(
        await run([...command, ...at(place)]),
        'contains only a part of the records',
        'the move was interrupted',
      );
    expect(existsSync(join(work, 'half.gz'))).toBe(false);
    expectRefusal(await run(['move', '--from', place, '--to', join(work, 'half')]), 'only a part');
    expect(existsSync(join(work, 'half', 'daybook.db'))).toBe(false);
    expect(await run(['move', '--from', folder, '--to', place])).toMatchObject({ code: 0, err: '' });
    await expectSame(place);
  });

  it('that is killed while it copies into a folder leaves no database there; run again, it succeeds', async () => {
    const target = join(temporaryFolder(), 'target');
    await killed(['move', '--from', database, '--to', target], async () => {
      while (!existsSync(join(target, 'daybook.db.partial'))) await sleep(1);
    });
    expect(existsSync(join(target, 'daybook.db'))).toBe(false);
    expect(await run(['move', '--from', database, '--to', target])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(target).filter((name) => name.includes('partial'))).toEqual([]);
    await expectSame(target);
  });
});

/** Makes an insert into this table of a new database wait, so that a copy stops in the middle. */
async function holdInserts(place: string, table: string): Promise<void> {
  await (await openEngine(place)).close();
  await query(
    place,
    `create function hold() returns trigger language plpgsql as 'begin
       perform pg_advisory_xact_lock_shared(7); return null; end'`,
  );
  await query(place, `create trigger hold before insert on ${table} for each statement execute function hold()`);
  holders.set(place, await holding(place));
}

const holders = new Map<string, () => Promise<void>>();

async function holding(place: string): Promise<() => Promise<void>> {
  const client = await connect(place);
  await client.query('select pg_advisory_lock(7)');
  return () => client.end();
}

async function untilHeld(place: string): Promise<void> {
  const waiting = 'select 1 from pg_stat_activity where datname = current_database() and wait_event = $1';
  await eventually(
    () => query(place, waiting, 'advisory'),
    (rows) => rows.length > 0,
  );
}

async function letInsertsGo(place: string, table: string): Promise<void> {
  await holders.get(place)?.();
  await query(place, `drop trigger hold on ${table}`);
}

/** Runs a command and ends it without a warning at the moment. */
async function killed(args: string[], moment: () => Promise<void>): Promise<void> {
  const program = fileURLToPath(new URL('../../daybook', import.meta.url));
  const child = spawn(program, withFolders(args), { cwd: work, stdio: 'ignore' });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)));
  await Promise.race([moment(), ended]);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}
