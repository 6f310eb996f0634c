// Counts how often a key comes within a minute that begins with its first time. What is kept is bounded, so that a
// flood of keys cannot fill the memory.

const WINDOW = 60_000;
const KEYS = 5000;

/** Counts the key once more; tells how many seconds it has to wait, 0 when it has not come too often. */
export type RateCounter = (key: string) => number;

export function createRateCounter(max: number): RateCounter {
  // In the order in which their minutes began: the first to be over stand in front.
  const counted = new Map<string, { times: number; until: number }>();
  return (key) => {
    const now = Date.now();
    const known = counted.get(key);
    if (known && known.until > now) return ++known.times > max ? Math.ceil((known.until - now) / 1000) : 0;
    counted.delete(key);
    for (const [old, { until }] of counted) {
      if (until > now && counted.size < KEYS) break;
      counted.delete(old);
    }
    counted.set(key, { times: 1, until: now + WINDOW });
    return 1 > max ? WINDOW / 1000 : 0;
  };
}
