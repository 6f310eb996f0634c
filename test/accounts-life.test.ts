// The life of an account beside requests: its passwords lie sealed and nowhere else, a server that comes back is found
// by itself, a test of yesterday's connection says nothing of today's, and a repeated request makes one account.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteServer, openServer, type ServerUse, storeFindings } from '../src/domain/account-status.ts';
import { limits } from '../src/limits.ts';
import { putJob } from '../src/store/jobs.ts';
import { openSecrets } from '../src/store/secrets.ts';
import { tables } from '../src/store/tables.ts';
import { delayOf } from '../src/workers/accounts.ts';
import { authority } from './support/certificates.ts';
import { newDatabase } from './support/databases.ts';
import { openFeed, type TestFeed } from './support/feed.ts';
import { type ScriptedImap, startImap } from './support/imap-script.ts';
import { at, eventually, run, serve, temporaryFolder } from './support/process.ts';
import { changesSince } from './support/scenario.ts';
import { startTestService, type TestService } from './support/service.ts';
import { startSmtp, type TestSmtp } from './support/smtp.ts';

interface Account {
  id: string;
  status: string;
  status_detail: string | null;
  smtp: Record<string, unknown>;
  imap: { status: string; status_detail: string | null } | null;
  sync: Record<string, unknown>;
}

const PASSWORD = 'swordfish-7391';
let service: TestService;
let smtp: TestSmtp;
let feed: TestFeed;

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

async function ask(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Account> {
  const answer = await service.ask(method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Account }).data;
}

const account = () => ({ address: 'ann@example.org', smtp: smtp.account });
const add = (given: object = {}) => ask('POST', '/email-accounts', { ...account(), ...given });
const read = (id: string) => ask('GET', `/email-accounts/${id}`);
const checkJob = async (id: string, kind = 'check') => {
  const sql = 'select due_at, attempts, last_error from jobs where user_id = ?1 and kind = ?3 and record_id = ?2';
  const [rows = []] = await service.store.read(1, [{ sql, params: [id, kind] }]);
  return rows[0] as { due_at: number; attempts: number; last_error: string | null } | undefined;
};
/** The check is due now, whatever it waits for. */
const checkNow = (id: string, kind = 'check') =>
  service.store.write(1, async (tx) => {
    tx.run('update jobs set due_at = ?3 where user_id = ?1 and kind = ?4 and record_id = ?2', id, tx.now, kind);
    tx.wake(tx.now);
  });

describe('a password', () => {
  it('lies nowhere but under its seal: not in a table, an answer, the feed, an export or a file', async () => {
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

  it('is opened for its own account only, with its own key', async () => {
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

  it('that cannot be read makes the account say so, until it is entered again', async () => {
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

  it('goes with its account', async () => {
    const { id } = await add();
    await ask('DELETE', `/email-accounts/${id}`);
    const [rows = []] = await service.store.read(1, [
      { sql: 'select secrets from accounts where user_id = ?1 and id = ?2', params: [id] },
    ]);
    expect(rows).toEqual([]);
    expect(await checkJob(id)).toBeUndefined();
    expect(
      JSON.stringify((await changesSince(service, 0, 1000)).messages.filter(({ data }) => data.id === id)),
    ).not.toContain('ann@example.org');
  });

  it('stands in no log line of a real service', async () => {
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

  it('is made when it is first needed, for its owner alone, and stays', () => {
    const file = join(temporaryFolder(), 'secret.key');
    const secrets = openSecrets(file, undefined);
    expect(existsSync(file)).toBe(false);
    const sealed = secrets.seal(PASSWORD, place);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(openSecrets(file, undefined).open(sealed, place)).toBe(PASSWORD);
    expect(secrets.seal(PASSWORD, place)).not.toBe(sealed);
  });

  it('opens nothing at another place, nor what was changed, nor what another key has sealed', () => {
    const secrets = openSecrets(join(temporaryFolder(), 'secret.key'), undefined);
    const sealed = secrets.seal(PASSWORD, place);
    expect(() => secrets.open(sealed, 'account 2')).toThrow(/another place/);
    const [changed] = [Buffer.from(sealed.split(':').at(-1) as string, 'base64')];
    changed[0] = (changed[0] as number) ^ 1;
    expect(() => secrets.open(sealed.replace(/[^:]+$/, changed.toString('base64')), place)).toThrow(/was changed/);
    const other = openSecrets('/nowhere', randomBytes(32).toString('base64'));
    expect(() => other.open(sealed, place)).toThrow(/another key/);
  });

  it('opens nothing whose tag or nonce has another length', () => {
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
      expect(() => secrets.open(cut(3, bytes), place)).toThrow(`a tag of ${bytes} bytes and not 16`);
    expect(() => secrets.open(cut(2, 8), place)).toThrow('a nonce of 8 bytes and not 12');
    expect(secrets.open(cut(3, 16), place)).toBe(PASSWORD);
  });

  it('of the environment is used as it is, and one that is none is refused at once', () => {
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
  ])('of the environment that is %s is refused at once, with how to make one', (_, text) => {
    expect(() => openSecrets('/nowhere', text)).toThrow(
      'DAYBOOK_SECRET_KEY must hold a key of exactly 32 bytes in base64. Make one with: openssl rand -base64 32',
    );
  });

  it.each([
    ['all alike', Buffer.alloc(32, 7)],
    ['zero', Buffer.alloc(32)],
    ['repeated', Buffer.from('password'.repeat(4))],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ['counting down', Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - 3 * index))],
  ])('of the environment whose bytes are %s is refused at once', (_, key) => {
    expect(() => openSecrets('/nowhere', key.toString('base64'))).toThrow(/can be guessed.*openssl rand -base64 32/);
  });
});

/** The key of the service. */
function openKey() {
  const secrets = openSecrets(join(service.folder, 'secret.key'), undefined);
  return { secrets };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('a repeated request', () => {
  it('makes one account and gets the first answer, as it was after the test', async () => {
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

  it('of a test gets the first answer, and the servers are not asked again', async () => {
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

  it('with another password is another request', async () => {
    const key = { 'idempotency-key': 'another password' };
    await service.ask('POST', '/email-accounts', account(), key);
    const other = { ...account(), smtp: { ...smtp.account, password: 'x' } };
    expect((await service.ask('POST', '/email-accounts', other, key)).status).toBe(409);
  });

  it('does not bring back what was removed', async () => {
    const key = { 'idempotency-key': 'removed since' };
    const { id } = await ask('POST', '/email-accounts', account(), key);
    await ask('DELETE', `/email-accounts/${id}`);
    expect((await service.ask('POST', '/email-accounts', account(), key)).text).not.toContain('ann@example.org');
  });
});

/** What the live feed has told of the status of an account. */
function statusesTold(id: string): unknown[] {
  const told = feed.changes().filter(({ event, data }) => event === 'email_account.status_changed' && data.id === id);
  return told.map(({ data }) => data.status);
}

describe('a server that is away', () => {
  it('is tried again at growing distances up to an hour, and after a refused login only once in an hour', () => {
    const second = 1000;
    expect([0, 1, 2, 3, 6, 7, 20].map((tries) => delayOf(tries, { refused: false }) / second)).toEqual([
      30, 60, 120, 240, 1920, 3600, 3600,
    ]);
    expect(delayOf(1, { refused: true }) / second).toBe(3600);
  });

  it('makes the account say so, is tried again, and brings the account back by itself', async () => {
    const own = await startSmtp({ password: PASSWORD });
    const { id } = await ask('POST', '/email-accounts', { ...account(), smtp: own.account });
    await own.end();
    await ask('POST', `/email-accounts/${id}/test`);
    expect(await read(id)).toMatchObject({
      status: 'error',
      status_detail: expect.stringMatching(/refuses the connection/),
    });
    const before = Date.now();
    expect((await checkJob(id))?.due_at).toBeLessThanOrEqual(before + limits.checkFirst);
    // Still away: later again, and nothing is told that was told before.
    const { seq } = await changesSince(service, 0, 0);
    await checkNow(id);
    const later = await eventually(
      () => checkJob(id),
      (job) => job?.attempts === 1 && job.due_at > before + limits.checkFirst,
    );
    expect(later).toMatchObject({ last_error: 'the server is away' });
    expect((await changesSince(service, seq, 100)).messages).toEqual([]);
    const back = await startSmtp({ password: PASSWORD, port: own.port });
    await checkNow(id);
    await feed.until(() => statusesTold(id).length === 3);
    expect(statusesTold(id)).toEqual(['connected', 'error', 'connected']);
    expect((await read(id)).status).toBe('connected');
    expect(await checkJob(id)).toBeUndefined();
    await back.end();
  });

  it('and is found so again has another ETag and no event; If-Match with the one before still holds', async () => {
    const own = await startSmtp({ password: PASSWORD });
    const { id } = await ask('POST', '/email-accounts', { ...account(), smtp: own.account });
    await own.end();
    await ask('POST', `/email-accounts/${id}/test`);
    const path = `/email-accounts/${id}`;
    const before = await service.ask('GET', path);
    const etag = before.headers.get('etag') as string;
    expect((await service.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    const { seq } = await changesSince(service, 0, 0);
    await checkNow(id);
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

  it('does not wait for a test that nobody came to make', async () => {
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

  it('hurries the mail that waits for the account when it is back', async () => {
    const { id } = await add();
    await note(id, 'smtp', 'error', 'away');
    const mail = await ask('POST', '/emails/drafts', {
      account_id: id,
      to: 'bob@example.org',
      subject: 'x',
      body_plain: 'x',
    });
    await ask('POST', `/emails/${mail.id}/send`);
    await service.store.write(1, async (tx) =>
      tx.run(
        "update jobs set due_at = ?3 where user_id = ?1 and kind = 'send' and record_id = ?2",
        mail.id,
        tx.now + 3_600_000,
      ),
    );
    const letters = smtp.letters.length;
    await ask('POST', `/email-accounts/${id}/test`);
    await smtp.until(letters + 1);
  });
});

/** What a user of a server has found out about it. */
async function note(id: string, protocol: 'smtp' | 'imap', status: 'connected' | 'error', detail: string | null) {
  const { seq } = await changesSince(service, 0, 0);
  const use = await openServer(service.store, openKey(), 1, id, protocol);
  if (!use) throw new Error(`the account ${id} has no ${protocol}`);
  await service.store.write(1, (tx) => noteServer(tx, { use, status, detail }));
  return (await changesSince(service, seq, 100)).messages.map(({ event }) => event);
}

describe('what users of a server learn', () => {
  it('is told when something is wrong, once, and puts a check', async () => {
    const { id } = await add();
    expect(await note(id, 'smtp', 'error', 'away')).toEqual(['email_account.status_changed']);
    expect(await note(id, 'smtp', 'error', 'still away')).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'error', status_detail: 'away', smtp: { status: 'error' } });
    expect(await checkJob(id)).toBeDefined();
    expect(await note(id, 'smtp', 'connected', null)).toEqual(['email_account.status_changed']);
    expect(await checkJob(id)).toBeUndefined();
    expect(await note(id, 'smtp', 'connected', null)).toEqual([]);
  });

  it('of an account that is gone is nothing', async () => {
    const { id } = await add();
    const use = await openServer(service.store, openKey(), 1, id, 'smtp');
    await ask('DELETE', `/email-accounts/${id}`);
    const { seq } = await changesSince(service, 0, 0);
    await service.store.write(1, (tx) => noteServer(tx, { use: use as ServerUse, status: 'error', detail: 'x' }));
    expect((await changesSince(service, seq, 100)).messages).toEqual([]);
  });
});

describe('a test', () => {
  it('of a connection that has changed meanwhile is not stored', async () => {
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
  /** Not mirrored, so that only tests and checks say how it is. */
  const withImap = () =>
    add({
      imap: { host: '127.0.0.1', port: imap.port, user: 'ann', password: PASSWORD, tls_ca: authority },
      sync: { enabled: false },
    });

  it('have a status, a check and a back-off each', async () => {
    const { id } = await withImap();
    expect(await note(id, 'imap', 'error', 'away')).toEqual(['email_account.status_changed']);
    expect(await read(id)).toMatchObject({
      status: 'connected',
      smtp: { status: 'connected' },
      imap: { status: 'error', status_detail: 'away' },
    });
    expect([await checkJob(id), await checkJob(id, 'check_imap')]).toEqual([undefined, expect.anything()]);
    const logins = smtp.logins();
    await checkNow(id, 'check_imap');
    await eventually(
      () => read(id),
      (now) => now.imap?.status === 'connected',
    );
    expect([await checkJob(id, 'check_imap'), smtp.logins()]).toEqual([undefined, logins]);
  });

  it('do not wait for each other: mail is sent while IMAP is away', async () => {
    const { id } = await withImap();
    await note(id, 'imap', 'error', 'away');
    const letters = smtp.letters.length;
    const sent = { account_id: id, to_addresses: ['bob@example.org'], subject: 'x', body_plain: 'x' };
    await ask('POST', '/emails/send', sent); // not ACCOUNT_NOT_CONNECTED
    await smtp.until(letters + 1);
    expect((await read(id)).imap?.status).toBe('error');
  });

  it('come back together: when one is back, the other is tried at once', async () => {
    const { id } = await withImap();
    await note(id, 'smtp', 'error', 'away');
    await note(id, 'imap', 'error', 'away');
    await note(id, 'imap', 'connected', null);
    await eventually(
      () => read(id),
      ({ status }) => status === 'connected',
    );
  });

  it('of which one has a password that cannot be read: the other is used all the same', async () => {
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

  it('is mirrored by one account alone', async () => {
    const { id } = await add({ name: 'Home', imap: server() });
    const told = await refused('POST', '/email-accounts', { ...account(), imap: server() }, id);
    expect(told).toMatch(
      /^The mailbox of ann at 127\.0\.0\.1 is mirrored already by the account ann@example\.org \("Home"\)/,
    );
    await refused('POST', '/email-accounts', { ...account(), imap: server({ user: 'ANN' }) }, id);
    // Another user, or another server, is another mailbox.
    const bob = await add({ imap: server({ user: 'bob' }) });
    await refused('PATCH', `/email-accounts/${bob.id}`, { imap: server() }, id);
    await ask('DELETE', `/email-accounts/${bob.id}`);
    await ask('DELETE', `/email-accounts/${id}`);
    await ask('DELETE', `/email-accounts/${(await add({ imap: server() })).id}`);
  });

  it('may have a second account that does not mirror it, and then either of them, but not both', async () => {
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

  it('is the same at both of the usual ports of IMAP, however its server is written', async () => {
    const { id } = await add({ imap: server({ host: '127.0.0.2', port: 993 }) });
    const again = server({ host: '127.0.0.2', port: 143, security: 'starttls' });
    await refused('POST', '/email-accounts', { ...account(), imap: again }, id);
    await ask('DELETE', `/email-accounts/${id}`);
  });

  it('that two accounts mirror since before can be changed in other ways', async () => {
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
  it('is synced unless it says otherwise, and not when the server is taken away', async () => {
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
  it('let a token read accounts, or change them', async () => {
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

describe('a service that stops', () => {
  it('does not wait for a server that does not answer, and tries it again when it is back', async () => {
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
    // The account stands, not tested yet.
    expect((await answer).body).toMatchObject({ data: { status: 'disconnected' } });
    await stopped;
    silent.close();
    const second = await startTestService({ database, allowHosts: '127.0.0.1' });
    const sql = "select record_id from jobs where user_id = ?1 and kind = 'check'";
    const [waiting] = await second.store.read(1, [{ sql, params: [] }]);
    expect(waiting).toHaveLength(1);
    await second.end();
  });
});
