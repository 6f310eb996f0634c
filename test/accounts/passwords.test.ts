// The passwords of accounts are stored sealed only, and a repeated request creates one account.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSecrets } from '../../src/accounts/secrets.ts';
import { openServer } from '../../src/accounts/status.ts';
import { tables } from '../../src/store/transfer/tables.ts';
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
import { countJobs } from '../support/jobs.ts';
import { serve, temporaryFolder } from '../support/process.ts';
import { changesSince } from '../support/scenario.ts';

useAccountService();

describe('a password', () => {
  it('is stored sealed only: it is not in any table, response, feed message or file', async () => {
    const { id } = await add({ name: 'Sealed' });
    const key = { 'idempotency-key': 'with a password' };
    await ask('POST', '/email-accounts', { ...account(), name: 'Kept' }, key);
    await ask('PATCH', `/email-accounts/${id}`, { smtp: { password: `${PASSWORD}-new` } });
    const patched = await ask('PATCH', `/email-accounts/${id}`, { smtp: { password: PASSWORD } });
    expect(patched.status).toBe('connected');
    const forms = [
      PASSWORD,
      Buffer.from(PASSWORD).toString('base64'),
      Buffer.from(`\0ann\0${PASSWORD}`).toString('base64'),
    ];
    const seen: string[] = [];
    for (const { name } of tables) {
      const rows = await service.store.catalogue(`select * from ${name}`);
      seen.push(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
    }
    expect(seen.join()).toContain('Sealed'); // it was looked for where the accounts are
    seen.push((await service.ask('GET', '/email-accounts')).text, (await service.ask('GET', '/changes')).text);
    seen.push(JSON.stringify(feed.messages), (await service.ask('GET', '/metrics')).text);
    for (const file of filesIn(service.folder)) seen.push(readFileSync(file, 'latin1'));
    for (const form of forms) expect(seen.filter((text) => text.includes(form))).toEqual([]);
  });

  it('can be opened for its own account only', async () => {
    const { id } = await add();
    const { id: other } = await add();
    const { secrets } = openKey();
    expect(await openServer(service.store, { secrets }, 1, id, 'smtp')).toMatchObject({
      password: PASSWORD,
      record: { id, address: 'ann@example.org' },
    });
    expect(await openServer(service.store, { secrets }, 1, id, 'imap')).toBeNull();
    await service.store.write(1, async (tx) =>
      tx.run(
        'update accounts set secrets = (select o.secrets from accounts o where o.user_id = ?1 and o.id = ?3) where user_id = ?1 and id = ?2',
        id,
        other,
      ),
    );
    await expect(openServer(service.store, { secrets }, 1, id, 'smtp')).rejects.toThrow(/cannot be read/);
  });

  it('that cannot be read sets the account to error, until it is entered again', async () => {
    const { id } = await add();
    await service.store.write(1, async (tx) =>
      tx.run(`update accounts set secrets = replace(secrets, '"v1:', '"v0:') where user_id = ?1 and id = ?2`, id),
    );
    const test = await service.ask('POST', `/email-accounts/${id}/test`);
    expect(test.body).toMatchObject({
      data: {
        smtp: { ok: false, message: expect.stringMatching(/cannot be read/), hint: expect.stringMatching(/again/) },
      },
    });
    expect(await read(id)).toMatchObject({ status: 'error', status_detail: expect.stringMatching(/cannot be read/) });
    const healed = await ask('PATCH', `/email-accounts/${id}`, { smtp: { password: PASSWORD } });
    expect(healed.status).toBe('connected');
  });

  it('is removed with its account', async () => {
    const { id } = await add();
    smtp.setPassword('another');
    await ask('POST', `/email-accounts/${id}/test`);
    smtp.setPassword(PASSWORD);
    const waiting = await countJobs(service, 'check');
    await ask('DELETE', `/email-accounts/${id}`);
    // Only the rows show that the sealed password is gone.
    const [rows = []] = await service.store.read(1, [
      { sql: 'select secrets from accounts where user_id = ?1 and id = ?2', params: [id] },
    ]);
    expect(rows).toEqual([]);
    expect(await countJobs(service, 'check')).toBe(waiting - 1);
    expect(
      JSON.stringify((await changesSince(service, 0, 1000)).messages.filter(({ data }) => data.id === id)),
    ).not.toContain('ann@example.org');
  });

  it('is in no log line of a real service', async () => {
    const folder = temporaryFolder();
    const real = await serve(folder, { args: ['--allow-hosts', '127.0.0.1', '--log-level', 'debug'] });
    for (const password of [PASSWORD, 'wrong-but-secret-8812']) {
      const answer = await fetch(`${real.url}/api/v1/email-accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...account(), smtp: { ...smtp.account, password } }),
      });
      expect(answer.status).toBe(201);
      expect(await answer.text()).not.toContain(password);
    }
    await real.stop();
    expect(real.log().length).toBeGreaterThan(1);
    expect(real.err() + real.out()).not.toMatch(/swordfish|wrong-but-secret/);
  });
});

describe('the key', () => {
  const place = 'account 1';

  it('is created when it is first needed, readable by its owner only, and kept', () => {
    const file = join(temporaryFolder(), 'secret.key');
    const secrets = openSecrets(file, undefined);
    expect(existsSync(file)).toBe(false);
    const sealed = secrets.seal(PASSWORD, place);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(openSecrets(file, undefined).open(sealed, place)).toBe(PASSWORD);
    expect(secrets.seal(PASSWORD, place)).not.toBe(sealed);
  });

  it('does not open a secret of another account, a changed secret, or one sealed with another key', () => {
    const secrets = openSecrets(join(temporaryFolder(), 'secret.key'), undefined);
    const sealed = secrets.seal(PASSWORD, place);
    expect(() => secrets.open(sealed, 'account 2')).toThrow(/does not belong to/);
    const [changed] = [Buffer.from(sealed.split(':').at(-1) as string, 'base64')];
    changed[0] = (changed[0] as number) ^ 1;
    expect(() => secrets.open(sealed.replace(/[^:]+$/, changed.toString('base64')), place)).toThrow(/was changed/);
    const other = openSecrets('/nowhere', randomBytes(32).toString('base64'));
    expect(() => other.open(sealed, place)).toThrow(/another key/);
  });

  it('does not open a secret whose tag or nonce has another length', () => {
    const secrets = openSecrets(join(temporaryFolder(), 'secret.key'), undefined);
    const parts = secrets.seal(PASSWORD, place).split(':');
    const cut = (part: number, bytes: number) =>
      parts
        .with(
          part,
          Buffer.from(parts[part] as string, 'base64')
            .subarray(0, bytes)
            .toString('base64'),
        )
        .join(':');
    for (const bytes of [0, 4, 8, 12, 15])
      expect(() => secrets.open(cut(3, bytes), place)).toThrow(`a tag of ${bytes} bytes instead of 16`);
    expect(() => secrets.open(cut(2, 8), place)).toThrow('a nonce of 8 bytes instead of 12');
    expect(secrets.open(cut(3, 16), place)).toBe(PASSWORD);
  });

  it('from the environment is used in base64 or base64url', () => {
    const key = randomBytes(32);
    for (const text of [key.toString('base64'), key.toString('base64url'), ` ${key.toString('base64')}\n`]) {
      const secrets = openSecrets('/nowhere', text);
      expect(secrets.open(secrets.seal(PASSWORD, place), place)).toBe(PASSWORD);
    }
  });

  const random = randomBytes(33).toString('base64');
  it.each([
    ['empty', ''],
    ['short', 'short'],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', random],
    ['with other signs in it', `${random.slice(0, 20)}!${random.slice(20, 43)}=`],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['a sentence', 'correct horse battery staple is not a key, is it'],
  ])('from the environment that is %s is refused with the command that creates one', (_, text) => {
    expect(() => openSecrets('/nowhere', text)).toThrow(
      'DAYBOOK_SECRET_KEY must contain a key of exactly 32 bytes in base64. Create one with: openssl rand -base64 32',
    );
  });

  it.each([
    ['all alike', Buffer.alloc(32, 7)],
    ['zero', Buffer.alloc(32)],
    ['repeated', Buffer.from('password'.repeat(4))],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ['counting down', Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - 3 * index))],
  ])('from the environment whose bytes are %s is refused', (_, key) => {
    expect(() => openSecrets('/nowhere', key.toString('base64'))).toThrow(/can be guessed.*openssl rand -base64 32/);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('a repeated request', () => {
  it('creates one account and gets the first response, as it was after the test', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await service.ask('POST', '/email-accounts', account(), key);
    const logins = smtp.logins();
    const second = await service.ask('POST', '/email-accounts', account(), key);
    expect(first.body).toMatchObject({ data: { status: 'connected' } });
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([
      201,
      first.text,
      first.headers.get('etag'),
    ]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(smtp.logins()).toBe(logins);
  });

  it('of a test gets the first response, and the servers are not contacted again', async () => {
    const { id } = await ask('POST', '/email-accounts', account());
    const key = { 'idempotency-key': 'test once' };
    const first = await service.ask('POST', `/email-accounts/${id}/test`, undefined, key);
    const logins = smtp.logins();
    const second = await service.ask('POST', `/email-accounts/${id}/test`, undefined, key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(smtp.logins()).toBe(logins);
    const other = await ask('POST', '/email-accounts', account());
    expect((await service.ask('POST', `/email-accounts/${other.id}/test`, undefined, key)).status).toBe(409);
  });

  it('with another password is 409', async () => {
    const key = { 'idempotency-key': 'another password' };
    await service.ask('POST', '/email-accounts', account(), key);
    const other = { ...account(), smtp: { ...smtp.account, password: 'x' } };
    expect((await service.ask('POST', '/email-accounts', other, key)).status).toBe(409);
  });

  it('does not restore a removed account', async () => {
    const key = { 'idempotency-key': 'removed since' };
    const { id } = await ask('POST', '/email-accounts', account(), key);
    await ask('DELETE', `/email-accounts/${id}`);
    expect((await service.ask('POST', '/email-accounts', account(), key)).text).not.toContain('ann@example.org');
  });
});
