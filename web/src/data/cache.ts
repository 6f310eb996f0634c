// Answers that are stored in the browser, so that mail that was shown can be read without a connection. The oldest are
// removed when there are too many.
import { readKeys, readValue, removeValue, writeValue } from './storage.ts';

const MOST = 600;
const CLEAN_EVERY = 100;
const LONGEST = 2_000_000;

let writes = 0;

interface Cached<T> {
  at: number;
  data: T;
}

export async function readCached<T>(key: string): Promise<T | undefined> {
  return (await readValue<Cached<T>>('cache', key))?.data;
}

export function writeCached(key: string, data: unknown): void {
  if (JSON.stringify(data).length > LONGEST) return;
  void writeValue('cache', key, { at: Date.now(), data } satisfies Cached<unknown>);
  writes += 1;
  if (writes % CLEAN_EVERY === 0) void removeOldest();
}

async function removeOldest(): Promise<void> {
  const keys = await readKeys('cache');
  if (keys.length <= MOST) return;
  const dated = await Promise.all(
    keys.map(async (key) => ({ key, at: (await readValue<Cached<unknown>>('cache', key))?.at ?? 0 })),
  );
  dated.sort((one, other) => one.at - other.at);
  for (const { key } of dated.slice(0, keys.length - MOST)) await removeValue('cache', key);
}
