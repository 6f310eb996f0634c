// Email accounts for tests, put into the store directly: the API has no way yet to add one.
import type { TestService } from './service.ts';

interface TestAccount {
  id: string;
  address?: string;
  fromName?: string | null;
  isDefault?: boolean;
  status?: string;
}

export async function addAccount(service: TestService, account: TestAccount): Promise<void> {
  const { id, address = 'me@example.org', fromName = 'Me Myself', isDefault = false, status = 'connected' } = account;
  await service.store.write(1, async (tx) => {
    tx.run(
      'insert into accounts (user_id, id, doc, address, from_name, is_default, status) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)',
      id,
      JSON.stringify({ id, address, from_name: fromName, is_default: isDefault, status }),
      address,
      fromName,
      isDefault ? 1 : 0,
      status,
    );
  });
}
