// What a mail server says is told in plain words, with a hint for the usual mistakes: tried on real SMTP servers, and on
// scripted IMAP ones. A line is encrypted as the account says, or there is none.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, specialUseOf } from '../../src/protocols/imap/folders.ts';
import { listFolders, tryLoginImap } from '../../src/protocols/imap/login.ts';
import { failure } from '../../src/protocols/net/hints.ts';
import { allowedAddresses } from '../../src/protocols/net/hosts.ts';
import { redactorOf } from '../../src/protocols/net/redaction.ts';
import { tryLoginSmtp } from '../../src/protocols/smtp/login.ts';
import type { MailServer } from '../../src/values/mail-server.ts';
import { authority, elsewhereCertificate } from '../support/certificates.ts';
import { type ImapScript, startImap } from '../support/imap-script.ts';
import { type SmtpSettings, startSmtp } from '../support/smtp.ts';

const here = allowedAddresses(['127.0.0.1']);
const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

function server(port: number, given: Partial<MailServer> = {}): MailServer {
  return { host: '127.0.0.1', port, security: 'tls', user: 'ann', has_password: true, tls_ca: authority, ...given };
}

async function smtp(
  settings: SmtpSettings,
  given: Partial<MailServer> = {},
  password: string | null = 'correct horse',
) {
  const { port, end, logins } = await startSmtp(settings);
  ends.push(end);
  const outcome = await tryLoginSmtp(server(port, { security: settings.security ?? 'tls', ...given }), password, here);
  return { ...outcome, logins: logins() };
}

async function imap(script: ImapScript, given: Partial<MailServer> = {}, password = 'correct horse') {
  const { port, end, commands } = await startImap(script);
  ends.push(end);
  const security = script.tls === false ? 'none' : 'tls';
  return { ...(await tryLoginImap(server(port, { security, ...given }), password, here)), commands };
}

/** A server that says this to whoever comes; null for one that closes at once. */
async function speaking(words: string | null): Promise<number> {
  const sockets = new Set<Socket>();
  const one = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (words === null) socket.end();
    else socket.write(words);
  });
  one.listen(0, '127.0.0.1');
  await once(one, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    one.close();
  });
  return (one.address() as AddressInfo).port;
}

describe('SMTP', () => {
  it.each(['tls', 'starttls', 'none'] as const)('with security %s accepts the login', async (security) => {
    const line = security === 'none' ? '' : ' over TLS';
    expect(await smtp({ security })).toEqual({
      ok: true,
      message: `The SMTP server accepted the login${line}.`,
      hint: null,
      refused: false,
      logins: 1,
    });
  });

  it('without a user is asked whether it answers', async () => {
    expect(await smtp({ security: 'none' }, { user: null }, null)).toMatchObject({
      ok: true,
      message: 'The SMTP server answered.',
      logins: 0,
    });
  });

  it('with security none stays open, also where the server offers STARTTLS', async () => {
    let secured = 0;
    const onSecure = (_socket: unknown, _session: unknown, done: () => void) => {
      secured++;
      done();
    };
    const settings = { security: 'starttls', options: { onSecure } } as SmtpSettings;
    expect(await smtp(settings, { security: 'none' })).toMatchObject({ ok: true });
    expect(secured).toBe(0);
  });

  it('by its name is verified by its name', async () => {
    expect(await smtp({}, { host: 'localhost' })).toMatchObject({ ok: true });
    expect(await smtp({ security: 'starttls' }, { host: 'localhost' })).toMatchObject({ ok: true });
  });

  it.each(['tls', 'starttls', 'none'] as const)('refuses a wrong password over %s', async (security) => {
    const outcome = await smtp({ security }, {}, 'wrong horse');
    expect(outcome).toMatchObject({ ok: false, refused: true, logins: 0 });
    expect(outcome.message).toBe('The server did not accept the login: 535 5.7.8 Authentication credentials invalid');
    expect(outcome.hint).toMatch(/^Check the user and the password\./);
  });

  it.each(['tls', 'starttls'] as const)('with an untrusted certificate is not used (%s)', async (security) => {
    const outcome = await smtp({ security }, { tls_ca: null });
    expect(outcome).toMatchObject({ ok: false, refused: false, logins: 0 });
    expect(outcome.message).toMatch(/not issued by a trusted authority/);
    expect(outcome.hint).toMatch(/tls_ca/);
  });

  it.each(['tls', 'starttls'] as const)('with a certificate for another name is not used (%s)', async (security) => {
    const outcome = await smtp({ security, certificate: elsewhereCertificate });
    expect(outcome).toMatchObject({
      ok: false,
      message: 'The certificate of the server is not for 127.0.0.1.',
      logins: 0,
    });
  });

  it('that does not offer STARTTLS is not sent a password', async () => {
    const outcome = await smtp({ security: 'none' }, { security: 'starttls' });
    expect(outcome).toMatchObject({ ok: false, logins: 0 });
    expect(outcome.message).toMatch(/^The server does not offer STARTTLS/);
    expect(outcome.hint).toMatch(/Use security tls \(usually port 465\)/);
  });

  it.each(['starttls', 'none'] as const)('whose port is plain (%s) is not spoken to with TLS', async (security) => {
    const outcome = await smtp({ security }, { security: 'tls' });
    expect(outcome.message).toMatch(/^127\.0\.0\.1:\d+ does not speak TLS from the start\.$/);
    expect(outcome.hint).toMatch(/Use security starttls \(usually port 587\), or the port for TLS \(usually 465\)/);
  });

  it('whose port is closed refused the connection', async () => {
    const { port, end } = await startSmtp();
    await end();
    const outcome = await tryLoginSmtp(server(port), 'x', here);
    expect(outcome.message).toBe(`127.0.0.1:${port} refused the connection: nothing listens there.`);
    expect(outcome.hint).toMatch(/^Check the port\. Usual are 465/);
  });

  it('is not what an IMAP server is', async () => {
    const port = await speaking('* OK IMAP4rev1 ready\r\n');
    const outcome = await tryLoginSmtp(server(port, { security: 'none' }), 'x', here);
    expect(outcome.message).toBe('This is not an SMTP server; it answered: * OK IMAP4rev1 ready');
    expect(outcome.hint).toMatch(/Check the port: this may be the port of IMAP/);
  });

  it('that closes the connection without an answer is reported', async () => {
    const outcome = await tryLoginSmtp(server(await speaking(null), { security: 'none' }), 'x', here);
    expect(outcome.message).toMatch(/closed the connection without an answer\.$/);
    expect(outcome.hint).toMatch(/use security tls/);
  });

  it('that says nothing, or chatters without an end, is left when the time is over', async () => {
    for (const words of ['', '220-one\r\n220-two\r\n']) {
      const port = await speaking(words);
      const outcome = await tryLoginSmtp(server(port, { security: 'none' }), 'x', here, AbortSignal.timeout(100));
      expect(outcome).toMatchObject({
        ok: false,
        message: expect.stringMatching(/took too long to answer|without an answer/),
      });
    }
  });

  it('at an address that is not public is refused with the setting that would allow it', async () => {
    const outcome = await tryLoginSmtp(server(465), 'x', allowedAddresses([]));
    expect(outcome).toMatchObject({ ok: false, message: '127.0.0.1 is not a public address.', refused: false });
    expect(outcome.hint).toMatch(/--allow-hosts/);
  });

  it('that cannot check logins for the moment is not one that refuses', async () => {
    const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('4.7.0 try later'), { responseCode: 454 }));
    const outcome = await smtp({ options: { onAuth } as SmtpSettings['options'] & object });
    expect(outcome).toMatchObject({ ok: false, refused: false });
    expect(outcome.hint).toMatch(/retried automatically/);
  });
});

describe('IMAP', () => {
  it('accepts the login over TLS, and over an unencrypted connection where the account says so', async () => {
    expect(await imap({})).toMatchObject({
      ok: true,
      message: 'The IMAP server accepted the login over TLS.',
      hint: null,
    });
    expect(await imap({ tls: false })).toMatchObject({ ok: true, message: 'The IMAP server accepted the login.' });
  });

  it('with security none does not ask for STARTTLS, though the server offers it', async () => {
    const { ok, commands } = await imap({ tls: false, capabilities: 'IMAP4rev1 STARTTLS' });
    expect({ ok, asked: commands.includes('STARTTLS') }).toEqual({ ok: true, asked: false });
  });

  it('refuses a wrong password', async () => {
    const outcome = await imap({ login: 'NO [AUTHENTICATIONFAILED] Authentication failed.' });
    expect(outcome).toMatchObject({ ok: false, refused: true });
    expect(outcome.message).toBe('The server did not accept the login: Authentication failed.');
    expect(outcome.hint).toMatch(/^Check the user and the password\./);
  });

  it('that cannot check logins for the moment is not one that refuses', async () => {
    const outcome = await imap({ login: 'NO [UNAVAILABLE] The directory is away.' });
    expect(outcome).toMatchObject({ ok: false, refused: false, hint: expect.stringMatching(/retried automatically/) });
  });

  it('that does not offer STARTTLS is not sent a password', async () => {
    const { message, commands } = await imap({ tls: false }, { security: 'starttls' });
    expect(message).toBe('The server does not offer STARTTLS.');
    expect(commands.join()).not.toContain('LOGIN');
  });

  it('whose port is plain is not spoken to with TLS', async () => {
    const outcome = await imap({ tls: false }, { security: 'tls' });
    expect(outcome.message).toMatch(/does not speak TLS from the start\.$/);
    expect(outcome.hint).toMatch(/usually port 143.*usually 993/);
  });

  it('with an untrusted certificate is not used', async () => {
    const { message, commands } = await imap({}, { tls_ca: null });
    expect(message).toMatch(/not issued by a trusted authority/);
    expect(commands).toEqual([]);
  });

  it('whose port is closed refused the connection', async () => {
    const { port, end } = await startImap();
    await end();
    expect(await tryLoginImap(server(port), 'x', here)).toMatchObject({
      message: `127.0.0.1:${port} refused the connection: nothing listens there.`,
    });
  });

  it('that says what no IMAP server says is left when the time is over', async () => {
    const port = await speaking('220 mail.example.org ESMTP\r\n');
    const outcome = await tryLoginImap(server(port, { security: 'none' }), 'x', here, AbortSignal.timeout(100));
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(/took too long/) });
  });

  it('at an address that is not public is refused with the setting that would allow it', async () => {
    const outcome = await tryLoginImap(server(993, { host: 'localhost' }), 'x', allowedAddresses([]));
    expect(outcome.message).toBe('localhost is not a known name of a public address.');
    expect(outcome.hint).toMatch(/--allow-hosts/);
  });

  it('lists its folders with what they are for here', async () => {
    const list = [
      '* LIST (\\HasNoChildren) "/" "INBOX"',
      '* LIST (\\HasNoChildren \\Sent) "/" "Gesendet"',
      '* LIST (\\Noselect \\HasChildren) "/" "[Box]"',
      '* LIST (\\HasNoChildren \\All) "/" "[Box]/All"',
      '* LIST (\\HasNoChildren) "/" "Club/Rowing"',
    ];
    const script = { capabilities: 'IMAP4rev1 SPECIAL-USE', list, messages: { INBOX: 3, 'Club/Rowing': 7 } };
    const { port, end } = await startImap(script);
    ends.push(end);
    const { result } = await listFolders(server(port), 'correct horse', here);
    expect(
      result?.map(({ path, folder, special_use, messages }) => [path, folder, special_use, messages]).sort(),
    ).toEqual([
      ['Club/Rowing', 'Club/Rowing', null, 7],
      ['Gesendet', 'SENT', 'SENT', 0],
      ['INBOX', 'INBOX', 'INBOX', 3],
      ['[Box]/All', 'ARCHIVE', 'ARCHIVE', 0],
    ]);
  });
});

describe('folders', () => {
  it.each([
    ['INBOX', undefined, 'INBOX'],
    ['inbox', undefined, 'INBOX'],
    ['Gesendet', '\\Sent', 'SENT'],
    ['Entwürfe', '\\Drafts', 'DRAFTS'],
    ['Papierkorb', '\\Trash', 'TRASH'],
    ['Werbung', '\\Junk', 'SPAM'],
    ['Ablage', '\\Archive', 'ARCHIVE'],
    ['[Gmail]/All Mail', '\\All', 'ARCHIVE'],
    ['Sent Items', undefined, 'SENT'],
    ['INBOX/Sent', undefined, 'SENT'],
    ['Drafts', undefined, 'DRAFTS'],
    ['Deleted Items', undefined, 'TRASH'],
    ['Junk', undefined, 'SPAM'],
    ['Archive', undefined, 'ARCHIVE'],
    ['Club/Rowing', undefined, null],
    ['Wichtig', '\\Flagged', null],
    ['Club/Sent', undefined, null],
  ])('%s with use %s is %s', (path, specialUse, use) => {
    expect(specialUseOf({ path, delimiter: '/', specialUse })).toBe(use);
    expect(folderOf({ path, delimiter: '/', specialUse })).toBe(use ?? path);
  });

  it('below the inbox are known by the delimiter of the server', () => {
    expect(specialUseOf({ path: 'INBOX.Trash', delimiter: '.' })).toBe('TRASH');
  });
});

describe('what is reported', () => {
  it('has no secret in it, should a server repeat one', () => {
    const words = {
      code: 'EAUTH',
      responseCode: 535,
      response: '535 no user with swordfish or c3dvcmRmaXNo\r\n\0here',
    };
    const { message } = failure('SMTP', server(465), words, redactorOf('ann', 'swordfish'));
    expect(message).toBe('The server did not accept the login: 535 no user with … or … here');
  });

  it.each([
    ['p', '535 p is not the password of pat', '535 … is not the password of pat'],
    ['p', '535 5.7.8 password mismatch (cA==)', '535 5.7.8 password mismatch (…)'],
    ['login', '535 login failed', '535 login failed'],
    ['Password', '535 wrong password', '535 wrong password'],
    ['.', '535 failed. Try again.', '535 failed. Try again.'],
    ['hunter2', 'BAD LOGIN "ann" "xhunter2x"', 'BAD LOGIN "ann" "x…x"'],
    ['pa"ss\\word', 'BAD LOGIN "ann" "pa\\"ss\\\\word"', 'BAD LOGIN "ann" "…"'],
    ['a+b&c d=', 'no: pass=a%2Bb%26c%20d%3D', 'no: pass=…'],
    ['swordfish', 'AUTH PLAIN AGFubgBzd29yZGZpc2g= refused', 'AUTH PLAIN … refused'],
    ['a.*b(c', '535 a.*b(c and axxb(c', '535 … and axxb(c'],
  ])('hides the password %j and nothing else: %s', (password, response, shown) => {
    const words = { code: 'EAUTH', responseCode: 535, response };
    const { message } = failure('SMTP', server(465), words, redactorOf('ann', password));
    expect(message).toBe(`The server did not accept the login: ${shown}`);
  });

  it('keeps its own words whatever the password is', () => {
    for (const password of ['p', 'server', 'accept', 'The', 'the log', 'not accept the login'])
      expect(
        failure(
          'SMTP',
          server(465),
          { code: 'EAUTH', responseCode: 535, response: '535 no' },
          redactorOf('ann', password),
        ),
      ).toMatchObject({ message: 'The server did not accept the login: 535 no' });
  });

  it('is short, however much a server says', () => {
    const { message } = failure(
      'SMTP',
      server(465),
      { code: 'EPROTOCOL', response: 'x'.repeat(10_000) },
      (text) => text,
    );
    expect(message.length).toBe(500);
  });
});
