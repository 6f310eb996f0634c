// Clients that do not behave, all the time: they never read, stop in the middle, send rubbish, vanish. What becomes of
// them does not matter; the others must not notice.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './soak-clients.ts';

const HOST = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const UPGRADE = `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const invalid = '{"first_name": ["not a name"], "colour": "red"}';

/** What each does with a new connection, and how long it keeps it, in milliseconds. */
const MISDEEDS: [name: string, keeps: number, act: (socket: Socket) => void][] = [
  ['asks for the whole feed and never reads', 15_000, (socket) => socket.pause().write(`GET /ws?since=0 ${UPGRADE}`)],
  [
    'asks for a large list and never reads',
    5000,
    (socket) => socket.pause().write(`GET /api/v1/emails?limit=500 ${HOST}\r\n`),
  ],
  ['begins a request and stops', 5000, (socket) => socket.write('GET /api/v1/ema')],
  [
    'begins a body and stops',
    5000,
    (socket) => socket.write(`POST /api/v1/contacts ${HOST}${JSON_TYPE}Content-Length: 5000\r\n\r\n{"first_name": "`),
  ],
  ['sends noise', 500, (socket) => socket.resume().write(randomBytes(2000))],
  [
    'sends frames that are none',
    1000,
    (socket) => socket.resume().write(Buffer.concat([Buffer.from(`GET /ws ${UPGRADE}`), randomBytes(500)])),
  ],
  [
    'sends what is refused',
    500,
    (socket) =>
      socket
        .resume()
        .write(
          `POST /api/v1/contacts ${HOST}${JSON_TYPE}Content-Length: ${invalid.length}\r\n\r\n${invalid}`.repeat(20),
        ),
  ],
  ['asks and vanishes', 20, (socket) => socket.write(`GET /api/v1/emails?limit=100 ${HOST}\r\n`.repeat(5))],
  [
    'uploads half a file',
    2000,
    (socket) =>
      socket.write(
        `POST /api/v1/files ${HOST}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(100_000)}`,
      ),
  ],
];

export function startHostile(port: number): Load {
  const open = new Set<Socket>();
  let done = 0;
  let stopped = false;
  const run = async ([, keeps, act]: (typeof MISDEEDS)[number]) => {
    while (!stopped) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      open.add(socket);
      act(socket);
      done++;
      for (let waited = 0; waited < keeps && !stopped; waited += 100) await sleep(Math.min(100, keeps));
      socket.resetAndDestroy();
      open.delete(socket);
      await sleep(200);
    }
  };
  const running = MISDEEDS.map(run);
  return {
    told: () => `${done} misdeeds`,
    failures: () => [],
    async stop() {
      stopped = true;
      await Promise.all(running);
      for (const socket of open) socket.destroy();
    },
  };
}
