// Tells listeners what has changed: all changes of one turn together.

export interface Change<T = unknown> {
  /** The name of the collection. */
  collection: string;
  id: string;
  /** The record now; undefined if it is no longer in the copy. */
  record: T | undefined;
  /** The record before; undefined if it was not in the copy. */
  previous: T | undefined;
}

/** Called with the changes; with none if only the state of the replica has changed. */
export type Listener<T = unknown> = (changes: readonly Change<T>[]) => void;

export interface Notifier {
  /** Without a name, the listener learns of all collections. Returns a function that ends the subscription. */
  subscribe(listener: Listener<never>, name?: string): () => void;
  notify(change?: Change): void;
}

export function createNotifier(): Notifier {
  const subscriptions = new Set<{ listener: Listener; name: string | undefined }>();
  let batch: Map<string, Change> | undefined;

  function flush(): void {
    const changes = [...(batch as Map<string, Change>).values()];
    batch = undefined;
    for (const { listener, name } of [...subscriptions]) {
      const own = name === undefined ? changes : changes.filter(({ collection }) => collection === name);
      if (name === undefined || own.length > 0) attempt(() => listener(own));
    }
  }

  return {
    subscribe(listener, name) {
      const subscription = { listener: listener as Listener, name };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    notify(change) {
      if (!batch) {
        batch = new Map();
        queueMicrotask(flush);
      }
      if (!change) return;
      const key = `${change.collection}/${change.id}`;
      const first = batch.get(key);
      batch.set(key, first ? { ...change, previous: first.previous } : change);
    },
  };
}

/** An error of a listener is reported and ends neither the copy nor the calls of other listeners. */
export function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: nobody awaits a listener, and thrown later it would end a Node process
    console.error(error);
  }
}
