// One memory budget for the messages queued for all sockets. A message that is queued for several sockets counts once.
// A socket that requests a page of the log waits until there is memory. The order is fair: first the user, then the
// token, with the fewest queued bytes, then sockets that have read a page before. If no memory is freed in time, the
// slowest socket is closed.
import { limits } from '../limits.ts';
import type { Packet } from './packet.ts';

/** A socket as a holder of memory. */
export interface Holder {
  user: number;
  token: string | null;
  /** Bytes queued for it. */
  waiting(): number;
  /** Milliseconds that it needs for them at its current rate. */
  needs(): number;
  /** When its bytes were queued, in milliseconds; it is not closed for a moment after that. */
  since(): number;
  /** Closes it and drops its queue. */
  close(): void;
}

export interface FeedMemory {
  join(holder: Holder): void;
  leave(holder: Holder): void;
  /** Counts and releases a packet that is queued for a socket. */
  hold(packet: Packet): void;
  free(packet: Packet): void;
  /** Runs the work, which reads a page and queues it for the holder, when there is memory for it. */
  turn(holder: Holder, work: () => Promise<void>): Promise<void>;
  /** Bytes queued for all sockets together. */
  bytes(): number;
}

interface Turn {
  holder: Holder;
  asked: number;
  start: () => void;
}

export interface FeedBounds {
  bytes: number;
  reads: number;
  patience: number;
}

const bounds: FeedBounds = { bytes: limits.feedBytes, reads: limits.feedReads, patience: limits.feedPatience };

export function createFeedMemory({ bytes: budget, reads, patience }: FeedBounds = bounds): FeedMemory {
  const holders = new Set<Holder>();
  const readers = new WeakSet<Holder>(); // one that requests another page has read the one before
  const turns: Turn[] = [];
  let total = 0;
  let reading = 0;
  let watch: NodeJS.Timeout | undefined;

  function next(): void {
    // The size of a page is known only after it is read: near the budget, one at a time.
    while (turns.length > 0 && total < budget && reading < (total < budget / 2 ? reads : 1)) {
      const turn = fairest(turns, holders, readers);
      turns.splice(turns.indexOf(turn), 1);
      reading++;
      turn.start();
    }
    if (turns.length === 0) {
      clearInterval(watch);
      watch = undefined;
    } else watch ??= setInterval(makeRoom, Math.max(1, patience / 8)).unref();
  }

  /** Closes sockets while there is no memory for one that has waited long enough. */
  function makeRoom(): void {
    const now = Date.now();
    if (turns.every(({ asked }) => now - asked < patience)) return;
    while (total >= budget) {
      const slow = slowest(holders, (one) => now - one.since() >= patience);
      if (!slow) break;
      slow.close();
    }
    next();
  }

  return {
    join: (holder) => void holders.add(holder),
    leave(holder) {
      holders.delete(holder);
      const index = turns.findIndex((turn) => turn.holder === holder);
      if (index < 0) return;
      reading++;
      turns.splice(index, 1)[0]?.start(); // it finds its socket closed
    },
    hold(packet) {
      if (packet.holders++ === 0) total += packet.bytes().length;
      // A single message, however large, must get through, so the last holder is not closed.
      while (total > 2 * budget && [...holders].filter((one) => one.waiting() > 0).length > 1)
        slowest(holders)?.close();
    },
    free(packet) {
      if (--packet.holders === 0) total -= packet.bytes().length;
      if (turns.length > 0) next();
    },
    async turn(holder, work) {
      await new Promise<void>((start) => {
        turns.push({ holder, asked: Date.now(), start });
        next();
      });
      try {
        await work();
      } finally {
        readers.add(holder);
        // In a later turn of the event loop: where reading does not wait for anything, one turn would read for every
        // socket.
        setImmediate(() => {
          reading--;
          next();
        });
      }
    },
    bytes: () => total,
  };
}

/** The turn of the user, then of the token, with the fewest queued bytes; among equals, that of a reader. */
function fairest(turns: Turn[], holders: Iterable<Holder>, readers: WeakSet<Holder>): Turn {
  const users = new Map<number, number>();
  const tokens = new Map<string, number>();
  for (const one of holders) {
    users.set(one.user, (users.get(one.user) ?? 0) + one.waiting());
    tokens.set(keyOf(one), (tokens.get(keyOf(one)) ?? 0) + one.waiting());
  }
  const compare = (one: Turn, other: Turn) =>
    (users.get(one.holder.user) ?? 0) - (users.get(other.holder.user) ?? 0) ||
    (tokens.get(keyOf(one.holder)) ?? 0) - (tokens.get(keyOf(other.holder)) ?? 0) ||
    Number(readers.has(other.holder)) - Number(readers.has(one.holder));
  return turns.reduce((best, turn) => (compare(turn, best) < 0 ? turn : best));
}

/** The holder that needs the longest for its queue. */
function slowest(holders: Iterable<Holder>, isCandidate = (_holder: Holder) => true): Holder | undefined {
  let found: Holder | undefined;
  let longest = -1;
  for (const one of holders) {
    if (one.waiting() === 0 || !isCandidate(one) || one.needs() <= longest) continue;
    found = one;
    longest = one.needs();
  }
  return found;
}

function keyOf({ user, token }: Holder): string {
  return `${user} ${token ?? ''}`;
}
