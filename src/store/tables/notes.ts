// Internal notes of the program about the store, by name.
import type { ReadStore, Tx } from '../port.ts';

export async function readNote(store: ReadStore, name: string): Promise<string | undefined> {
  const [row] = await store.catalogue('select value from notes where name = ?1', name);
  return row?.value as string | undefined;
}

/** In a transaction of the catalogue. */
export function writeNote(tx: Tx, name: string, value: string): void {
  tx.run(
    'insert into notes (name, value) values (?1, ?2) on conflict (name) do update set value = excluded.value',
    name,
    value,
  );
}

/** In a transaction of the catalogue: waits for open writes and holds up others, so that the note stays as it is. */
export async function readNoteAlone(tx: Tx, name: string): Promise<string | undefined> {
  for (const sql of tx.dialect.lockWrites) tx.run(sql);
  const row = await tx.get('select value from notes where name = ?1', name);
  return row?.value as string | undefined;
}

/** In a transaction of the catalogue. */
export function dropNote(tx: Tx, name: string): void {
  tx.run('delete from notes where name = ?1', name);
}

/** Writes the note unless it exists, in a transaction of the catalogue; returns the stored note. */
export async function noteOnce(tx: Tx, name: string, value: string): Promise<string> {
  const sql = 'select value from notes where name = ?1';
  const found = await tx.get(sql, name);
  if (found) return found.value as string;
  tx.run('insert into notes (name, value) values (?1, ?2) on conflict (name) do nothing', name, value);
  return (await tx.get(sql, name))?.value as string;
}
