// What waits for one socket. The socket is given a little at a time, large messages in fragments (RFC 6455 section 5.4):
// so it shows how fast the client reads, a close does not wait behind a large message, and dropping what waits gives
// the memory back at once.
import type { WebSocket } from 'ws';
import { limits } from '../limits.ts';
import type { FeedMemory } from './memory.ts';
import type { Packet } from './packet.ts';

export interface Outbox {
  push(packet: Packet): void;
  /** Bytes that wait here, not those that the socket has. */
  waiting(): number;
  /** Those of them that are no changes: greetings, answers. */
  notices(): number;
  needs(): number;
  since(): number;
  /** True when the client has read something, or nothing waits; false when it has read nothing for so long. */
  moved(ms: number): Promise<boolean>;
  /** Drops what waits; a message that has begun is never finished. */
  clear(): void;
}

/** What a socket is given before it has written any of it. */
export const UNDER_WAY = 4 * limits.socketPieceBytes;
/** Milliseconds after which half of what was read no longer counts for the rate. */
const RATE_WINDOW = 5000;
/** What a client is taken to have read before it is known how fast it reads: a megabyte in a second. */
const GUESS = { ms: 1000, bytes: 1_000_000 };

export function createOutbox(socket: WebSocket, memory: FeedMemory): Outbox {
  const queue: Packet[] = [];
  let waiting = 0;
  let notices = 0;
  let offset = 0; // of the first, how much the socket has been given
  let underWay = 0;
  let since = 0;
  const rate = { from: 0, bytes: 0 };
  let cleared = false;
  const watchers = new Set<() => void>();

  function push(packet: Packet): void {
    if (cleared) return;
    if (queue.length === 0) {
      since = Date.now();
      Object.assign(rate, { from: since, bytes: 0 });
    }
    queue.push(packet);
    count(packet, 1);
    memory.hold(packet);
    pump();
  }

  function pump(): void {
    while (queue.length > 0 && underWay < UNDER_WAY && socket.readyState === socket.OPEN) {
      const [packet] = queue as [Packet];
      const bytes = packet.bytes();
      const end = Math.min(offset + limits.socketPieceBytes, bytes.length);
      const fin = end === bytes.length;
      // A copy, so that what the kernel does not take keeps a piece in memory and not the whole message.
      const piece = offset === 0 && fin ? bytes : Buffer.from(bytes.subarray(offset, end));
      underWay += piece.length;
      offset = fin ? 0 : end;
      if (fin) finish();
      socket.send(piece, { binary: false, fin }, () => landed(piece.length));
    }
  }

  function finish(): void {
    const packet = queue.shift() as Packet;
    count(packet, -1);
    memory.free(packet);
  }

  function count(packet: Packet, sign: 1 | -1): void {
    waiting += sign * packet.bytes().length;
    if (packet.seq === undefined) notices += sign * packet.bytes().length;
  }

  function landed(bytes: number): void {
    underWay -= bytes;
    rate.bytes += bytes;
    const age = Date.now() - rate.from;
    if (age > RATE_WINDOW) {
      rate.bytes /= 2;
      rate.from += age / 2;
    }
    pump();
    wake();
  }

  function wake(): void {
    for (const watcher of watchers) watcher();
  }

  return {
    push,
    waiting: () => waiting,
    notices: () => notices,
    needs: () => (waiting * (Date.now() - rate.from + GUESS.ms)) / (rate.bytes + GUESS.bytes),
    since: () => since,
    moved: (ms) =>
      new Promise((resolve) => {
        if (waiting === 0) return resolve(true);
        const settle = (moved: boolean) => {
          watchers.delete(onMove);
          clearTimeout(timer);
          resolve(moved);
        };
        const onMove = () => settle(true);
        const timer = setTimeout(settle, ms, false);
        watchers.add(onMove);
      }),
    clear() {
      cleared = true;
      while (queue.length > 0) finish();
      wake();
    },
  };
}
