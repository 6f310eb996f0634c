// A queue for work with limited concurrency, round robin over users, with a maximum waiting time.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';

/** Runs the work when it is the user's turn; rejects with 503 if that takes too long. */
export type FairQueue = <T>(user: number, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  start: () => void;
  late: NodeJS.Timeout;
}

export function createFairQueue(max: number, patience: number = limits.slowWait): FairQueue {
  const users = new Map<number, Waiting[]>(); // in the order of their turns
  let running = 0;

  function wait(user: number): Promise<void> {
    return new Promise((start, reject) => {
      const late = setTimeout(() => {
        remove(user, waiting);
        reject(tooBusy());
      }, patience);
      const waiting: Waiting = { start, late };
      const queue = users.get(user);
      if (queue) queue.push(waiting);
      else users.set(user, [waiting]);
    });
  }

  function remove(user: number, waiting: Waiting): void {
    const rest = (users.get(user) ?? []).filter((one) => one !== waiting);
    if (rest.length === 0) users.delete(user);
    else users.set(user, rest); // keeps its position
  }

  function next(): void {
    const [first] = users;
    if (!first) {
      running--;
      return;
    }
    const [user, queue] = first;
    const waiting = queue.shift() as Waiting;
    users.delete(user);
    if (queue.length > 0) users.set(user, queue); // behind the others
    clearTimeout(waiting.late);
    waiting.start();
  }

  return async (user, work) => {
    if (running < max) running++;
    else await wait(user);
    try {
      return await work();
    } finally {
      next();
    }
  };
}

function tooBusy(): AppError {
  const message =
    'Too many searches and deep pages are under way; nothing is wrong with this one. Try again in a moment.';
  return new AppError('SERVICE_UNAVAILABLE', message, {}, Math.ceil(limits.slowWait / 1000));
}
