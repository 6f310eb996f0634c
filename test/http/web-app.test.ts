// The web app at /: its page for every path of its own, its files with their caching and compression, and what stays
// with the service.
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { keyOf } from '../support/keys.ts';
import { eventually, temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let service: TestService;
let page: string;
beforeAll(async () => {
  service = await startTestService({ noWeb: 'false' });
  page = (await get('/')).text;
});
afterAll(() => service?.end());

interface Got {
  status: number;
  headers: Headers;
  text: string;
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const answer = await fetch(service.url + path, { method, headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const assets = () => [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);

// fetch would decode the content, and replace some headers.
function exchange(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    asked.on('error', reject).end();
  });
}

describe('the page', () => {
  it('is sent for / and for every path that is not of the service, to clients that accept HTML', async () => {
    expect(page).toContain('<title>Daybook</title>');
    for (const path of ['/', '/?x=1', '/index.html', '/mail', '/mail/inbox/018f', '/calendar?day=today', '/a/b.c'])
      expect(await get(path, html)).toMatchObject({ status: 200, text: page });
  });

  it('is not sent to programs: an unknown path stays an error in JSON, with its hint', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const { status, text, headers } = await get('/mail', { accept });
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(JSON.parse(text).error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('/docs') });
    }
  });

  it.each([
    '/api',
    '/api/v1/nowhere',
    '/api/v2/emails',
    '/docs/nowhere',
    '/health/nowhere',
    '/metrics/nowhere',
    '/openapi.json/nowhere',
    '/assets/missing-a1b2c3d4.js',
    '/assets/',
    '/assets/..%2f..%2fpackage.json',
  ])('is not sent for %s', async (path) => {
    const { status, headers } = await get(path, html);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('differs by Accept where a program gets an error, and not elsewhere', async () => {
    expect((await get('/mail', html)).headers.get('vary')).toContain('Accept');
    expect((await get('/', html)).headers.get('vary') ?? '').not.toMatch(/Accept(?!-)/);
  });

  it('is checked again on each visit, by its ETag', async () => {
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await get('/', { 'if-none-match': headers.get('etag') as string });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', headers.get('etag')]);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has only scripts and styles from files', () => {
    expect(assets().length).toBeGreaterThan(0);
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
    expect(page).not.toMatch(/(?:src|href)="(?!\/)/);
  });

  it('other methods are refused', async () => {
    const posted = await get('/', {}, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await get('/mail', html, 'POST')).status).toBe(404);
    const head = await get('/mail', { ...html, 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(page.length)]);
  });
});

describe('the headers of the page', () => {
  it('allow only its own files and this service', async () => {
    const { headers } = await get('/mail', html);
    const policy = new Map(
      (headers.get('content-security-policy') as string).split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self' blob:",
      'media-src': "'self' blob:",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });
});

describe('the files', () => {
  it('under /assets/ are kept for a year, because their names change with their content', async () => {
    for (const path of assets())
      expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('are sent in the coding that the client prefers, with a tag for each', async () => {
    const path = assets().find((name) => name.includes('/app-')) ?? ''; // short files are not compressed
    const [plain, br, gzip] = await Promise.all(
      ['identity', 'gzip, deflate, br, zstd', 'gzip'].map((coding) => exchange(path, { 'accept-encoding': coding })),
    );
    expect([plain, br, gzip].map((one) => one?.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br?.body as Buffer)).toEqual(plain?.body);
    expect(gunzipSync(gzip?.body as Buffer)).toEqual(plain?.body);
    expect(new Set([plain, br, gzip].map((one) => one?.headers.etag)).size).toBe(3);
    expect([plain, br, gzip].map((one) => one?.headers.vary)).toEqual(Array(3).fill('Accept-Encoding'));
  });

  it('the service worker may control the whole app, is always checked, and knows every other file', async () => {
    const { status, headers, text } = await get('/sw.js');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    for (const path of [...assets(), '/manifest.webmanifest', '/icons/icon-192.png']) expect(text).toContain(path);
    expect(text).not.toContain('__APP_');
  });

  it('the manifest names icons of the sizes that it says', async () => {
    const { headers, text } = await get('/manifest.webmanifest');
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const { icons } = JSON.parse(text) as { icons: { src: string; sizes: string; type: string }[] };
    expect(icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
    for (const { src, sizes, type } of icons) {
      const answer = await fetch(service.url + src);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      if (type !== 'image/png') continue;
      const png = Buffer.from(await answer.arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});

describe('access', () => {
  it('the app is public, also when a token is required: it holds no data', async () => {
    const keyed = await startTestService({ noWeb: 'false' });
    await keyOf(keyed, ['admin']);
    await eventually(
      () => keyed.ask('GET', '/events'),
      ({ status }) => status === 401,
    );
    for (const path of ['/', '/sw.js', ...assets()]) expect((await fetch(keyed.url + path)).status).toBe(200);
    await keyed.end();
  });

  it('a link of another page may lead into the app, but no other page may frame it', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await exchange('/calendar', { ...html, ...link })).status).toBe(200);
    expect((await exchange('/calendar', { ...html, ...link, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  });
});

describe('without the app', () => {
  let other: Service;
  const start = async (options: Parameters<typeof startService>[1]) => {
    const data = temporaryFolder();
    other = await startService(readConfig({ port: '0', logLevel: 'silent', data }, {}), options);
    return () => other.stop();
  };
  const ask = (path: string) => fetch(other.url + path, { headers: html, redirect: 'manual' });

  it('/ leads to the API reference, and other paths to nothing', async () => {
    const stop = await start({});
    const answer = await ask('/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    expect((await ask('/mail')).status).toBe(404);
    await stop();
  });

  it('if it could not be built, a page says so, and everything else works', async () => {
    const stop = await start({ openWebApp: async () => ({ problem: 'no space in /secret/place' }) });
    for (const path of ['/', '/mail']) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
      const text = await answer.text();
      expect(text).toContain('npm run build');
      expect(text).not.toContain('/secret/place');
    }
    expect((await ask('/assets/x.js')).status).toBe(404);
    expect((await ask('/api/v1/emails')).status).toBe(200);
    await stop();
  });
});
