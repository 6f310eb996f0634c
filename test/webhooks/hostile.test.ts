// Receivers that misbehave, and addresses that must not be connected to.
import type { lookup } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allowedAddresses } from '../../src/protocols/net/hosts.ts';
import { testMessage } from '../../src/webhooks/messages.ts';
import { sendMessage } from '../../src/webhooks/send.ts';
import { hereCertificate } from '../support/certificates.ts';
import { type Hook, hookAt } from '../support/hooks.ts';
import { freePort } from '../support/ports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const message = testMessage('018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10');
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
const here = allowedAddresses(['127.0.0.1']);
const never = new AbortController().signal;

/** A server that does this with each connection; returns its port, and how many there were. */
async function serverThat(greet: (socket: Socket) => void, isTls = false) {
  const sockets: Socket[] = [];
  const take = (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    greet(socket);
  };
  const server = isTls ? createTlsServer(hereCertificate, take) : createServer(take);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, sockets };
}

const answering = (text: string) => (socket: Socket) => socket.once('data', () => void socket.write(text));
const send = (port: number, { scheme = 'http', signal = never } = {}) =>
  sendMessage({ url: `${scheme}://127.0.0.1:${port}/`, secrets }, message, here, signal);

describe('a receiver', () => {
  it('whose answer never ends has accepted the message by its status', async () => {
    const { port } = await serverThat((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const flood = () => {
          if (!socket.destroyed && socket.write('x'.repeat(65_536))) setImmediate(flood);
          else socket.once('drain', flood);
        };
        flood();
      }),
    );
    const { ok, answer } = await send(port);
    expect([ok, answer?.length]).toEqual([true, 1024]);
  });

  it('whose body does not arrive has accepted it too', async () => {
    const { port } = await serverThat(answering('HTTP/1.1 204 No Content\r\nContent-Length: 100\r\n\r\n'));
    expect(await send(port)).toMatchObject({ ok: true, status: 204 });
  });

  it('that redirects is not followed', async () => {
    const { port, sockets } = await serverThat(
      answering('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await send(port)).toMatchObject({ ok: false, status: 302, error: expect.stringContaining('redirect') });
    expect(sockets).toHaveLength(1);
  });

  it.each([
    ['closes at once', (socket: Socket) => void socket.destroy(), /closed|failed/],
    ['closes after the request', (socket: Socket) => void socket.once('data', () => socket.destroy()), /closed|failed/],
    ['answers with something else', answering('220 mail.example.org ESMTP\r\n'), /failed/],
    ['sends endless headers', answering(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`), /failed/],
    ['sends interim responses only', answering('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)), /interim/],
    [
      'switches the protocol',
      answering('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      /closed|failed/,
    ],
  ])('that %s has not accepted it', async (_, greet, says) => {
    const { port } = await serverThat(greet);
    expect(await send(port)).toMatchObject({ ok: false, status: null, error: expect.stringMatching(says) });
  });

  it('that never answers is given up', async () => {
    const { port } = await serverThat(() => {});
    const outcome = await send(port, { signal: AbortSignal.timeout(100) });
    expect(outcome).toMatchObject({ ok: false, status: null, hint: expect.stringContaining('15 seconds') });
  });

  it('with a certificate of an unknown authority is not sent anything', async () => {
    let bytes = 0;
    const { port } = await serverThat((socket) => void socket.on('data', ({ length }) => (bytes += length)), true);
    const outcome = await send(port, { scheme: 'https' });
    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('certificate') });
    expect(bytes).toBe(0);
  });
});

describe('an address', () => {
  const resolvingTo = (address: string, allow: string[] = []) => {
    const resolve = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address, family: 4 }])) as typeof lookup;
    return Object.assign(allowedAddresses(allow), { resolve });
  };

  it('that a name resolves to is not connected to, unless it is public, or allowed without TLS', async () => {
    const cases = [
      ['https', '10.0.0.1', 'not a known name of a public address'],
      ['https', '127.0.0.1', 'not a known name of a public address'],
      ['https', '169.254.169.254', 'not a known name of a public address'],
      ['http', '10.0.0.1', 'not an address to which http is allowed'],
      ['http', '93.184.216.34', 'not an address to which http is allowed'],
    ] as const;
    const outcomes = cases.map(([scheme, address]) =>
      sendMessage({ url: `${scheme}://hooks.example.org/`, secrets }, message, resolvingTo(address), never),
    );
    expect(await Promise.all(outcomes)).toMatchObject(
      cases.map(([, , says]) => ({ ok: false, status: null, error: expect.stringContaining(says) })),
    );
  });

  it('that is allowed can be reached by http', async () => {
    const { port } = await serverThat(answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    const check = resolvingTo('127.0.0.1', ['127.0.0.1']);
    const outcome = await sendMessage({ url: `http://hooks.example.org:${port}/`, secrets }, message, check, never);
    expect(outcome).toMatchObject({ ok: true, status: 200, answer: 'ok' });
  });
});

describe('a test', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ allowHosts: '127.0.0.1' });
  });
  afterAll(() => service.end());
  const test = async ({ id }: Hook) => (await service.ask('POST', `/webhooks/${id}/test`)).body;

  it('says what the receiver answered, and is in the list of attempts', async () => {
    const { port } = await serverThat(answering('HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone'));
    const hook = await hookAt(service, `http://127.0.0.1:${port}/`, { enabled: false });
    expect(await test(hook)).toMatchObject({
      data: {
        ok: false,
        status: 404,
        answer: 'none',
        error: expect.stringContaining('404'),
        hint: expect.stringContaining('path'),
      },
    });
    const { body } = await service.ask('GET', `/webhooks/${hook.id}/deliveries`);
    expect(body).toMatchObject({
      data: [{ event: 'webhook.test', seq: null, status: 404, attempt: 1 }],
      meta: { total: 1 },
    });
  });

  it('says what to do if nothing listens', async () => {
    const hook = await hookAt(service, `http://127.0.0.1:${await freePort()}/`, { enabled: false });
    expect(await test(hook)).toMatchObject({
      data: { ok: false, status: null, hint: expect.stringContaining('running') },
    });
  });
});
