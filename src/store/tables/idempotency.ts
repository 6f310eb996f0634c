// Responses stored under their Idempotency-Key, in the transaction of the write.
import type { Tx } from '../port.ts';

export interface KeptAnswer {
  /** A digest of the request. */
  request: string;
  status: number;
  etag: string | null;
  body: string;
  /**
   * The body whose content was left out of the response. It is kept longer than the response: a replaced body is
   * deleted with the change that replaced it, and changes are kept for at least a day.
   */
  left?: number | undefined;
  /** The record in the response; null for several or none. */
  recordId: string | null;
}

export async function findAnswer(tx: Tx, key: string, keptMs: number): Promise<KeptAnswer | undefined> {
  const row = await tx.get(
    'select request, status, etag, record_id, answer, body from idempotency where user_id = ?1 and key = ?2 and created_at > ?3',
    key,
    tx.now - keptMs,
  );
  if (!row) return undefined;
  return {
    request: row.request as string,
    status: row.status as number,
    etag: row.etag as string | null,
    body: row.answer as string,
    left: (row.body as number | null) ?? undefined,
    recordId: row.record_id as string | null,
  };
}

export function keepAnswer(tx: Tx, key: string, answer: KeptAnswer): void {
  tx.run(
    `insert into idempotency (user_id, key, request, status, etag, record_id, answer, body, created_at)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      on conflict (user_id, key) do update set request = excluded.request, status = excluded.status,
      etag = excluded.etag, record_id = excluded.record_id, answer = excluded.answer, body = excluded.body,
      created_at = excluded.created_at`,
    key,
    answer.request,
    answer.status,
    answer.etag,
    answer.recordId,
    answer.body,
    answer.left ?? null,
    tx.now,
  );
}

/** Clears the responses that contain an erased record; the rows stay, so that no repeated request creates it again. */
export function forgetAnswers(tx: Tx, recordId: string, emptied: string): void {
  tx.run('update idempotency set answer = ?3, body = null where user_id = ?1 and record_id = ?2', recordId, emptied);
}

export async function dropOldAnswers(tx: Tx, keptMs: number): Promise<number> {
  return tx.count('delete from idempotency where user_id = ?1 and created_at <= ?2', tx.now - keptMs);
}
