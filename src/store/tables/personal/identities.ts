// Queries on identities of email accounts.
import { type IdentityRecord, identity } from '../../../resources/identity.ts';
import type { Tx } from '../../port.ts';
import { findQuery, readStored, type Stored } from '../records.ts';

const IDS = 'select id from identities where user_id = ?1';

/** The identities of an account, oldest first; without an account those of all. */
export async function identitiesOf(tx: Tx, accountId?: string): Promise<Stored<IdentityRecord>[]> {
  const order = 'order by created_at, id';
  const rows =
    accountId === undefined
      ? await tx.all(`${IDS} ${order}`)
      : await tx.all(`${IDS} and account_id = ?2 ${order}`, accountId);
  const found: Stored<IdentityRecord>[] = [];
  for (const { id } of rows) {
    const query = findQuery(identity, id as string);
    const row = query && (await tx.get(query.sql, ...query.params));
    if (row) found.push(readStored<IdentityRecord>(identity, row));
  }
  return found;
}
