// The send queue of one socket. The socket gets a little data at a time, large messages in fragments (RFC 6455 section
// 5.4): this shows how fast the client reads, a close does not wait behind a large message, and dropping the queue
// frees its memory immediately.
import type { WebSocket } from 'ws';
import { limits } from '../limits.ts';
import type { FeedMemory } from './memory.ts';
import type { Packet } from './packet.ts';

export interface Outbox {
  push(packet: Packet): void;
  /** Bytes in this queue, without those in the socket. */
  waiting(): number;
  /** Bytes that are not changes: the first message, and replies. */
  notices(): number;
  needs(): number;
  since(): number;
  /** True when the client has read something, or the queue is empty; false if it has read nothing for this long. */
  moved(ms: number): Promise<boolean>;
  /** Drops the queue; a message that has begun is never finished. */
  clear(): void;
}

/** Maximum bytes passed to a socket before it has written any of them. */
export const UNDER_WAY = 4 * limits.socketPieceBytes;
/** Milliseconds after which half of what was read no longer counts for the rate. */
const RATE_WINDOW = 5000;
/** The assumed rate of a client before it is measured: a megabyte per second. */
const GUESS = { ms: 1000, bytes: 1_000_000 };

export function createOutbox(socket: WebSocket, memory: FeedMemory): Outbox {
  const queue: Packet[] = [];
  let waiting = 0;
  let notices = 0;
  let offset = 0; // bytes of the first packet that were passed to the socket
  let underWay = 0;
  let since = 0;
  let cleared = false;
  const rate = createRate();
  const movement = createMovement();

  function push(packet: Packet): void {
    if (cleared) return;
    if (queue.length === 0) {
      since = Date.now();
      rate.restart(since);
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
      // A copy, so that data the kernel has not accepted keeps only a piece in memory and not the whole message.
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
    rate.count(bytes);
    pump();
    movement.notify();
  }

  return {
    push,
    waiting: () => waiting,
    notices: () => notices,
    needs: () => rate.msFor(waiting),
    since: () => since,
    moved: async (ms) => waiting === 0 || movement.wait(ms),
    clear() {
      cleared = true;
      while (queue.length > 0) finish();
      movement.notify();
    },
  };
}

/** How fast the client reads; what it read long ago counts less. */
function createRate() {
  let from = 0;
  let bytes = 0;
  return {
    restart(at: number): void {
      from = at;
      bytes = 0;
    },
    count(read: number): void {
      bytes += read;
      const age = Date.now() - from;
      if (age <= RATE_WINDOW) return;
      bytes /= 2;
      from += age / 2;
    },
    /** Milliseconds that this many bytes take at this rate. */
    msFor: (size: number) => (size * (Date.now() - from + GUESS.ms)) / (bytes + GUESS.bytes),
  };
}

/** Lets callers wait until the client has read something. */
function createMovement() {
  const watchers = new Set<() => void>();
  return {
    notify(): void {
      for (const watcher of watchers) watcher();
    },
    /** False if nothing was read for this many milliseconds. */
    wait: (ms: number) =>
      new Promise<boolean>((resolve) => {
        const settle = (moved: boolean) => {
          watchers.delete(onMove);
          clearTimeout(timer);
          resolve(moved);
        };
        const onMove = () => settle(true);
        const timer = setTimeout(settle, ms, false);
        watchers.add(onMove);
      }),
  };
}
