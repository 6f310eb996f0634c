// Email accounts for tests, put into the store directly, where only their being there matters. Where their servers do,
// they are made by the API, with the account of a server from smtp.ts.
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
  await service.store.write(1, async (tx) => {
    tx.run(
      'insert into accounts (user_id, id, seq, created_at, doc, address, from_name, is_default, status) values (?1, ?2, 0, 0, ?3, ?4, ?5, ?6, ?7)',
      id,
      JSON.stringify(doc),
      address,
      fromName,
      isDefault ? 1 : 0,
      status,
    );
  });
}
