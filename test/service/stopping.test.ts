// A stop under load: no request whose bytes were sent before the signal is reset, what was acknowledged is stored and
// what was refused is not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../src/limits.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { eventually, type Served, serve, temporaryFolder } from '../support/process.ts';
import { ask, startTestService } from '../support/service.ts';

const ROUNDS = engine === 'postgres' ? 3 : 10; // how a service stops hardly depends on its database
const [FRESH, KEPT] = [70, 30];

interface Connection {
  socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** 'end' when the service has closed the connection, or the error. */
  over: Promise<string>;
}

function open(url: string): Connection {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: false });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const over = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve('end'));
  });
  return { socket, text: () => text, over };
}

function post(name: string): string {
  const body = JSON.stringify({ first_name: name });
  return `POST /api/v1/contacts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Resolves when the kernel has all bytes. */
function sendAll({ socket }: Connection, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
}

const stored = async ({ url }: Served) =>
  ((await ask(url, 'GET', '/contacts?limit=0')).body as { meta: { total: number } }).meta.total;

it(`SIGTERM ${ROUNDS} times: every request that was sent before it is answered, on new and on kept connections`, async () => {
  const { place } = await newDatabase();
  let acknowledged = 0;
  let isOnTime = true;
  for (let round = 0; round < ROUNDS; round++) {
    const service = await serve(place, { args: ['--log-level', 'silent'] });
    if (isOnTime) expect(await stored(service)).toBe(acknowledged);
    else acknowledged = await stored(service);
    const kept = Array.from({ length: KEPT }, () => open(service.url));
    for (const one of kept) await sendAll(one, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await eventually(
      () => kept.every((one) => one.text().includes('"status":"ok"')),
      (all) => all,
    );
    const fresh = Array.from({ length: FRESH }, () => open(service.url));
    await Promise.all([...kept, ...fresh].map((one, index) => sendAll(one, post(`n${round} ${index}`))));
    const began = performance.now();
    const ended = service.stop();
    const outcomes = await Promise.all([...kept, ...fresh].map(({ over }) => over));
    // A round that took longer proves nothing: after this time the service closes connections itself.
    isOnTime = performance.now() - began < limits.drain - limits.socketLinger;
    if (!isOnTime) {
      await ended;
      continue;
    }
    expect(outcomes.filter((outcome) => outcome !== 'end')).toEqual([]);
    const answers = [...kept, ...fresh].map((one) => one.text().split('HTTP/1.1 ').at(-1) as string);
    for (const answer of answers) expect(answer).toMatch(/^(201|503) [\s\S]*\r\n\r\n\{.*\}$/);
    for (const answer of answers.filter((one) => one.startsWith('503'))) expect(answer).toMatch(/retry-after: \d/i);
    acknowledged += answers.filter((answer) => answer.startsWith('201')).length;
    expect(await ended).toEqual({ code: 0, signal: null });
  }
  expect(acknowledged).toBeGreaterThan(0);
});

it('npm start passes SIGTERM on, and the service stops in order', async () => {
  const { place } = await newDatabase();
  const folder = temporaryFolder();
  const child = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', folder, '--database', place], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // a group of its own, so that nothing is left should this fail
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL');
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const closed = once(child, 'close');
  const url = await eventually(
    () => /listens at (\S+)\n/.exec(out)?.[1] ?? '',
    (found) => found !== '',
  );
  expect((await ask(url, 'GET', '/health')).status).toBe(200);
  child.kill('SIGTERM');
  await closed; // its output is closed when nobody writes to it any more
  expect(out).toContain('SIGTERM: finishing');
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

it('a request during the stop is still served, on a connection that is then closed', async () => {
  const service = await startTestService();
  const { url, stop } = service;
  const kept = open(url);
  await sendAll(kept, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await eventually(kept.text, (text) => text.includes('"status":"ok"'));
  const stopped = stop();
  const late = open(url);
  await sendAll(late, post('late'));
  await sendAll(kept, post('kept'));
  expect(await Promise.all([kept.over, late.over])).toEqual(['end', 'end']);
  for (const one of [kept, late]) expect(one.text()).toMatch(/HTTP\/1.1 201 [\s\S]*connection: close/i);
  await stopped;
  await service.end().catch(() => {}); // it is stopped already
});

it('an unread body does not reset the connection before its client has the response', async () => {
  const service = await startTestService();
  const { url, stop } = service;
  const half = open(url); // keeps the service from having stopped already
  await sendAll(
    half,
    'POST /api/v1/contacts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  const stopped = stop();
  const upload = open(url);
  const body = 'x'.repeat(300_000);
  await sendAll(
    upload,
    `GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const refused = open(url);
  await sendAll(refused, `POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(await Promise.all([upload.over, refused.over])).toEqual(['end', 'end']);
  expect(upload.text()).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 1/i);
  const answered = /^HTTP\/1.1 (4\d\d|503) /; // 503 where a busy machine received it only after the service had begun to stop
  expect(refused.text()).toMatch(answered);
  await sendAll(half, '}');
  await half.over;
  expect(half.text()).toMatch(answered); // a contact needs a name
  await stopped;
  await service.end().catch(() => {});
});
