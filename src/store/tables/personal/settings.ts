// The settings of a user: one row with what was set, as JSON. A setting that is not in it has its default.
import type { Query, Tx } from '../../port.ts';

export const settingsQuery: Query = { sql: 'select seq, doc, updated_at from settings where user_id = ?1', params: [] };

export function putSettings(tx: Tx, seq: number, doc: string): void {
  tx.run(
    `insert into settings (user_id, seq, doc, created_at, updated_at) values (?1, ?2, ?3, ?4, ?4)
      on conflict (user_id) do update set seq = excluded.seq, doc = excluded.doc, updated_at = excluded.updated_at`,
    seq,
    doc,
    tx.timestamp,
  );
}
