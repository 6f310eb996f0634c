// One budget of memory for the messages that wait for all sockets together. A message that several sockets wait for is
// counted once. Who wants a page of the log waits until there is room, and turns are fair: first comes the user, then the
// token, that has least waiting, then who has read a page already. If nobody makes room in time, the socket that would
// hold it longest is closed.
import { limits } from '../limits.ts';
import type { Packet } from './packet.ts';

/** A socket, as far as it holds memory. */
export interface Holder {
  user: number;
  token: string | null;
  /** Bytes that wait for it. */
  waiting(): number;
  /** How long it will need for them at the rate at which it reads, in milliseconds. */
  needs(): number;
  /** When its bytes began to wait, in milliseconds; it is left alone for a moment. */
  since(): number;
  /** Closes it and drops what waits. */
  close(): void;
}

export interface FeedMemory {
  join(holder: Holder): void;
  leave(holder: Holder): void;
  /** A socket has the packet waiting, or no longer. */
  hold(packet: Packet): void;
  free(packet: Packet): void;
  /** Runs the work, which reads a page and lets it wait for the holder, when there is room for it. */
  turn(holder: Holder, work: () => Promise<void>): Promise<void>;
  /** Bytes that wait for all sockets together. */
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
  const readers = new WeakSet<Holder>(); // who comes for another page has read the one before
  const turns: Turn[] = [];
  let total = 0;
  let reading = 0;
  let watch: NodeJS.Timeout | undefined;

  function next(): void {
    // What a page comes to is known when it is read: near the budget one at a time.
    while (turns.length > 0 && total < budget && reading < (total < budget / 2 ? reads : 1)) {
      const turn = fairest();
      turns.splice(turns.indexOf(turn), 1);
      reading++;
      turn.start();
    }
    if (turns.length === 0) {
      clearInterval(watch);
      watch = undefined;
    } else watch ??= setInterval(makeRoom, Math.max(1, patience / 8)).unref();
  }

  function fairest(): Turn {
    const users = new Map<number, number>();
    const tokens = new Map<string, number>();
    for (const one of holders) {
      users.set(one.user, (users.get(one.user) ?? 0) + one.waiting());
      tokens.set(keyOf(one), (tokens.get(keyOf(one)) ?? 0) + one.waiting());
    }
    const before = (one: Turn, other: Turn) =>
      (users.get(one.holder.user) ?? 0) - (users.get(other.holder.user) ?? 0) ||
      (tokens.get(keyOf(one.holder)) ?? 0) - (tokens.get(keyOf(other.holder)) ?? 0) ||
      Number(readers.has(other.holder)) - Number(readers.has(one.holder));
    return turns.reduce((best, turn) => (before(turn, best) < 0 ? turn : best));
  }

  /** Closes sockets as long as there is no room for who has waited long enough. */
  function makeRoom(): void {
    const now = Date.now();
    if (turns.every(({ asked }) => now - asked < patience)) return;
    while (total >= budget) {
      const slow = slowest((one) => now - one.since() >= patience);
      if (!slow) break;
      slow.close();
    }
    next();
  }

  function slowest(fits: (holder: Holder) => boolean): Holder | undefined {
    let [found, longest]: [Holder | undefined, number] = [undefined, -1];
    for (const one of holders) {
      if (one.waiting() === 0 || !fits(one) || one.needs() <= longest) continue;
      [found, longest] = [one, one.needs()];
    }
    return found;
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
      // One message however large must get through, so the last that holds anything is left alone.
      while (total > 2 * budget && [...holders].filter((one) => one.waiting() > 0).length > 1)
        slowest(() => true)?.close();
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
        reading--;
        next();
      }
    },
    bytes: () => total,
  };
}

function keyOf({ user, token }: Holder): string {
  return `${user} ${token ?? ''}`;
}
