// Hostile HTTP: addresses that climb out of their folder or are encoded wrongly, floods of headers, requests that are
// half, slow, doubled or two things at once.
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Victim } from './victim.ts';

const HOST = 'Host: 127.0.0.1\r\n';
const CLOSE = 'Connection: close\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** The statuses of all answers in what came back over one connection. */
function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

export function hostileConnections(victim: () => Victim): void {
  const healthy = async () => expect((await victim().ask('GET', '//health')).status).toBe(200);

  describe('addresses', () => {
    it.each([
      '/../../../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/package.json',
      '/docs/../../../package.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%2e%2e/src/main.ts',
      '/openapi.json/../../../package.json',
      '/..\\..\\package.json',
      '/%5c..%5cpackage.json',
      '/api/v1/../../package.json',
      '/api/v1/events/../../../../../package.json',
      '/api/v1/events/..%2f..%2f..%2fdata%2fdaybook.db',
      '/api/v1/events/%00',
      '/api/v1/events/a%00.json',
      '/api/v1/events/%',
      '/api/v1/events/%zz',
      '/api/v1/events/%c0%af',
      '/api/v1/events/%ff%fe',
      '/api/v1/events/%ed%a0%80',
      '/api/v1/events/%2525252e',
      '/api/v1/events/%0d%0aSet-Cookie:%20a=b',
      '/api/v1/events//',
      '/api/v1//events',
      '//api/v1/events/x',
      '/api/v1/events/x/y/z',
      '/api/v1/events/;id=1',
      '/api/v1/EVENTS',
      '/data/daybook.db',
      '/.env',
      '/.git/config',
      `/api/v1/events/${'a'.repeat(5000)}`,
      `/${'../'.repeat(2000)}etc/passwd`,
    ])('%s leads nowhere', async (path) => {
      const answer = await victim().raw(`GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
      expect(statuses(answer)).toEqual([404]);
      expect(answer).not.toMatch(/root:|"dependencies"|^set-cookie/im);
    });

    it.each([
      '%',
      '%zz',
      '%c0%af',
      '%ff',
      '%00',
      'a=%zz',
      '&&&',
      '=',
      '?',
      'limit[]=1',
      'limit=1&limit=2',
      'a'.repeat(10_000),
      'tag=a&'.repeat(2000),
    ])('the query %j has an answer (%#)', async (query) => {
      const answer = await victim().raw(`GET /api/v1/contacts?${query} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
      expect([[200], [400]]).toContainEqual(statuses(answer));
    });

    it.each([
      ['a blank in it', 'GET /api/v1/events /x HTTP/1.1'],
      ['letters that are not ASCII', 'GET /api/v1/events?search=Zürich HTTP/1.1'],
      ['a control character in it', 'GET /api/v1/\x01events HTTP/1.1'],
      ['no slash', 'GET api/v1/events HTTP/1.1'],
      ['nothing', 'GET  HTTP/1.1'],
      ['an address that is too long', `GET /api/v1/events?search=${'x'.repeat(100_000)} HTTP/1.1`],
    ])('an address with %s is refused', async (_name, line) => {
      const answer = await victim().raw(`${line}\r\n${HOST}${CLOSE}\r\n`);
      expect(statuses(answer)).toHaveLength(1);
      expect(statuses(answer)[0]).toBeGreaterThanOrEqual(400);
      expect(statuses(answer)[0]).toBeLessThan(500);
    });
  });

  it.each(['http://evil.example/api/v1/events', '*'])('the form %s of an address has an answer', async (target) => {
    const answer = await victim().raw(`GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
    expect(statuses(answer)).toHaveLength(1);
    expect(statuses(answer)[0]).toBeLessThan(500);
  });

  describe('methods', () => {
    it.each(['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'REPORT', 'PURGE', 'SEARCH', 'M-SEARCH'])(
      '%s is not allowed on records',
      async (method) => {
        const answer = await victim().raw(
          `${method} /api/v1/events HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 0\r\n\r\n`,
        );
        expect(statuses(answer)).toEqual([405]);
        expect(answer).toMatch(/\r\nallow: .*GET/i);
      },
    );

    it.each(['CONNECT', 'get', 'G\0T', '', 'X'.repeat(10_000)])('%j is closed or refused', async (method) => {
      const answer = await victim().raw(`${method} /api/v1/events HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
      for (const status of statuses(answer)) expect(status).toBeLessThan(500);
      expect(answer).not.toMatch(/HTTP\/1\.1 2/);
    });

    it('a method cannot be changed by a header', async () => {
      const { id } = await victim().make('/contacts', { display_name: 'stays' });
      await victim().ask('GET', `/contacts/${id}`, undefined, { 'x-http-method-override': 'DELETE' });
      expect((await victim().ask('GET', `/contacts/${id}`)).status).toBe(200);
    });
  });

  describe('headers', () => {
    it.each([
      ['ten thousand headers', Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1\r\n`).join('')],
      ['one header of a megabyte', `X-Big: ${'x'.repeat(1_000_000)}\r\n`],
      ['a name of a megabyte', `${'X'.repeat(1_000_000)}: 1\r\n`],
    ])('%s are refused', async (_name, headers) => {
      const answer = await victim().raw(`GET /health HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`);
      expect([[], [400], [431]]).toContainEqual(statuses(answer));
      await healthy();
    });

    it.each([
      ['no Host', 'GET /health HTTP/1.1\r\n'],
      ['two Hosts', `GET /health HTTP/1.1\r\n${HOST}Host: evil.example\r\n`],
      ['the Host of another', 'GET /api/v1/events HTTP/1.1\r\nHost: evil.example\r\n'],
      ['a Host that looks like ours', 'GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n'],
      ['an Origin of another', `GET /api/v1/events HTTP/1.1\r\n${HOST}Origin: http://evil.example\r\n`],
      ['an Origin that is no address', `GET /api/v1/events HTTP/1.1\r\n${HOST}Origin: null\r\n`],
      ['two lengths', `POST /api/v1/events HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`],
      [
        'a length and chunks',
        `POST /api/v1/events HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`,
      ],
      ['a negative length', `POST /api/v1/events HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: -1\r\n`],
      ['a length in hex', `POST /api/v1/events HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 0x10\r\n`],
      [
        'chunks of chunks',
        `POST /api/v1/events HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked, chunked\r\n`,
      ],
      ['a folded header', `GET /health HTTP/1.1\r\n${HOST}X-A: 1\r\n b: 2\r\n`],
      ['a blank before the colon', `GET /health HTTP/1.1\r\n${HOST}X-A : 1\r\n`],
      ['a NUL in a header', `GET /health HTTP/1.1\r\n${HOST}X-A: \0\r\n`],
      ['an unknown version', `GET /health HTTP/9.9\r\n${HOST}`],
    ])('a request with %s is refused', async (_name, head) => {
      const answer = await victim().raw(`${head}${CLOSE}\r\n{}`);
      const [status] = statuses(answer);
      expect(status, answer).toBeGreaterThanOrEqual(400);
      expect(status, answer).toBeLessThan(500);
      expect(answer).not.toMatch(/HTTP\/1\.1 2/);
    });

    it.each([
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'json',
      ';',
      '\u00e9',
    ])('a body sent as %j is not read as JSON', async (type) => {
      const answer = await victim().ask('POST', '/contacts', '{"display_name":"x"}', { 'content-type': type });
      expect(answer.status).toBe(415);
    });

    it('compressed bodies are not unpacked', async () => {
      const answer = await victim().ask('POST', '/contacts', Buffer.from('1f8b08000000000000ff', 'hex'), {
        'content-encoding': 'gzip',
      });
      expect([400, 415]).toContain(answer.status);
    });

    it('a chunk with a wrong size is refused', async () => {
      for (const chunk of ['ffffffffffffffffff\r\n{}', 'zz\r\n{}', '-1\r\n{}', '2\r\n{}garbage\r\n0\r\n\r\n']) {
        const answer = await victim().raw(
          `POST /api/v1/contacts HTTP/1.1\r\n${HOST}${CLOSE}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
        );
        expect(statuses(answer)[0]).toBe(400);
      }
    });
  });

  describe('requests in a row', () => {
    it('a thousand requests at once over one connection are answered in order', async () => {
      const one = (index: number) => `GET /api/v1/contacts/${index} HTTP/1.1\r\n${HOST}\r\n`;
      const requests = Array.from({ length: 999 }, (_, index) => one(index)).join('');
      const answer = await victim().raw(`${requests}GET /health HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
      expect(statuses(answer)).toEqual([...Array.from({ length: 999 }, () => 404), 200]);
      const named = [...answer.matchAll(/There is no contact \\"(\d+)\\"/g)].map(([, index]) => Number(index));
      expect(named).toEqual(Array.from({ length: 999 }, (_, index) => index));
    });

    it('a request inside the body of another is not executed', async () => {
      const { id } = await victim().make('/contacts', { display_name: 'stays' });
      const hidden = `DELETE /api/v1/contacts/${id}?permanent=true HTTP/1.1\r\n${HOST}\r\n`;
      const answer = await victim().raw(
        `POST /api/v1/contacts HTTP/1.1\r\n${HOST}${CLOSE}${JSON_TYPE}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
      );
      expect(statuses(answer)).toEqual([400]);
      expect((await victim().ask('GET', `/contacts/${id}`)).status).toBe(200);
    });

    it('garbage after a request ends its connection and nothing else', async () => {
      const answer = await victim().raw(`GET /health HTTP/1.1\r\n${HOST}\r\n\x16\x03\x01\x02\x00\x01\x00\r\n\r\n`);
      expect([[400], [200, 400]]).toContainEqual(statuses(answer));
      await healthy();
    });

    it.each([
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['noise', '\xff\xfe\0\0\r\n\r\n'.repeat(100)],
      ['SMTP', 'EHLO x\r\n\r\n'],
    ])('another protocol is refused: %s', async (_name, bytes) => {
      const answer = await victim().raw(Buffer.from(bytes, 'latin1'));
      expect([[], [400]]).toContainEqual(statuses(answer));
      await healthy();
    });
  });

  describe('requests that do not end', () => {
    it('five hundred incomplete requests do not delay other clients', async () => {
      const halves = [
        '',
        'G',
        'GET /health HTTP/1.1\r\n',
        `GET /health HTTP/1.1\r\n${HOST}X-Slow: `,
        `POST /api/v1/contacts HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{"display_name":`,
      ];
      const opened: Socket[] = [];
      for (let i = 0; i < 500; i++) {
        const socket = await victim().open();
        socket.on('error', () => {});
        socket.write(halves[i % halves.length] as string);
        opened.push(socket);
      }
      await healthy();
      const { id } = await victim().make('/contacts', { display_name: 'served meanwhile' });
      expect((await victim().ask('GET', `/contacts/${id}`)).status).toBe(200);
      for (const socket of opened) socket.destroy();
    });

    it('a request that comes one byte at a time is answered', async () => {
      const bytes = [...`GET /health HTTP/1.1\r\n${HOST}${CLOSE}\r\n`];
      expect(statuses(await victim().raw(...bytes))).toEqual([200]);
    });

    it('a body that comes one byte at a time is read', async () => {
      const body = JSON.stringify({ display_name: 'slow' });
      const head = `POST /api/v1/contacts HTTP/1.1\r\n${HOST}${CLOSE}${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n`;
      expect(statuses(await victim().raw(head, ...body))).toEqual([201]);
    });

    it('clients that leave in the middle leave nothing behind', async () => {
      const total = async () => {
        const { body } = await victim().ask('GET', '/contacts?limit=0');
        return (body as unknown as { meta: { total: number } }).meta.total;
      };
      const before = await total();
      for (let i = 0; i < 100; i++) {
        const socket = await victim().open();
        socket.on('error', () => {});
        socket.write(
          `POST /api/v1/contacts HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 1000\r\n\r\n{"display_name":"left"`,
        );
        socket.resetAndDestroy();
      }
      await healthy();
      expect(await total()).toBe(before);
    });
  });
}
