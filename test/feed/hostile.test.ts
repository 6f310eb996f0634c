// Clients of the feed that take and never read: the memory of the service stays bounded, they are closed and can go on by
// `since`, and a client that reads is told everything meanwhile.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createToken } from '../../src/access/access.ts';
import { limits } from '../../src/limits.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { newDatabase } from '../support/databases.ts';
import { openFeed } from '../support/feed.ts';
import { eventually, type Served, serve } from '../support/process.ts';
import { ask, startTestService, type TestService } from '../support/service.ts';

const MiB = 1024 * 1024;
const HANDSHAKE =
  'HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

describe('sockets that never read', () => {
  const MAILS = 3;
  const SOCKETS = 150;
  let service: Served;
  const sockets: Socket[] = [];
  let before = 0;
  beforeAll(async () => {
    service = await serve((await newDatabase()).place, { args: ['--log-level', 'error'] });
    for (let made = 0; made < MAILS; made++) await mail(20 * MiB);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
  });

  async function mail(size: number): Promise<void> {
    const body = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_plain: 'x'.repeat(size) };
    expect((await ask(service.url, 'POST', '/emails', body)).status).toBe(201);
  }

  /** Asks for the whole log, and reads the status alone. */
  function take(): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', reject);
      socket.write(`GET /api/v1/ws?since=0 ${HANDSHAKE}`);
      socket.once('data', (data) => {
        socket.pause();
        resolve(data.toString('latin1').split(' ')[1] as string);
      });
    });
  }

  /** The most that the process ever had, in MiB; 0 where the system does not tell. */
  const mostMemory = () =>
    process.platform === 'linux'
      ? Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024
      : 0;

  const waiting = async () =>
    Number(/^daybook_feed_waiting_bytes (\d+)/m.exec((await ask(service.url, 'GET', '/metrics')).text)?.[1]);

  it('up to the limit of one token keep the service within its memory', async () => {
    before = mostMemory();
    const statuses = await Promise.all(Array.from({ length: SOCKETS }, take));
    // More may come in when the first are closed for not reading, half a minute later.
    expect(statuses.filter((status) => status === '101').length).toBeGreaterThanOrEqual(limits.socketsPerToken);
    expect(new Set(statuses)).toEqual(new Set(['101', '429']));
    expect(await waiting()).toBeLessThanOrEqual(2 * limits.feedBytes);
  });

  it('are closed one after the other, while a client that reads gets everything', async () => {
    for (const socket of sockets.splice(12)) socket.destroy(); // so that there are places
    const feed = await eventually(
      () => openFeed(service.url, '?since=0').catch(() => undefined),
      (opened) => opened !== undefined,
    );
    await mail(20 * MiB);
    await mail(10);
    let told = 0;
    while (told < MAILS + 2) {
      await feed?.until((all) => all.length > told + 1).catch(() => {}); // it may take longer than that on a busy machine
      told = feed?.changes().length ?? 0;
      expect(feed?.socket.readyState).toBe(WebSocket.OPEN);
      expect(await waiting()).toBeLessThanOrEqual(2 * limits.feedBytes);
    }
    expect(feed?.changes().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    await feed?.close();
    expect(mostMemory() - before, 'MiB more than the mails themselves took').toBeLessThan(200);
  });

  it('leave no memory in use after they close', async () => {
    for (const socket of sockets) socket.destroy();
    await eventually(waiting, (bytes) => bytes === 0);
    await eventually(
      async () => (await ask(service.url, 'GET', '/metrics')).text,
      (text) => text.includes('daybook_feed_clients 0\n'),
    );
  });
});

describe('the number of sockets', () => {
  let service: TestService;
  const SOCKETS = 5;
  const tokens: string[] = [];
  beforeAll(async () => {
    service = await startTestService({ sockets: String(SOCKETS) });
    for (const name of ['a', 'b', 'c'])
      tokens.push((await createToken(service.store, { user: 1, name, scopes: ['admin'], expiresAt: null })).text);
    const other = await addUser(service.store, 'other');
    const user = other?.id as number;
    tokens.push((await createToken(service.store, { user, name: 'd', scopes: ['admin'], expiresAt: null })).text);
  });
  afterAll(() => service.end());

  /** The socket, or the refusal. */
  function open(token: string): Promise<WebSocket | { status: number; retryAfter: string; body: string }> {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws?token=${token}`);
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(socket));
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: String(response.headers['retry-after']), body }),
        );
      });
    });
  }

  it('of a token and of a user is bounded: one more is refused with 429 and Retry-After before the upgrade', async () => {
    const [a, b, c, d] = tokens as [string, string, string, string];
    const many = (token: string, count: number) => Promise.all(Array.from({ length: count }, () => open(token)));
    const opened = [...(await many(a, SOCKETS)), ...(await many(b, SOCKETS))];
    expect(opened.filter((one) => one instanceof WebSocket)).toHaveLength(2 * SOCKETS);
    const [token, user, other] = [await open(a), await open(c), await open(d)];
    expect(token).toMatchObject({ status: 429, retryAfter: '5', body: expect.stringMatching(/token has 5 sockets/) });
    expect(user).toMatchObject({ status: 429, retryAfter: '5', body: expect.stringMatching(/user has 10 sockets/) });
    expect(JSON.parse((user as { body: string }).body)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(other).toBeInstanceOf(WebSocket);
    (opened[0] as WebSocket).terminate();
    await eventually(
      () => open(a),
      (again) => again instanceof WebSocket && opened.push(again) > 0,
    );
    for (const one of [...opened, other]) (one as WebSocket).terminate();
  });
});

describe('a client that sends and does not read the replies', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it.each([
    ['messages that cannot be understood', (socket: WebSocket) => socket.send('x'.repeat(200))],
    ['pings of the protocol', (socket: WebSocket) => socket.ping('x'.repeat(120))],
  ])('is no longer read from after a while: %s', async (_, say) => {
    const feed = await openFeed(service.url);
    feed.socket.pause();
    const sentBefore = () => feed.socket.bufferedAmount;
    // Until they no longer arrive: what waits on this side only grows.
    for (let round = 0; sentBefore() < 4 * MiB; round++) {
      expect(round).toBeLessThan(4000);
      for (let count = 0; count < 500; count++) say(feed.socket);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    feed.socket.resume();
    await feed.until((all) => all.length > 0);
    await feed.close();
  });
});
