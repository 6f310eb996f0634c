// Clients without a token: however many there are, and however slow, they do not keep others of their address from the
// health check, the pages and the sign-in.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '../../../src/access/access.ts';
import { createTraffic, type Traffic } from '../../../src/http/load/traffic.ts';
import { limits } from '../../../src/limits.ts';
import { OWNER } from '../../../src/store/tables/users.ts';
import { closeLines, head, type Line, openLine } from '../../support/lines.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const { anonymousRequests, socketLinger, sessionTime } = limits;
const usual = { anonymousRequests, socketLinger, sessionTime };
const MOST = 4;
let service: TestService;
let token: string;

beforeAll(async () => {
  Object.assign(limits, { anonymousRequests: MOST, socketLinger: 50, sessionTime: 100_000 });
  service = await startTestService();
  const owner = { user: OWNER, name: 'x', scopes: ['admin'], expiresAt: null };
  token = (await createToken(service.store, owner)).text;
  await vi.waitFor(async () => expect((await service.ask('GET', '/events')).status).toBe(401));
});
afterAll(async () => {
  Object.assign(limits, usual);
  closeLines();
  await service.end();
});

/** A sign-in whose body does not come. */
async function slowSignIn(): Promise<Line> {
  const line = await openLine(service.url);
  await line.write(`${head('POST', '/api/v1/session', { 'Content-Length': 100 })}{`);
  return line;
}

describe('slow bodies of sign-ins', () => {
  it('give way to other sign-ins, the oldest first, and leave the rest alone', async () => {
    const slow: Line[] = [];
    for (let number = 0; number < MOST; number++) {
      const line = await slowSignIn();
      slow.push(line);
      // In their order: the service has read the request when it answers another.
      expect((await service.ask('GET', '/health')).status).toBe(200);
    }
    expect((await service.ask('GET', '/docs')).status).toBe(200);
    expect((await service.ask('POST', '/session', { token })).status).toBe(201);
    expect(await slow[0]?.until(/\}$/)).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT.*took its place/s);
    expect(slow.slice(1).map((line) => line.text())).toEqual(Array(MOST - 1).fill(''));
    for (let number = 0; number < 3 * MOST; number++) await slowSignIn();
    expect((await service.ask('POST', '/session', { token })).status).toBe(201);
  });

  it('end after three seconds, whatever dribbles in', async () => {
    Object.assign(limits, { sessionTime });
    const line = await slowSignIn();
    const dribble = setInterval(() => void line.write(' '), 500);
    const answer = await line.until(/\}$/);
    clearInterval(dribble);
    expect(answer).toMatch(/^HTTP\/1.1 408 .*The body has not arrived within 3 s\./s);
  });
});

it('the health check has no limit', async () => {
  const waiting = await Promise.all(
    Array.from({ length: 3 * MOST }, async () => {
      const line = await openLine(service.url);
      await line.write(head('GET', '/health', { 'Content-Length': 10 }));
      return line;
    }),
  );
  for (const line of waiting) expect(await line.until(/\}$/)).toMatch(/^HTTP\/1.1 200 /);
});

it('a WebSocket without a token is closed, also if its client does not answer', async () => {
  const line = await openLine(service.url);
  const key = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13 };
  await line.write(head('GET', '/api/v1/ws', { ...key, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' }));
  await line.until(/^HTTP\/1.1 101 /);
  await line.closed;
}, 20_000); // ws itself would wait for 30 seconds

describe('requests in progress without a token', () => {
  let traffic: Traffic;
  afterEach(() => {
    traffic.close();
    vi.useRealTimers();
  });

  function enter(route: string, isAnonymous = true) {
    const destroy = vi.fn(() => {
      socket.destroyed = true;
    });
    const socket = { destroyed: false, destroy, setTimeout() {} };
    const response = Object.assign(new EventEmitter(), { headersSent: false }) as unknown as ServerResponse;
    const sender = { client: `address ${route}`, owner: 'address', isAnonymous };
    return { flight: traffic.enter(sender, { headers: {}, socket } as unknown as IncomingMessage, response), socket };
  }

  it('are refused if none of them waits for its client', () => {
    traffic = createTraffic({ run: (work) => work() });
    for (let number = 0; number < MOST; number++) enter('/docs');
    expect(() => enter('/docs')).toThrow(`More than ${MOST} of your requests are in progress`);
    enter('/openapi.json');
    for (let number = 0; number < 2 * MOST; number++) enter('/events', false);
  });

  it('do not wait until answers are read that others of the address leave unread', () => {
    vi.useFakeTimers();
    traffic = createTraffic({ run: (work) => work() });
    const unread = enter('/assets/*');
    unread.flight.countResponse(limits.clientUnread + 1);
    const [go, refuse] = [vi.fn(), vi.fn()];
    traffic.await(enter('/assets/*').flight, true, go, refuse);
    expect(go).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * 1000 + 1);
    expect([go, refuse].map((one) => one.mock.calls.length)).toEqual([1, 0]);
    expect(unread.socket.destroy).toHaveBeenCalled();
  });
});
