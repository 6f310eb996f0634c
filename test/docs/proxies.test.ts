// A Daybook behind nginx and behind Caddy, with the configurations of deploy/: HTTPS, the origin of pages, the feed and
// large files. Needs the sandbox: npm run test:docs.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../src/limits.ts';
import { peerFolder } from '../peers/support/peer-process.ts';
import { eventually, runProgram, type Served, serve } from '../support/process.ts';
import { NAME, type RunningProxy, startCaddy, startNginx, writeNginx } from './proxies.ts';

const execute = promisify(execFile);

let service: Served;
let token: string;
let folder: string;

beforeAll(async () => {
  folder = peerFolder();
  const data = join(folder, 'data');
  token = (await runProgram(['token', 'create', '--name', 'proxy', '--data', data])).out.trim();
  service = await serve(data, { args: ['--hostnames', NAME, '--log-level', 'silent'] });
});
afterAll(() => service.stop());

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s', (name, start) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await start(new URL(service.url).host);
  });
  afterAll(() => proxy.stop());

  /** A request by curl; returns its status and body. */
  async function curl(path: string, ...options: string[]) {
    const args = ['-sS', '--retry', '5', '--retry-connrefused', '--cacert', proxy.caFile, '-w', '\n%{http_code}'];
    const { stdout } = await execute('curl', [...args, ...options, proxy.origin + path], { maxBuffer: 10_000_000 });
    const [, body, status] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
    return { status: Number(status), body: body as string };
  }
  const bearer = () => ['-H', `Authorization: Bearer ${token}`];
  const contact = ['-H', 'Content-Type: application/json', '-d', '{"display_name": "Ann"}'];

  it('the service answers over HTTPS', async () => {
    const { status, body } = await curl('/health');
    expect({ status, body: JSON.parse(body) }).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('a page of its own origin may make changes', async () => {
    const { status } = await curl('/api/v1/contacts', ...bearer(), ...contact, '-H', `Origin: ${proxy.origin}`);
    expect(status).toBe(201);
  });

  it.each(['https://evil.example.org', `https://${NAME}:9999`])('a page of %s may not', async (origin) => {
    const { status, body } = await curl('/api/v1/contacts', ...bearer(), ...contact, '-H', `Origin: ${origin}`);
    expect({ status, code: JSON.parse(body).error.code }).toEqual({ status: 403, code: 'FORBIDDEN_ORIGIN' });
  });

  it('without a token there is nothing to see', async () => {
    expect((await curl('/api/v1/contacts')).status).toBe(401);
  });

  it('the feed comes through, live', async () => {
    const socket = new WebSocket(`${proxy.origin.replace('https', 'wss')}/api/v1/ws?token=${token}`, {
      ca: readFileSync(proxy.caFile),
      origin: proxy.origin,
    });
    const messages: { event: string }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'message');
    const next = once(socket, 'message');
    await curl('/api/v1/contacts', ...bearer(), ...contact);
    await next;
    expect(messages.map(({ event }) => event)).toEqual(['connected', 'contact.created']);
    socket.terminate();
  });

  it('the event stream comes through, live', async () => {
    const args = ['-sN', '--cacert', proxy.caFile, ...bearer(), `${proxy.origin}/api/v1/changes/stream`];
    const stream = spawn('curl', args);
    let text = '';
    stream.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    await eventually(
      () => text,
      (one) => one.includes('"event":"connected"'),
    );
    await curl('/api/v1/contacts', ...bearer(), ...contact);
    await eventually(
      () => text,
      (one) => one.includes('"event":"contact.created"'),
    );
    stream.kill();
  });

  it('a page of another origin gets no feed', async () => {
    const socket = new WebSocket(`${proxy.origin.replace('https', 'wss')}/api/v1/ws?token=${token}`, {
      ca: readFileSync(proxy.caFile),
      origin: 'https://evil.example.org',
    });
    const [error] = await once(socket, 'error');
    expect((error as Error).message).toContain('403');
  });

  it.each([
    ['the largest file that Daybook takes is uploaded and downloaded', limits.fileBytes, 201],
    ['a larger one is refused', limits.fileBytes + 1, 413],
  ])('%s', async (_, size, expected) => {
    const file = join(folder, 'large');
    writeFileSync(file, '');
    truncateSync(file, size);
    const { status, body } = await curl('/api/v1/files', ...bearer(), '-F', `file=@${file}`);
    expect(status).toBe(expected);
    if (expected !== 201) return;
    const copy = join(folder, 'copy');
    await curl(`/api/v1/files/${JSON.parse(body).data.id}/content`, ...bearer(), '-o', copy);
    expect(readFileSync(copy).equals(readFileSync(file))).toBe(true);
  });

  it('no token is in its log', () => {
    const log = proxy.log();
    expect(log).not.toContain(token);
    if (name === 'nginx') expect(log).toContain('GET /api/v1/ws 101');
  });
});

describe('nginx', () => {
  it('the upstream of several instances that scale.md shows is valid', async () => {
    const [upstream] = /^upstream daybook \{[\s\S]*?^\}$/m.exec(readFileSync('docs/guide/scale.md', 'utf8')) ?? [];
    const site = `${upstream}\nserver { listen 127.0.0.1:8082; location / { proxy_pass http://daybook; } }\n`;
    const { stderr } = await execute('nginx', ['-t', '-c', writeNginx(peerFolder(), site)]);
    expect(stderr).toContain('test is successful');
  });
});
