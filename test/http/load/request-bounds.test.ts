// What a client may have under way: refusals come before a body is read, bodies have room and time, connections a limit.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '../../../src/access/access.ts';
import { limits } from '../../../src/limits.ts';
import { addUser, OWNER } from '../../../src/store/tables/users.ts';
import { closeLines, head, type Line, openLine as open } from '../../support/lines.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const MiB = 1024 * 1024;
const OTHER_TOKEN = 3; // of the owner
const PATIENT = { timeout: 150_000 }; // on a busy machine
let service: TestService;
let tokens: string[] = [];
let stalled: Line;

const bearer = (which: number) => ({ Authorization: `Bearer ${tokens[which]}` });

beforeAll(async () => {
  service = await startTestService();
  const others = ['other', 'third'].map(async (name) => (await addUser(service.store, name))?.id as number);
  const users = [OWNER, ...(await Promise.all(others)), OWNER];
  const made = users.map((user) =>
    createToken(service.store, { user, name: 'one', scopes: ['admin'], expiresAt: null }),
  );
  const weak = { user: OWNER, name: 'weak', scopes: ['events:read'], expiresAt: null };
  tokens = (await Promise.all([...made, createToken(service.store, weak)])).map(({ text }) => text);
  await vi.waitFor(async () => expect((await service.ask('GET', '/events')).status).toBe(401));
  // Looked at in the last test: it takes its time.
  stalled = await open(service.url);
  await stalled.write(head('POST', '/api/v1/contacts', { ...bearer(2), 'Content-Length': 1000 }));
  await stalled.write('{');
});
afterAll(async () => {
  closeLines();
  await service.end();
});

describe('a request that is refused', () => {
  it.each([
    ['at an unknown address', 404, 'POST', '/api/v1/nothing', () => ({})],
    ['with a method that its address does not have', 405, 'POST', '/health', () => ({})],
    ['without a token', 401, 'POST', '/api/v1/emails', () => ({})],
    ['with a token that is unknown', 401, 'POST', '/api/v1/emails', () => ({ Authorization: 'Bearer dbk_x' })],
    ['without the scope', 403, 'POST', '/api/v1/emails', () => bearer(4)],
    ['with a body that is too large', 413, 'POST', '/api/v1/emails', () => ({ ...bearer(0), 'Content-Length': 1e12 })],
    ['with a body that is too large there', 413, 'POST', '/api/v1/contacts', () => bearer(0)],
    ['with a large body where none is needed', 413, 'POST', '/api/v1/emails/x/read', () => bearer(0)],
    ['with another type', 415, 'POST', '/api/v1/emails', () => ({ ...bearer(0), 'Content-Type': 'text/plain' })],
  ] as const)('%s is answered with %d before its body has come', async (_name, status, method, path, headers) => {
    const line = await open(service.url);
    await line.write(head(method, path, { 'Content-Length': 20 * MiB, ...headers() }));
    const answer = await line.until(/\r\n\r\n\{.*\}$/s);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('reaches a client that sends its complete body before it reads', async () => {
    const line = await open(service.url);
    await line.write(head('POST', '/api/v1/nothing', { 'Content-Length': 20 * MiB }));
    line.socket.pause();
    for (let sent = 0; sent < 20; sent++) await line.write(Buffer.alloc(MiB, '['));
    line.socket.resume();
    expect(await line.until(/\}$/)).toMatch(/^HTTP\/1.1 404 /);
  });

  it.each([
    ['at an unknown address', '/api/v1/nothing', 404],
    ['that is not JSON', '/api/v1/events', 400],
  ])('with a short body %s leaves its connection for the next', async (_name, path, status) => {
    const line = await open(service.url);
    await line.write(`${head('POST', path, { ...bearer(0), 'Content-Length': 100_000 })}${'x'.repeat(50_000)}`);
    await line.write(`${'x'.repeat(50_000)}${head('GET', '/health')}`);
    const answers = await line.until(/"uptime_s".*\}$/s);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  });
});

describe('a client that asks whether it may send its body', () => {
  const asking = { Expect: '100-continue', 'Content-Length': 26 };

  it('is told to go on', async () => {
    const line = await open(service.url);
    await line.write(head('POST', '/api/v1/contacts', { ...bearer(0), ...asking }));
    expect(await line.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await line.write('{"display_name":"Ann Lee"}');
    expect(await line.until(/\}$/)).toMatch(/^HTTP\/1.1 100 .*HTTP\/1.1 201 /s);
  });

  it('is refused without being asked for it', async () => {
    const line = await open(service.url);
    await line.write(head('POST', '/api/v1/contacts', asking));
    expect(await line.until(/\}$/)).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('bodies in memory', () => {
  it('have room for one of the largest of a user, whatever the token, and for two users', async () => {
    const begin = async (which: number, length = 25 * MiB) => {
      const line = await open(service.url);
      await line.write(head('POST', '/api/v1/emails', { ...bearer(which), 'Content-Length': length }));
      return line;
    };
    const first = await begin(0);
    await first.write(Buffer.alloc(24 * MiB, ' '));
    await expect.poll(async () => (await (await begin(0)).until(/\}$/)).slice(0, 12), PATIENT).toBe('HTTP/1.1 429');
    expect(await (await begin(0)).until(/\}$/)).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(await (await begin(OTHER_TOKEN)).until(/\}$/)).toMatch(/^HTTP\/1.1 429 /);
    const small = await service.ask('POST', '/contacts', { display_name: 'Ann' }, bearer(0));
    expect(small.status).toBe(201);
    const second = await begin(1);
    await second.write(Buffer.alloc(24 * MiB, ' '));
    await expect.poll(async () => (await (await begin(2)).until(/\}$/)).slice(0, 12), PATIENT).toBe('HTTP/1.1 503');
    expect(await (await begin(2)).until(/\}$/)).toMatch(/\r\nretry-after: 1\r\n/i);
    for (const line of [first, second]) await line.write(Buffer.alloc(MiB, ' '));
    expect(await first.until(/\}$/)).toMatch(/^HTTP\/1.1 400 .*not valid JSON/s);
    await second.until(/\}$/);
    const again = async () => {
      const line = await begin(0);
      await line.write(Buffer.alloc(25 * MiB, ' '));
      return (await line.until(/\}$/)).slice(0, 12);
    };
    await expect.poll(again, PATIENT).toBe('HTTP/1.1 400');
  });

  it('in chunks of one byte are accepted', async () => {
    const line = await open(service.url);
    await line.write(head('POST', '/api/v1/contacts', { ...bearer(0), 'Transfer-Encoding': 'chunked' }));
    const body = JSON.stringify({ display_name: 'Bit', notes: 'x'.repeat(100_000) });
    await line.write([...body].map((char) => `1\r\n${char}\r\n`).join(''));
    await line.write('0\r\n\r\n');
    expect(await line.until(/\}$/)).toMatch(/^HTTP\/1.1 201 /);
  });

  it.each([
    ['values', `[${'0,'.repeat(limits.jsonValues)}0]`, 'maxValues'],
    ['members', `{${'"a":0,'.repeat(limits.jsonMembers)}"a":0}`, 'maxMembers'],
  ])('with too many %s are refused, parsed here or in a thread', async (_name, text, constraint) => {
    for (const body of [text, text.slice(0, -1) + ' '.repeat(limits.inlineBytes) + text.at(-1)]) {
      const answer = await service.ask('POST', '/emails', body, bearer(0));
      expect(answer).toMatchObject({ status: 400, body: { error: { details: { errors: [{ constraint }] } } } });
    }
  });

  it('that are parsed in a thread are the same for an Idempotency-Key', async () => {
    const mail = { from_address: 'a@x.org', received_at: '2026-01-01', body_plain: 'ß→'.repeat(limits.inlineBytes) };
    const send = (body: unknown) => service.ask('POST', '/emails', body, { ...bearer(0), 'Idempotency-Key': 'large' });
    const first = await send(mail);
    expect((first.body as { data: { body_plain: string } }).data.body_plain).toBe(mail.body_plain);
    const again = await send(mail);
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', first.text]);
    expect((await send({ ...mail, subject: 'other' })).body).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });
});

it('a client has so many requests at a time, and no more', async () => {
  // Each waits for its body.
  const waiting = await Promise.all(
    Array.from({ length: limits.clientRequests }, async () => {
      const line = await open(service.url);
      await line.write(head('POST', '/api/v1/contacts', { ...bearer(1), 'Content-Length': 20 }));
      return line;
    }),
  );
  const ask = (which: number) => service.ask('GET', '/contacts?limit=1', undefined, bearer(which));
  await expect.poll(async () => (await ask(1)).status, PATIENT).toBe(429);
  expect((await ask(1)).headers.get('retry-after')).toBe('1');
  expect((await ask(0)).status).toBe(200);
  for (const { socket } of waiting) socket.destroy();
  await expect.poll(async () => (await ask(1)).status, PATIENT).toBe(200);
});

it('a body that stops arriving is refused in time', async () => {
  expect(await stalled.until(/\}$/)).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s);
});
