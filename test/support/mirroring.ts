// A mailbox in memory that is synced by hand, pass for pass, into a real service.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import type { SyncSettings } from '../../src/resources/account.ts';
import { createMemory, createMirror, type SyncContext } from '../../src/sync/context.ts';
import { pass } from '../../src/sync/pass.ts';
import { reportSync } from '../../src/sync/report.ts';
import { blobsOf } from './incoming.ts';
import { createMailbox, type Mailbox } from './memory-mailbox.ts';
import { startTestService, type TestService } from './service.ts';

interface Mail {
  id: string;
  subject: string;
  folder: string;
  is_starred: boolean;
  deleted_at: string | null;
  body_plain: string;
}

export let service: TestService;
export let box: Mailbox;
export let context: SyncContext;
let reader: MessageReader;

/**
 * For a test file that calls it: one service, and for every test a mailbox and an account of its own. The account is
 * off, so that the service itself does not mirror it.
 */
export function mirrorAMailbox(): void {
  beforeAll(async () => {
    reader = createMessageReader();
    service = await startTestService();
  });

  afterAll(async () => {
    await reader.close();
    await service.end();
  });

  beforeEach(async () => {
    const server = { host: '127.0.0.1', port: 1, security: 'none' };
    const { body } = await service.ask('POST', '/email-accounts', {
      address: 'a@example.org',
      smtp: server,
      imap: { ...server, password: 'secret' },
      sync: { enabled: false },
    });
    const accountId = (body as { data: { id: string } }).data.id;
    box = createMailbox({ INBOX: undefined, Work: undefined, Trash: '\\Trash' });
    context = {
      store: service.store,
      blobs: blobsOf(service),
      reader,
      user: 1,
      accountId,
      settings: { enabled: true, folders: null, since: null },
      connection: box.connect(),
      mirror: createMirror(),
      memory: createMemory(),
      poll: 120_000,
      write: (work) => service.store.write(1, work),
    };
  });
}

export const run = (which: 'all' | 'inbox' = 'all') =>
  pass(context, { which, announce: false, takeNotification: () => false, onProgress: async () => {} });

/** Another mailbox, for the next connection. */
export function useMailbox(next: Mailbox): void {
  box = next;
}

/** As after a new start, or with other settings. */
export function reconnect(settings: Partial<SyncSettings> = {}): void {
  context = {
    ...context,
    settings: { ...context.settings, ...settings },
    connection: box.connect(),
    mirror: createMirror(),
  };
}

export async function mails(): Promise<Mail[]> {
  const { body } = await service.ask('GET', `/emails?account_id=${context.accountId}&include_deleted=true&limit=500`);
  return (body as { data: Mail[] }).data.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function only(): Promise<Mail> {
  const found = await mails();
  expect(found).toHaveLength(1);
  return found[0] as Mail;
}

export const report = () => reportSync(service.store, 1, context.accountId);
export const folderOf = async (path: string) => (await report()).folders.find((one) => one.path === path);
