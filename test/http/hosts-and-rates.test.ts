// What is refused before a token is looked at: too many requests, and a Host or an Origin that is not allowed.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../src/limits.ts';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('rates', () => {
  it('beyond --rate-limit a token gets 429 with Retry-After, and another token does not', async () => {
    const service = await startTestService({ rateLimit: '5' });
    const one = await keyOf(service, ['admin']);
    const two = await keyOf(service, ['admin']);
    for (let count = 0; count < 5; count++)
      expect((await service.ask('GET', '/events', undefined, one.headers)).status).toBe(200);
    const answer = await service.ask('GET', '/events', undefined, one.headers);
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toSatisfy((wait: number) => wait >= 1 && wait <= 60);
    expect((await service.ask('GET', '/events', undefined, two.headers)).status).toBe(200);
    await service.end();
  });

  it('no limit is in force without tokens', async () => {
    const service = await startTestService({ rateLimit: '1' });
    for (let count = 0; count < 4; count++) expect((await service.ask('GET', '/events')).status).toBe(200);
    await service.end();
  });

  it('an address that fails to log in too often gets 429, while a good token goes on', async () => {
    const service = await startTestService();
    const key = await keyOf(service, ['admin']);
    const guess = () => service.ask('GET', '/events', undefined, { authorization: 'Bearer dbk_guess' });
    for (let count = 0; count < limits.failedLoginsPerMinute; count++) expect((await guess()).status).toBe(401);
    const answer = await guess();
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.ask('GET', '/events', undefined, key.headers)).status).toBe(200);
    await service.end();
  });
});

describe('Host and Origin', () => {
  let open: TestService;
  let named: TestService;
  let keyed: TestService;
  let key: Key;
  beforeAll(async () => {
    open = await startTestService();
    named = await startTestService({ hostnames: 'daybook.example.org' });
    keyed = await startTestService();
    key = await keyOf(keyed, ['admin']);
    await eventually(
      () => keyed.ask('GET', '/events'),
      ({ status }) => status === 401,
    );
  });
  afterAll(() => Promise.all([open, named, keyed].map((service) => service.end())));

  // fetch would not send these headers as they are.
  function plain(
    service: TestService,
    headers: Record<string, string>,
    path = '/api/v1/events',
    method = 'GET',
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(service.url + path, { method, headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'fine'}`));
      });
      sent.on('error', reject).end();
    });
  }

  function upgrade(service: TestService, headers: Record<string, string>): Promise<string> {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
    return new Promise((resolve) => {
      socket.on('open', () => {
        resolve('200 fine');
        socket.terminate();
      });
      socket.on('unexpected-response', (_, response) => {
        response
          .setEncoding('utf8')
          .on('data', (text) => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1]}`));
      });
      socket.on('error', () => {});
    });
  }

  const both = async (service: TestService, headers: Record<string, string>) => [
    await plain(service, headers),
    await upgrade(service, headers),
  ];
  const port = () => new URL(open.url).port;

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', '[::1]:PORT', '127.0.0.1', 'localhost'])(
    'without tokens the Host %s is let in, over HTTP and on the upgrade',
    async (host) => {
      expect(await both(open, { host: host.replace('PORT', port()) })).toEqual(['200 fine', '200 fine']);
    },
  );

  const strangers = [
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.evil.example',
    'localhost.evil.example:PORT',
    '10.0.0.1',
    '[::2]',
    'daybook.example.org',
  ];
  it.each(strangers)(
    'without tokens the Host "%s" is 403 FORBIDDEN_HOST, over HTTP and on the upgrade',
    async (host) => {
      const headers = { host: host.replace('PORT', port()) };
      const refused = '403 FORBIDDEN_HOST';
      expect(await both(open, headers)).toEqual([refused, refused]);
      expect(await plain(open, headers, '/health')).toBe(refused);
      expect(await plain(open, headers, '/metrics')).toBe(refused);
    },
  );

  it('--hostnames lets the names of a proxy in, and no other', async () => {
    expect(await both(named, { host: 'daybook.example.org' })).toEqual(['200 fine', '200 fine']);
    expect(await both(named, { host: 'Daybook.Example.org:443' })).toEqual(['200 fine', '200 fine']);
    expect(await both(named, { host: 'x.daybook.example.org' })).toEqual(['403 FORBIDDEN_HOST', '403 FORBIDDEN_HOST']);
  });

  it('with tokens the Host is free, for the token is the proof', async () => {
    expect(await both(keyed, { host: 'anything.example', ...key.headers })).toEqual(['200 fine', '200 fine']);
  });

  it.each([
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
    ['localhost:PORT', 'http://localhost:PORT'],
  ])('a page of the service itself (Host %s, Origin %s) is let in', async (host, origin) => {
    const headers = { host: host.replace('PORT', port()), origin: origin.replace('PORT', port()) };
    expect(await both(open, headers)).toEqual(['200 fine', '200 fine']);
  });

  const foreign = [
    'http://evil.example',
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://localhost',
    'http://127.0.0.1.evil.example:PORT',
    'file://',
    'chrome-extension://abcdef',
    'nonsense',
  ];
  it.each(foreign)('a page of the Origin %s is 403 FORBIDDEN_ORIGIN, over HTTP and on the upgrade', async (origin) => {
    const headers = { host: `127.0.0.1:${port()}`, origin: origin.replace('PORT', port()) };
    const refused = '403 FORBIDDEN_ORIGIN';
    expect(await both(open, headers)).toEqual([refused, refused]);
    expect(await plain(open, headers, '/api/v1/events', 'OPTIONS')).toBe(refused);
    const port2 = new URL(keyed.url).port;
    expect(await both(keyed, { ...headers, host: `127.0.0.1:${port2}`, ...key.headers })).toEqual([refused, refused]);
  });

  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const picture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  it.each(['cross-site', 'same-site', 'anything'])(
    'without tokens a request that a %s page has made is 403 FORBIDDEN_ORIGIN, however it was made',
    async (site) => {
      const refused = '403 FORBIDDEN_ORIGIN';
      for (const how of [{}, visit, picture, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }]) {
        const headers = { host: `127.0.0.1:${port()}`, 'sec-fetch-site': site, ...how };
        expect(await both(open, headers)).toEqual([refused, refused]);
        expect(await plain(open, headers, '/api/v1/events', 'POST')).toBe(refused);
        expect(await plain(open, headers, '/metrics')).toBe(refused);
        expect(await plain(open, headers, '/docs', 'POST')).toBe(refused);
        const port2 = new URL(keyed.url).port;
        const withToken = { ...headers, host: `127.0.0.1:${port2}`, ...key.headers };
        expect(await plain(keyed, withToken)).toBe('200 fine');
      }
      const framed = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
      expect(await plain(open, framed, '/docs')).toBe(refused);
    },
  );

  it.each(['cross-site', 'same-site'])('a link of a %s page to a page of ours may be followed', async (site) => {
    const headers = { 'sec-fetch-site': site, ...visit };
    expect(await plain(open, headers, '/')).toBe('302 fine');
    for (const path of ['/docs', '/openapi.json', '/health']) expect(await plain(open, headers, path)).toMatch(/^200 /);
  });

  it.each(['same-origin', 'none'])('a request whose site is %s is let in', async (site) => {
    expect(await both(open, { 'sec-fetch-site': site })).toEqual(['200 fine', '200 fine']);
  });

  it('no other page may show an answer, but for the pictures in the page of a mail', async () => {
    const policyOf = async (path: string) => (await fetch(open.url + path)).headers.get('cross-origin-resource-policy');
    for (const path of ['/docs', '/health', '/api/v1/events', '/api/v1/nowhere', '/openapi.json'])
      expect(await policyOf(path)).toBe('same-origin');
    const content = '/api/v1/files/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10/content';
    expect(await policyOf(content)).toBe('cross-origin');
    expect(await plain(open, { 'sec-fetch-site': 'cross-site', ...picture }, content)).toBe('404 NOT_FOUND');
    expect(await plain(open, { 'sec-fetch-site': 'cross-site', ...visit }, content)).toBe('403 FORBIDDEN_ORIGIN');
  });

  it('no answer allows another origin to read it', async () => {
    const answer = await open.ask('GET', '/events');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
