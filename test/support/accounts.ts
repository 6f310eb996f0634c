// Email accounts for tests, put into the store directly, where only their being there matters. Where their servers do,
// they are made by the API, with the account of a server from smtp.ts.
import { account as resource } from '../../src/resources/account.ts';
import type { AnyRecord } from '../../src/resources/resource.ts';
import { updateCounters } from '../../src/store/tables/counters.ts';
import { insertRow } from '../../src/store/tables/records.ts';
import type { TestService } from './service.ts';

interface TestAccount {
  id: string;
  address?: string;
  fromName?: string | null;
  isDefault?: boolean;
  status?: string;
  /** Its SMTP server, where the test changes the account by the API. */
  smtp?: object | null;
  imap?: object | null;
  authserv_id?: string;
}

/** An account without a server: mail for it waits. */
export async function addAccount(service: TestService, account: TestAccount): Promise<void> {
  const { id, address = 'me@example.org', fromName = 'Me Myself', isDefault = false } = account;
  const { status = 'connected', smtp = null, imap = null, authserv_id = null } = account;
  const doc = {
    id,
    name: address,
    address,
    from_name: fromName,
    is_default: isDefault,
    smtp,
    imap,
    authserv_id,
    sync: { enabled: false, folders: null, since: null },
    status,
    status_detail: null,
    last_checked_at: null,
    created_at: '1970-01-01T00:00:00Z',
    updated_at: '1970-01-01T00:00:00Z',
  };
  // Without an entry in the change log, which tests of the feed would find.
  await service.store.write(1, async (tx) => {
    const record = doc as unknown as AnyRecord;
    await insertRow(tx, resource, record, { doc: JSON.stringify(doc), seq: 0, body: null, secrets: null });
    updateCounters(tx, resource, null, record);
  });
}
