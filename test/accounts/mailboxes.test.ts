// A mailbox is synced by one account only; which accounts are synced; and who may read or change accounts.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/account-records.ts';
import { account, add, ask, service, useAccountService } from '../support/account-service.ts';
import { authority } from '../support/certificates.ts';
import { type ScriptedImap, startImap } from '../support/imap-script.ts';
import { at, eventually, run } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

useAccountService();

describe('a mailbox', () => {
  let imap: ScriptedImap;
  beforeAll(async () => {
    imap = await startImap();
  });
  afterAll(() => imap.end());
  const server = (given: object = {}) => ({
    host: '127.0.0.1',
    port: imap.port,
    user: 'ann',
    password: PASSWORD,
    tls_ca: authority,
    ...given,
  });
  const refused = async (method: string, path: string, body: object, by: string) => {
    const answer = await service.ask(method, path, body);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { id: by }, message: expect.stringContaining(by) } },
    });
    return (answer.body as { error: { message: string } }).error.message;
  };

  it('is synced by one account only', async () => {
    const { id } = await add({ name: 'Home', imap: server() });
    const told = await refused('POST', '/email-accounts', { ...account(), imap: server() }, id);
    expect(told).toMatch(
      /^The mailbox of ann at 127\.0\.0\.1 is already synced by the account ann@example\.org \("Home"\)/,
    );
    await refused('POST', '/email-accounts', { ...account(), imap: server({ user: 'ANN' }) }, id);
    // Another user, or another server, is another mailbox.
    const bob = await add({ imap: server({ user: 'bob' }) });
    await refused('PATCH', `/email-accounts/${bob.id}`, { imap: server() }, id);
    await ask('DELETE', `/email-accounts/${bob.id}`);
    await ask('DELETE', `/email-accounts/${id}`);
    await ask('DELETE', `/email-accounts/${(await add({ imap: server() })).id}`);
  });

  it('may have a second account that does not mirror it; either may mirror it, but not both', async () => {
    const first = await add({ imap: server() });
    const second = await add({ imap: server(), sync: { enabled: false } });
    const sync = (id: string, enabled: boolean) => ask('PATCH', `/email-accounts/${id}`, { sync: { enabled } });
    await refused('PATCH', `/email-accounts/${second.id}`, { sync: { enabled: true } }, first.id);
    await sync(first.id, false);
    await sync(second.id, true);
    await refused('PATCH', `/email-accounts/${first.id}`, { sync: { enabled: true } }, second.id);
    await ask('PATCH', `/email-accounts/${second.id}`, { name: 'Renamed' });
    for (const { id } of [first, second]) await ask('DELETE', `/email-accounts/${id}`);
  });

  it('is the same at both IMAP ports, however its host is written', async () => {
    const { id } = await add({ imap: server({ host: '127.0.0.2', port: 993 }) });
    const again = server({ host: '127.0.0.2', port: 143, security: 'starttls' });
    await refused('POST', '/email-accounts', { ...account(), imap: again }, id);
    await ask('DELETE', `/email-accounts/${id}`);
  });

  it('that two accounts already mirror can still be changed in other fields', async () => {
    const first = await add({ imap: server() });
    const second = await add({ imap: server({ user: 'second' }) });
    await service.store.write(1, async (tx) =>
      tx.run(`update accounts set doc = replace(doc, '"user":"second"', '"user":"ann"') where user_id = ?1`),
    );
    expect(await ask('PATCH', `/email-accounts/${second.id}`, { name: 'Kept' })).toMatchObject({ name: 'Kept' });
    for (const { id } of [first, second]) await ask('DELETE', `/email-accounts/${id}`);
  });
});

describe('an account with an IMAP server', () => {
  it('is synced by default, and not after its IMAP server is removed', async () => {
    const imap = await startImap();
    const server = { host: '127.0.0.1', port: imap.port, user: 'ann', password: PASSWORD, tls_ca: authority };
    const whole = { enabled: true, folders: null, since: null };
    const { id, sync } = await add({ imap: server });
    expect(sync).toEqual(whole);
    expect((await ask('PATCH', `/email-accounts/${id}`, { imap: null })).sync).toEqual({ ...whole, enabled: false });
    expect((await ask('PATCH', `/email-accounts/${id}`, { imap: server })).sync).toEqual(whole);
    await ask('DELETE', `/email-accounts/${id}`);
    await imap.end();
  });
});

describe('scopes', () => {
  it('allow a token to read or to change accounts', async () => {
    const own = await startTestService();
    const token = async (scopes: string) => {
      const made = await run(['token', 'create', '--name', scopes, '--scopes', scopes, ...at(own.database)]);
      return { authorization: `Bearer ${made.out.trim()}` };
    };
    const reader = await token('accounts:read');
    const writer = await token('accounts:write');
    const given = { address: 'ann@example.org', smtp: { host: '127.0.0.1' } };
    const statuses = async (headers: Record<string, string>) => [
      (await own.ask('GET', '/email-accounts', undefined, headers)).status,
      (await own.ask('POST', '/email-accounts', given, headers)).status,
    ];
    expect(
      await eventually(
        () => statuses(reader),
        ([first]) => first === 200,
      ),
    ).toEqual([200, 403]);
    expect(await statuses(writer)).toEqual([403, 201]);
    await own.end();
    rmSync(own.folder, { recursive: true, force: true });
  });
});
