// Backup, restore and doctor: a copy taken while others write is one moment of the data, whole; what cannot be trusted
// is refused; nothing is overwritten.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTarget } from '../src/store/partial.ts';
import { backUp } from '../src/store/sqlite-backup.ts';
import { type FeedMessage, openFeed, type TestFeed } from './support/feed.ts';
import { eventually, expectRefusal, program, run, runProgram, serve, temporaryFolder } from './support/process.ts';
import { ask, seqOf, startTestService, type TestService } from './support/service.ts';
import { problemsOf } from './support/soundness.ts';

type Data = Record<string, unknown> & { id: string };

/** The records that the feed tells of, up to a seq. */
function replay(messages: FeedMessage[], upTo: number): Map<string, Data> {
  const records = new Map<string, Data>();
  for (const { seq, event, data } of messages) {
    if (seq > upTo) break;
    const id = data.id as string;
    if (data.permanent) records.delete(id);
    else if (event.endsWith('.deleted'))
      records.set(id, { ...(records.get(id) as Data), deleted_at: data.deleted_at, updated_at: data.deleted_at });
    else records.set(id, data as Data);
  }
  return records;
}

async function everyRecord(service: TestService): Promise<Map<string, Data>> {
  const records = new Map<string, Data>();
  for (const path of ['/events', '/emails', '/contacts'])
    for (let offset = 0, more = true; more; ) {
      const { body } = await service.ask(
        'GET',
        `${path}?include_deleted=true&limit=200&offset=${offset}&sort=created_at`,
      );
      const { data, meta } = body as { data: Data[]; meta: { has_more: boolean } };
      for (const record of data) records.set(record.id, record);
      more = meta.has_more;
      offset += data.length; // a page of large records ends early
    }
  return records;
}

function inDatabase<T>(file: string, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return look(db);
  } finally {
    db.close();
  }
}

describe('a backup while others write', () => {
  const target = join(temporaryFolder(), 'copy.db');
  let service: TestService;
  let feed: TestFeed;
  let before: number;
  let seq: number;
  let end: number;
  const make = async (method: string, path: string, body?: object) => {
    const answer = await service.ask(method, path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return (answer.body as { data: Data }).data;
  };

  async function write(writer: number, round: number): Promise<void> {
    const mail = {
      from_address: 'a@b.org',
      received_at: '2026-02-17T09:00:00Z',
      body_plain: `${round} `.repeat(40_000),
    };
    const { id } = await make('POST', '/emails', mail);
    await make('PATCH', `/emails/${id}`, { labels: [`w${writer}`] });
    const contact = await make('POST', '/contacts', { first_name: `Ann ${round}` });
    await make('PATCH', `/contacts/${contact.id}`, { notes: 'changed' });
    await make('POST', '/events', { title: `event ${round}`, start_at: '2026-02-17T09:00:00Z' });
    if (round % 3 === 0) await make('DELETE', `/emails/${id}`);
    if (round % 4 === 0) await make('DELETE', `/contacts/${contact.id}?permanent=true`);
  }

  beforeAll(async () => {
    service = await startTestService();
    feed = await openFeed(service.url, '?since=0');
    const newest = async () =>
      ((await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } }).meta.seq;
    for (let round = 0; round < 60; round++) await write(0, round);
    before = await newest();
    let copying = true;
    const writers = [1, 2, 3].map(async (writer) => {
      for (let round = 0; copying; round++) await write(writer, round);
    });
    const { code, out, err } = await runProgram(['backup', target, '--data', service.folder]); // beside it, as a person would
    copying = false;
    await Promise.all(writers);
    end = await newest();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`./daybook restore ${target}`);
    await feed.until((all) => all.at(-1)?.seq === end);
    seq = inDatabase(target, (db) => db.prepare('select seq from logs').get()?.seq as number);
  });
  afterAll(() => service.end());

  it('is one sound file of a moment during the backup', async () => {
    expect(seq).toBeGreaterThanOrEqual(before);
    expect(seq).toBeLessThanOrEqual(end);
    expect(readdirSync(join(target, '..'))).toEqual(['copy.db']);
    expect(await problemsOf(target)).toEqual([]);
  });

  it('restored into another folder it serves every record as the feed told it up to that moment, and goes on from there', async () => {
    const data = join(temporaryFolder(), 'new', 'data');
    const restored = await runProgram(['restore', target, '--data', data]);
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining(join(data, 'daybook.db')) });
    const other = await startTestService({ data });
    const expected = replay(feed.changes(), seq);
    expect(expected.size).toBeGreaterThan(150);
    expect(await everyRecord(other)).toEqual(expected);
    expect((await other.ask('GET', `/changes?since=${seq}`)).body).toEqual({
      data: [],
      meta: { seq, has_more: false },
    });
    // A client that has seen more than the backup holds must be told to begin anew.
    expect((await other.ask('GET', `/changes?since=${end + 1}`)).status).toBe(410);
    expect(seqOf(await other.ask('POST', '/contacts', { first_name: 'Bob' }))).toBe(seq + 1);
    expect((await other.ask('GET', '/contacts?search=bob')).body).toMatchObject({ meta: { total: 1 } });
    await other.end();
  });

  it('tells how far it is', async () => {
    const steps: [number, number][] = [];
    await backUp(join(service.folder, 'daybook.db'), join(temporaryFolder(), 'copy.db'), (done, total) =>
      steps.push([done, total]),
    );
    expect(steps.length).toBeGreaterThan(0);
    for (const [index, [done, total]] of steps.entries()) {
      expect(done).toBeGreaterThan(steps[index - 1]?.[0] ?? 0);
      expect(done).toBeLessThanOrEqual(total);
    }
  });

  it('does not touch a target that exists', async () => {
    const taken = join(temporaryFolder(), 'letter.txt');
    writeFileSync(taken, 'a letter');
    expectRefusal(await run(['backup', taken, '--data', service.folder]), taken, 'exists already');
    expect(readFileSync(taken, 'utf8')).toBe('a letter');
    const nowhere = join(temporaryFolder(), 'missing', 'copy.db');
    expectRefusal(await run(['backup', nowhere, '--data', service.folder]), nowhere);
  });

  it('is not restored under a running service', async () => {
    expectRefusal(await runProgram(['restore', target, '--data', service.folder]), 'another Daybook');
    expect((await service.ask('GET', '/changes?limit=0')).body).toMatchObject({ meta: { seq: end } });
  });
});

describe('what a killed backup has left', () => {
  const left = (folder: string) => readdirSync(folder).filter((name) => /partial/.test(name));
  /** As a process leaves it that was killed: nobody holds the lock. */
  const abandon = (folder: string, name: string) => {
    for (const ending of ['.partial', '.partial-journal', '.partial.lock'])
      writeFileSync(join(folder, name + ending), '');
    mkdirSync(join(folder, `${name}.files.partial`));
    mkdirSync(join(folder, `${name}.files`)); // it has its name before the file has
  };
  let data: string;
  beforeAll(async () => {
    data = temporaryFolder();
    await (await serve(data)).stop();
  });

  it('is removed by the next backup into the folder, and what another still writes or did not make is not', async () => {
    const folder = temporaryFolder();
    abandon(folder, 'monday.db');
    writeFileSync(join(folder, 'letter.partial'), 'not ours');
    const release = holdTarget(join(folder, 'sunday.db'));
    writeFileSync(join(folder, 'sunday.db.partial'), '');
    expect(await run(['backup', join(folder, 'tuesday.db'), '--data', data])).toMatchObject({ code: 0, err: '' });
    const now = ['letter.partial', 'sunday.db.partial', 'sunday.db.partial.lock', 'tuesday.db'];
    expect(readdirSync(folder).sort()).toEqual(now);
    expectRefusal(await run(['backup', join(folder, 'sunday.db'), '--data', data]), 'being written by another backup');
    release();
  });

  it('is removed by a start from the data folder, as is what a killed restore has left', async () => {
    abandon(data, 'here.db');
    for (const name of ['daybook.db.partial', 'daybook.db.partial-wal', 'daybook.db.upgrade'])
      writeFileSync(join(data, name), '');
    mkdirSync(join(data, 'files.partial'));
    await (await serve(data)).stop();
    expect(left(data)).toEqual([]);
    expect(readdirSync(data).sort()).toEqual(['daybook.db', 'daybook.db.lock']);
  });

  it('is really left by a killed one, and goes', async () => {
    const service = await serve(data);
    for (let made = 0; made < 40; made++)
      await ask(service.url, 'POST', '/emails/drafts', { body_plain: 'x'.repeat(900_000) });
    await service.stop();
    const folder = temporaryFolder();
    const child = spawn(program, ['backup', '--portable', join(folder, 'a.gz'), '--data', data], { stdio: 'ignore' });
    await eventually(
      () => left(folder),
      (found) => found.includes('a.gz.partial'),
    );
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(left(folder)).toEqual(['a.gz.partial', 'a.gz.partial.lock']);
    expect(await run(['backup', join(folder, 'b.db'), '--data', data])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(folder)).toEqual(['b.db']);
  });
});

describe('restore and doctor', () => {
  let data: string;
  let file: string;
  const contacts = (database: string) =>
    inDatabase(database, (db) =>
      db
        .prepare("select json_extract(doc, '$.first_name') as name from contacts")
        .all()
        .map(({ name }) => name),
    );
  const copyOf = (source: string) => {
    const copy = join(temporaryFolder(), 'daybook.db');
    writeFileSync(copy, readFileSync(source));
    return copy;
  };

  beforeAll(async () => {
    data = temporaryFolder();
    file = join(data, 'daybook.db');
    const service = await startTestService({ data });
    for (let made = 0; made < 50; made++) {
      await service.ask('POST', '/contacts', { first_name: `Ann ${made}` });
      await service.ask('POST', '/emails/drafts', { subject: 'Hi', body_plain: 'Hello' });
    }
    const beside = await runProgram(['doctor', '--data', data]);
    expect([beside.code, beside.out]).toEqual([0, expect.stringMatching(/^result +sound$/m)]);
    await service.stop();
  });

  it('what was there before a restore is kept beside it, also what a killed service had only in its log', async () => {
    const folder = temporaryFolder();
    const service = await serve(folder);
    await ask(service.url, 'POST', '/contacts', { first_name: 'Before' });
    await service.kill();
    expect(existsSync(join(folder, 'daybook.db-wal'))).toBe(true);
    const { code, out } = await run(['restore', file, '--data', folder]);
    expect(code).toBe(0);
    const kept = /in (\S+before-restore\S+)\.\n/.exec(out)?.[1] as string;
    expect(contacts(kept)).toEqual(['Before']);
    const again = await serve(folder);
    expect((await ask(again.url, 'GET', '/contacts')).body).toMatchObject({ meta: { total: 50 } });
    await again.kill();
  });

  const damages: [string, (copy: string) => void][] = [
    ['pages of an index are overwritten', overwrite('contacts_name')],
    ['pages of a table are overwritten', overwrite('contacts')],
    ['pages of the users are overwritten', overwrite('users')],
  ];
  const strangers: [string, (copy: string) => void][] = [
    ['the end of it is missing', (copy) => truncateSync(copy, Math.floor(readFileSync(copy).length / 2))],
    ['it is no database', (copy) => writeFileSync(copy, 'a letter '.repeat(1000))],
    ['it is empty', (copy) => writeFileSync(copy, '')],
    [
      'it is another program’s database',
      (copy) => {
        writeFileSync(copy, '');
        edit("create table bookmarks (url text); insert into bookmarks values ('x')")(copy);
      },
    ],
    ['it is of a newer Daybook', edit('pragma user_version = 4711')],
  ];
  it.each([...damages, ...strangers])('restore refuses a file when %s, and changes nothing', async (_, damage) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'daybook.db'), readFileSync(file));
    const bad = copyOf(file);
    damage(bad);
    expectRefusal(await run(['restore', bad, '--data', folder]), bad);
    expect(readFileSync(join(folder, 'daybook.db')).equals(readFileSync(file))).toBe(true);
    expect(readdirSync(folder).filter((name) => /partial|before/.test(name))).toEqual([]);
  });

  it('restore refuses a file that is not there', async () => {
    const missing = join(temporaryFolder(), 'missing.db');
    expectRefusal(await run(['restore', missing, '--data', temporaryFolder()]), missing, 'does not exist');
  });

  it('doctor tells versions, counts and that the data is sound', async () => {
    const { code, out, err } = await run(['doctor', '--data', data]);
    expect([code, err]).toEqual([0, '']);
    const counts = /^user owner +0 events, 50 emails, 50 contacts, 100 changes/m;
    for (const line of [
      /^daybook +\d/m,
      /^node +v\d/m,
      /^sqlite +3\./m,
      counts,
      /^tokens /m,
      /^jobs /m,
      /^result +sound$/m,
    ])
      expect(out).toMatch(line);
  });

  const inconsistencies: [string, (copy: string) => void][] = [
    ['a change is missing from the log', edit('delete from changes where seq = 17')],
    ['a record is missing from the search index', edit('delete from contacts_search_1 where rowid = 1')],
    ['a body is missing', edit('delete from bodies where body = 2')],
    ['a record has no change', edit("update changes set record_id = 'x' where seq = 9")],
  ];
  it('doctor counts what there is also where it finds a problem', async () => {
    const copy = copyOf(file);
    edit('delete from changes where seq = 17')(copy);
    const { out } = await run(['doctor', '--database', copy]);
    expect(out).toMatch(/^user owner +\d+ events?[\s\S]*^jobs +\d+\n[\s\S]*^PROBLEM /m);
  });

  it.each([...inconsistencies, ...damages])('doctor finds that %s, and ends with exit code 1', async (_, damage) => {
    const copy = copyOf(file);
    damage(copy);
    const { code, out } = await run(['doctor', '--database', copy]);
    expect(out).toMatch(/^PROBLEM +\S/m);
    expect(out).toMatch(/^result +\d+ problems? found; .*daybook restore/m);
    expect(code).toBe(1);
  });

  function edit(sql: string): (copy: string) => void {
    return (copy) => inDatabase(copy, (db) => db.exec(sql));
  }

  function overwrite(name: string): (copy: string) => void {
    return (copy) => {
      const [page, size] = inDatabase(copy, (db) => [
        db.prepare('select rootpage from sqlite_schema where name = ?').get(name)?.rootpage as number,
        db.prepare('pragma page_size').get()?.page_size as number,
      ]);
      const handle = openSync(copy, 'r+');
      writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
      closeSync(handle);
    };
  }
});
