// When and where the last backup was made, as a note in the store that was backed up: for people who ask the service.
import { formatTime } from '../../values/time.ts';
import type { ReadStore, Store } from '../port.ts';
import { readNote, writeNote } from '../tables/notes.ts';

const NOTE = 'backup';

export interface LastBackup {
  at: string;
  /** The path of the file, on the machine that made it. */
  file: string;
}

/** `at` is when the backup began: what was changed later may not be in it. */
export async function noteBackup(store: Store, at: number, file: string): Promise<void> {
  const note: LastBackup = { at: formatTime(at), file };
  await store.administer((tx) => writeNote(tx, NOTE, JSON.stringify(note)));
}

export async function lastBackup(store: ReadStore): Promise<LastBackup | null> {
  const note = await readNote(store, NOTE);
  return note === undefined ? null : (JSON.parse(note) as LastBackup);
}
