// GET /changes/stream: the messages of the feed as server-sent events, which a client resumes by Last-Event-ID.
import { EventEmitter } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStream } from '../../src/feed/event-stream.ts';
import { createHub } from '../../src/feed/hub.ts';
import { createFeedMemory } from '../../src/feed/memory.ts';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { limits } from '../../src/limits.ts';
import type { Store } from '../../src/store/port.ts';
import { revokeToken } from '../../src/store/tables/users.ts';
import { openStream, type TestStream } from '../support/event-stream.ts';
import { openFeed } from '../support/feed.ts';
import { codeOf, keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

// The shortest intervals in which the check of unread responses, every second, would end a stream between two heartbeats.
const usual = { ...limits };
let service: TestService;
beforeAll(async () => {
  Object.assign(limits, { socketPing: 1300, answerStall: 100, countsInterval: 100 });
  service = await startTestService();
});
afterAll(async () => {
  await service.end();
  Object.assign(limits, usual);
});

const addContact = (name: string) => service.ask('POST', '/contacts', { display_name: name });
const newest = async () => ((await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } }).meta.seq;
const seqs = (stream: Pick<TestStream, 'changes'>) => stream.changes().map(({ seq }) => seq);

const OWNER = { user: 1, token: null, scopes: new Set(['admin']) };
const ignore = () => {};
/** The parts of a client that no gateway knows. */
const partsOf = (store: Store) => ({
  store,
  hub: createHub(store, ignore, ignore),
  memory: createFeedMemory(),
  readCounts: async () => ({}),
  onError: ignore,
});

describe('a stream', () => {
  it('has the headers that keep caches and proxies away from it, and says when to connect again', async () => {
    const stream = await openStream(service.url);
    expect(stream).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
    expect(stream.headers).not.toHaveProperty('content-encoding');
    await stream.until(({ messages }) => messages.length === 1);
    expect(stream.text()).toMatch(/^retry: 3000\n\nid: \d+\ndata: \{"event":"connected","seq":\d+,/);
    stream.close();
  });

  it.each(['the client', 'the service'])('is measured when it begins, and not again when %s ends it', async (who) => {
    const figure = /^daybook_http_request_seconds_count\{.*changes\/stream.* (\d+)$/m;
    const other = await startTestService();
    const admin = await keyOf(other, ['admin']);
    const measured = async () =>
      Number(figure.exec((await other.ask('GET', '/metrics', undefined, admin.headers)).text)?.[1] ?? 0);
    const { id, headers } = await keyOf(other, ['contacts:read']);
    const stream = await openStream(other.url, '', headers);
    await stream.until(({ messages }) => messages.length === 1);
    expect(await measured()).toBe(1);
    if (who === 'the client') stream.close();
    await revokeToken(other.store, id);
    await stream.ended;
    expect(await measured()).toBe(1);
    await other.end();
  });

  it('is not compressed, whatever the client accepts', async () => {
    const stream = await openStream(service.url, '', { 'accept-encoding': 'gzip, br, zstd' });
    await stream.until(({ messages }) => messages.length === 1);
    expect(stream.headers).not.toHaveProperty('content-encoding');
    stream.close();
  });

  it('has the messages of the socket, with the seq as id, for onmessage', async () => {
    const start = await newest();
    const [stream, socket] = [await openStream(service.url), await openFeed(service.url)];
    await addContact('Ann\r\nof two lines\u2028and three');
    await stream.until(() => stream.changes().length === 1);
    await socket.until(() => socket.changes().length === 1);
    expect(stream.changes()).toEqual(socket.changes());
    expect(stream.events).toMatchObject([
      { type: 'message', id: String(start) },
      { type: 'message', id: String(start + 1) },
    ]);
    stream.close();
    await socket.close();
  });

  it('with named=true names the event of each message, for addEventListener', async () => {
    const stream = await openStream(service.url, '?named=true&events=contact.*,counts.updated');
    await addContact('Bob');
    await stream.until(({ events }) => events.some(({ type }) => type === 'contact.created'));
    await stream.until(({ events }) => events.some(({ type }) => type === 'counts.updated'));
    expect(stream.events[0]?.type).toBe('connected');
    stream.close();
  });

  it('filters by events, leaves out bodies, and sends counts only to those who name them', async () => {
    const since = await newest();
    const mail = { from_address: 'a@b.org', received_at: '2026-06-01', body_plain: 'long text' };
    await addContact('Cid');
    await service.ask('POST', '/emails', mail);
    const stream = await openStream(service.url, `?since=${since}&events=email.*&body=false`);
    await stream.until(() => stream.changes().length === 1);
    expect(stream.changes()).toMatchObject([{ event: 'email.created', seq: since + 2 }]);
    expect(stream.changes()[0]?.data).not.toHaveProperty('body_plain');
    stream.close();
    const counting = await openStream(service.url, '?events=counts.*');
    await counting.until(({ messages }) => messages.some(({ event }) => event === 'counts.updated'));
    expect(counting.lastId()).toBe(String(since + 2));
    counting.close();
  });

  it('stays open while nothing happens: heartbeats carry the position of a client that filters', async () => {
    const stream = await openStream(service.url, '?events=event.*');
    await addContact('Dan');
    const seq = String(await newest());
    await stream.until(() => stream.text().includes(`: heartbeat\nid: ${seq}\n\n`));
    const beats = stream.text().split(': heartbeat').length;
    await stream.until(() => stream.text().split(': heartbeat').length > beats);
    expect(stream.lastId()).toBe(seq);
    expect(stream.events).toHaveLength(1);
    stream.close();
  });

  it('of a HEAD request has only headers', async () => {
    const stream = await openStream(service.url, '', {}, 'HEAD');
    expect(await stream.ended).toBe('complete');
    expect([stream.status, stream.headers['content-type'], stream.text()]).toEqual([200, 'text/event-stream', '']);
  });
});

describe('resuming', () => {
  it('continues after the Last-Event-ID without a gap or a double, while changes are written', async () => {
    const since = await newest();
    const CHANGES = 80;
    const writing = (async () => {
      for (let index = 0; index < CHANGES; index++) await addContact(`One of many ${index}`);
    })();
    const received: (number | undefined)[] = [];
    let [id, cuts] = [String(since), 0];
    while (id !== String(since + CHANGES)) {
      const stream = await openStream(service.url, '', { 'last-event-id': id });
      // After other numbers of changes each time, in the middle of what is being sent.
      const few = 1 + (cuts++ % 11);
      await stream.until(() => stream.changes().length >= few || stream.lastId() === String(since + CHANGES));
      stream.close();
      received.push(...seqs(stream));
      id = stream.lastId();
    }
    await writing;
    expect(received).toEqual(Array.from({ length: CHANGES }, (_, index) => since + 1 + index));
    expect(cuts).toBeGreaterThan(5);
  });

  it('from the first message works: nothing is lost between two connections without a change', async () => {
    const first = await openStream(service.url);
    await first.until(({ messages }) => messages.length === 1);
    first.close();
    await addContact('Eve');
    const again = await openStream(service.url, '', { 'last-event-id': first.lastId() });
    await again.until(() => again.changes().length === 1);
    expect(again.changes()).toMatchObject([{ event: 'contact.created', data: { display_name: 'Eve' } }]);
    again.close();
  });

  it('by Last-Event-ID wins over since, which is for those who cannot send it', async () => {
    const seq = await newest();
    const stream = await openStream(service.url, '?since=0', { 'last-event-id': String(seq - 1) });
    await stream.until(() => stream.changes().length === 1);
    expect(seqs(stream)).toEqual([seq]);
    stream.close();
    const since = await openStream(service.url, `?since=${seq - 2}`, { 'last-event-id': '' });
    await since.until(() => since.changes().length === 2);
    expect(seqs(since)).toEqual([seq - 1, seq]);
    since.close();
  });

  it.each([
    ['a Last-Event-ID that is not a number', '', { 'last-event-id': 'x' }, 400, 'INVALID_QUERY', 'Last-Event-ID'],
    ['a since that is not a number', '?since=x', {}, 400, 'INVALID_QUERY', 'whole number'],
    ['an unknown event', '?events=mails.*', {}, 400, 'INVALID_QUERY', 'email.*'],
    ['a parameter of /changes', '?limit=5', {}, 400, 'INVALID_QUERY', 'limit'],
    ['a position beyond the log', '', { 'last-event-id': '999999' }, 410, 'CURSOR_EXPIRED', 'read the lists'],
  ])('%s is refused before the stream begins', async (_, query, headers, status, code, words) => {
    const answer = await service.ask('GET', `/changes/stream${query}`, undefined, headers as Record<string, string>);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.text).toContain(words);
  });
});

describe('the end of a stream', () => {
  it('of a revoked token is complete, and the token is refused afterwards', async () => {
    const other = await startTestService();
    const { id, headers } = await keyOf(other, ['contacts:read']);
    const text = headers.authorization.replace('Bearer ', '');
    const [stream, byQuery] = [await openStream(other.url, '', headers), await openStream(other.url, `?token=${text}`)];
    expect([stream.status, byQuery.status]).toEqual([200, 200]);
    await revokeToken(other.store, id);
    expect(await Promise.all([stream.ended, byQuery.ended])).toEqual(['complete', 'complete']);
    expect(stream.text()).toMatch(/\n: the token is not valid any more\n$/);
    const refused = await openStream(other.url, `?token=${text}`, { 'last-event-id': stream.lastId() });
    expect(refused.status).toBe(401);
    await other.end();
  });

  it('when the service stops is complete; one that begins then ends at once, so that the client tries again', async () => {
    const other = await startTestService();
    const stream = await openStream(other.url);
    const ended = other.end();
    const late = await openStream(other.url);
    expect([late.status, await late.ended, late.text()]).toEqual([200, 'complete', 'retry: 3000\n\n']);
    expect(await stream.ended).toBe('complete');
    expect(stream.text()).toMatch(/\n: the service is stopping; reconnect with since\n$/);
    await ended;
  });

  it('when the log no longer has its position comes after an error, and the next request is 410', async () => {
    const other = await startTestService();
    for (const name of ['a', 'b', 'c']) await other.ask('POST', '/contacts', { display_name: name });
    await other.store.write(1, async (tx) => {
      tx.run('update changes set at = 0 where user_id = ?1');
    });
    // Pruned between the check of the position and the first page of the log.
    const { store } = other;
    const request = { since: 0, newest: 3, events: undefined, bodies: true, named: true };
    const parts = partsOf(store);
    await keepHouse(store, 1);
    const server = createServer((_request, response) => void startEventStream(response, OWNER, request, parts));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stream = await openStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await stream.ended).toBe('complete');
    server.close();
    expect(stream.messages).toMatchObject([
      { event: 'connected', seq: 3 },
      { event: 'error', code: 'CURSOR_EXPIRED' },
    ]);
    // EventSource has an event error of its own.
    expect(stream.events[1]).toMatchObject({ type: 'message', id: '0' });
    expect((await openStream(other.url, '', { 'last-event-id': '0' })).status).toBe(410);
    await other.end();
  });
});

it('a client that reads nothing of what waits for it is cut off, and its memory is freed', async () => {
  Object.assign(limits, { socketDrain: 50 });
  // A response whose bytes the network never takes.
  const events = new EventEmitter();
  const response = Object.assign(events, {
    writableEnded: false,
    destroyed: false,
    write: () => true,
    destroy() {
      response.destroyed = true;
      events.emit('close');
    },
  });
  const seq = await newest();
  const request = { since: seq, newest: seq, events: undefined, bodies: true, named: false };
  const parts = partsOf(service.store);
  const client = startEventStream(response as unknown as ServerResponse, OWNER, request, parts);
  await service.ask('POST', '/contacts', { display_name: 'Fay', notes: 'x'.repeat(500_000) });
  parts.hub.notify(1);
  await parts.hub.delivered(1, seq + 1);
  expect(parts.memory.bytes()).toBeGreaterThan(500_000);
  client.ping();
  await expect.poll(() => response.destroyed).toBe(true);
  expect(parts.memory.bytes()).toBe(0);
  Object.assign(limits, { socketDrain: usual.socketDrain });
});

it('sockets and streams share one limit for a token and a user', async () => {
  const other = await startTestService({ sockets: '2' });
  const keys = [await keyOf(other, ['admin']), await keyOf(other, ['admin']), await keyOf(other, ['admin'])];
  const [first, second, third] = keys.map(({ headers }) => headers) as [Headers, Headers, Headers];
  const streams = [await openStream(other.url, '', first), await openStream(other.url, '', second)];
  const sockets = [await openFeed(other.url, '', first), await openFeed(other.url, '', second)];
  for (const [headers, who] of [
    [first, 'token has 2'],
    [third, 'user has 4'],
  ] as const) {
    const refused = await other.ask('GET', '/changes/stream', undefined, headers);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '5']);
    expect(refused.text).toContain(who);
  }
  expect((await other.ask('GET', '/metrics', undefined, first)).text).toContain('daybook_feed_clients 4\n');
  streams[0]?.close();
  await streams[0]?.ended;
  await expect.poll(async () => (await openStream(other.url, '', first)).status).toBe(200);
  for (const socket of sockets) await socket.close();
  await other.end();
});

type Headers = { authorization: string };
