// Answers that are stored in the browser, so that mail that was shown can be read without a connection. They are written
// when the browser has time for it, and the oldest are removed when there are too many or they are too large.
import { type Age, readAges, readValue, removeValue, writeValue } from './storage.ts';

const MOST = 1500;
/** Of one answer, and of all together, in characters of text and numbers. */
const LARGEST = 2_000_000;
const LARGEST_SUM = 50_000_000;
const CLEAN_EVERY = 100;
/** How long a write can wait for a moment in which the browser has nothing else to do. */
const LONGEST_WAIT = 2000;

/** What is to be written; a newer answer replaces one that was not written yet. */
const waiting = new Map<string, unknown>();
let writes = 0;
let isScheduled = false;

interface Cached<T> {
  at: number;
  size: number;
  data: T;
}

export async function readCached<T>(key: string): Promise<T | undefined> {
  if (waiting.has(key)) return waiting.get(key) as T;
  return (await readValue<Cached<T>>('cache', key))?.data;
}

export function writeCached(key: string, data: unknown): void {
  waiting.set(key, data);
  if (isScheduled) return;
  isScheduled = true;
  whenIdle(() => void writeWaiting());
}

async function writeWaiting(): Promise<void> {
  isScheduled = false;
  for (const [key, data] of [...waiting]) {
    const size = roughSize(data, LARGEST);
    if (size < LARGEST) await writeValue('cache', key, { at: Date.now(), size, data } satisfies Cached<unknown>);
    if (waiting.get(key) === data) waiting.delete(key);
    writes += 1;
    if (writes % CLEAN_EVERY === 0) await removeOldest();
  }
}

async function removeOldest(): Promise<void> {
  for (const key of tooMany(await readAges())) await removeValue('cache', key);
}

/** The oldest answers beyond what is kept; `ages` begins with the oldest. */
export function tooMany(ages: readonly Age[], most = MOST, largestSum = LARGEST_SUM): string[] {
  let [count, sum] = [0, 0];
  const removed: string[] = [];
  for (const { key, size } of ages.toReversed()) {
    count += 1;
    sum += size;
    if (count > most || sum > largestSum) removed.push(key);
  }
  return removed;
}

/** About how long the value is as JSON. Ends early when it is `limit` or more, so that large values take no time. */
export function roughSize(value: unknown, limit: number): number {
  let size = 0;
  const queue: unknown[] = [value];
  while (queue.length > 0 && size < limit) {
    const one = queue.pop();
    size += typeof one === 'string' ? one.length + 2 : 8;
    if (Array.isArray(one)) for (const item of one) queue.push(item);
    else if (typeof one === 'object' && one !== null) for (const item of Object.values(one)) queue.push(item);
  }
  return size;
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_WAIT });
  else setTimeout(run);
}
