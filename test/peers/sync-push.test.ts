// Mirroring with a real Dovecot: local changes, changes on both sides without a connection, and changes of the account.
import type { ImapFlow } from 'imapflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from '../support/feed.ts';
import { countJobs } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { type Dovecot, startDovecot } from './support/dovecot.ts';
import { deliver, fillFolders, openClient, uidOf, within } from './support/mailbox.ts';
import { addMailAccount, mailNamed, mailsNamed, startDaybook, stopDaybook } from './support/world.ts';

let dovecot: Dovecot;
let service: TestService;
let client: ImapFlow;
let account: string;
const ask: TestService['ask'] = (...given) => service.ask(...given);
const equal = () => untilEqual(client, service.url, account);

beforeAll(async () => {
  dovecot = await startDovecot();
  client = await openClient(dovecot);
  await fillFolders(dovecot, client);
  service = await startDaybook();
  account = await addMailAccount(ask, dovecot);
  await equal();
});

describe('a local change', () => {
  it('reading and starring reach the server, and emit no further event', async () => {
    const { id } = await mailNamed(ask, 'first 1');
    const feed = await openFeed(service.url, '?events=email.*');
    await ask('POST', `/emails/${id}/read`);
    await ask('POST', `/emails/${id}/star`);
    await equal();
    await ask('POST', `/email-accounts/${account}/sync`);
    await equal();
    await feed.settled();
    expect(feed.changes().map(({ event, data }) => [event, data.is_read, data.is_starred])).toEqual([
      ['email.updated', true, false],
      ['email.updated', true, true],
    ]);
    await feed.close();
    await ask('POST', `/emails/${id}/unread`);
    await ask('POST', `/emails/${id}/unstar`);
    await equal();
  });

  it('the same values emit one event for each request, and change nothing at the server', async () => {
    const { id } = await mailNamed(ask, 'first 1');
    const feed = await openFeed(service.url, '?events=email.*');
    const modseq = async () => (await client.status('INBOX', { highestModseq: true })) || undefined;
    const before = (await modseq())?.highestModseq;
    await ask('POST', `/emails/${id}/unread`);
    await ask('POST', `/emails/${id}/unstar`);
    await ask('PATCH', `/emails/${id}`, { folder: 'INBOX' });
    await ask('POST', '/emails/batch', { ids: [id], action: 'mark_unread' });
    expect((await reportOf(service.url, account)).waiting_changes).toBe(0);
    await ask('POST', `/email-accounts/${account}/sync`);
    await equal();
    await ask('POST', `/email-accounts/${account}/sync`);
    await equal();
    await feed.settled();
    expect(feed.changes().map(({ event, data }) => [event, data.id])).toEqual(Array(4).fill(['email.updated', id]));
    expect((await modseq())?.highestModseq).toBe(before);
    await feed.close();
  });

  it('moving reaches the server, also into a folder that does not exist there', async () => {
    const { id } = await mailNamed(ask, 'first 2');
    for (const folder of ['ARCHIVE', 'Projects/New', 'INBOX']) {
      await ask('PATCH', `/emails/${id}`, { folder });
      await equal();
      expect(await mailNamed(ask, 'first 2')).toMatchObject({ id, folder });
    }
    expect((await client.list()).map(({ path }) => path)).toContain('Projects/New');
  });

  it('deleting moves to the trash of the server, restoring moves back', async () => {
    const { id } = await mailNamed(ask, 'first 3');
    const inTrash = () => within(client, 'Trash', async () => (await client.search({ subject: 'first 3' })) || []);
    await ask('DELETE', `/emails/${id}`);
    await equal();
    expect(await inTrash()).toHaveLength(1);
    expect((await mailNamed(ask, 'first 3')).deleted_at).not.toBeNull();
    await ask('POST', `/emails/${id}/restore`);
    await equal();
    expect(await inTrash()).toHaveLength(0);
    expect(await mailNamed(ask, 'first 3')).toMatchObject({ id, folder: 'INBOX', deleted_at: null });
  });

  it('a mail that was deleted here and leaves the trash at the server is restored', async () => {
    const { id } = await mailNamed(ask, 'first 3');
    await ask('DELETE', `/emails/${id}`);
    await equal();
    await within(client, 'Trash', async () => {
      await client.messageMove(await uidOf(client, 'first 3'), 'INBOX', { uid: true });
    });
    await eventually(
      () => mailNamed(ask, 'first 3'),
      ({ deleted_at }) => deleted_at === null,
    );
    await equal();
  });

  it('erasing deletes at the server, and the mail does not reappear', async () => {
    const { id } = await mailNamed(ask, 'first 4');
    await ask('DELETE', `/emails/${id}?permanent=true`);
    await eventually(
      () => within(client, 'INBOX', async () => (await client.search({ subject: '"first 4"' })) || []),
      (found) => found.length === 0,
    );
    await ask('POST', `/email-accounts/${account}/sync`);
    await equal();
    expect(await mailsNamed(ask, 'first 4')).toEqual([]);
  });

  it('snoozing is not pushed', async () => {
    const { id } = await mailNamed(ask, 'first 5');
    await ask('POST', `/emails/${id}/snooze`, { until: '2099-01-01T00:00:00Z' });
    await ask('POST', `/email-accounts/${account}/sync`);
    await equal();
    await within(client, 'INBOX', () => uidOf(client, 'first 5'));
    await ask('POST', `/emails/${id}/unsnooze`);
    await equal();
  });

  it('a batch of changes reaches the server', async () => {
    const ids = await Promise.all([6, 7, 8].map(async (index) => (await mailNamed(ask, `first ${index}`)).id));
    await ask('POST', '/emails/batch', { ids, action: 'move', params: { folder: 'ARCHIVE' } });
    await ask('POST', '/emails/batch', { ids, action: 'mark_read' });
    await equal();
  });
});

describe('changes on both sides without a connection', () => {
  it('are merged when it is back', async () => {
    const mails = await Promise.all([6, 7, 8].map((index) => mailNamed(ask, `first ${index}`)));
    const [six, seven, eight] = mails as [(typeof mails)[0], (typeof mails)[0], (typeof mails)[0]];
    await dovecot.stop();
    await eventually(
      () => reportOf(service.url, account),
      ({ state }) => state === 'error',
    );
    await ask('POST', `/emails/${six.id}/star`);
    await ask('PATCH', `/emails/${seven.id}`, { folder: 'Projects/New' });
    await ask('DELETE', `/emails/${eight.id}`);
    await stopDaybook(service);
    await dovecot.start();
    client = await openClient(dovecot);
    await within(client, 'Archive', async () => {
      await client.messageFlagsRemove(await uidOf(client, 'first 6'), ['\\Seen'], { uid: true });
      await client.messageMove(await uidOf(client, 'first 7'), 'Junk', { uid: true });
      await client.messageFlagsAdd(await uidOf(client, 'first 8'), ['\\Flagged'], { uid: true });
    });
    service = await startDaybook({ data: service.folder, database: service.database });
    await equal();
    expect(await mailNamed(ask, 'first 6')).toMatchObject({ id: six.id, is_starred: true, is_read: false });
    // Both have moved it without a connection: the local move is kept.
    expect(await mailNamed(ask, 'first 7')).toMatchObject({ id: seven.id, folder: 'Projects/New' });
    expect(await mailNamed(ask, 'first 8')).toMatchObject({ id: eight.id, is_starred: true });
    expect((await mailNamed(ask, 'first 8')).deleted_at).not.toBeNull();
  });
});

describe('an account', () => {
  it('emits sync events, and syncs on request', async () => {
    const feed = await openFeed(service.url, '?events=sync.*');
    expect((await ask('POST', `/email-accounts/${account}/sync`)).status).toBe(202);
    await feed.until((all) => all.some(({ event }) => event === 'sync.completed'));
    expect(feed.changes().map(({ event }) => event)).toEqual(['sync.started', 'sync.completed']);
    expect(feed.changes()[0]?.data).toEqual({ account_id: account });
    await feed.close();
  });

  it('that is removed is no longer synced; its mails stay', async () => {
    const { body } = await ask('GET', `/emails?account_id=${account}&limit=0`);
    const { total } = (body as { meta: { total: number } }).meta;
    await ask('DELETE', `/email-accounts/${account}`);
    await deliver(dovecot, { subject: 'too late' });
    expect((await ask('GET', `/email-accounts/${account}/sync`)).status).toBe(404);
    expect([await countJobs(service, 'sync'), await countJobs(service, 'push')]).toEqual([0, 0]);
    // Only the rows show that nothing is left of the mailbox.
    const rows = await service.store.read(1, [
      { sql: 'select count(*) as n from imap_messages where user_id = ?1', params: [] },
      { sql: 'select count(*) as n from imap_folders where user_id = ?1', params: [] },
    ]);
    expect(rows.map(([row]) => row?.n)).toEqual([0, 0]);
    const after = await ask('GET', `/emails?account_id=${account}&limit=0`);
    expect((after.body as { meta: { total: number } }).meta.total).toBe(total);
  });

  it('that is added again has its mails again, without duplicates', async () => {
    const { id } = await mailNamed(ask, 'first 1');
    const total = async () => {
      const { body } = await ask('GET', '/emails?include_deleted=true&limit=0');
      return (body as { meta: { total: number } }).meta.total;
    };
    const before = await total();
    account = await addMailAccount(ask, dovecot);
    await equal();
    expect(await mailNamed(ask, 'first 1')).toMatchObject({ id, account_id: account });
    expect(await total()).toBe(before + 1); // the one that came while there was no account
  });
});
