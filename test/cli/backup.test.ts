// Backups while others write: one moment of the data, whole; and what a killed backup has left.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../../src/store/sqlite/backup.ts';
import { holdTarget } from '../../src/store/transfer/partial.ts';
import { inDatabase } from '../support/backups.ts';
import { type FeedMessage, openFeed, type TestFeed } from '../support/feed.ts';
import { eventually, expectRefusal, program, run, runProgram, serve, temporaryFolder } from '../support/process.ts';
import { ask, seqOf, startTestService, type TestService } from '../support/service.ts';
import { problemsOf } from '../support/soundness.ts';

type Data = Record<string, unknown> & { id: string };

/** The records in the feed, up to a seq. */
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

  it('is one consistent file of a moment during the backup', async () => {
    expect(seq).toBeGreaterThanOrEqual(before);
    expect(seq).toBeLessThanOrEqual(end);
    expect(readdirSync(join(target, '..'))).toEqual(['copy.db']);
    expect(await problemsOf(target)).toEqual([]);
  });

  it('restored into another folder it serves every record as of that moment, and the feed continues from there', async () => {
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
    // A client that has seen more than the backup holds must be told to start again.
    expect((await other.ask('GET', `/changes?since=${end + 1}`)).status).toBe(410);
    expect(seqOf(await other.ask('POST', '/contacts', { first_name: 'Bob' }))).toBe(seq + 1);
    expect((await other.ask('GET', '/contacts?search=bob')).body).toMatchObject({ meta: { total: 1 } });
    await other.end();
  });

  it('reports its progress', async () => {
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

  it('does not overwrite an existing target', async () => {
    const taken = join(temporaryFolder(), 'letter.txt');
    writeFileSync(taken, 'a letter');
    expectRefusal(await run(['backup', taken, '--data', service.folder]), taken, 'already exists');
    expect(readFileSync(taken, 'utf8')).toBe('a letter');
    const nowhere = join(temporaryFolder(), 'missing', 'copy.db');
    expectRefusal(await run(['backup', nowhere, '--data', service.folder]), nowhere);
  });

  it('is not restored under a running service', async () => {
    expectRefusal(await runProgram(['restore', target, '--data', service.folder]), 'another Daybook');
    expect((await service.ask('GET', '/changes?limit=0')).body).toMatchObject({ meta: { seq: end } });
  });
});

describe('the files of a killed backup', () => {
  const left = (folder: string) => readdirSync(folder).filter((name) => /partial/.test(name));
  /** As a killed process leaves it: no process holds the lock. */
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

  it('are removed by the next backup into the folder; files of a running backup or of others are not', async () => {
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

  it('are removed from the data folder at start, like those of a killed restore', async () => {
    abandon(data, 'here.db');
    for (const name of ['daybook.db.partial', 'daybook.db.partial-wal', 'daybook.db.upgrade'])
      writeFileSync(join(data, name), '');
    mkdirSync(join(data, 'files.partial'));
    await (await serve(data)).stop();
    expect(left(data)).toEqual([]);
    expect(readdirSync(data).sort()).toEqual(['daybook.db', 'daybook.db.lock']);
  });

  it('exist after a real kill, and are removed', async () => {
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
