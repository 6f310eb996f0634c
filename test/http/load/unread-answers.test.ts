// Answers that a client does not read: they are bounded for each client and for all together, and a connection over which
// nothing is read is closed. A client that reads slowly gets everything.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createToken } from '../../../src/access/access.ts';
import { SWEEP } from '../../../src/http/load/flight.ts';
import { limits } from '../../../src/limits.ts';
import { OWNER } from '../../../src/store/tables/users.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const CHARS = 20_000_000; // far more than the buffers of the system take
const MEAL = 1_000_000; // what a slow client reads at a time
const PAUSE = 500; // ms between two meals: in all far longer than a client may read nothing
const sockets: Socket[] = [];
let service: TestService;
let tokens: string[];
let mail: string;
let file: string;

// Shorter than in service, so that the test does not wait as long; the checks of every second stay as they are.
const usual = { answerWait: limits.answerWait, answerStall: limits.answerStall };
beforeAll(() => Object.assign(limits, { answerWait: 1500, answerStall: 3000 }));
afterAll(() => Object.assign(limits, usual));

beforeAll(async () => {
  service = await startTestService();
  const names = ['a', 'b', 'c', 'd'];
  const token = (name: string) =>
    createToken(service.store, { user: OWNER, name, scopes: ['admin'], expiresAt: null }).then(({ text }) => text);
  tokens = await Promise.all(names.map(token));
  await vi.waitFor(async () => expect((await service.ask('GET', '/events')).status).toBe(401));
  const body_plain = 'x'.repeat(CHARS);
  const made = await service.ask(
    'POST',
    '/emails',
    { from_address: 'a@x.org', received_at: '2026-01-01', body_plain },
    by(0),
  );
  mail = `/emails/${(made.body as { data: { id: string } }).data.id}`;
  const form = new FormData();
  form.set('file', new Blob([body_plain]), 'large.txt');
  const sent = await fetch(`${service.url}/api/v1/files`, { method: 'POST', body: form, headers: by(0) });
  file = `/files/${((await sent.json()) as { data: { id: string } }).data.id}/content`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.end();
});

function by(which: number): Record<string, string> {
  return { authorization: `Bearer ${tokens[which]}` };
}

interface Reader {
  /** Milliseconds until the service has closed the connection. */
  closed: Promise<number>;
  socket: Socket;
}

/** A client that asks and does not read. */
async function askUnread(path: string, which: number): Promise<Reader> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const begun = performance.now();
  const closed = once(socket, 'close').then(() => performance.now() - begun);
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[which]}\r\n\r\n`);
  return { closed, socket };
}

/** Reads a little at a time, with pauses, and returns how much there was. */
async function readSlowly({ socket }: Reader, until: number): Promise<number> {
  let bytes = 0;
  let rest = MEAL;
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    bytes += chunk?.length ?? 0;
    rest -= chunk?.length ?? 0;
    if (bytes >= until || socket.destroyed) return bytes;
    if (chunk === null) await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    if (rest > 0) continue;
    await pause(PAUSE);
    rest = MEAL;
  }
}

it('a client that does not read waits with its next request, which is then refused; others do not wait', async () => {
  const reader = await askUnread(mail, 0);
  const ask = (which: number) => service.ask('GET', '/contacts?limit=1', undefined, by(which));
  await once(reader.socket, 'readable'); // its answer is made
  const begun = performance.now();
  const waiting = ask(0);
  expect((await ask(1)).status).toBe(200);
  const refused = await waiting;
  expect(performance.now() - begun).toBeGreaterThanOrEqual(limits.answerWait - 100);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  const again = ask(0);
  reader.socket.resume();
  expect((await again).status).toBe(200);
  reader.socket.destroy();
});

it('a connection over which nothing is read is closed, and a client that reads slowly gets everything', async () => {
  const [unread, download, slow] = await Promise.all([askUnread(mail, 0), askUnread(file, 1), askUnread(mail, 2)]);
  slow.socket.resume();
  slow.socket.removeAllListeners('data');
  slow.socket.pause();
  const read = readSlowly(slow, CHARS);
  // The end of a closed connection is seen when what came before it is read.
  await pause(2 * limits.answerStall + 2000);
  for (const { socket } of [unread, download]) socket.resume();
  await Promise.all([unread.closed, download.closed]);
  expect(unread.socket.bytesRead).toBeLessThan(CHARS);
  expect(download.socket.bytesRead).toBeLessThan(CHARS);
  expect(await read).toBeGreaterThanOrEqual(CHARS);
});

it('of too many unread answers of all clients the oldest of whoever has most is dropped', async () => {
  const readers = [];
  for (const which of [0, 1, 2, 3]) readers.push(await askUnread(mail, which));
  await pause(5 * SWEEP);
  const sizes = await Promise.all(
    readers.map(async ({ socket, closed }) => {
      socket.resume();
      const complete = async () => {
        while (socket.bytesRead < CHARS && !socket.destroyed) await pause(50);
      };
      await Promise.race([closed, complete()]);
      return socket.bytesRead;
    }),
  );
  expect(sizes.filter((bytes) => bytes < CHARS)).toHaveLength(1);
});
