// Mirroring with a real Dovecot: the first sync, and changes at the server.
import type { ImapFlow } from 'imapflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from '../support/feed.ts';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { type Dovecot, startDovecot } from './support/dovecot.ts';
import { deliver, fillFolders, messageText, openClient, uidOf, within } from './support/mailbox.ts';
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
});

describe('the first sync', () => {
  it('fetches every message of every folder once', async () => {
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

it('a large message is fetched in parts and stored byte for byte', async () => {
  const raw = messageText({ subject: 'large', text: 'All of it, line by line.\r\n'.repeat(100_000) });
  await client.append('Projects/Garden', raw);
  await equal();
  const { id } = (await mailNamed(ask, 'large')) as { id: string };
  const source = await fetch(`${service.url}/api/v1/emails/${id}/raw`);
  expect((await source.text()) === raw).toBe(true);
});

describe('a change at the server', () => {
  it('new mail in the inbox is fetched at once, without waiting for a poll', async () => {
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

  it('flags reach the mail', async () => {
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

  it('a message that is moved to the trash and back stays the same mail', async () => {
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

  it('an expunged message is moved to the trash and not erased', async () => {
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

  it('the mail of a deleted folder is moved to the trash', async () => {
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

  it('a folder that is recreated with the same messages keeps its mails', async () => {
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
