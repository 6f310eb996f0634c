// A map with a bounded number of entries: those used recently stay. It holds two generations. What is used moves into
// the younger one; when that is full, the older one is let go. So a hit costs one look, and nothing is kept in order.

export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** `most` entries at a time; `dropped` is told of each key that is let go. */
export function createRecent<V>(most: number, dropped?: (key: string) => void): Recent<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();

  function set(key: string, value: V): void {
    old.delete(key);
    young.set(key, value);
    if (young.size < most / 2) return;
    if (dropped) for (const one of old.keys()) dropped(one);
    old = young;
    young = new Map();
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
