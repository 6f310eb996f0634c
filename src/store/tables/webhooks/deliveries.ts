// The last attempts of each webhook. Each has a place out of a fixed number, so that a new one replaces the oldest.
import { limits } from '../../../limits.ts';
import { clean } from '../../../values/text.ts';
import type { Query, Row, Tx } from '../../port.ts';

export interface Delivery {
  webhookId: string;
  /** Counts the attempts of the webhook. */
  number: number;
  at: number;
  event: string;
  /** Of the change; null for a test. */
  seq: number | null;
  messageId: string;
  /** 1 for the first attempt of a message. */
  attempt: number;
  /** Of the answer; null if there was none. */
  status: number | null;
  /** In milliseconds. */
  duration: number;
  /** null if it was accepted. */
  error: string | null;
}

export function putDelivery(tx: Tx, one: Delivery): void {
  tx.run(
    `insert into webhook_deliveries
        (user_id, webhook_id, place, number, at, event, seq, message_id, attempt, status, duration, error)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      on conflict (user_id, webhook_id, place) do update set number = excluded.number, at = excluded.at,
      event = excluded.event, seq = excluded.seq, message_id = excluded.message_id, attempt = excluded.attempt,
      status = excluded.status, duration = excluded.duration, error = excluded.error`,
    one.webhookId,
    one.number % limits.webhookDeliveries,
    one.number,
    one.at,
    one.event,
    one.seq,
    one.messageId,
    one.attempt,
    one.status,
    one.duration,
    one.error === null ? null : clean(one.error),
  );
}

/** The rows of a page, newest first, and the total. */
export function deliveriesPage(webhookId: string, limit: number, offset: number): Query[] {
  const of = 'from webhook_deliveries where user_id = ?1 and webhook_id = ?2';
  return [
    { sql: `select * ${of} order by number desc limit ?3 offset ?4`, params: [webhookId, limit, offset] },
    { sql: `select count(*) as total ${of}`, params: [webhookId] },
  ];
}

export function readDelivery(row: Row): Delivery {
  return {
    webhookId: row.webhook_id as string,
    number: row.number as number,
    at: row.at as number,
    event: row.event as string,
    seq: row.seq as number | null,
    messageId: row.message_id as string,
    attempt: row.attempt as number,
    status: row.status as number | null,
    duration: row.duration as number,
    error: row.error as string | null,
  };
}

export async function pruneDeliveries(tx: Tx, before: number): Promise<number> {
  return tx.count('delete from webhook_deliveries where user_id = ?1 and at < ?2', before);
}
