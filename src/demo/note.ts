// Whether a store holds the demo, and since when: noted in the store itself, so that it is known wherever it lies.
import { readNote, writeNote } from '../store/notes.ts';
import type { Store } from '../store/store.ts';

const NOTE = 'demo';

/** The day for which the store was filled with the demo; undefined where it was not. */
export async function demoDay(store: Store): Promise<string | undefined> {
  return readNote(store, NOTE);
}

export async function noteDemo(store: Store, day: string): Promise<void> {
  await store.administer(async (tx) => writeNote(tx, NOTE, day));
}
