// After users were put in with numbers of their own, the next new one goes on after the largest.
import type { Tx } from './store.ts';

export async function resumeNumbers(tx: Tx): Promise<void> {
  await tx.get(
    "select setval(pg_get_serial_sequence('users', 'user_id'), (select coalesce(max(user_id), 0) + 1 from users), false)",
  );
}
