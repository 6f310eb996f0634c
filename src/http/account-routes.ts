// The routes of email accounts: what /email-accounts can do. An account is stored first, and then tried.
import type { Scope } from '../domain/access.ts';
import { createAccount, patchAccount, removeAccount } from '../domain/accounts.ts';
import { getKind, listKind, pageParameters } from '../domain/kind-records.ts';
import { AppError } from '../errors.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { accountCreates, accountPatches } from '../resources/account-input.ts';
import { type Answer, type Call, jsonAnswer, type Route, recordAnswer } from './route.ts';

const accountReads = {
  resource: null,
  kind: account,
  scope: 'accounts:read' as Scope,
  status: 200,
  shape: 'record' as const,
};
const accountWrites = { ...accountReads, scope: 'accounts:write' as Scope };
const testExample = {
  smtp: { ok: true, message: 'The SMTP server has let us in over TLS.', hint: null },
  imap: {
    ok: false,
    message: 'imap.example.org:993 does not answer.',
    hint: 'Check the host and the port; a firewall may be in between.',
  },
};
const folderExample = [{ path: 'Sent Items', folder: 'SENT', special_use: 'SENT', messages: 1204 }];

// biome-ignore format: a table, two lines for each route
export const accountRoutes: Route[] = [
  { method: 'POST', path: '/email-accounts', ...accountWrites, summary: 'Add an email account, and test it', body: accountCreates, status: 201, errors: ['CONFLICT'], emits: 'email_account.created, then email_account.status_changed; email_account.updated of the former default',
    write: async (tx, call) => recordAnswer(201, await createAccount(tx, call.tools.secrets, call.body, call.context)), follow: testUntested },
  { method: 'GET', path: '/email-accounts', ...accountReads, summary: 'List email accounts', parameters: pageParameters, shape: 'list', errors: [],
    read: async (call) => jsonAnswer(200, await listKind(call.store, call.principal.user, account, call.given)) },
  { method: 'GET', path: '/email-accounts/:id', ...accountReads, summary: 'Get an email account', errors: ['NOT_FOUND'],
    read: async (call) => recordAnswer(200, await getKind(call.store, call.principal.user, account, id(call))) },
  { method: 'PATCH', path: '/email-accounts/:id', ...accountWrites, summary: 'Change an email account, and test a changed connection', body: accountPatches, partial: true, errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'CONFLICT'], emits: 'email_account.updated, then email_account.status_changed where a connection changes',
    write: async (tx, call) => recordAnswer(200, await patchAccount(tx, call.tools.secrets, id(call), call.body, call.context)), follow: testUntested },
  { method: 'DELETE', path: '/email-accounts/:id', ...accountWrites, summary: 'Remove an email account for good; its emails stay', shape: 'removed', errors: ['NOT_FOUND', 'PRECONDITION_FAILED'], emits: 'email_account.deleted; email_account.updated of the next default',
    write: async (tx, call) => removed(await removeAccount(tx, id(call), call.context)) },
  { method: 'POST', path: '/email-accounts/:id/test', ...accountWrites, summary: 'Test the servers of an email account', shape: 'object', answers: testExample, errors: ['NOT_FOUND'], emits: 'email_account.status_changed where the status is another, else email_account.updated',
    act: async (call) => jsonAnswer(200, JSON.stringify({ data: await call.tools.servers.test(call.principal.user, id(call)) })) },
  { method: 'GET', path: '/email-accounts/:id/folders', ...accountReads, summary: 'List the folders of the IMAP server', shape: 'object', answers: folderExample, errors: ['NOT_FOUND', 'ACCOUNT_NOT_CONNECTED', 'MAIL_SERVER_FAILED'],
    act: async (call) => jsonAnswer(200, JSON.stringify({ data: await call.tools.servers.folders(call.principal.user, id(call)) })) },
];

// A server with a new connection is stored as disconnected, whatever the result of its test.
async function testUntested(call: Call, answer: Answer): Promise<Answer> {
  const { data } = JSON.parse(answer.body) as { data: AccountRecord };
  if (![data.smtp, data.imap].some((server) => server?.status === 'disconnected')) return answer;
  try {
    await call.tools.servers.test(call.principal.user, data.id);
    return recordAnswer(answer.status, await getKind(call.store, call.principal.user, account, data.id));
  } catch (error) {
    if (error instanceof AppError) return answer; // removed meanwhile, or the store is away
    throw error;
  }
}

function removed({ id: gone, seq }: { id: string; seq: number }): Answer {
  return jsonAnswer(200, JSON.stringify({ data: { id: gone, deleted: true } }), seq);
}

function id(call: Call): string {
  return call.params.id as string;
}
