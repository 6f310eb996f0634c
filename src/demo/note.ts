// Records in the store whether it contains the demo, and since when, so that this is known wherever the store is.
import type { Store } from '../store/port.ts';
import { readNote, writeNote } from '../store/tables/notes.ts';

const NOTE = 'demo';

/** The day for which the store was filled with the demo; undefined if it was not. */
export async function demoDay(store: Store): Promise<string | undefined> {
  return readNote(store, NOTE);
}

export async function noteDemo(store: Store, day: string): Promise<void> {
  await store.administer(async (tx) => writeNote(tx, NOTE, day));
}
