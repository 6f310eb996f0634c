// Waiting for a file that another connection has locked. SQLite itself would wait within the statement and block the
// event loop, so it waits a few milliseconds only; what is still refused then is tried again after a pause.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';

/** Milliseconds for which a statement may wait within SQLite, on a connection of the main thread. */
export const BUSY_TIMEOUT = 2;

const LONGEST_PAUSE = 20;

/** Runs the work, again and again until then while the file is locked. `explain` makes the error that is thrown. */
export async function whileBusy<T>(
  work: () => T,
  explain: (error: unknown) => unknown,
  until = performance.now() + limits.databaseLock,
): Promise<T> {
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw explain(error);
    }
    await sleep(pause * (0.5 + Math.random())); // not in step with another that waits
  }
}

// SQLITE_BUSY with any of its extensions.
function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}
