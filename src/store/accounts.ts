// Email accounts as the sender needs them: which one a mail goes through.
import { readId } from '../values/ids.ts';
import type { Row, Tx } from './store.ts';

export interface Account {
  id: string;
  address: string;
  fromName: string | null;
  status: string;
}

export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return readAccount(await tx.get(`${ACCOUNT} and id = ?2`, readId(id) ?? id));
}

export async function defaultAccount(tx: Tx): Promise<Account | undefined> {
  return readAccount(await tx.get(`${ACCOUNT} and is_default = 1`));
}

const ACCOUNT = 'select id, address, from_name, status from accounts where user_id = ?1';

function readAccount(row: Row | undefined): Account | undefined {
  return (
    row && {
      id: row.id as string,
      address: row.address as string,
      fromName: row.from_name as string | null,
      status: row.status as string,
    }
  );
}
