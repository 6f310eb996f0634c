// The send queue of one client. Its channel gets a little data at a time, large messages in pieces: this shows how fast
// the client reads, a close does not wait behind a large message, and dropping the queue frees its memory immediately.
import { limits } from '../limits.ts';
import type { FeedMemory } from './memory.ts';
import type { Packet } from './packet.ts';

/** What carries the messages to a client: a WebSocket or an event stream. */
export interface Channel {
  isOpen(): boolean;
  /** Sends a piece of a message; calls `landed` when it was written to the network. */
  send(piece: Piece, landed: () => void): void;
}

interface Piece {
  bytes: Buffer;
  packet: Packet;
  isFirst: boolean;
  isLast: boolean;
}

export interface Outbox {
  push(packet: Packet): void;
  /** Bytes in this queue, without those in the channel. */
  waiting(): number;
  /** Bytes that are not changes: the first message, and replies. */
  notices(): number;
  needs(): number;
  since(): number;
  /** Whether everything was written to the network. */
  isEmpty(): boolean;
  /** True when the client has read something, or the queue is empty; false if it has read nothing for this long. */
  moved(ms: number): Promise<boolean>;
  /** Drops the queue; a message that has begun is never finished. */
  clear(): void;
}

/** Maximum bytes passed to a channel before it has written any of them. */
export const UNDER_WAY = 4 * limits.socketPieceBytes;
/** Milliseconds after which half of what was read no longer counts for the rate. */
const RATE_WINDOW = 5000;
/** The assumed rate of a client before it is measured: a megabyte per second. */
const GUESS = { ms: 1000, bytes: 1_000_000 };

export function createOutbox(channel: Channel, memory: FeedMemory): Outbox {
  const queue: Packet[] = [];
  let waiting = 0;
  let notices = 0;
  let offset = 0; // bytes of the first packet that were passed to the channel
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
    while (queue.length > 0 && underWay < UNDER_WAY && channel.isOpen()) {
      const piece = pieceOf(queue[0] as Packet, offset);
      const { length } = piece.bytes;
      underWay += length;
      offset = piece.isLast ? 0 : offset + length;
      if (piece.isLast) finish();
      channel.send(piece, () => landed(length));
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

  const isEmpty = () => queue.length === 0 && underWay === 0;

  return {
    push,
    isEmpty,
    waiting: () => waiting,
    notices: () => notices,
    needs: () => rate.msFor(waiting),
    since: () => since,
    moved: async (ms) => isEmpty() || movement.wait(ms),
    clear() {
      cleared = true;
      while (queue.length > 0) finish();
      movement.notify();
    },
  };
}

/** A copy, so that data the kernel has not accepted keeps only a piece in memory and not the whole message. */
function pieceOf(packet: Packet, offset: number): Piece {
  const whole = packet.bytes();
  const end = Math.min(offset + limits.socketPieceBytes, whole.length);
  const isFirst = offset === 0;
  const isLast = end === whole.length;
  const bytes = isFirst && isLast ? whole : Buffer.from(whole.subarray(offset, end));
  return { bytes, packet, isFirst, isLast };
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
