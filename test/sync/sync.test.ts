// Mirroring without a server: which changes of a mail wait to be pushed, what is reported, and how one instance leases
// an account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../src/store/port.ts';
import { putFolder } from '../../src/store/tables/imap-folders.ts';
import { findByEmail, type MessageRow, putMessageRow } from '../../src/store/tables/imap-messages.ts';
import {
  askForSync,
  claimSync,
  holdsSync,
  postponeSync,
  releaseSync,
  renewSync,
} from '../../src/store/tables/sync-jobs.ts';
import { ensureSyncJobs, forgetAccount, updateSyncJob } from '../../src/sync/accounts.ts';
import { adoptMessage, applyMessage, applyRemoval } from '../../src/sync/apply.ts';
import { countJobs } from '../support/jobs.ts';
import { changesSince } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
let service: TestService;
const write = <T>(work: (tx: Tx) => Promise<T>) => service.store.write(1, work);

beforeAll(async () => {
  service = await startTestService();
  await write(async (tx) => {
    for (const [path, folder] of [
      ['INBOX', 'INBOX'],
      ['Bin', 'TRASH'],
      ['Old', 'ARCHIVE'],
      ['Sent', 'SENT'],
    ] as const)
      putFolder(tx, ACCOUNT, path, folder);
  });
});

afterAll(() => service.end());

let uid = 0;

interface StoredMail {
  id: string;
  row: MessageRow;
  /** Whether one of its changes waits for its server. */
  isWaiting(): Promise<boolean>;
}

async function makeMail(values: Record<string, unknown> = {}): Promise<StoredMail> {
  uid++;
  const pushes = await countJobs(service, 'push');
  const received = { from_address: 'b@example.org', received_at: '2026-01-01T00:00:00Z', source: 'imap' };
  const body = { ...received, account_id: ACCOUNT, message_id: `<${uid}@example.org>`, ...values };
  const answer = await service.ask('POST', '/emails', body);
  const { id } = (answer.body as { data: { id: string } }).data;
  const row: MessageRow = {
    accountId: ACCOUNT,
    path: 'INBOX',
    uidValidity: 1,
    uid,
    emailId: id,
    identity: `<${uid}@example.org>`,
    size: 100,
    seen: false,
    flagged: false,
  };
  return { id, row, isWaiting: async () => (await countJobs(service, 'push')) === pushes + 1 };
}

async function makePlaced(): Promise<StoredMail> {
  const made = await makeMail();
  await write(async (tx) => putMessageRow(tx, made.row));
  return made;
}

async function mailOf(id: string): Promise<Record<string, unknown>> {
  return ((await service.ask('GET', `/emails/${id}`)).body as { data: Record<string, unknown> }).data;
}

describe('a change of a mail that has a location at a server waits to be pushed', () => {
  it.each<[string, (id: string) => [method: string, path: string, body?: unknown]]>([
    ['read', (id) => ['POST', `/emails/${id}/read`]],
    ['starred', (id) => ['POST', `/emails/${id}/star`]],
    ['moved', (id) => ['PATCH', `/emails/${id}`, { folder: 'ARCHIVE' }]],
    ['deleted', (id) => ['DELETE', `/emails/${id}`]],
    ['erased', (id) => ['DELETE', `/emails/${id}?permanent=true`]],
    ['moved in a batch', (id) => ['POST', '/emails/batch', { ids: [id], action: 'move', params: { folder: 'SPAM' } }]],
  ])('%s', async (_, request) => {
    const { id, isWaiting } = await makePlaced();
    await service.ask(...request(id));
    expect(await isWaiting()).toBe(true);
  });

  it('unless the server has no such property', async () => {
    const { id, isWaiting } = await makePlaced();
    await service.ask('PATCH', `/emails/${id}`, { labels: ['home'] });
    await service.ask('POST', `/emails/${id}/snooze`, { until: '2099-01-01T00:00:00Z' });
    expect(await isWaiting()).toBe(false);
  });

  it.each<[string, (id: string) => [method: string, path: string, body?: unknown]]>([
    ['marked unread', (id) => ['POST', `/emails/${id}/unread`]],
    ['unstarred', (id) => ['POST', `/emails/${id}/unstar`]],
    ['moved to the folder it is in', (id) => ['PATCH', `/emails/${id}`, { folder: 'INBOX' }]],
    ['marked in a batch', (id) => ['POST', '/emails/batch', { ids: [id], action: 'mark_unread' }]],
  ])('unless the value is the same: %s', async (_, request) => {
    const { id, isWaiting } = await makePlaced();
    const { seq } = await changesSince(service, 0, 0);
    expect((await service.ask(...request(id))).status).toBe(200);
    expect((await changesSince(service, seq, 10)).messages.map(({ event }) => event)).toEqual(['email.updated']);
    expect(await isWaiting()).toBe(false);
  });

  it('until it is reverted', async () => {
    const { id, isWaiting } = await makePlaced();
    await service.ask('POST', `/emails/${id}/star`);
    await service.ask('POST', `/emails/${id}/unstar`);
    expect(await isWaiting()).toBe(false);
    await service.ask('DELETE', `/emails/${id}`);
    await service.ask('POST', `/emails/${id}/restore`);
    expect(await isWaiting()).toBe(false);
  });

  it('but not of a mail without a location', async () => {
    const { id, isWaiting } = await makeMail();
    await service.ask('POST', `/emails/${id}/star`);
    await service.ask('DELETE', `/emails/${id}?permanent=true`);
    expect(await isWaiting()).toBe(false);
  });
});

describe('a scan of the server', () => {
  const former = { folder: 'INBOX', lastSeen: null };

  it('changes the mail, and no push waits', async () => {
    const { id, row, isWaiting } = await makePlaced();
    await write((tx) =>
      applyMessage(tx, row, { ...row, seen: true, path: 'Old', uid: 900, folder: 'ARCHIVE' }, former),
    );
    expect(await mailOf(id)).toMatchObject({ is_read: true, folder: 'ARCHIVE' });
    expect(await isWaiting()).toBe(false);
    expect((await write((tx) => findByEmail(tx, id)))?.row).toMatchObject({ path: 'Old', uid: 900, seen: true });
  });

  it('is merged with local changes, which still wait', async () => {
    const { id, row, isWaiting } = await makePlaced();
    await service.ask('POST', `/emails/${id}/star`);
    await write((tx) => applyMessage(tx, row, { ...row, seen: true, folder: 'INBOX' }, former));
    expect(await mailOf(id)).toMatchObject({ is_read: true, is_starred: true });
    expect(await isWaiting()).toBe(true);
    const again = { ...row, seen: true };
    await write((tx) => applyMessage(tx, again, { ...again, flagged: true, folder: 'INBOX' }, former));
    expect(await isWaiting()).toBe(false);
  });

  it('yields to a local move, unless the move at the server is later', async () => {
    for (const [lastSeen, folder] of [
      [0, 'ARCHIVE'],
      [Date.now() + 60_000, 'TRASH'],
    ] as const) {
      const { id, row, isWaiting } = await makePlaced();
      await service.ask('PATCH', `/emails/${id}`, { folder: 'ARCHIVE' });
      const moved = { ...row, path: 'Bin', uid: row.uid + 1000, folder: 'TRASH' };
      await write((tx) => applyMessage(tx, row, moved, { folder: 'INBOX', lastSeen }));
      expect(await mailOf(id)).toMatchObject({ folder, deleted_at: null });
      expect(await isWaiting()).toBe(folder === 'ARCHIVE');
    }
  });

  it('restores a mail that left the trash at the server', async () => {
    const { id, row, isWaiting } = await makePlaced();
    await service.ask('DELETE', `/emails/${id}`);
    const there = { ...row, path: 'Bin', uid: row.uid + 1000 };
    await write((tx) => applyMessage(tx, row, { ...there, folder: 'TRASH' }, former));
    expect(await isWaiting()).toBe(false);
    await write((tx) =>
      applyMessage(tx, there, { ...row, uid: row.uid + 2000, folder: 'INBOX' }, { folder: 'TRASH', lastSeen: null }),
    );
    expect(await mailOf(id)).toMatchObject({ folder: 'INBOX', deleted_at: null });
    expect(await isWaiting()).toBe(false);
  });

  it('moves the mail of a missing message to the trash, once', async () => {
    const { id, row, isWaiting } = await makePlaced();
    await service.ask('POST', `/emails/${id}/star`);
    await write((tx) => applyRemoval(tx, row));
    await write((tx) => applyRemoval(tx, row));
    expect((await mailOf(id)).deleted_at).not.toBeNull();
    expect(await isWaiting()).toBe(false);
    await service.ask('POST', `/emails/${id}/restore`);
    expect(await isWaiting()).toBe(false); // it is ours alone now
  });

  it('stores only the location of a mail that was erased here, so that it is deleted at the server', async () => {
    const { id, row, isWaiting } = await makePlaced();
    await service.ask('DELETE', `/emails/${id}?permanent=true`);
    await write((tx) => applyMessage(tx, row, { ...row, path: 'Old', uid: row.uid + 1000, folder: 'ARCHIVE' }, former));
    expect((await write((tx) => findByEmail(tx, id)))?.row).toMatchObject({ path: 'Old' });
    expect(await isWaiting()).toBe(true);
  });
});

describe('a message that is new at the server', () => {
  const adopt = (messageId: string, folder: string) => {
    uid++;
    const sighting = {
      path: folder === 'SENT' ? 'Sent' : 'INBOX',
      uidValidity: 1,
      uid,
      seen: true,
      flagged: false,
      folder,
    };
    return write((tx) => adoptMessage(tx, ACCOUNT, messageId, sighting, { identity: messageId, size: 100 }));
  };

  it('is the mail that Daybook sent, if it is in the sent folder', async () => {
    const { id } = await makeMail({
      status: 'sent',
      folder: 'SENT',
      message_id: '<sent@example.org>',
      source: 'local',
    });
    expect(await adopt('<sent@example.org>', 'INBOX')).toBe('unknown');
    expect(await adopt('<other@example.org>', 'SENT')).toBe('unknown');
    expect(await adopt('<sent@example.org>', 'SENT')).toBe('adopted');
    expect((await write((tx) => findByEmail(tx, id)))?.row).toMatchObject({ path: 'Sent', emailId: id });
    expect(await adopt('<sent@example.org>', 'SENT')).toBe('unknown'); // another copy is another mail
  });

  it('waits while Daybook does not know that it is sent', async () => {
    const { id } = await makeMail({
      status: 'sending',
      folder: 'OUTBOX',
      message_id: '<way@example.org>',
      source: 'local',
    });
    expect(await adopt('<way@example.org>', 'SENT')).toBe('sending');
    expect(await adopt('<way@example.org>', 'INBOX')).toBe('unknown');
    expect(await write((tx) => findByEmail(tx, id))).toBeUndefined();
  });

  it('is a mail that vanished before, which takes the state of the server', async () => {
    const { id } = await makeMail({ message_id: '<back@example.org>', folder: 'ARCHIVE' });
    await service.ask('DELETE', `/emails/${id}`);
    expect(await adopt('<back@example.org>', 'INBOX')).toBe('adopted');
    expect(await mailOf(id)).toMatchObject({ folder: 'INBOX', is_read: true, deleted_at: null });
  });

  it('is a mail of an account that was removed and added again', async () => {
    const gone = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d99';
    const { id } = await makeMail({ message_id: '<moved-in@example.org>', account_id: gone });
    expect(await adopt('<moved-in@example.org>', 'INBOX')).toBe('adopted');
    expect(await mailOf(id)).toMatchObject({ account_id: ACCOUNT, folder: 'INBOX' });
  });

  it('is not a mail that only refers to its Message-ID, has no account, or is a draft', async () => {
    await makeMail({ in_reply_to: '<named@example.org>' });
    await makeMail({ message_id: '<elsewhere@example.org>', account_id: null });
    await makeMail({ message_id: '<draft@example.org>', status: 'draft' });
    for (const id of ['<named@example.org>', '<elsewhere@example.org>', '<draft@example.org>'])
      expect(await adopt(id, 'INBOX')).toBe('unknown');
  });
});

describe('an account', () => {
  // Off at first, so that the service of this test does not take it.
  const record = {
    id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11',
    imap: null,
    sync: { enabled: true, folders: null, since: null },
  };

  it('is leased by one instance, until the lease expires or is released', async () => {
    const id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d12';
    await write(async (tx) => {
      tx.run("insert into jobs (user_id, kind, record_id, due_at, created_at) values (?1, 'sync', ?2, 0, 0)", id);
      expect(await claimSync(tx, id, 'one', 60_000)).toBe(true);
      expect(await claimSync(tx, id, 'two', 60_000)).toBe(false);
      expect([await holdsSync(tx, id, 'one'), await holdsSync(tx, id, 'two')]).toEqual([true, false]);
      expect([await renewSync(tx, id, 'one', -1), await renewSync(tx, id, 'two', 60_000)]).toEqual([true, false]);
      expect(await claimSync(tx, id, 'two', 60_000)).toBe(true);
      expect(await renewSync(tx, id, 'one', 60_000)).toBe(false);
      expect(await postponeSync(tx, id, 'one', 0, 'away')).toBe(false);
      expect(await askForSync(tx, id)).toBe(true); // and whoever has it keeps it
      expect(await holdsSync(tx, id, 'two')).toBe(true);
      await releaseSync(tx, id, 'two');
      expect(await claimSync(tx, id, 'one', 60_000)).toBe(true);
      expect(await postponeSync(tx, id, 'one', tx.now + 60_000, 'away')).toBe(true);
      expect(await claimSync(tx, id, 'two', 60_000)).toBe(false);
      forgetAccount(tx, id);
      expect(await askForSync(tx, id)).toBe(false);
    });
  });

  it('has a job as long as sync is enabled', async () => {
    const jobs = async (tx: Tx) =>
      (await tx.all("select 1 as one from jobs where user_id = ?1 and kind = 'sync' and record_id = ?2", record.id))
        .length;
    await write(async (tx) => {
      const imap = {} as never;
      updateSyncJob(tx, { ...record, imap });
      expect(await jobs(tx)).toBe(1);
      updateSyncJob(tx, { ...record, imap, sync: { ...record.sync, enabled: false } });
      expect(await jobs(tx)).toBe(0);
      updateSyncJob(tx, { ...record, imap });
      updateSyncJob(tx, record);
      expect(await jobs(tx)).toBe(0);
    });
    await ensureSyncJobs(service.store);
    expect(await write(jobs)).toBe(0);
  });

  it('without sync is reported as off, and a sync request is 409 SYNC_OFF', async () => {
    const smtp = { host: '127.0.0.1', port: 1, security: 'none' };
    const { body } = await service.ask('POST', '/email-accounts', { address: 'a@example.org', smtp });
    const { id } = (body as { data: { id: string } }).data;
    const report = await service.ask('GET', `/email-accounts/${id}/sync`);
    expect([report.status, report.body]).toEqual([
      200,
      { data: { account_id: id, state: 'off', last_error: null, next_try: null, waiting_changes: 0, folders: [] } },
    ]);
    const asked = await service.ask('POST', `/email-accounts/${id}/sync`);
    expect([asked.status, asked.body]).toMatchObject([409, { error: { code: 'SYNC_OFF' } }]);
    const unknown = await service.ask('GET', `/email-accounts/${record.id}/sync`);
    expect(unknown.status).toBe(404);
  });
});
