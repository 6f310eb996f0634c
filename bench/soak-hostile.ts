// Misbehaving clients, during the whole run: they never read, stop in the middle of a request, send random bytes or
// disconnect. Their results do not matter; other clients must not be affected.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './soak-clients.ts';

interface Attack {
  /** The bytes it sends over a new connection; `head` ends a request line and says who asks. */
  sends(head: string): string | Buffer;
  /** Whether it reads what comes back. */
  reads?: boolean;
  /** How long it keeps the connection, in milliseconds. */
  keeps: number;
}

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const INVALID = '{"first_name": ["not a name"], "colour": "red"}';
const HALF_A_FILE = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(100_000)}`;

const attacks: Record<string, Attack> = {
  'asks for the whole feed': { sends: (head) => `GET /ws?since=0 ${head}${UPGRADE}`, keeps: 15_000 },
  'asks for large lists': { sends: (head) => `GET /api/v1/emails?limit=500 ${head}\r\n`.repeat(20), keeps: 5000 },
  'begins a request': { sends: () => 'GET /api/v1/ema', keeps: 5000 },
  'begins a body': {
    sends: (head) => `POST /api/v1/contacts ${head}${JSON_TYPE}Content-Length: 5000\r\n\r\n{"first_name": "`,
    keeps: 5000,
  },
  'begins a file': {
    sends: (head) =>
      `POST /api/v1/files ${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${HALF_A_FILE}`,
    keeps: 2000,
  },
  'sends noise': { sends: () => randomBytes(2000), reads: true, keeps: 500 },
  'sends broken frames': {
    sends: (head) => Buffer.concat([Buffer.from(`GET /ws ${head}${UPGRADE}`), randomBytes(500)]),
    reads: true,
    keeps: 1000,
  },
  'sends what is refused': {
    sends: (head) =>
      `POST /api/v1/contacts ${head}${JSON_TYPE}Content-Length: ${INVALID.length}\r\n\r\n${INVALID}`.repeat(20),
    reads: true,
    keeps: 500,
  },
  'asks and vanishes': {
    sends: (head) => `GET /api/v1/emails?limit=100 ${head}\r\n`.repeat(5),
    reads: true,
    keeps: 20,
  },
};

export function startHostile(port: number, token: string): Load {
  const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  let done = 0;
  let stopped = false;
  const run = async ({ sends, reads, keeps }: Attack) => {
    while (!stopped) {
      const socket: Socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      if (reads) socket.resume();
      else socket.pause();
      socket.write(sends(head));
      done++;
      for (let waited = 0; waited < keeps && !stopped; waited += 100) await sleep(Math.min(100, keeps));
      socket.resetAndDestroy();
      await sleep(200);
    }
  };
  const running = Object.values(attacks).map(run);
  return {
    progressText: () => `${done} attacks`,
    failures: () => [],
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
