// Compressed answers: the coding that a client likes best, the same text in each, tags and lengths that are true for the
// bytes that leave, and nothing for clients that do not ask. Spoken over plain HTTP, without a client that decodes.
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, formType, upload } from '../support/files.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The body, decoded. */
  text: string;
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};
const LONG = 'A long note about the lease, with ünïcödé and 引っ越し. '.repeat(60);

let service: TestService;
/** An event whose text is long, and one whose text is short. */
let long: string;
let short: string;
beforeAll(async () => {
  service = await startTestService();
  long = await made('/events', { title: 'Long', start_at: '2026-02-17T09:00:00Z', description: LONG });
  short = await made('/events', { title: 'Short', start_at: '2026-02-17T09:00:00Z' });
});
afterAll(() => service.end());

async function made(path: string, body: object): Promise<string> {
  const { data } = (await service.ask('POST', path, body)).body as { data: { id: string } };
  return `${path}/${data.id}`;
}

/** Asks without any header of its own but Host, and keeps the bytes as they come. */
async function raw(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object | string,
): Promise<Raw> {
  const url = service.url + (/^\/(docs|openapi|favicon|health|metrics)/.test(path) ? path : `/api/v1${path}`);
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const outgoing = request(url, {
    method,
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...headers,
    },
  });
  outgoing.end(text);
  const [response] = await once(outgoing, 'response');
  const bytes = Buffer.concat(await response.toArray());
  const decode = decoders[response.headers['content-encoding'] ?? ''];
  const decoded = decode && bytes.length > 0 ? decode(bytes) : bytes;
  return { status: response.statusCode, headers: response.headers, bytes, text: decoded.toString() };
}

const asking = (coding: string, more: Record<string, string> = {}) => ({ 'accept-encoding': coding, ...more });

describe('the coding', () => {
  it.each(['zstd', 'br', 'gzip'])(
    'a list in %s has the same text, fewer bytes and a Content-Length',
    async (coding) => {
      const plain = await raw('GET', '/events');
      const packed = await raw('GET', '/events', asking(coding));
      expect(packed.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(packed.bytes.length),
        vary: 'Accept-Encoding',
      });
      expect(packed.text).toBe(plain.text);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    },
  );

  it('without Accept-Encoding a response is not compressed, and has Vary', async () => {
    const { headers, bytes } = await raw('GET', '/events');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it('a small response is not compressed', async () => {
    const { headers, text } = await raw('GET', short, asking('gzip, br, zstd'));
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
    expect(JSON.parse(text).data.title).toBe('Short');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0.1, br;q=0.2, gzip;q=0.9', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['gzip;q=0, br;q=0, zstd;q=0', undefined],
    ['gzip;q=0.0, *', 'zstd'],
    ['zstd;q=0, *;q=0.3', 'br'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.8', 'gzip'],
    ['deflate, compress', undefined],
    ['X-GZIP', 'gzip'],
    ['GZip ; Q=0.7', 'gzip'],
    ['', undefined],
    ['gzip;q=nonsense', undefined],
    [',,;;=,', undefined],
  ])('Accept-Encoding: %s gives %s', async (header, coding) => {
    const { status, headers, text } = await raw('GET', long, asking(header));
    expect([status, headers['content-encoding']]).toEqual([200, coding]);
    expect(JSON.parse(text).data.description).toBe(LONG);
  });

  it('a client that refuses answers as they are gets a small one compressed too', async () => {
    const { headers, text } = await raw('GET', short, asking('gzip, identity;q=0'));
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(text).data.title).toBe('Short');
  });

  it('the answer to an upload is compressed for such a client, and sent once', async () => {
    const body = form({ content: 'a lease' });
    const { status, headers, text } = await raw('POST', '/files', asking('gzip, identity;q=0', formType), body);
    expect([status, headers['content-encoding'], JSON.parse(text).data.size]).toEqual([201, 'gzip', 7]);
  });

  it('an error with many faults is compressed like any other answer', async () => {
    const faulty = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`no_such_field_${index}`, 1]));
    const { status, headers, text } = await raw('POST', '/events', asking('br'), faulty);
    expect([status, headers['content-encoding']]).toEqual([400, 'br']);
    expect(JSON.parse(text).error.code).toBe('VALIDATION_ERROR');
  });

  it('many responses at once each match their request', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? long : short));
    const answers = await Promise.all(
      paths.map((path, index) => raw('GET', path, asking(['zstd', 'br', 'gzip', ''][index % 4] as string))),
    );
    for (const [index, { text }] of answers.entries()) expect(`/events/${JSON.parse(text).data.id}`).toBe(paths[index]);
  });
});

describe('ETags', () => {
  it('each coding has its own strong tag', async () => {
    const tags = await Promise.all(
      ['', 'gzip', 'br', 'zstd'].map(async (coding) => (await raw('GET', long, asking(coding))).headers.etag),
    );
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/);
  });

  it.each(['', 'gzip', 'br', 'zstd'])(
    'the tag of the representation "%s" gives 304 with the same tag and no body',
    async (coding) => {
      const etag = (await raw('GET', long, asking(coding))).headers.etag as string;
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const { status, headers, bytes } = await raw('GET', long, asking(coding, { 'if-none-match': tag }));
        expect([status, bytes.length, headers.etag, headers.vary]).toEqual([304, 0, etag, 'Accept-Encoding']);
      }
    },
  );

  it('the tag of another coding is another representation: 200', async () => {
    const etag = (await raw('GET', long, asking('gzip'))).headers.etag as string;
    expect((await raw('GET', long, { 'if-none-match': etag })).status).toBe(200);
    expect((await raw('GET', long, asking('br', { 'if-none-match': etag }))).status).toBe(200);
  });

  it('If-Match takes the tag of a compressed answer, and refuses an older one', async () => {
    const path = await made('/events', { title: 'One', start_at: '2026-02-17T09:00:00Z', description: LONG });
    const before = (await raw('GET', path, asking('gzip'))).headers.etag as string;
    const changed = await raw('PATCH', path, asking('br', { 'if-match': before }), { title: 'Two' });
    expect([changed.status, changed.headers['content-encoding']]).toEqual([200, 'br']);
    expect((await raw('PATCH', path, asking('gzip', { 'if-match': before }), { title: 'Three' })).status).toBe(412);
    for (const tag of [`W/${changed.headers.etag}`, (changed.headers.etag as string).replace('-br', '-lzma')])
      expect((await raw('PATCH', path, { 'if-match': tag }, { title: 'Three' })).status).toBe(412);
    // The tag that came with the change is that of the next GET in the same coding.
    const { status } = await raw('GET', path, asking('br', { 'if-none-match': changed.headers.etag as string }));
    expect(status).toBe(304);
    expect((await raw('DELETE', path, { 'if-match': changed.headers.etag as string })).status).toBe(200);
  });

  it('a replayed answer has the text of the first, in whatever coding it is asked for', async () => {
    const body = { title: 'Once', start_at: '2026-02-17T09:00:00Z', description: LONG };
    const key = { 'idempotency-key': 'compressed-1' };
    const first = await raw('POST', '/events', asking('gzip', key), body);
    for (const coding of ['gzip', 'zstd', '']) {
      const again = await raw('POST', '/events', asking(coding, key), body);
      expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
      expect(again.headers['content-encoding']).toBe(coding || undefined);
    }
  });
});

describe('HEAD', () => {
  it.each(['', 'gzip', 'br', 'zstd'])('with "%s" has the headers of GET and no body', async (coding) => {
    const kept = ({ headers }: Raw) =>
      ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'].map((name) => headers[name]);
    const get = await raw('GET', long, asking(coding));
    const head = await raw('HEAD', long, asking(coding));
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(kept(head)).toEqual(kept(get));
    const unchanged = await raw('HEAD', long, asking(coding, { 'if-none-match': get.headers.etag as string }));
    expect([unchanged.status, unchanged.headers.etag]).toEqual([304, get.headers.etag]);
  });
});

describe('what is not compressed', () => {
  it('a download is returned as stored, complete and in ranges', async () => {
    const { id, sha256 } = await upload(service, { content: LONG, filename: 'note.txt', mime: 'text/plain' });
    const whole = await raw('GET', `/files/${id}/content`, asking('gzip, br, zstd'));
    expect([whole.status, whole.text]).toEqual([200, LONG]);
    expect(whole.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(LONG)), etag: `"${sha256}"` });
    const part = await raw('GET', `/files/${id}/content`, asking('gzip', { range: 'bytes=0-1999' }));
    expect([part.status, part.bytes.length]).toEqual([206, 2000]);
    for (const { headers } of [whole, part]) expect(headers['content-encoding']).toBeUndefined();
  });

  it('the icon for old browsers is a picture, and the new one is small', async () => {
    for (const path of ['/favicon.ico', '/favicon.svg'])
      expect((await raw('GET', path, asking('gzip'))).headers['content-encoding']).toBeUndefined();
  });
});

describe('pages', () => {
  it.each([
    ['/docs', 'text/html'],
    ['/docs/', 'text/html'],
    ['/openapi.json', 'application/json'],
  ])('%s is compressed to a fraction, and 304 to who has it', async (path, type) => {
    const plain = await raw('GET', path);
    const packed = await raw('GET', path, asking('gzip, deflate, br, zstd'));
    expect(packed.text).toBe(plain.text);
    expect(packed.headers['content-type']).toContain(type);
    expect(packed.headers['cache-control']).toBe('no-cache');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 8);
    const etag = packed.headers.etag as string;
    expect(etag).not.toBe(plain.headers.etag);
    const again = await raw('GET', path, asking('gzip, deflate, br, zstd', { 'if-none-match': etag }));
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  });

  it('the figures and the HTML of a mail are compressed too', async () => {
    const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z', body_html: `<p>${LONG}</p>` };
    const { headers, text } = await raw('GET', `${await made('/emails', mail)}/html`, asking('gzip'));
    expect([headers['content-encoding'], text.includes('引っ越し')]).toEqual(['gzip', true]);
    expect((await raw('GET', '/metrics', asking('zstd'))).headers['content-encoding']).toBe('zstd');
  });
});
