// How many requests are made to other servers at the same time: for all users, and for one of them, so that one whose
// servers do not answer does not delay the others. The rest wait in their order.

export interface Slots {
  /** Does the work when there is a slot; rejects if too many wait, or when the signal aborts before. */
  run<T>(user: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  user: number;
  start(): void;
}

interface SlotRules {
  /** For all users. */
  most: number;
  /** For one user. */
  each: number;
  /** That may wait. */
  queue: number;
  /** The error if too much waits. */
  busy(): Error;
}

export function createSlots({ most, each, queue, busy }: SlotRules): Slots {
  const running = new Map<number, number>();
  const waiting: Waiting[] = [];
  let all = 0;
  const isFree = (user: number) => all < most && (running.get(user) ?? 0) < each;
  const count = (user: number, change: 1 | -1) => {
    const now = (running.get(user) ?? 0) + change;
    if (now === 0) running.delete(user);
    else running.set(user, now);
    all += change;
  };

  const enter = (user: number, signal: AbortSignal): Promise<void> | undefined => {
    if (isFree(user)) return void count(user, 1);
    if (waiting.length >= queue || signal.aborted) throw busy();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(busy());
      };
      const one = {
        user,
        start() {
          signal.removeEventListener('abort', leave);
          count(user, 1);
          resolve();
        },
      };
      waiting.push(one);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return {
    async run(user, signal, work) {
      await enter(user, signal);
      try {
        return await work();
      } finally {
        count(user, -1);
        const next = waiting.findIndex((one) => isFree(one.user));
        if (next >= 0) waiting.splice(next, 1)[0]?.start();
      }
    },
  };
}
