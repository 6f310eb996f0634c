// For a test file of email accounts: one service, one SMTP server whose password is right, and the live feed.
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openSecrets } from '../../src/accounts/secrets.ts';
import { PASSWORD } from './account-records.ts';
import { openFeed, type TestFeed } from './feed.ts';
import { startTestService, type TestService } from './service.ts';
import { startSmtp, type TestSmtp } from './smtp.ts';

interface Account {
  id: string;
  status: string;
  status_detail: string | null;
  last_checked_at: string | null;
  smtp: Record<string, unknown>;
  imap: { status: string; status_detail: string | null } | null;
  sync: Record<string, unknown>;
}

export let service: TestService;
export let smtp: TestSmtp;
export let feed: TestFeed;

export function useAccountService(): void {
  beforeAll(async () => {
    smtp = await startSmtp({ password: PASSWORD });
    service = await startTestService({ allowHosts: '127.0.0.1' });
    feed = await openFeed(service.url);
  });
  afterAll(async () => {
    await feed.close();
    await service.end();
    await smtp.end();
  });
}

/** The data of an answer, which must be a success. */
export async function ask(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Account> {
  const answer = await service.ask(method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Account }).data;
}

export const account = () => ({ address: 'ann@example.org', smtp: smtp.account });
export const add = (given: object = {}) => ask('POST', '/email-accounts', { ...account(), ...given });
export const read = (id: string) => ask('GET', `/email-accounts/${id}`);

/** The key of the service. */
export function openKey() {
  return { secrets: openSecrets(join(service.folder, 'secret.key'), undefined) };
}
