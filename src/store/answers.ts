// Answers kept under their Idempotency-Key, in the transaction that made them true.
import type { Tx } from './store.ts';

export interface KeptAnswer {
  /** A digest of the request that was answered. */
  request: string;
  status: number;
  etag: string | null;
  body: string;
  /** The record that the answer shows; null for one of several or none. */
  recordId: string | null;
}

export async function findAnswer(tx: Tx, key: string, keptMs: number): Promise<KeptAnswer | undefined> {
  const row = await tx.get(
    'select request, status, etag, record_id, answer from idempotency where user_id = ?1 and key = ?2 and created_at > ?3',
    key,
    tx.now - keptMs,
  );
  if (!row) return undefined;
  return {
    request: row.request as string,
    status: row.status as number,
    etag: row.etag as string | null,
    body: row.answer as string,
    recordId: row.record_id as string | null,
  };
}

export function keepAnswer(tx: Tx, key: string, answer: KeptAnswer): void {
  tx.run(
    `insert into idempotency (user_id, key, request, status, etag, record_id, answer, created_at)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      on conflict (user_id, key) do update set request = excluded.request, status = excluded.status,
      etag = excluded.etag, record_id = excluded.record_id, answer = excluded.answer, created_at = excluded.created_at`,
    key,
    answer.request,
    answer.status,
    answer.etag,
    answer.recordId,
    answer.body,
    tx.now,
  );
}

/** Empties the answers that show a record that is being erased; they stay, so that no repeated request makes it again. */
export function forgetAnswers(tx: Tx, recordId: string, emptied: string): void {
  tx.run('update idempotency set answer = ?3 where user_id = ?1 and record_id = ?2', recordId, emptied);
}

export async function dropOldAnswers(tx: Tx, keptMs: number): Promise<number> {
  return tx.count('delete from idempotency where user_id = ?1 and created_at <= ?2', tx.now - keptMs);
}
