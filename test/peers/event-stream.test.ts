// The event stream through nginx: messages arrive as they are sent, and a client whose proxy is killed again and again
// resumes by Last-Event-ID without a gap or a double.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { freePort } from '../support/ports.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Peer, peerFolder, startPeer } from './support/peer-process.ts';

const KILLS = 10;
let service: TestService;
let nginx: Peer;
let port: number;
let file: string;

beforeAll(async () => {
  service = await startTestService();
  port = await freePort();
  file = writeConfiguration(port, new URL(service.url).host);
  nginx = await startNginx();
});
afterAll(async () => {
  await nginx.stop();
  await service.end();
});

const startNginx = () => startPeer('nginx', ['-c', file, '-g', 'daemon off;'], [port]);
const proxy = () => `http://127.0.0.1:${port}`;
const addContact = (name: string) => service.ask('POST', '/contacts', { display_name: name });
const newest = async () => ((await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } }).meta.seq;

/** A proxy as it is without any setting for streams: with buffers, and the oldest version of HTTP that it can use. */
function writeConfiguration(listen: number, upstream: string): string {
  const folder = peerFolder();
  const path = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  );
  const server = `  server { listen 127.0.0.1:${listen}; location / { proxy_pass http://${upstream}; proxy_http_version 1.0; } }`;
  writeFileSync(
    path,
    `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  access_log off;\n${temporary.join('\n')}\n${server}\n}\n`,
  );
  return path;
}

it('a message arrives when its change is made, not when a buffer of the proxy is full', async () => {
  const stream = await openStream(proxy());
  await stream.until(({ messages }) => messages.length === 1);
  for (const name of ['Ann', 'Bob']) {
    await addContact(name);
    await stream.until(() => stream.changes().at(-1)?.data.display_name === name);
  }
  stream.close();
});

it(`${KILLS} kills of the proxy while changes are written lose none and repeat none`, async () => {
  const since = await newest();
  let written = 0;
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) {
      await addContact(`Contact ${written}`);
      written++;
    }
  })();
  const received: number[] = [];
  let id = String(since);
  for (let kills = 0; kills <= KILLS; kills++) {
    if (kills === KILLS) {
      isWriting = false;
      await writing;
    }
    const stream = await openStream(proxy(), '', { 'last-event-id': id });
    await stream.until(() =>
      kills === KILLS ? stream.lastId() === String(since + written) : stream.changes().length >= 5,
    );
    if (kills < KILLS) {
      await nginx.kill();
      expect(await stream.ended).toBe('cut');
      nginx = await startNginx();
    } else stream.close();
    received.push(...stream.changes().map(({ seq }) => seq));
    id = stream.lastId();
  }
  expect(received).toEqual(Array.from({ length: written }, (_, index) => since + 1 + index));
});

it('curl -N prints each message as it comes', async () => {
  const curl = spawn('curl', ['-sN', `${proxy()}/api/v1/changes/stream?events=contact.*`]);
  let out = '';
  curl.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  await eventually(
    () => out,
    (text) => text.includes('"event":"connected"'),
  );
  await addContact('Cid');
  await eventually(
    () => out,
    (text) => text.includes('"display_name":"Cid"') && text.endsWith('\n\n'),
  );
  const ended = new Promise((resolve) => curl.on('exit', resolve));
  curl.kill();
  await ended;
});
