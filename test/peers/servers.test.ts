// Servers as they are: away and back, refusing, behind an authority of their own, or able to do very little. An
// account says what is wrong in words, and comes back by itself.
import { beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from '../support/feed.ts';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { DOMAIN, type Dovecot, startDovecot } from './support/dovecot.ts';
import { startExim } from './support/exim.ts';
import { deliver, messageText, openClient, uidOf, within } from './support/mailbox.ts';
import { accountBody, addMailAccount, mailNamed, mailsNamed, startDaybook } from './support/world.ts';

interface Account {
  id: string;
  status: string;
  status_detail: string | null;
  imap: { status: string; status_detail: string | null };
}

let dovecot: Dovecot;

beforeAll(async () => {
  dovecot = await startDovecot();
  await deliver(dovecot, { subject: 'one' });
});

async function accountOf(service: TestService, id: string): Promise<Account> {
  return ((await service.ask('GET', `/email-accounts/${id}`)).body as { data: Account }).data;
}

describe('the connection', () => {
  it('that is lost sets the IMAP status to error and is reopened automatically; sending does not depend on it', async () => {
    const own = await startDovecot();
    const service = await startDaybook();
    const { port: smtpPort } = await startExim(own);
    const account = await addMailAccount(service.ask, own, { smtpPort });
    await untilEqual(await openClient(own), service.url, account);
    expect((await accountOf(service, account)).status).toBe('connected');
    const feed = await openFeed(service.url, '?events=sync.*,email_account.*');
    await own.stop();
    await feed.until((all) => all.some(({ event }) => event === 'sync.error'));
    const away = await eventually(
      () => accountOf(service, account),
      ({ imap }) => imap.status === 'error',
    );
    expect(away).toMatchObject({ status: 'connected', imap: { status_detail: expect.stringMatching(/127\.0\.0\.1/) } });
    const sent = { account_id: account, to_addresses: [`bob@${DOMAIN}`], subject: 'meanwhile', body_plain: 'x' };
    const { id } = ((await service.ask('POST', '/emails/send', sent)).body as { data: { id: string } }).data;
    await eventually(
      async () => ((await service.ask('GET', `/emails/${id}`)).body as { data: { status: string } }).data.status,
      (state) => state === 'sent',
    );
    await service.ask('DELETE', `/emails/${id}?permanent=true`); // it is not in the mailbox
    expect(await reportOf(service.url, account)).toMatchObject({ state: 'error', last_error: expect.any(String) });
    await own.start();
    await deliver(own, { subject: 'while away' });
    await untilEqual(await openClient(own), service.url, account);
    await eventually(
      () => reportOf(service.url, account),
      ({ state }) => state === 'live',
    );
    await eventually(
      () => accountOf(service, account),
      ({ imap }) => imap.status === 'connected',
    );
    await feed.close();
  });

  it('over TLS needs a known or configured certificate authority', async () => {
    const service = await startDaybook();
    const tls = { port: dovecot.tlsPort, host: 'localhost', security: 'tls' };
    const account = await addMailAccount(service.ask, dovecot, { imap: tls });
    const refused = await eventually(
      () => reportOf(service.url, account),
      ({ state }) => state === 'error',
    );
    expect(refused.last_error).toMatch(/authority/);
    await service.ask('PATCH', `/email-accounts/${account}`, {
      imap: { tls_ca: dovecot.certificates.ca, password: 'secret' },
    });
    await untilEqual(await openClient(dovecot), service.url, account);
    const upgraded = { port: dovecot.port, security: 'starttls', password: 'secret' };
    expect((await service.ask('PATCH', `/email-accounts/${account}`, { imap: upgraded })).status).toBe(200);
    await deliver(dovecot, { subject: 'over starttls' });
    await untilEqual(await openClient(dovecot), service.url, account);
  });

  it('is not retried in a loop with a refused password', async () => {
    const service = await startDaybook();
    const account = await addMailAccount(service.ask, dovecot, { imap: { password: 'wrong' } });
    const report = await eventually(
      () => reportOf(service.url, account),
      ({ state }) => state === 'error',
    );
    expect(report.last_error).toMatch(/did not accept the login/);
    expect((await accountOf(service, account)).imap.status_detail).toMatch(/password/);
    expect(Date.parse((report as unknown as { next_try: string }).next_try)).toBeGreaterThan(Date.now() + 600_000);
    await service.ask('PATCH', `/email-accounts/${account}`, { imap: { password: 'secret' } });
    await untilEqual(await openClient(dovecot), service.url, account);
  });
});

describe('a server without extensions', () => {
  it('without CONDSTORE, MOVE, UIDPLUS and IDLE is synced in both directions', async () => {
    const poor = await startDovecot({ capabilities: 'IMAP4rev1 LITERAL+ NAMESPACE SPECIAL-USE' });
    const client = await openClient(poor);
    for (const subject of ['a', 'b', 'c', 'd']) await deliver(poor, { subject: `poor ${subject}` });
    const service = await startDaybook();
    const account = await addMailAccount(service.ask, poor);
    const equal = () => untilEqual(client, service.url, account);
    await equal();
    const before = await mailNamed(service.ask, 'poor a');
    await service.ask('PATCH', `/emails/${before.id}`, { folder: 'ARCHIVE', is_read: true });
    await equal();
    expect(await mailNamed(service.ask, 'poor a')).toMatchObject({ id: before.id, folder: 'ARCHIVE' });
    await service.ask('DELETE', `/emails/${before.id}?permanent=true`);
    await equal();
    expect(await mailsNamed(service.ask, 'poor a')).toEqual([]);
    const { id } = await mailNamed(service.ask, 'poor b');
    await within(client, 'INBOX', async () => {
      await client.messageFlagsAdd(await uidOf(client, 'poor c'), ['\\Seen'], { uid: true });
      await client.messageMove(await uidOf(client, 'poor b'), 'Archive', { uid: true });
      await client.messageDelete(await uidOf(client, 'poor d'), { uid: true });
    });
    await equal();
    expect(await mailNamed(service.ask, 'poor b')).toMatchObject({ id, folder: 'ARCHIVE' });
    expect(await mailNamed(service.ask, 'poor c')).toMatchObject({ is_read: true });
    expect((await mailNamed(service.ask, 'poor d')).deleted_at).not.toBeNull();
  });
});

describe('what is synced', () => {
  it('is limited to the folders and the start date of the account', async () => {
    const own = await startDovecot();
    const client = await openClient(own);
    const old = new Date('2020-03-01T12:00:00Z');
    await client.append('INBOX', messageText({ subject: 'long ago', date: old }), [], old);
    await client.append('INBOX', messageText({ subject: 'lately' }));
    await client.append('Archive', messageText({ subject: 'put away' }));
    const service = await startDaybook();
    const sync = { folders: ['INBOX'], since: '2021-01-01' };
    const account = await addMailAccount(service.ask, own, { sync });
    const live = () =>
      eventually(
        () => reportOf(service.url, account),
        ({ state }) => state === 'live',
      );
    const names = async () => {
      const { body } = await service.ask('GET', '/emails?include_deleted=true&sort=subject&order=asc');
      return (body as { data: { subject: string; deleted_at: string | null }[] }).data.map(
        ({ subject, deleted_at }) => `${subject}${deleted_at ? ' (trash)' : ''}`,
      );
    };
    const report = await live();
    expect(report.folders).toMatchObject([{ path: 'INBOX', server: 1, daybook: 1, missing: 0, extra: 0 }]);
    expect(await names()).toEqual(['lately']);
    await service.ask('PATCH', `/email-accounts/${account}`, { sync: { folders: null, since: null } });
    await untilEqual(client, service.url, account);
    expect(await names()).toEqual(['lately', 'long ago', 'put away']);
    // What is no longer synced stays here, and is not duplicated when it is synced again.
    await service.ask('PATCH', `/email-accounts/${account}`, { sync: { folders: ['INBOX'] } });
    await eventually(
      () => reportOf(service.url, account),
      ({ folders }) => folders.length === 1,
    );
    expect(await names()).toEqual(['lately', 'long ago', 'put away']);
    await service.ask('PATCH', `/email-accounts/${account}`, { sync: { folders: null } });
    await untilEqual(client, service.url, account);
    expect(await names()).toEqual(['lately', 'long ago', 'put away']);
  });

  it('may exclude folders, to which mail can still be moved', async () => {
    const own = await startDovecot();
    const client = await openClient(own);
    for (const subject of ['thrown away', 'put aside']) await deliver(own, { subject });
    const service = await startDaybook();
    const account = await addMailAccount(service.ask, own, { sync: { folders: ['INBOX'] } });
    await eventually(
      () => reportOf(service.url, account),
      ({ state }) => state === 'live',
    );
    const paths = (await client.list()).map(({ path }) => path).sort();
    await service.ask('DELETE', `/emails/${(await mailNamed(service.ask, 'thrown away')).id}`);
    await service.ask('PATCH', `/emails/${(await mailNamed(service.ask, 'put aside')).id}`, { folder: 'ARCHIVE' });
    const found = async (path: string) => within(client, path, async () => (await client.search({ all: true })) || []);
    for (const path of ['Trash', 'Archive'])
      await eventually(
        () => found(path),
        (all) => all.length === 1,
      );
    await eventually(
      () => reportOf(service.url, account),
      (report) => report.waiting_changes === 0 && report.folders.length === 1 && report.folders[0]?.daybook === 0,
    );
    expect((await client.list()).map(({ path }) => path).sort()).toEqual(paths);
    expect((await mailNamed(service.ask, 'thrown away')).deleted_at).not.toBeNull();
    expect(await mailNamed(service.ask, 'put aside')).toMatchObject({ folder: 'ARCHIVE', deleted_at: null });
  });

  it('is nothing while sync is off; changes made meanwhile are merged when it is on again', async () => {
    const own = await startDovecot();
    const client = await openClient(own);
    await deliver(own, { subject: 'switch' });
    const service = await startDaybook();
    const account = await addMailAccount(service.ask, own);
    await untilEqual(client, service.url, account);
    await service.ask('PATCH', `/email-accounts/${account}`, { sync: { enabled: false } });
    expect((await reportOf(service.url, account)).state).toBe('off');
    expect((await service.ask('POST', `/email-accounts/${account}/sync`)).body).toMatchObject({
      error: { code: 'SYNC_OFF' },
    });
    await service.ask('POST', `/emails/${(await mailNamed(service.ask, 'switch')).id}/star`);
    await deliver(own, { subject: 'meanwhile' });
    await service.ask('PATCH', `/email-accounts/${account}`, { sync: { enabled: true } });
    await untilEqual(client, service.url, account);
    expect(await mailNamed(service.ask, 'switch')).toMatchObject({ is_starred: true });
    expect(await mailsNamed(service.ask, 'meanwhile')).toHaveLength(1);
  });

  it('two accounts of one service do not mix', async () => {
    const own = await startDovecot();
    await deliver(own, { subject: 'for alice' }, 'alice');
    await deliver(own, { subject: 'for bob' }, 'bob');
    const service = await startDaybook();
    const alice = await addMailAccount(service.ask, own);
    const { body } = await service.ask('POST', '/email-accounts', accountBody(own, { user: 'bob' }));
    const bob = (body as { data: { id: string } }).data.id;
    await untilEqual(await openClient(own), service.url, alice);
    await untilEqual(await openClient(own, 'bob'), service.url, bob);
  });
});
