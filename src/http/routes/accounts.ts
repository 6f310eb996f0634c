// The routes of email accounts. An account is stored first, and then its servers are tested.
import type { Scope } from '../../access/access.ts';
import { createAccount, patchAccount, removeAccount } from '../../accounts/accounts.ts';
import { AppError } from '../../errors.ts';
import { find } from '../../records/find.ts';
import { list } from '../../records/list.ts';
import { type AccountRecord, account } from '../../resources/account.ts';
import { accountCreates, accountPatches } from '../../resources/account-input.ts';
import { outside } from '../../store/tables/record-lookups.ts';
import type { Stored } from '../../store/tables/records.ts';
import { Type } from '../../values/schema.ts';
import { pageParameters } from './list-parameters.ts';
import { found, readsOne } from './records.ts';
import { type Call, type Route, route } from './route.ts';
import { connectionTestSchema, serverFolderSchema } from './schemas/results.ts';

const reads = { resource: account, scope: 'accounts:read' as Scope };
const writes = { resource: account, scope: 'accounts:write' as Scope };
const testExample = {
  smtp: { ok: true, message: 'The SMTP server accepted the login over TLS.', hint: null },
  imap: {
    ok: false,
    message: 'imap.example.org:993 does not answer.',
    hint: 'Check the host and the port; a firewall may be in between.',
  },
};
const folderExample = [{ path: 'Sent Items', folder: 'SENT', special_use: 'SENT', messages: 1204 }];

export const accountRoutes: Route[] = [
  route('POST /email-accounts', 'Add an email account, and test it', writes, {
    body: accountCreates,
    hasSecrets: true,
    shape: 'record',
    status: 201,
    errors: ['CONFLICT'],
    emits: [
      'email_account.created',
      { event: 'email_account.status_changed', when: 'after the test' },
      { event: 'email_account.updated', when: 'for the former default account' },
    ],
    write: (tx, { services, body, context }) => createAccount(tx, services.secrets, body, context),
    afterCommit: testUntested,
  }),
  route('GET /email-accounts', 'List email accounts', reads, {
    parameters: pageParameters,
    shape: 'list',
    read: ({ store, user, query, context }) => list(store, user, account, query, context.timezone),
  }),
  route('GET /email-accounts/:id', 'Get an email account', reads, {
    ...readsOne(account),
    errors: [...found],
  }),
  route('PATCH /email-accounts/:id', 'Change an email account, and test a changed connection', writes, {
    body: accountPatches,
    hasSecrets: true,
    partial: true,
    shape: 'record',
    errors: [...found, 'PRECONDITION_FAILED', 'CONFLICT'],
    emits: [
      'email_account.updated',
      { event: 'email_account.status_changed', when: 'after the test, if a connection changes' },
    ],
    write: (tx, { services, id, body, context }) => patchAccount(tx, services.secrets, id, body, context),
    afterCommit: testUntested,
  }),
  route('DELETE /email-accounts/:id', 'Remove an email account permanently; its emails are kept', writes, {
    shape: 'removed',
    errors: [...found, 'PRECONDITION_FAILED'],
    emits: ['email_account.deleted', { event: 'email_account.updated', when: 'for the new default account' }],
    write: (tx, { id, context }) => removeAccount(tx, id, context),
  }),
  route('POST /email-accounts/:id/test', 'Test the servers of an email account', writes, {
    shape: 'object',
    schema: connectionTestSchema,
    schemaName: 'ConnectionTest',
    example: testExample,
    errors: [...found],
    emits: [
      { event: 'email_account.status_changed', when: 'if the status changes' },
      { event: 'email_account.updated', when: 'otherwise' },
    ],
    call: ({ services, user, id }) => services.servers.test(user, id),
  }),
  route('GET /email-accounts/:id/folders', 'List the folders of the IMAP server', reads, {
    shape: 'object',
    schema: Type.Array(serverFolderSchema),
    schemaName: 'ServerFolder',
    example: folderExample,
    errors: [...found, 'ACCOUNT_NOT_CONNECTED', 'MAIL_SERVER_FAILED'],
    call: ({ services, user, id }) => services.servers.folders(user, id),
  }),
];

// A server with a new connection is stored as disconnected; the response is the account with the result of its test.
async function testUntested(call: Call, saved: Stored<AccountRecord>): Promise<Stored<AccountRecord>> {
  const { id, smtp, imap } = saved.record;
  if (![smtp, imap].some((server) => server?.status === 'disconnected')) return saved;
  try {
    await call.services.servers.test(call.user, id);
    return await find<AccountRecord>(outside(call.store, call.user), account, id);
  } catch (error) {
    if (error instanceof AppError) return saved; // removed in the meantime, or the store is unavailable
    throw error;
  }
}
