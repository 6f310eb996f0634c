// The PostgreSQL server behind instances: it is killed and comes back, several instances start on an empty database, and
// a database that cannot be used is refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../src/open-store.ts';
import { isTable } from '../../src/store/postgres/migrate.ts';
import { connect, query } from '../instances/database.ts';
import { expectWhole, mail, make, seqsOf, seqsTo, startInstances } from '../instances/instances.ts';
import { startWriters } from '../instances/writers.ts';
import { newDatabase } from '../support/databases.ts';
import { openFeed } from '../support/feed.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { eventually, expectRefusal, run, serve } from '../support/process.ts';
import { ask } from '../support/service.ts';

describe('a server that is killed', () => {
  async function ownServer(): Promise<PostgresServer> {
    const server = await startPostgres({ durable: true });
    onTestFinished(() => server.stop());
    return server;
  }

  it('is answered by 503 until it is back, and then all goes on without a loss', async () => {
    const server = await ownServer();
    const served = await startInstances(server.url, 2);
    const urls = served.map(({ url }) => url);
    const feeds = await Promise.all(urls.map((url) => openFeed(url, '?since=0')));
    const writers = startWriters(urls, 8);
    const { acknowledged } = writers.ledger;
    const reaches = (count: number) =>
      eventually(
        () => acknowledged.length,
        (length) => length >= count,
      );
    for (let kill = 0; kill < 2; kill++) {
      await reaches(acknowledged.length + 200);
      const before = writers.putOff.length;
      await server.kill();
      await eventually(
        () => writers.putOff.length,
        (length) => length >= before + 50,
      );
      for (const url of urls) {
        const answer = await ask(url, 'GET', '/contacts');
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      await server.start();
      const back = Date.now();
      await reaches(acknowledged.length + 8);
      expect(Date.now() - back).toBeLessThan(10_000);
    }
    await writers.stop();
    expect(writers.slowest()).toBeLessThan(10_000);
    for (const answer of writers.putOff)
      expect(answer).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: expect.stringMatching(/^\d+$/) });
    expect(writers.ledger.unanswered).toBe(0); // no instance died
    const length = await expectWhole(server.url, writers.ledger);
    for (const feed of feeds) {
      await feed.until((messages) => messages.at(-1)?.seq === length);
      await feed.settled();
      expect(seqsOf(feed)).toEqual(seqsTo(length));
      await feed.close();
    }
    await Promise.all(served.map((one) => one.kill()));
  });

  it('does not keep a job waiting that became due meanwhile', async () => {
    const server = await ownServer();
    const instance = await serve(server.url, { args: ['--log-level', 'error'] });
    const { id } = await make(instance.url, 'POST', '/emails', mail);
    const due = Date.now() + 1000;
    await make(instance.url, 'POST', `/emails/${id}/snooze`, { until: new Date(due).toISOString() });
    await server.kill();
    // The worker has tried in vain when it has said so.
    await eventually(instance.err, (text) => Date.now() > due && text.includes('failed'));
    await sleep(1000);
    await server.start();
    const folder = async () => {
      const { body } = await ask(instance.url, 'GET', `/emails/${id}`);
      return (body as { data?: { folder: string } }).data?.folder;
    };
    await eventually(folder, (name) => name === 'INBOX');
    await instance.kill();
  });
});

describe('the first start', () => {
  it('of four instances at once on an empty database brings up all of them, with one schema and one user', async () => {
    const { place } = await newDatabase();
    const served = await startInstances(place, 4);
    for (const { url } of served) await make(url, 'POST', '/contacts', { first_name: 'Ann' });
    expect(await query(place, 'select count(*)::int as n from schema_version')).toEqual([{ n: 1 }]);
    expect(await query(place, 'select user_id::int, name from users')).toEqual([{ user_id: 1, name: 'owner' }]);
    expect(await query(place, 'select user_id::int, seq::int from logs')).toEqual([{ user_id: 1, seq: 4 }]);
    await Promise.all(served.map((one) => one.kill()));
  });

  it('finds a table that another has made while it waited for the lock', async () => {
    const { place } = await newDatabase();
    const [one, other] = await Promise.all([connect(place), connect(place)]);
    expect(await isTable(one, 'schema_version')).toBe(false);
    await one.query('begin');
    await one.query('select pg_advisory_xact_lock(1)');
    await other.query('create table schema_version (version bigint)');
    expect(await isTable(one, 'schema_version')).toBe(true);
    await Promise.all([one.end(), other.end()]);
  });

  // A number that PostgreSQL has given out is not given out again, also when what it was for was undone.
  it('after one that was killed while it added its first user serves as if that had not been', async () => {
    const { place } = await newDatabase();
    await (await openEngine(place)).close();
    await query(place, "begin; insert into users (name, created_at) values ('owner', 0); rollback");
    const instance = await serve(place);
    await make(instance.url, 'POST', '/contacts', { first_name: 'Ann' });
    await instance.kill();
  });
});

describe('a database that cannot be used is refused in one sentence, without its password', () => {
  const SECRET = 'hush-7200';
  let server: PostgresServer;
  let address: (change: (url: URL) => void) => string;
  beforeAll(async () => {
    server = await startPostgres();
    address = (change) => {
      const url = new URL(server.url);
      url.username = 'guest';
      url.password = SECRET;
      change(url);
      return url.href;
    };
    await query(server.url, "create role guest login password 'another'");
    const [hba] = await query<{ file: string }>(server.url, "select current_setting('hba_file') as file");
    const lines = "('host postgres guest 127.0.0.1/32 scram-sha-256'), ('host all daybook 127.0.0.1/32 trust')";
    await query(server.url, `copy (values ${lines}) to '${hba?.file}'`);
    await query(server.url, 'select pg_reload_conf()');
  });
  afterAll(() => server.stop());

  it.each<[string, (url: URL) => void, string[]]>([
    ['no server there', (url) => Object.assign(url, { port: '1' }), ['ECONNREFUSED', '127.0.0.1:1']],
    ['a host without a name', (url) => Object.assign(url, { hostname: 'nowhere.invalid' }), ['nowhere.invalid']],
    ['a wrong password', () => {}, ['password authentication failed']],
    ['a database that the server has no line for', (url) => Object.assign(url, { pathname: '/other' }), ['other']],
    ['no database named', (url) => Object.assign(url, { pathname: '' }), ['must have a host and a database']],
  ])('%s', async (_, change, words) => {
    const finished = await run(['serve', '--port', '0', '--database', address(change)]);
    expect(finished.out + finished.err).not.toContain(SECRET);
    expectRefusal(finished, ...words);
  });

  it.each(
    [
      ['doctor', '--database'],
      ['token', 'list', '--database'],
      ['backup', 'never-written.gz', '--database'],
      ['move', '--to', 'never-made', '--from'],
      ['move', '--from', 'never-made', '--to'],
    ].map((command) => [command.join(' '), command] as const),
  )('%s', async (_, command) => {
    const finished = await run([...command, address((url) => Object.assign(url, { pathname: '' }))]);
    expect(finished.out + finished.err).not.toContain(SECRET);
    expectRefusal(finished, 'must have a host and a database');
  });

  it('a database that does not exist', async () => {
    const place = address((url) => Object.assign(url, { username: 'daybook', pathname: '/no_such_database' }));
    const finished = await run(['serve', '--port', '0', '--database', place]);
    expect(finished.err).not.toContain(SECRET);
    expectRefusal(finished, 'no_such_database', 'does not exist');
  });
});
