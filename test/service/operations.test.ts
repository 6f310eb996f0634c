// Running the service: its health, its figures, its log, and its end.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../instances/database.ts';
import { engine, newMigratedDatabase } from '../support/databases.ts';
import { openStream } from '../support/event-stream.ts';
import { openFeed } from '../support/feed.ts';
import { at, eventually, run, type Served, serve } from '../support/process.ts';
import { type Answered, ask, startTestService, type TestService } from '../support/service.ts';

it('--host localhost has one listener, on 127.0.0.1, which ends in order as others do', async () => {
  const { place } = await newMigratedDatabase();
  const served = await serve(place, { args: ['--host', 'localhost'] });
  const { port } = new URL(served.url);
  expect((await ask(`http://127.0.0.1:${port}`, 'GET', '/health')).status).toBe(200);
  const other = connect(Number(port), '::1');
  await expect(once(other, 'connect')).rejects.toMatchObject({
    code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL/),
  });
  expect((await served.stop()).code).toBe(0);
});

describe('health', () => {
  it('reports that the service and its store answer', async () => {
    const service = await startTestService();
    const answer = await service.ask('GET', '/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime_s: expect.any(Number),
      store: {
        ready: true,
        writable: true,
        engine: { sqlite: 'SQLite', postgres: 'PostgreSQL' }[engine],
        ms: expect.any(Number),
      },
    });
    expect((await service.ask('GET', '/health/ready')).body).toMatchObject({ status: 'ok', store: { writable: true } });
    await service.end();
  });

  if (engine === 'postgres')
    it('says that nothing can be stored while the server only reads, and when that is over', async () => {
      const service = await startTestService();
      const name = new URL(service.database).pathname.slice(1);
      // In force for new sessions, so the old ones are ended.
      const setDatabase = async (change: string) => {
        await query(service.database, `begin read write; alter database ${name} ${change}; commit`);
        await query(
          service.database,
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          name,
        );
      };
      await setDatabase('set default_transaction_read_only = on');
      // The first requests may still meet the sessions that were ended.
      const alive = await eventually(
        async () => {
          expect((await service.ask('POST', '/contacts', { first_name: 'Ann' })).status).toBe(503);
          return service.ask('GET', '/health');
        },
        ({ status, text }) => status === 200 && text.includes('only reads'),
      );
      const store = { ready: true, writable: false, reason: 'The database server only reads.' };
      expect([alive.status, alive.body]).toMatchObject([200, { status: 'ok', store }]);
      expect((await service.ask('GET', '/health/ready')).status).toBe(503);
      await setDatabase('reset all');
      await eventually(
        () => service.ask('GET', '/health/ready'),
        ({ status }) => status === 200,
      );
      await service.end();
    });

  it('is 503 with Retry-After when the store does not answer', async () => {
    const service = await startTestService();
    const { store, ...rest } = service;
    await store.close();
    const answer = await service.ask('GET', '/health');
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await rest.stop().catch(() => {}); // it cannot close its store a second time
  });
});

describe('figures', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('count and time requests by route, and cover the store, the feed and the jobs', async () => {
    const feed = await openFeed(service.url);
    const { body } = await service.ask('POST', '/emails/drafts', { subject: 'Hi' });
    const { id } = (body as { data: { id: string } }).data;
    await service.ask('POST', `/emails/${id}/snooze`, { until: '2099-01-01T00:00:00Z' });
    await service.ask('GET', `/emails/${id}`);
    await service.ask('GET', `/emails/${id}`);
    await service.ask('GET', '/emails/unknown');
    await feed.until(() => feed.changes().length === 2);
    // The figure of a request is kept when its answer has gone out, so the last may come a moment later.
    const text = await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (found) => found.includes('route="/api/v1/emails/:id",status="404"') && /feed_lag_seconds_count 2/.test(found),
    );
    for (const series of [
      'daybook_http_requests_total{method="POST",route="/api/v1/emails/drafts",status="201"} 1',
      'daybook_http_requests_total{method="POST",route="/api/v1/emails/:id/snooze",status="200"} 1',
      'daybook_http_requests_total{method="GET",route="/api/v1/emails/:id",status="200"} 2',
      'daybook_http_requests_total{method="GET",route="/api/v1/emails/:id",status="404"} 1',
      'daybook_http_request_seconds_count{method="GET",route="/api/v1/emails/:id"} 3',
      'daybook_http_request_seconds_bucket{le="+Inf",method="GET",route="/api/v1/emails/:id"} 3',
      'daybook_feed_clients 1',
      'daybook_feed_behind_changes 0',
      'daybook_feed_waiting_bytes 0',
      'daybook_feed_lag_seconds_count 2',
      'daybook_jobs{kind="wake",state="waiting"} 1',
    ])
      expect(text).toContain(`${series}\n`);
    for (const series of [
      /^daybook_store_seconds_count\{operation="read"\} [1-9]/m,
      /^daybook_store_seconds_count\{operation="commit"\} [1-9]/m,
      /^daybook_process_resident_memory_bytes [1-9]/m,
      /^daybook_nodejs_eventloop_lag_seconds /m,
    ])
      expect(text).toMatch(series);
    expect(text).not.toContain(id);
    await feed.close();
    await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (found) => found.includes('daybook_feed_clients 0\n'),
    );
  });

  it('are in the format of Prometheus, each series with its help and type', async () => {
    const { text, headers } = await service.ask('GET', '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const names = text
      .split('\n')
      .flatMap((line) => /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line)?.[1] ?? []);
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
      const [, name] = /^(\w+)(?:\{[^}]*\})? \S+$/.exec(line) ?? [];
      expect(name, line).toBeDefined();
      expect(names).toContain(names.includes(name ?? '') ? name : name?.replace(/_(bucket|sum|count)$/, ''));
    }
    for (const name of names) expect(text).toContain(`# HELP ${name} `);
  });
});

describe('the log', () => {
  const STREAM = '/api/v1/changes/stream';
  const FEEDS = ['/api/v1/ws', STREAM];
  let service: Served;
  let token: string;
  const answers: Answered[] = [];

  beforeAll(async () => {
    const { place } = await newMigratedDatabase();
    token = (await run(['token', 'create', '--name', 'x', '--scopes', 'admin', ...at(place)])).out.trim();
    service = await serve(place);
    const say = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const all = { authorization: `Bearer ${token}`, ...headers };
      answers.push(await ask(service.url, method, path, body, all));
    };
    await say('POST', '/contacts', { first_name: 'Walrus' }, { 'x-request-id': 'my-own.id:1' });
    await say('GET', '/contacts?search=walrus&tag=walrus', undefined, { 'x-request-id': 'not one\tof ours' });
    await say('GET', '/contacts?walrus=walrus');
    await say('POST', '/contacts', '{"walrus": ');
    await say('POST', '/contacts', { walrus: 'walrus' }, { 'idempotency-key': 'walrus' });
    await say('GET', '/events?token=walrus', undefined, { authorization: 'Bearer dbk_walrus' });
    await say('GET', '/nowhere?walrus');
    await say('GET', '/contacts', undefined, { cookie: 'walrus=1' });
    const feed = await openFeed(service.url, `?token=${token}&events=contact.*`);
    await feed.settled();
    await feed.close();
    const stream = await openStream(service.url, `?token=${token}`);
    stream.close();
    await eventually(
      () => service.log(),
      (lines) => lines.filter((line) => line.msg === 'request').length >= answers.length,
    );
    await service.stop();
  });

  it('is a line of JSON for each request, with its id, method, path, status and time', () => {
    const lines = service.log().filter((line) => line.msg === 'request' && !FEEDS.includes(line.path as string));
    expect(lines).toHaveLength(answers.length);
    for (const [index, line] of lines.entries()) {
      const answer = answers[index] as Answered;
      expect(line).toMatchObject({ status: answer.status, request_id: answer.headers.get('x-request-id') });
      expect(line).toMatchObject({
        level: 30,
        time: expect.any(Number),
        ms: expect.any(Number),
        method: expect.any(String),
      });
    }
    expect(lines[0]).toMatchObject({ method: 'POST', path: '/api/v1/contacts', user: 1 });
  });

  it('has one line for an event stream that the client closed', () => {
    const lines = service.log().filter((line) => line.path === STREAM);
    expect(lines).toEqual([expect.objectContaining({ msg: 'request', status: 200, user: 1 })]);
  });

  it('has the X-Request-Id that the client gave, and one of ours where it gave none or a bad one', () => {
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(ids[0]).toBe('my-own.id:1');
    for (const id of ids.slice(1)) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(service.log().map((line) => line.request_id)).toContain('my-own.id:1');
  });

  it('has no token, no body, no query and no header of a client', () => {
    expect(service.err().toLowerCase()).not.toContain('walrus');
    expect(service.err()).not.toContain(token.slice(17));
    expect(service.err()).not.toContain('?');
    expect(service.err()).not.toContain('dbk_');
  });
});

describe.concurrent('the end', () => {
  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    '%s: a request under way is answered, sockets close with 1001, the exit code is 0, and the data is there',
    async (signal) => {
      const { place } = await newMigratedDatabase();
      const service = await serve(place);
      const feed = await openFeed(service.url);
      const body = JSON.stringify({ first_name: 'Ann', notes: 'half of it came before the signal' });
      const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
      const under = request(`${service.url}/api/v1/contacts`, { method: 'POST', headers });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        under.on('response', (response) => resolve(response.resume().statusCode));
        under.on('error', reject);
      });
      under.flushHeaders();
      await new Promise((resolve) => under.on('continue', resolve)); // the service has begun to serve it
      under.write(body.slice(0, 10));
      const ended = service.stop(signal);
      expect((await feed.closed).code).toBe(1001);
      await eventually(
        () =>
          fetch(`${service.url}/health`).then(
            () => 'answered',
            () => 'refused',
          ),
        (outcome) => outcome === 'refused',
      );
      under.end(body.slice(10));
      expect(await answered).toBe(201);
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(service.out()).toContain(`${signal}: finishing`);
      const again = await serve(place);
      expect((await ask(again.url, 'GET', '/contacts')).body).toMatchObject({ meta: { total: 1 } });
      await again.kill();
    },
  );

  it('a suspended client with an open socket does not prevent a clean stop', async () => {
    const service = await serve((await newMigratedDatabase()).place);
    const feed = await openFeed(service.url);
    feed.socket.pause();
    const begun = Date.now();
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(Date.now() - begun).toBeLessThan(11_000);
    feed.socket.terminate();
  });
});
