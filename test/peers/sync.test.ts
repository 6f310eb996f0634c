// A mailbox is mirrored: what is at the server is here, once each, and what is done on one side reaches the other.
import type { ImapFlow } from 'imapflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from '../support/feed.ts';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { type Dovecot, startDovecot } from './support/dovecot.ts';
import { deliver, messageText, openClient, uidOf, within } from './support/mailbox.ts';
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
  for (let index = 1; index <= 12; index++) await deliver(dovecot, { subject: `first ${index}` });
  await client.append('Sent', messageText({ subject: 'sent before' }), ['\\Seen']);
  await client.append('Trash', messageText({ subject: 'trashed before' }), ['\\Seen']);
  await client.mailboxCreate('Projects/Garden');
  await client.append('Projects/Garden', messageText({ subject: 'beans' }), ['\\Flagged']);
  service = await startDaybook();
  account = await addMailAccount(ask, dovecot);
});

describe('the first sync', () => {
  it('brings every message of every folder, once', async () => {
    await equal();
    expect(await mailNamed(ask, 'beans')).toMatchObject({
      folder: 'Projects/Garden',
      is_starred: true,
      is_read: false,
      source: 'imap',
      status: 'received',
    });
    expect(await mailNamed(ask, 'sent before')).toMatchObject({ folder: 'SENT', status: 'sent', is_read: true });
    expect(await mailNamed(ask, 'trashed before')).toMatchObject({ folder: 'TRASH', deleted_at: null });
  });
});

describe('what is done at the server', () => {
  it('new mail in the inbox is told at once, without waiting for a look', async () => {
    const quiet = await startDaybook({ syncPoll: '3600' });
    const other = await addMailAccount(quiet.ask, dovecot);
    await untilEqual(client, quiet.url, other);
    await eventually(
      () => reportOf(quiet.url, other),
      ({ state }) => state === 'live',
    );
    const feed = await openFeed(quiet.url, '?events=email.created');
    await deliver(dovecot, { subject: 'pushed by the server' });
    await feed.until((all) => all.some(({ data }) => data?.subject === 'pushed by the server'));
    await feed.close();
    await stopDaybook(quiet);
    await equal();
  });

  it('marks reach the mail', async () => {
    await within(client, 'INBOX', async () => {
      await client.messageFlagsAdd(await uidOf(client, 'first 12'), ['\\Seen', '\\Flagged'], { uid: true });
    });
    await eventually(
      () => mailNamed(ask, 'first 12'),
      ({ is_read, is_starred }) => is_read && is_starred,
    );
    await within(client, 'INBOX', async () => {
      await client.messageFlagsRemove(await uidOf(client, 'first 12'), ['\\Seen'], { uid: true });
    });
    await eventually(
      () => mailNamed(ask, 'first 12'),
      ({ is_read }) => !is_read,
    );
    await equal();
  });

  it('a message that is moved stays the same mail', async () => {
    const before = await mailNamed(ask, 'first 11');
    await within(client, 'INBOX', async () => {
      await client.messageMove(await uidOf(client, 'first 11'), 'Archive', { uid: true });
    });
    const after = await eventually(
      () => mailNamed(ask, 'first 11'),
      ({ folder }) => folder === 'ARCHIVE',
    );
    expect([after.id, after.source_id]).toEqual([before.id, before.source_id]);
    await equal();
  });

  it('a message that goes to the trash and comes back stays the same mail', async () => {
    const before = await mailNamed(ask, 'first 10');
    await within(client, 'INBOX', async () => {
      await client.messageMove(await uidOf(client, 'first 10'), 'Trash', { uid: true });
    });
    await eventually(
      () => mailNamed(ask, 'first 10'),
      ({ folder }) => folder === 'TRASH',
    );
    await within(client, 'Trash', async () => {
      await client.messageMove(await uidOf(client, 'first 10'), 'INBOX', { uid: true });
    });
    const after = await eventually(
      () => mailNamed(ask, 'first 10'),
      ({ folder }) => folder === 'INBOX',
    );
    expect(after).toMatchObject({ id: before.id, deleted_at: null });
    await equal();
  });

  it('a message that is expunged goes into the trash and is not erased', async () => {
    await within(client, 'INBOX', async () => {
      await client.messageDelete(await uidOf(client, 'first 9'), { uid: true });
    });
    await eventually(
      () => mailNamed(ask, 'first 9'),
      ({ deleted_at }) => deleted_at !== null,
    );
    await equal();
  });

  it('a folder that is renamed keeps its mails, under its new name', async () => {
    const before = await mailNamed(ask, 'beans');
    await client.mailboxRename('Projects/Garden', 'Projects/Orchard');
    const after = await eventually(
      () => mailNamed(ask, 'beans'),
      ({ folder }) => folder === 'Projects/Orchard',
    );
    expect(after).toMatchObject({ id: before.id, is_starred: true, deleted_at: null });
    await equal();
    expect((await reportOf(service.url, account)).folders.map(({ path }) => path)).not.toContain('Projects/Garden');
  });

  it('a folder that is deleted with its mail takes it into the trash', async () => {
    await client.mailboxCreate('Doomed');
    await client.append('Doomed', messageText({ subject: 'doomed' }));
    await eventually(
      () => mailsNamed(ask, 'doomed'),
      (found) => found.length === 1,
    );
    await client.mailboxDelete('Doomed');
    await eventually(
      () => mailNamed(ask, 'doomed'),
      ({ deleted_at }) => deleted_at !== null,
    );
    await equal();
  });

  it('a folder that is made anew with the same messages keeps its mails', async () => {
    await client.mailboxCreate('Again');
    const kept = messageText({ subject: 'kept' });
    const also = messageText({ subject: 'kept too' });
    await client.append('Again', also);
    await client.append('Again', kept, ['\\Flagged']);
    await client.append('Again', messageText({ subject: 'not kept' }));
    await eventually(
      () => mailsNamed(ask, 'not kept'),
      (found) => found.length === 1,
    );
    await equal();
    const ids = [(await mailNamed(ask, 'kept')).id, (await mailNamed(ask, 'kept too')).id];
    const validity = async () => (await client.status('Again', { uidValidity: true })) || undefined;
    const before = (await validity())?.uidValidity;
    await stopDaybook(service);
    await client.mailboxDelete('Again');
    await client.mailboxCreate('Again');
    for (const text of [kept, also, messageText({ subject: 'new in it' })]) await client.append('Again', text);
    expect((await validity())?.uidValidity).not.toBe(before);
    service = await startDaybook({ data: service.folder, database: service.database });
    await equal();
    expect([(await mailNamed(ask, 'kept')).id, (await mailNamed(ask, 'kept too')).id]).toEqual(ids);
    expect(await mailNamed(ask, 'kept')).toMatchObject({ is_starred: false, deleted_at: null });
    expect((await mailNamed(ask, 'not kept')).deleted_at).not.toBeNull();
    expect(await mailsNamed(ask, 'new in it')).toHaveLength(1);
  });
});

describe('what is done here', () => {
  it('reading and starring reach the server, and make no echo', async () => {
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

  it('values that a mail has emit one event for each request, and nothing comes of them at the server', async () => {
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

  it('moving reaches the server, also into a folder that is not there yet', async () => {
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

  it('what was deleted here and is taken out of the trash there is restored', async () => {
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

  it('erasing deletes at the server, and it does not come back', async () => {
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

  it('snoozing stays here', async () => {
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

describe('what is done on both sides while the line is away', () => {
  it('is brought together when it is back', async () => {
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
    // Both have moved it while nobody could see: ours is kept.
    expect(await mailNamed(ask, 'first 7')).toMatchObject({ id: seven.id, folder: 'Projects/New' });
    expect(await mailNamed(ask, 'first 8')).toMatchObject({ id: eight.id, is_starred: true });
    expect((await mailNamed(ask, 'first 8')).deleted_at).not.toBeNull();
  });
});

describe('an account', () => {
  it('is told of in the feed, and can be asked to look', async () => {
    const feed = await openFeed(service.url, '?events=sync.*');
    expect((await ask('POST', `/email-accounts/${account}/sync`)).status).toBe(202);
    await feed.until((all) => all.some(({ event }) => event === 'sync.completed'));
    expect(feed.changes().map(({ event }) => event)).toEqual(['sync.started', 'sync.completed']);
    expect(feed.changes()[0]?.data).toEqual({ account_id: account });
    await feed.close();
  });

  it('that is removed is mirrored no longer; its mails stay', async () => {
    const { body } = await ask('GET', `/emails?account_id=${account}&limit=0`);
    const { total } = (body as { meta: { total: number } }).meta;
    await ask('DELETE', `/email-accounts/${account}`);
    await deliver(dovecot, { subject: 'too late' });
    expect((await ask('GET', `/email-accounts/${account}/sync`)).status).toBe(404);
    const rows = await service.store.read(1, [
      { sql: 'select count(*) as n from imap_messages where user_id = ?1', params: [] },
      { sql: 'select count(*) as n from imap_folders where user_id = ?1', params: [] },
      { sql: "select count(*) as n from jobs where user_id = ?1 and kind in ('sync', 'push')", params: [] },
    ]);
    expect(rows.map(([row]) => row?.n)).toEqual([0, 0, 0]);
    const after = await ask('GET', `/emails?account_id=${account}&limit=0`);
    expect((after.body as { meta: { total: number } }).meta.total).toBe(total);
  });

  it('that is added again has its mails again, and none twice', async () => {
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
