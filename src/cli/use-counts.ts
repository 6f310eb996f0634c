// Counts the uses of addresses by stored mails and contacts, and compares them with the table of correspondents.
import { usesOfRow } from '../correspondents/keep.ts';
import type { Row, Snapshot } from '../store/port.ts';
import { pendingFills, useCounts } from '../store/tables/personal/correspondents.ts';

export function countUses() {
  const counts = new Map<number, number>();
  return {
    /** Of a mail or a contact whose document is sound. */
    add(table: string, { user_id, doc }: Row): void {
      const user = user_id as number;
      counts.set(user, (counts.get(user) ?? 0) + usesOfRow(table, doc as string).length);
    },
    async problems(read: Snapshot): Promise<string[]> {
      const [pending] = await read(pendingFills);
      if (Number(pending?.n) > 0) return []; // not filled yet
      const stored = new Map((await read(useCounts)).map(({ user_id, n }) => [Number(user_id), Number(n)]));
      const users = new Set([...counts.keys(), ...stored.keys()]);
      return [...users]
        .filter((user) => (counts.get(user) ?? 0) !== (stored.get(user) ?? 0))
        .map(
          (user) =>
            `user ${user} has ${stored.get(user) ?? 0} uses of addresses in correspondent_uses where the records have ${counts.get(user) ?? 0}`,
        );
    },
  };
}
