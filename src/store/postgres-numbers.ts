// After rows were put in with numbers of their own, the next new one goes on after the largest.
import { resources } from '../resources/all.ts';
import type { Tx } from './store.ts';

export async function resumeNumbers(tx: Tx): Promise<void> {
  const counted = [['users', 'user_id'], ...resources.map(({ path }) => [path, 'key'])];
  for (const [table, column] of counted) {
    await tx.get(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), (select coalesce(max(${column}), 0) + 1 from ${table}), false)`,
    );
  }
}
