// How many images are fetched at the same time: by all users, and by one of them, so that a mail with many images on a
// server that does not answer does not delay the images of others. The rest wait in their order.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';

export interface ImageSlots {
  /** Does the work when there is a slot; rejects if too many wait, or when the signal aborts before. */
  run<T>(user: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  user: number;
  start(): void;
}

export function createImageSlots(
  most: number = limits.imagesAtOnce,
  each: number = limits.imagesOfUser,
  queue: number = limits.imagesWaiting,
): ImageSlots {
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

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many images are being fetched; try again.', {}, 1);
}
