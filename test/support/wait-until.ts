// Waits until what is read fits; after a while it fails and shows what was read last.
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT = 150_000; // far longer than anything takes on a busy machine
const SHOWN = 2000; // characters of the state in the message

export async function waitUntil<T>(read: () => T | Promise<T>, fits: (value: T) => boolean): Promise<void> {
  const end = Date.now() + LIMIT;
  for (;;) {
    const value = await read();
    if (fits(value)) return;
    if (Date.now() > end) throw notReached(value);
    await sleep(10);
  }
}

function notReached(value: unknown): Error {
  return new Error(`Not reached within ${LIMIT / 1000} seconds: ${JSON.stringify(value).slice(-SHOWN)}`);
}
