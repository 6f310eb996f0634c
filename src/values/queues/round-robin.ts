// A queue that takes one item of each key in turn, such as one of each user, so that a key with many items delays the
// others by one item at a time. The items of a key keep their order.

export class RoundRobin<K, T> {
  /** The items by their keys, in the order of the turns. A key without items is not here. */
  private readonly waiting = new Map<K, T[]>();
  private count = 0;

  /** The number of items of all keys. */
  get size(): number {
    return this.count;
  }

  /** The number of items of one key. */
  sizeOf(key: K): number {
    return this.waiting.get(key)?.length ?? 0;
  }

  add(key: K, item: T): void {
    const own = this.waiting.get(key);
    if (own) own.push(item);
    else this.waiting.set(key, [item]);
    this.count++;
  }

  /** The next item, of the first key in turn that `isFree` accepts; its turn is then behind those of the others. */
  take(isFree: (key: K) => boolean = () => true): T | undefined {
    for (const [key, own] of this.waiting) {
      if (!isFree(key)) continue;
      this.waiting.delete(key);
      this.count--;
      const item = own.shift() as T;
      if (own.length > 0) this.waiting.set(key, own);
      return item;
    }
    return undefined;
  }

  /** Puts items back that were taken, in the order in which they were: they are taken again before all others. */
  putBack(items: readonly T[], keyOf: (item: T) => K): void {
    const returned = Map.groupBy(items, keyOf);
    const others = [...this.waiting];
    this.waiting.clear();
    for (const [key, own] of returned) this.waiting.set(key, own);
    for (const [key, own] of others) this.waiting.set(key, [...(returned.get(key) ?? []), ...own]);
    this.count += items.length;
  }

  /** Removes an item that waits; the turn of its key stays. */
  remove(key: K, item: T): void {
    const own = this.waiting.get(key);
    const at = own?.indexOf(item) ?? -1;
    if (!own || at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) this.waiting.delete(key);
    this.count--;
  }

  /** Removes all items, and returns them. */
  clear(): T[] {
    const items = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    return items;
  }
}
