// How much is done at the same time: for all users, and for one of them, so that one with much or slow work does not
// delay the others. The rest waits: one of each user in turn.
import { RoundRobin } from './round-robin.ts';

export interface Slots {
  /** Does the work when there is a slot; rejects if too many wait, or when the signal aborts before. */
  run<T>(user: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Waiting {
  user: number;
  start(): void;
}

interface SlotRules {
  /** For all users. */
  most: number;
  /** For one user; as many as for all when not given. */
  each?: number;
  /** That may wait, of all users; any number when not given. */
  queue?: number;
  /** That may wait, of one user; as many as of all when not given. */
  queueEach?: number;
  /** Milliseconds that one may wait; any time when not given. */
  patience?: number;
  /** The error if too much waits, or for too long. */
  busy?(): Error;
}

export function createSlots({
  most,
  each = most,
  queue = Infinity,
  queueEach = queue,
  patience,
  busy = () => new Error('too much work waits'),
}: SlotRules): Slots {
  const running = new Map<number, number>();
  const waiting = new RoundRobin<number, Waiting>();
  let all = 0;
  const hasShare = (user: number) => (running.get(user) ?? 0) < each;
  const count = (user: number, change: 1 | -1) => {
    const now = (running.get(user) ?? 0) + change;
    if (now === 0) running.delete(user);
    else running.set(user, now);
    all += change;
  };

  const enter = (user: number, signal?: AbortSignal): Promise<void> | undefined => {
    if (all < most && hasShare(user)) return void count(user, 1);
    if (waiting.size >= queue || waiting.sizeOf(user) >= queueEach || signal?.aborted) throw busy();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.remove(user, one);
        signal?.removeEventListener('abort', leave);
        clearTimeout(late);
        reject(busy());
      };
      const late = patience === undefined ? undefined : setTimeout(leave, patience);
      const one = {
        user,
        start() {
          signal?.removeEventListener('abort', leave);
          clearTimeout(late);
          count(user, 1);
          resolve();
        },
      };
      waiting.add(user, one);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };

  return {
    async run(user, work, signal) {
      await enter(user, signal);
      try {
        return await work();
      } finally {
        count(user, -1);
        waiting.take(hasShare)?.start();
      }
    },
  };
}
