// Queries on the senders that a user trusts.
import { type TrustedSender, trustedSender } from '../../../resources/trusted-sender.ts';
import type { Query, Tx } from '../../port.ts';
import { findQuery, readStored, type Stored } from '../records.ts';

/** Finds a row if one of the two is trusted. */
export function trustedQuery(address: string, domain: string): Query {
  const sql = 'select sender from trusted_senders where user_id = ?1 and sender in (?2, ?3) limit 1';
  return { sql, params: [address, domain] };
}

/** Finds who delivered a mail. */
export function deliveredByQuery(email: string): Query {
  return { sql: 'select delivered_by from emails where user_id = ?1 and id = ?2', params: [email] };
}

export async function findTrusted(tx: Tx, sender: string): Promise<Stored<TrustedSender> | undefined> {
  const known = await tx.get('select id from trusted_senders where user_id = ?1 and sender = ?2', sender);
  const query = known && findQuery(trustedSender, known.id as string);
  const row = query && (await tx.get(query.sql, ...query.params));
  return row ? readStored<TrustedSender>(trustedSender, row) : undefined;
}

export async function countTrusted(tx: Tx): Promise<number> {
  const row = await tx.get('select count(*) as n from trusted_senders where user_id = ?1');
  return row?.n as number;
}
