// Hostile WebSocket clients: handshakes that are none, frames that break the protocol, messages that are too large or
// mean nothing. The connection may end; the service and its other clients do not notice.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../src/limits.ts';
import { openFeed, type TestFeed } from '../support/feed.ts';
import type { Victim } from './victim.ts';

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const handshake = (path: string, headers = UPGRADE + KEY) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

/** A client frame as RFC 6455 section 5.2 draws it, masked with zeros. */
function frame(
  first: number,
  payload: Buffer | string = '',
  { masked = true, length = Buffer.byteLength(payload) } = {},
): Buffer {
  const mask = masked ? 0x80 : 0;
  const head =
    length < 126
      ? Buffer.from([first, mask | length])
      : length < 65_536
        ? Buffer.from([first, mask | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([first, mask | 127]), bigEndian(length)]);
  return Buffer.concat([head, masked ? Buffer.alloc(4) : Buffer.alloc(0), Buffer.from(payload)]);
}

function bigEndian(number: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(number));
  return buffer;
}

const TEXT = 0x81;
const BINARY = 0x82;

const FRAMES: [name: string, bytes: Buffer][] = [
  ['noise', randomBytes(4096)],
  ['an unmasked frame', frame(TEXT, '{"action":"ping"}', { masked: false })],
  ['a reserved bit', frame(TEXT | 0x40, 'x')],
  ['a reserved opcode', frame(0x83, 'x')],
  ['a continuation of nothing', frame(0x80, 'x')],
  ['a text begun twice', Buffer.concat([frame(0x01, 'a'), frame(0x01, 'b')])],
  ['a fragmented ping', frame(0x09, 'x')],
  ['a ping that is too long', frame(0x89, 'x'.repeat(126))],
  ['a close frame of one byte', frame(0x88, 'x')],
  ['a close code that is not allowed', frame(0x88, Buffer.from([0x03, 0xee]))],
  ['a text that is not UTF-8', frame(TEXT, Buffer.from([0xff, 0xfe]))],
  ['a frame that says it has 2^53 bytes', frame(TEXT, 'x', { length: Number.MAX_SAFE_INTEGER })],
  ['a frame that says it has a gigabyte', frame(BINARY, 'x', { length: 2 ** 30 })],
  ['a message larger than allowed', frame(TEXT, 'x'.repeat(limits.socketMessageBytes + 1))],
  [
    'a message larger than allowed in pieces',
    Buffer.concat([frame(0x01, 'x'), ...Array.from({ length: 70 }, () => frame(0x00, 'x'.repeat(1024)))]),
  ],
];

const MESSAGES = [
  '',
  ' ',
  'hello',
  '{',
  'null',
  '[]',
  '17',
  '"subscribe"',
  '{}',
  '{"action":null}',
  '{"action":"drop"}',
  '{"action":"subscribe"}',
  '{"action":"subscribe","events":null}',
  '{"action":"subscribe","events":"email.*"}',
  '{"action":"subscribe","events":[]}',
  '{"action":"subscribe","events":[1]}',
  '{"action":"subscribe","events":["*.*"]}',
  '{"action":"subscribe","events":["email.*", ".*"]}',
  '{"action":"subscribe","events":["__proto__.x.y"]}',
  `{"action":"subscribe","events":["${'a'.repeat(10_000)}.*"]}`,
  `{"action":"subscribe","events":[${Array.from({ length: 101 }, (_, index) => `"${'a'.repeat(1 + (index % 50))}${'b'.repeat(1 + index / 50)}.*"`).join(',')}]}`,
  `{"action":"unsubscribe","events":[${'"x.y",'.repeat(5000)}"x.y"]}`,
  '{"__proto__":{"action":"ping"}}',
  '{"action":"constructor"}',
  '['.repeat(60_000),
  `{"a":${'{"a":'.repeat(5000)}`,
  '\ud800',
];

export function hostileSockets(victim: () => Victim): void {
  let other: TestFeed;
  beforeAll(async () => {
    other = await openFeed(victim().url);
  });
  afterAll(() => other.close());

  /** The other client is still told everything. */
  async function othersHear(): Promise<void> {
    const { id } = await victim().make('/contacts', { display_name: 'still told' });
    await other.until((all) => all.some((one) => one.data?.id === id));
  }

  /** Waits for what should come at once, and says so when it does not. */
  async function within<T>(work: Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(20_000);
    return Promise.race([
      work,
      new Promise<T>((_, reject) =>
        late.addEventListener('abort', () => reject(new Error('the connection stays open'))),
      ),
    ]);
  }

  async function upgraded(): Promise<Socket> {
    const socket = await victim().open();
    socket.on('error', () => {});
    socket.write(handshake('/api/v1/ws'));
    await new Promise<void>((resolve, reject) => {
      socket.once('data', (data) =>
        data.toString('latin1').includes(' 101 ') ? resolve() : reject(new Error('no upgrade')),
      );
      socket.once('close', () => reject(new Error('closed before the upgrade')));
    });
    return socket;
  }

  describe('handshakes', () => {
    it.each([
      ['no key', handshake('/api/v1/ws', `${UPGRADE}Sec-WebSocket-Version: 13\r\n`)],
      ['a broken key', handshake('/api/v1/ws', `${UPGRADE}Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n`)],
      [
        'an unknown version',
        handshake(
          '/api/v1/ws',
          `${UPGRADE}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n`,
        ),
      ],
      ['another protocol', handshake('/api/v1/ws', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')],
      ['an address that is no feed', handshake('/api/v1/events')],
      ['an address that is not there', handshake('/nowhere')],
      ['an address that cannot be read', handshake('/api/v1/ws/%zz')],
      ['the page of another origin', handshake('/api/v1/ws', `${UPGRADE}${KEY}Origin: http://evil.example\r\n`)],
      ['the wrong method', handshake('/api/v1/ws').replace('GET', 'POST')],
    ])('a handshake with %s opens no feed and is closed', async (_name, bytes) => {
      const socket = await victim().open();
      socket.on('error', () => {});
      let answer = '';
      const ended = new Promise<void>((resolve) => {
        socket.on('close', () => resolve());
        socket.on('data', (data) => {
          answer += data.toString('latin1');
          // A feed that was opened for a moment says goodbye by a close frame, which wants one back.
          if (answer.includes('\r\n\r\n\x88')) socket.end(frame(0x88));
        });
      });
      socket.write(bytes);
      await within(ended);
      expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
      expect(answer).not.toContain('connected');
      await othersHear();
    });

    it.each([
      '?since=x',
      '?since=-1',
      '?since=99999999999999999999',
      '?since=1&since=2',
      '?events=',
      '?events=%00',
      '?events=**',
      `?events=${'a.*,'.repeat(1000)}`,
      '?nonsense=1',
      '?token=x',
      '?since=999999999',
    ])('a feed asked for with %s is told why not, and closed', async (query) => {
      const socket = new WebSocket(`${victim().url.replace('http', 'ws')}/api/v1/ws${query}`);
      const code = await new Promise<number>((resolve, reject) => {
        socket.on('close', resolve);
        socket.on('error', reject);
      });
      expect([1008, 4401, 4410]).toContain(code);
      await othersHear();
    });
  });

  describe('frames', () => {
    it.each(FRAMES)('%s ends this connection only', async (_name, bytes) => {
      const socket = await upgraded();
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
      });
      socket.resume().write(bytes);
      await within(closed);
      await othersHear();
    });

    it.each([['?token=x'], ['?nonsense=1'], ['']])(
      'frames sent at once with a handshake for %j harm nobody',
      async (query) => {
        for (const [, bytes] of FRAMES) {
          const socket = await victim().open();
          socket.on('error', () => {});
          const closed = new Promise<void>((resolve) => {
            socket.once('close', () => resolve());
          });
          socket.resume().write(Buffer.concat([Buffer.from(handshake(`/api/v1/ws${query}`)), bytes]));
          await within(closed);
        }
        await othersHear();
      },
    );

    it('clients that vanish without a word leave the others as they are', async () => {
      const sockets = await Promise.all(Array.from({ length: 50 }, upgraded));
      for (const socket of sockets) socket.resetAndDestroy();
      await othersHear();
    });

    it('ten thousand pings in one piece are borne', async () => {
      const socket = await upgraded();
      socket.resume().write(Buffer.concat(Array.from({ length: 10_000 }, () => frame(0x89, 'ping'))));
      await othersHear();
      socket.destroy();
    });
  });

  describe('messages', () => {
    it('those without a meaning are answered by an error each, and the connection stays', async () => {
      const feed = await openFeed(victim().url);
      for (const message of MESSAGES) feed.socket.send(message);
      feed.socket.send(Buffer.from('{"action":"ping"}'));
      await feed.settled();
      expect(feed.messages.filter((one) => one.event === 'error')).toHaveLength(MESSAGES.length + 1);
      const { id } = await victim().make('/contacts', { display_name: 'still told' });
      await feed.until((all) => all.some((one) => one.data?.id === id));
      await feed.close();
    });
  });
}
