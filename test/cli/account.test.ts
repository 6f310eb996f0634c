// daybook account: adds, lists, tests and removes accounts, beside a running service too; takes the password unseen, from
// a file or from standard input, and shows it nowhere.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { authority } from '../support/certificates.ts';
import { openFeed } from '../support/feed.ts';
import { startImap } from '../support/imap-script.ts';
import { at, eventually, expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

const program = fileURLToPath(new URL('../../daybook', import.meta.url));
const PASSWORD = 'swordfish-7391';
const ALLOW = ['--allow-hosts', '127.0.0.1'];
let smtp: TestSmtp;
let service: TestService;
let files: string;
let server: string[];

beforeAll(async () => {
  smtp = await startSmtp({ password: PASSWORD });
  service = await startTestService({ allowHosts: '127.0.0.1' });
  files = temporaryFolder();
  writeFileSync(join(files, 'ca.pem'), authority);
  writeFileSync(join(files, 'password'), `${PASSWORD}\n`);
  writeFileSync(join(files, 'wrong'), 'herring\n');
  writeFileSync(join(files, 'empty'), '\n');
  const secret = ['--password-file', join(files, 'password')];
  server = ['--smtp-host', '127.0.0.1', '--smtp-port', String(smtp.port), '--tls-ca', join(files, 'ca.pem'), ...secret];
});
afterAll(async () => {
  await service.end();
  await smtp.end();
});

/** Where the accounts and their key are. */
const here = () =>
  /^postgres/.test(service.database)
    ? ['--database', service.database, '--data', service.folder]
    : at(service.database);
const account = (...words: string[]) => run(['account', ...words, ...here()]);
/** The same in a process of its own. */
const accountProgram = (...words: string[]) => runProgram(['account', ...words, ...here()]);
const add = (...words: string[]) => account('add', ...words, ...ALLOW);
const idOf = (out: string) => /^added ([0-9a-f-]{36}) {2}/.exec(out)?.[1] as string;

describe('account add', () => {
  it('adds an account, tests it, and a running service emits its events', async () => {
    const feed = await openFeed(service.url);
    const { code, out, err } = await accountProgram(
      'add',
      'ann@example.org',
      '--user',
      'ann',
      '--name',
      'Home',
      ...server,
      ...ALLOW,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^added [0-9a-f-]{36} {2}ann@example\.org\nSMTP 127\.0\.0\.1:\d+ works: The SMTP server accepted the login over TLS\.\n$/,
    );
    const { body } = await service.ask('GET', `/email-accounts/${idOf(out)}`);
    expect(body).toMatchObject({ data: { name: 'Home', is_default: true, status: 'connected', imap: null } });
    await feed.until(() => feed.changes().length === 2);
    expect(feed.changes().map(({ event }) => event)).toEqual(['email_account.created', 'email_account.status_changed']);
    await feed.close();
    // The service can open what the command has sealed.
    expect((await service.ask('POST', `/email-accounts/${idOf(out)}/test`)).body).toMatchObject({
      data: { smtp: { ok: true } },
    });
  });

  it('accepts a user for each server', async () => {
    const imap = ['--imap-host', '127.0.0.1', '--imap-port', '1', '--imap-user', 'apart@example.org'];
    const { out } = await add('apart@example.org', '--smtp-user', 'ann', ...imap, ...server);
    const { body } = await service.ask('GET', `/email-accounts/${idOf(out)}`);
    expect(body).toMatchObject({ data: { smtp: { user: 'ann' }, imap: { user: 'apart@example.org' } } });
    await service.ask('DELETE', `/email-accounts/${idOf(out)}`);
  });

  it('reports what does not work, keeps the account, and exits with 1', async () => {
    const wrong = server.with(-1, join(files, 'wrong'));
    const { code, out } = await add('bob@example.org', '--user', 'ann', ...wrong);
    expect(code).toBe(1);
    expect(out.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^SMTP 127\.0\.0\.1:\d+ failed: The server did not accept the login: 535/),
      expect.stringMatching(/^ {2}Check the user and the password\./),
    ]);
    expect((await service.ask('GET', `/email-accounts/${idOf(out)}`)).body).toMatchObject({
      data: { status: 'error' },
    });
  });

  it('adds an IMAP server too, with the same login', async () => {
    const imap = await startImap();
    const own = ['--imap-host', '127.0.0.1', '--imap-port', String(imap.port)];
    const { code, out } = await add('cid@example.org', '--user', 'ann', ...own, ...server);
    expect({ code, lines: out.split('\n').slice(1, 3) }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/^SMTP .* works: /),
        expect.stringMatching(/^IMAP .* works: .*accepted the login over TLS\.$/),
      ],
    });
    const again = await add('cid@example.net', '--user', 'ann', ...own, ...server);
    expect({ code: again.code, err: again.err.trim() }).toEqual({
      code: 2,
      err: expect.stringMatching(new RegExp(`is already synced by the account cid@example\\.org, ${idOf(out)}; .*$`)),
    });
    await service.ask('DELETE', `/email-accounts/${idOf(out)}`);
    await imap.end();
  });

  it('reads the password from standard input if there is no terminal', async () => {
    const words = ['account', 'add', 'dora@example.org', '--user', 'ann', ...server.slice(0, -2), ...ALLOW, ...here()];
    const child = spawn(program, words, { cwd: files });
    let out = '';
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stdin.end(`${PASSWORD}\n`);
    const [code] = await once(child, 'close');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/works/) });
  });

  it('prompts at a terminal for missing values, and does not echo the password', async () => {
    const line = [program, 'account', 'add', ...server.slice(2, -2), '--smtp-host', '127.0.0.1', ...ALLOW, ...here()];
    const quoted = line.map((word) => `'${word}'`).join(' ');
    const terminal = 'script'; // of util-linux: runs a command at a terminal of its own
    const child = spawn(terminal, ['-qec', quoted, '/dev/null'], { cwd: files });
    let seen = '';
    const answers = ['eve@example.org', '-', 'ann', `${PASSWORD}x\x7f`];
    const questions = [
      /Mail address: /,
      /IMAP server \(- for none\) \[imap\.example\.org\]: /,
      /User \[eve@example\.org\]: /,
      /Password: /,
    ];
    let asked = 0;
    child.stdout.on('data', (piece) => {
      seen += piece;
      if (!questions[asked]?.test(seen)) return;
      child.stdin.write(`${answers[asked]}\r`);
      asked++;
    });
    const [code] = await once(child, 'close');
    expect({ code, asked, seen }).toEqual({
      code: 0,
      asked: 4,
      seen: expect.stringMatching(/SMTP 127\.0\.0\.1:\d+ works/),
    });
    expect(seen).not.toContain('swordfish');
  });

  it('adds an account without a login if asked to', async () => {
    const open = await startSmtp({ security: 'none' });
    const words = [
      '--smtp-host',
      '127.0.0.1',
      '--smtp-port',
      String(open.port),
      '--smtp-security',
      'none',
      '--no-login',
    ];
    const { code, out } = await add('fay@example.org', ...words);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/works: The SMTP server answered\./) });
    await open.end();
  });

  it.each([
    [['gus'], ['"gus" is not a mail address', 'ann@example.org']],
    [['gus@example.org', '--smtp-port', 'x'], ['"x" is not a port']],
    [['gus@example.org', '--smtp-security', 'ssl'], ['smtp.security must be one of tls, starttls, none']],
    [['gus@example.org', '--smtp-host', 'a b'], ['smtp.host']],
    [['gus@example.org', '--for', 'nobody'], ['there is no user "nobody"']],
    [['gus@example.org', '--no-login', '--imap-host', 'x.org'], ['without logging in']],
    [['gus@example.org', '--allow-hosts', 'mail.lan'], ['"mail.lan" is neither an address nor a range']],
  ])('refuses %j with a one-line error', async (words, says) => {
    expectRefusal(await run(['account', 'add', ...server.slice(-2), ...words, ...here()]), ...says);
  });

  it('refuses an empty password and a missing password file', async () => {
    expectRefusal(await add('gus@example.org', '--password-file', join(files, 'empty')), 'a password is required');
    expectRefusal(await add('gus@example.org', '--password-file', join(files, 'nowhere')), 'does not exist');
  });

  it('does not connect to this machine unless it is allowed', async () => {
    const { code, out } = await account('add', 'hal@example.org', '--user', 'ann', ...server);
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/is not a public address\.\n.*--allow-hosts/),
    });
    expect((await account('remove', 'hal@example.org')).code).toBe(0);
  });
});

interface SyncAnswer {
  data: { state: string };
}

describe('a service that runs beside the command', () => {
  it('starts to sync an added account at once, not at the next poll', async () => {
    const imap = await startImap({ list: ['* LIST (\\HasNoChildren) "/" "INBOX"'], messages: { INBOX: 0 } });
    const mailbox = ['--imap-host', '127.0.0.1', '--imap-port', String(imap.port), '--imap-user', 'ann'];
    const { out } = await add('ida@example.org', '--user', 'ann', ...server, ...mailbox);
    const added = Date.now();
    const report = async () => (await service.ask('GET', `/email-accounts/${idOf(out)}/sync`)).body as SyncAnswer;
    await eventually(report, ({ data }) => data.state !== 'waiting');
    expect(Date.now() - added).toBeLessThan(limits.jobPoll / 3);
    await account('remove', 'ida@example.org');
    await imap.end();
  });
});

describe('account list, test and remove', () => {
  it('lists each account on a line, without any password', async () => {
    const { code, out } = await accountProgram('list');
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines[0]).toMatch(
      /^[0-9a-f-]{36} {2}ann@example\.org {2}"Home" {2}default {2}smtp 127\.0\.0\.1:\d+ connected$/,
    );
    expect(lines[1]).toMatch(
      /^[0-9a-f-]{36} {2}bob@example\.org {2}smtp 127\.0\.0\.1:\d+ error: The server did not accept/,
    );
    expect(out).not.toMatch(/swordfish|herring/);
  });

  it('tests an account by its address or its id', async () => {
    const good = await account('test', 'ANN@example.org', ...ALLOW);
    expect({ code: good.code, out: good.out }).toEqual({ code: 0, out: expect.stringMatching(/^SMTP .* works: /) });
    const id = (await account('list')).out.split('\n')[1]?.slice(0, 36) as string;
    const bad = await accountProgram('test', id, ...ALLOW);
    expect({ code: bad.code, out: bad.out }).toEqual({ code: 1, out: expect.stringMatching(/^SMTP .* failed: .*535/) });
  });

  it('refuses a second account for the same address and server, with the command that corrects the first', async () => {
    const again = await account('add', 'BOB@example.org', '--user', 'ann', ...server, ...ALLOW);
    expectRefusal(
      again,
      'bob@example.org at 127.0.0.1 already',
      'account set-password bob@example.org',
      'account remove',
    );
  });

  it('changes a password and tests the account, which a running service then uses', async () => {
    const wrong = join(files, 'wrong');
    const bad = await account('set-password', 'bob@example.org', '--password-file', wrong, ...ALLOW);
    expect(bad).toMatchObject({ code: 1, out: expect.stringMatching(/^changed .+\nSMTP .* failed: .*535/) });
    const given = ['--password-file', join(files, 'password')];
    const good = await accountProgram('set-password', 'bob@example.org', ...given, '--server', 'smtp', ...ALLOW);
    expect(good).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^changed [0-9a-f-]{36} {2}bob@.+\nSMTP .* works/),
    });
    const id = good.out.slice('changed '.length, 44);
    const tested = await service.ask('POST', `/email-accounts/${id}/test`);
    expect(tested.body).toMatchObject({ data: { smtp: { ok: true } } });
  });

  it('refuses to change a password without a login, or of an unknown server', async () => {
    const given = ['--password-file', join(files, 'password')];
    expectRefusal(await account('set-password', 'fay@example.org', ...given), 'fay@example.org does not log in');
    expectRefusal(await account('set-password', 'bob@example.org', ...given, '--server', 'imap'), 'log in to imap');
    expectRefusal(await account('set-password', 'bob@example.org', ...given, '--server', 'pop'), 'smtp or imap');
  });

  it('makes another account the default', async () => {
    const { code, out } = await account('default', 'bob@example.org');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^default [0-9a-f-]{36} {2}bob@example/) });
    const lines = (await account('list')).out.split('\n');
    expect(lines.filter((line) => line.includes('  default  '))).toEqual([expect.stringContaining('bob@example.org')]);
    expect((await account('default', 'ann@example.org')).code).toBe(0);
  });

  it('removes an account, also for a running service', async () => {
    const { code, out } = await accountProgram('remove', 'bob@example.org');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^removed [0-9a-f-]{36} {2}bob@example\.org\n$/),
    });
    await eventually(
      () => service.ask('GET', '/email-accounts'),
      ({ text }) => !text.includes('bob@example.org'),
    );
  });

  it('refuses an unknown account and an ambiguous one', async () => {
    expectRefusal(await account('test', 'nobody@example.org'), 'there is no account', 'account list');
    await add('ann@example.org', '--user', 'ann', ...server.with(1, '127.0.0.2'));
    expectRefusal(await account('remove', 'ann@example.org'), '2 accounts have the address', 'by its id');
  });

  it('creates no data folder if there is none', async () => {
    expectRefusal(await run(['account', 'list', '--data', join(files, 'nothing')]), 'there is no Daybook');
  });
});
