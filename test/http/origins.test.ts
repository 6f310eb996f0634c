// Browser apps of other origins: what --allow-origins lets them do, and that they always need a token.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';
import { closeOf } from '../support/sockets.ts';

const APP = 'https://app.example';
const OTHER = 'https://other.example';
const code = (answer: Answered) => `${answer.status} ${codeOf(answer) ?? 'fine'}`;

let service: TestService;
let key: Key;
beforeAll(async () => {
  service = await startTestService({ allowOrigins: `${APP}:443, http://127.0.0.1:5173` });
  const tokenless = await service.ask('GET', '/contacts', undefined, { origin: APP });
  expect([code(tokenless), tokenless.text]).toEqual(['401 UNAUTHORIZED', expect.stringContaining('token')]);
  expect(code(await service.ask('GET', '/contacts'))).toBe('200 fine'); // the owner
  key = await keyOf(service, ['contacts:read', 'contacts:write']);
  await eventually(
    () => service.ask('GET', '/contacts'),
    ({ status }) => status === 401,
  );
});
afterAll(() => service.end());

const preflight = (origin: string, path = '/contacts/x') =>
  service.ask('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,if-match',
  });

describe('an allowed origin', () => {
  it.each([APP, 'http://127.0.0.1:5173'])(
    '%s may send any request after a preflight without a token',
    async (origin) => {
      const { status, headers, text } = await preflight(origin);
      expect([status, text]).toEqual([204, '']);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PATCH, DELETE');
      expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key.*If-Match/);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    },
  );

  it('reads the response and its headers, errors included', async () => {
    const headers = { origin: APP, 'sec-fetch-site': 'cross-site', ...key.headers };
    const made = await service.ask('POST', '/contacts', { display_name: 'Ann' }, headers);
    const missing = await service.ask('GET', '/contacts/none', undefined, headers);
    const unknown = await service.ask('GET', '/contacts', undefined, { origin: APP });
    expect([made, missing, unknown].map(code)).toEqual(['201 fine', '404 NOT_FOUND', '401 UNAUTHORIZED']);
    for (const answer of [made, missing, unknown]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
      expect(answer.headers.get('access-control-expose-headers')).toBe(
        'ETag, Location, X-Request-Id, Retry-After, Idempotent-Replayed, X-Blocked-Remote-Items, X-Remote-Images, X-Total-Count',
      );
    }
  });

  it('cannot use a session or start one', async () => {
    const token = key.headers.authorization.replace('Bearer ', '');
    const own = await service.ask('POST', '/session', { token }, { origin: service.url });
    const cookie = own.headers.getSetCookie()[0]?.split(';')[0] as string;
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('200 fine');
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie, origin: APP }))).toBe('401 UNAUTHORIZED');
    const socket = closeOf(service, { cookie, origin: APP });
    expect(await socket.opened).toBe(4401);
    const started = await service.ask('POST', '/session', { token }, { origin: APP });
    expect([code(started), started.headers.getSetCookie()]).toEqual(['403 FORBIDDEN_ORIGIN', []]);
  });

  it('opens a WebSocket with a token in its URL, and not without', async () => {
    const token = key.headers.authorization.replace('Bearer ', '');
    const socket = closeOf(service, { origin: APP }, `?token=${token}`);
    expect(await socket.opened).toBe('open');
    socket.end();
    expect(await closeOf(service, { origin: APP }).opened).toBe(4401);
  });
});

describe('any other origin', () => {
  it.each([
    OTHER,
    'null',
    'http://app.example',
    `${APP}:444`,
    'https://app.example.evil.example',
    'http://127.0.0.1:1',
  ])('%s is refused, with a token and in a preflight, without CORS headers', async (origin) => {
    const asked = await service.ask('GET', '/contacts', undefined, { origin, ...key.headers });
    const before = await preflight(origin);
    for (const answer of [asked, before]) {
      expect(code(answer)).toBe('403 FORBIDDEN_ORIGIN');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  it('does not change what the service itself may do, nor an OPTIONS request of a program', async () => {
    const own = await service.ask('GET', '/contacts', undefined, { origin: service.url, ...key.headers });
    expect([code(own), own.headers.get('access-control-allow-origin')]).toEqual(['200 fine', null]);
    expect(code(await service.ask('OPTIONS', '/contacts', undefined, key.headers))).toBe('405 METHOD_NOT_ALLOWED');
  });
});

it('without --allow-origins no response has CORS headers', async () => {
  const plain = await startTestService();
  const answer = await plain.ask('GET', '/contacts', undefined, { origin: APP });
  expect([code(answer), answer.headers.get('vary')]).toEqual(['403 FORBIDDEN_ORIGIN', null]);
  await plain.end();
});
