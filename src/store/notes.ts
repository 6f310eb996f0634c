// What the program notes about the store for itself, by name.
import type { ReadStore, Tx } from './store.ts';

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

/** In a transaction of the catalogue. */
export function dropNote(tx: Tx, name: string): void {
  tx.run('delete from notes where name = ?1', name);
}
