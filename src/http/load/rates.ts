// Counts how often a key occurs within a minute that begins with its first occurrence. The number of stored keys is
// bounded, so that a flood of keys cannot exhaust the memory.

const WINDOW = 60_000;
const KEYS = 5000;

/** Counts the key; returns the seconds that the client has to wait, 0 if it is within the limit. */
export type RateCounter = (key: string) => number;

export function createRateCounter(max: number): RateCounter {
  // In the order in which their minutes began, so that expired ones come first.
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
