// The status of an account: a server that is available again is found automatically, a test of former settings does not
// count, and each of two servers has its own status.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delayOf } from '../../src/accounts/checks.ts';
import { noteServer, openServer, type ServerUse, storeFindings } from '../../src/accounts/status.ts';
import { limits } from '../../src/limits.ts';
import { putJob } from '../../src/store/tables/jobs.ts';
import { PASSWORD } from '../support/account-records.ts';
import {
  account,
  add,
  ask,
  feed,
  openKey,
  read,
  service,
  smtp,
  useAccountService,
} from '../support/account-service.ts';
import { authority } from '../support/certificates.ts';
import { newDatabase } from '../support/databases.ts';
import { type ScriptedImap, startImap } from '../support/imap-script.ts';
import { countJobs, jobStates, makeDue } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { changesSince } from '../support/scenario.ts';
import { startTestService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';

useAccountService();

/** When the next check is due and how many there were: only the row shows it, for the back-off lasts minutes and hours. */
const checkJob = async (id: string) => {
  const sql = "select due_at, attempts, last_error from jobs where user_id = ?1 and kind = 'check' and record_id = ?2";
  const [rows = []] = await service.store.read(1, [{ sql, params: [id] }]);
  return rows[0] as { due_at: number; attempts: number; last_error: string | null } | undefined;
};

/** The statuses of an account in the live feed. */
function statusesInFeed(id: string): unknown[] {
  const told = feed.changes().filter(({ event, data }) => event === 'email_account.status_changed' && data.id === id);
  return told.map(({ data }) => data.status);
}

describe('an unavailable server', () => {
  it('is tested again with growing delays up to an hour, and after a refused login once an hour', () => {
    const second = 1000;
    expect([0, 1, 2, 3, 6, 7, 20].map((tries) => delayOf(tries, { refused: false }) / second)).toEqual([
      30, 60, 120, 240, 1920, 3600, 3600,
    ]);
    expect(delayOf(1, { refused: true }) / second).toBe(3600);
  });

  it('sets the account to error, is tested again, and sets it to connected when it is back', async () => {
    const own = await startSmtp({ password: PASSWORD });
    const checks = await countJobs(service, 'check');
    const { id } = await ask('POST', '/email-accounts', { ...account(), smtp: own.account });
    await own.end();
    await ask('POST', `/email-accounts/${id}/test`);
    expect(await read(id)).toMatchObject({
      status: 'error',
      status_detail: expect.stringMatching(/refused the connection/),
    });
    const before = Date.now();
    expect((await checkJob(id))?.due_at).toBeLessThanOrEqual(before + limits.checkFirst);
    // Still unavailable: the next check is later, and no event is emitted again.
    const { seq } = await changesSince(service, 0, 0);
    await makeDue(service, 'check', id);
    const later = await eventually(
      () => checkJob(id),
      (job) => job?.attempts === 1 && job.due_at > before + limits.checkFirst,
    );
    expect(later).toMatchObject({ last_error: 'the server is unavailable' });
    expect((await changesSince(service, seq, 100)).messages).toEqual([]);
    const back = await startSmtp({ password: PASSWORD, port: own.port });
    await makeDue(service, 'check', id);
    await feed.until(() => statusesInFeed(id).length === 3);
    expect(statusesInFeed(id)).toEqual(['connected', 'error', 'connected']);
    expect((await read(id)).status).toBe('connected');
    expect(await countJobs(service, 'check')).toBe(checks);
    await back.end();
  });

  it('that is still unavailable changes the ETag without an event; If-Match with the former ETag still matches', async () => {
    const own = await startSmtp({ password: PASSWORD });
    const { id } = await ask('POST', '/email-accounts', { ...account(), smtp: own.account });
    await own.end();
    await ask('POST', `/email-accounts/${id}/test`);
    const path = `/email-accounts/${id}`;
    const before = await service.ask('GET', path);
    const etag = before.headers.get('etag') as string;
    expect((await service.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    const { seq } = await changesSince(service, 0, 0);
    await makeDue(service, 'check', id);
    const after = await eventually(
      () => service.ask('GET', path),
      ({ text }) => text !== before.text,
    );
    const again = await service.ask('GET', path, undefined, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([200, after.text]);
    expect(after.headers.get('etag')).not.toBe(etag);
    expect((await changesSince(service, seq, 100)).messages).toEqual([]);
    expect((await service.ask('PATCH', path, { name: 'Home' }, { 'if-match': etag })).status).toBe(200);
    const refused = await service.ask('PATCH', path, { name: 'Work' }, { 'if-match': etag });
    const plain = { 'accept-encoding': 'identity' }; // the tag without a coding at its end
    const now = (await service.ask('GET', path, undefined, plain)).headers.get('etag');
    expect([refused.status, refused.body]).toMatchObject([412, { error: { details: { etag: now } } }]);
  });

  it('does not keep an untested account disconnected', async () => {
    // As after a crash between the two: stored, not tested.
    const { id } = await add();
    await service.store.write(1, async (tx) => {
      tx.run(
        `update accounts set status = 'disconnected', doc = replace(doc, '"connected"', '"disconnected"') where user_id = ?1 and id = ?2`,
        id,
      );
      putJob(tx, 'check', id, tx.now);
    });
    await eventually(
      () => read(id),
      ({ status }) => status === 'connected',
    );
  });

  it('that is back makes the waiting mail of the account due', async () => {
    const { id } = await add();
    await note(id, 'smtp', 'error', 'away');
    const mail = await ask('POST', '/emails/drafts', {
      account_id: id,
      to: 'bob@example.org',
      subject: 'x',
      body_plain: 'x',
    });
    await ask('POST', `/emails/${mail.id}/send`);
    await makeDue(service, 'send', mail.id, Date.now() + 3_600_000);
    const letters = smtp.letters.length;
    await ask('POST', `/email-accounts/${id}/test`);
    await smtp.until(letters + 1);
  });
});

/** What sending or sync has found out about a server. */
async function note(id: string, protocol: 'smtp' | 'imap', status: 'connected' | 'error', detail: string | null) {
  const { seq } = await changesSince(service, 0, 0);
  const use = await openServer(service.store, openKey(), 1, id, protocol);
  if (!use) throw new Error(`the account ${id} has no ${protocol}`);
  await service.store.write(1, (tx) => noteServer(tx, { use, status, detail }));
  return (await changesSince(service, seq, 100)).messages.map(({ event }) => event);
}

describe('a status found by sending or sync', () => {
  it('emits one event per change, and adds a check while it is error', async () => {
    const checks = await countJobs(service, 'check');
    const { id } = await add();
    expect(await note(id, 'smtp', 'error', 'away')).toEqual(['email_account.status_changed']);
    expect(await note(id, 'smtp', 'error', 'still away')).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'error', status_detail: 'away', smtp: { status: 'error' } });
    expect(await countJobs(service, 'check')).toBe(checks + 1);
    expect(await note(id, 'smtp', 'connected', null)).toEqual(['email_account.status_changed']);
    expect(await countJobs(service, 'check')).toBe(checks);
    expect(await note(id, 'smtp', 'connected', null)).toEqual([]);
  });

  it('of a removed account is ignored', async () => {
    const { id } = await add();
    const use = await openServer(service.store, openKey(), 1, id, 'smtp');
    await ask('DELETE', `/email-accounts/${id}`);
    const { seq } = await changesSince(service, 0, 0);
    await service.store.write(1, (tx) => noteServer(tx, { use: use as ServerUse, status: 'error', detail: 'x' }));
    expect((await changesSince(service, seq, 100)).messages).toEqual([]);
  });
});

describe('a connection test', () => {
  it('of settings that have changed in the meantime is not stored', async () => {
    const { id } = await add();
    const use = (await openServer(service.store, openKey(), 1, id, 'smtp')) as ServerUse;
    await ask('PATCH', `/email-accounts/${id}`, { smtp: { password: `${PASSWORD}!` } });
    await service.store.write(1, (tx) => storeFindings(tx, [{ use, status: 'connected', detail: null }]));
    expect((await read(id)).status).toBe('error');
  });
});

describe('the two servers of an account', () => {
  let imap: ScriptedImap;
  beforeAll(async () => {
    imap = await startImap();
  });
  afterAll(() => imap.end());
  /** Not synced, so that only tests and checks say how it is. */
  const withImap = () =>
    add({
      imap: { host: '127.0.0.1', port: imap.port, user: 'ann', password: PASSWORD, tls_ca: authority },
      sync: { enabled: false },
    });

  it('each have a status, a check and a back-off', async () => {
    const { check } = await jobStates(service);
    const { id } = await withImap();
    expect(await note(id, 'imap', 'error', 'away')).toEqual(['email_account.status_changed']);
    expect(await read(id)).toMatchObject({
      status: 'connected',
      smtp: { status: 'connected' },
      imap: { status: 'error', status_detail: 'away' },
    });
    expect(await jobStates(service)).toMatchObject({ check_imap: { waiting: 1 } });
    expect((await jobStates(service)).check).toEqual(check);
    const logins = smtp.logins();
    await makeDue(service, 'check_imap', id);
    await eventually(
      () => read(id),
      (now) => now.imap?.status === 'connected',
    );
    expect([await countJobs(service, 'check_imap'), smtp.logins()]).toEqual([0, logins]);
  });

  it('are independent: mail is sent while IMAP is unavailable', async () => {
    const { id } = await withImap();
    await note(id, 'imap', 'error', 'away');
    const letters = smtp.letters.length;
    const sent = { account_id: id, to_addresses: ['bob@example.org'], subject: 'x', body_plain: 'x' };
    await ask('POST', '/emails/send', sent); // not ACCOUNT_NOT_CONNECTED
    await smtp.until(letters + 1);
    expect((await read(id)).imap?.status).toBe('error');
  });

  it('are tested together: when one is back, the other is tested at once', async () => {
    const { id } = await withImap();
    await note(id, 'smtp', 'error', 'away');
    await note(id, 'imap', 'error', 'away');
    await note(id, 'imap', 'connected', null);
    await eventually(
      () => read(id),
      ({ status }) => status === 'connected',
    );
  });

  it('of which one has an unreadable password: the other is still used', async () => {
    const { id } = await withImap();
    await service.store.write(1, async (tx) =>
      tx.run(`update accounts set secrets = replace(secrets, '"imap":"v1:', '"imap":"v0:') where user_id = ?1`),
    );
    const { data } = (await service.ask('POST', `/email-accounts/${id}/test`)).body as { data: object };
    expect(data).toMatchObject({
      smtp: { ok: true },
      imap: { ok: false, message: expect.stringMatching(/cannot be read/) },
    });
    expect(await read(id)).toMatchObject({ status: 'connected', imap: { status: 'error' } });
  });
});

describe('a service that stops', () => {
  it('does not wait for a silent server, and tests it after the next start', async () => {
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { place: database } = await newDatabase();
    const first = await startTestService({ database, allowHosts: '127.0.0.1' });
    const met = once(silent, 'connection');
    const smtp = { host: '127.0.0.1', port, security: 'none' };
    const answer = first.ask('POST', '/email-accounts', { address: 'ann@example.org', smtp });
    await met;
    const stopped = first.stop();
    // The account is stored, not tested yet.
    expect((await answer).body).toMatchObject({ data: { status: 'disconnected' } });
    await stopped;
    silent.close();
    const second = await startTestService({ database, allowHosts: '127.0.0.1' });
    expect(await countJobs(second, 'check')).toBe(1);
    await second.end();
  });
});
