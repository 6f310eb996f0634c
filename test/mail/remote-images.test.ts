// Images of mails on other servers: fetched by the service, which reveals nothing about the reader.
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../../src/limits.ts';
import { createRemoteImages } from '../../src/mail/html/remote-images.ts';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import { allowedAddresses } from '../../src/protocols/net/hosts.ts';
import { encodePng } from '../../src/values/png.ts';
import { bring } from '../support/incoming.ts';
import { codeOf, keyOf } from '../support/keys.ts';
import { message } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PNG = Buffer.from(encodePng(2, 2, () => [255, 0, 0, 255]));
let service: TestService;
let closed: TestService;
let server: Server;
let origin: string;
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  service = await startTestService({}, createRemoteImages(allowedAddresses(['127.0.0.1'])));
  closed = await startTestService({ allowHosts: '127.0.0.1' });
  server = createServer((request, response) => {
    asked.push({ url: request.url as string, headers: request.headers });
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    const answers: Record<string, () => void> = {
      '/a.png': () => response.writeHead(200, { 'content-type': 'text/html' }).end(PNG),
      '/moved': () => redirect('/a.png'),
      '/loop': () => redirect('/loop'),
      '/inside': () => redirect('http://127.0.0.2:1/a.png'),
      '/page': () => response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>'),
      '/a.svg': () => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      '/large': () => response.writeHead(200).end(Buffer.concat([PNG, Buffer.alloc(limits.imageBytes)])),
      '/silent': () => {},
      // Written as they are, since Node joins chunks; more than the client reads at once.
      '/pieces': () => {
        const chunks = [...PNG.toString('latin1'), ...'x'.repeat(20 * limits.imagePieces), ''];
        const text = chunks.map((chunk) => `${chunk.length}\r\n${chunk}\r\n`).join('');
        request.socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text}`, 'latin1');
      },
      '/interim': () => {
        for (let n = 0; n <= limits.interimResponses; n++) response.writeContinue();
        response.end(PNG);
      },
    };
    (answers[request.url as string] ?? (() => response.writeHead(404).end()))();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await service.end();
  await closed.end();
});

/** The address of an image on the page of a new mail. */
async function imageOf(url: string, where = service): Promise<string> {
  const mail = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_html: `<img src="${url}">` };
  const { body } = await where.ask('POST', '/emails', mail);
  return imageIn((body as { data: { id: string } }).data.id, where);
}

async function imageIn(mail: string, where = service, headers = {}): Promise<string> {
  const { text } = await where.ask('GET', `/emails/${mail}/html?remote=true`, undefined, headers);
  const address = /<img src="([^"]*)"/.exec(text)?.[1] ?? '';
  return address.replaceAll('&amp;', '&');
}

it.each(['/a.png', '/moved'])('%s is served as what it is, without anything about the reader', async (path) => {
  asked.length = 0;
  const headers = {
    cookie: 'a=b',
    referer: 'http://reader.example/',
    'x-request-id': 'reader',
    'user-agent': 'Reader',
  };
  const answer = await service.ask('GET', await imageOf(origin + path), undefined, headers);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  for (const { headers: sent } of asked)
    expect(sent).toEqual({
      host: new URL(origin).host,
      'user-agent': 'Daybook',
      accept: 'image/*',
      connection: 'close',
    });
});

it.each([
  ['/none', 'status 404'],
  ['/page', 'known format'],
  ['/a.svg', 'known format'],
  ['/large', 'more than'],
  ['/pieces', 'too small pieces'],
  ['/interim', 'too many interim responses'],
  ['/loop', 'too often'],
  ['/inside', 'not a public address'],
])('%s is 502 IMAGE_UNAVAILABLE, because of: %s', async (path, reason) => {
  const answer = await service.ask('GET', await imageOf(origin + path));
  expect([answer.status, codeOf(answer), answer.text]).toEqual([
    502,
    'IMAGE_UNAVAILABLE',
    expect.stringContaining(reason),
  ]);
});

it('an address of the own network is not connected to, also if it is allowed for mail servers', async () => {
  asked.length = 0;
  const answer = await closed.ask('GET', await imageOf(`${origin}/a.png`, closed));
  expect([answer.status, asked]).toEqual([502, []]);
});

it('fetching ends when the reader closes the connection', async () => {
  const arrived = once(server, 'request');
  const reader = get(service.url + (await imageOf(`${origin}/silent`))).on('error', () => {});
  const [request] = (await arrived) as [IncomingMessage];
  const ended = once(request.socket, 'close').then(() => 'ended');
  reader.destroy();
  const late = setTimeout(limits.imageTime / 2, 'still open', { ref: false });
  expect(await Promise.race([ended, late])).toBe('ended');
});

it('nothing is fetched without the signature of its mail', async () => {
  asked.length = 0;
  const address = await imageOf(`${origin}/a.png`);
  const other = await imageOf(`${origin}/none`);
  const wrong = [
    address.replace(/signature=.*/, ''),
    address.replace(/signature=./, 'signature=!'),
    address.replace('a.png', 'moved'),
    address.replace(/emails\/[^/]*/, /emails\/[^/]*/.exec(other)?.[0] as string),
  ];
  for (const one of wrong) expect((await service.ask('GET', one)).status).toBe(404);
  expect(asked).toEqual([]);
});

it('an image with a long address is fetched', async () => {
  const answer = await service.ask('GET', await imageOf(`${origin}/${'a'.repeat(7500)}`));
  expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('status 404')]);
});

it('requests for images count as reads of their client until the mail was read', async () => {
  const own = await startTestService({}, createRemoteImages(allowedAddresses(['127.0.0.1'])));
  onTestFinished(() => own.end());
  const address = await imageOf(`${origin}/a.png`, own);
  const { read } = own.store;
  let [running, most] = [0, 0];
  own.store.read = (async (...args: Parameters<typeof read>) => {
    most = Math.max(most, ++running);
    try {
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      return await read.apply(own.store, args);
    } finally {
      running--;
    }
  }) as typeof read;
  const answers = await Promise.all(Array.from({ length: 10 }, () => own.ask('GET', address)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(most).toBe(limits.clientReads);
});

it('images that are being fetched do not delay other reads of their client', async () => {
  const silent = await imageOf(`${origin}/silent`);
  const waiting = Array.from({ length: limits.clientReads + 1 }, () => get(service.url + silent).on('error', () => {}));
  await eventually(
    async () => asked.filter(({ url }) => url === '/silent').length,
    (count) => count > limits.clientReads,
  );
  expect((await service.ask('GET', '/emails')).status).toBe(200);
  for (const one of waiting) one.destroy();
});

describe('a token that may write mail', () => {
  let own: TestService;
  let reader: MessageReader;
  beforeAll(async () => {
    own = await startTestService({}, createRemoteImages(allowedAddresses(['127.0.0.1'])));
    reader = createMessageReader();
  });
  afterAll(async () => {
    await reader.close();
    await own.end();
  });
  const html = () => `<img src="${origin}/a.png">`;

  it.each([
    [['emails:read', 'emails:write'], 403, 403],
    [['emails:read'], 200, 403],
    [['emails:read', 'emails:send'], 200, 200],
    [['emails:read', 'emails:write', 'emails:send'], 200, 200],
  ])('%j gets images of a mail that a request created: %s, of a draft: %s', async (scopes, received, draft) => {
    const all = await keyOf(own, ['admin']);
    const mails = [
      { status: received, mail: { received_at: '2026-02-17T09:00:00Z' } },
      { status: draft, mail: { status: 'draft' } },
    ];
    for (const { status, mail } of mails) {
      const body = { from_address: 'a@b.org', body_html: html(), ...mail };
      const made = await own.ask('POST', '/emails', body, all.headers);
      const { id } = (made.body as { data: { id: string } }).data;
      const { headers } = await keyOf(own, scopes);
      expect((await own.ask('GET', await imageIn(id, own, all.headers), undefined, headers)).status).toBe(status);
      const page = await own.ask('GET', `/emails/${id}/html?remote=true`, undefined, headers);
      const reported = [page.headers.get('x-remote-images'), page.headers.get('x-blocked-remote-items')];
      expect(reported).toEqual(status === 200 ? ['requested', '0'] : ['forbidden', '1']);
    }
  });

  it('gets those of a mail that came from a mail server', async () => {
    const raw = message(['From: a@b.org', 'Content-Type: text/html'], html());
    const { record } = await bring(own, reader, raw);
    const { headers } = await keyOf(own, ['emails:read', 'emails:write']);
    expect((await own.ask('GET', await imageIn(record.id, own, headers), undefined, headers)).status).toBe(200);
  });
});
