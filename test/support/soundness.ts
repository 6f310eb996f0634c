// Whether the data at a place is sound: its tables fit each other and, where it is a file, the file is whole.
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/open-store.ts';
import type { ReadStore } from '../../src/store/port.ts';
import { integrityProblems } from '../../src/store/sqlite/backup.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { engine } from './databases.ts';

/** What is wrong, also beside a service that uses it; `look` may examine the same store further. */
export async function problemsOf(place: string, look?: (store: ReadStore) => Promise<void>): Promise<string[]> {
  const store = await openStore({ data: '', database: place });
  try {
    const problems = await consistencyProblems(store);
    await look?.(store);
    return engine === 'sqlite' ? [...fileProblems(place), ...problems] : problems;
  } finally {
    await store.close();
  }
}

function fileProblems(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return integrityProblems(db);
  } finally {
    db.close();
  }
}
