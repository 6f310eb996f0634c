// Queries on identities of email accounts.
import { type IdentityRecord, identity } from '../../../resources/identity.ts';
import type { Tx } from '../../port.ts';
import { readStored, type Stored, selectStored } from '../records.ts';

/** The identities of an account, oldest first; without an account those of all. */
export async function identitiesOf(tx: Tx, accountId?: string): Promise<Stored<IdentityRecord>[]> {
  const condition = accountId === undefined ? 'true' : 'r.account_id = ?2';
  const sql = `${selectStored(identity)} ${condition} order by r.created_at, r.id`;
  const rows = await tx.all(sql, ...(accountId === undefined ? [] : [accountId]));
  return rows.map((row) => readStored<IdentityRecord>(identity, row));
}
