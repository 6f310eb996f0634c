// What is on the screen and can be read again: live queries and paged lists register here.

export interface Refreshable {
  /** Reads again what is shown; resolves when it is shown. */
  refresh(): Promise<void>;
}

const shown = new Set<Refreshable>();

export function register(one: Refreshable): () => void {
  shown.add(one);
  return () => shown.delete(one);
}

/** Resolves when everything that is shown was read after this call. */
export async function refreshAll(): Promise<void> {
  await Promise.allSettled([...shown].map((one) => one.refresh()));
}
