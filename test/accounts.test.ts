// Email accounts over the API: made, changed, tested and removed, with exactly these events; one is the default; a
// password goes to the host and user it was given for; and what is stored is never shown.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, onTestFinished } from 'vitest';
import { limits } from '../src/limits.ts';
import { authority, hereCertificate } from './support/certificates.ts';
import { startImap } from './support/imap-script.ts';
import { changesSince, type Scenario, scenarios, type World } from './support/scenario.ts';
import { startSmtp } from './support/smtp.ts';

const smtp = await startSmtp();
const open = await startSmtp({ security: 'none' });
const imap = await startImap({ list: ['* LIST (\\HasNoChildren) "/" "INBOX"'], messages: { INBOX: 4 } });
const closed = await startSmtp();
await closed.end();
const trap = await startTrap();
const otherAuthority = hereCertificate.cert;
afterAll(() => Promise.all([smtp.end(), open.end(), imap.end(), trap.end()]));

const imapServer = { host: '127.0.0.1', port: imap.port, user: 'ann', password: 'correct horse', tls_ca: authority };
/** Without the sync, which has events of its own. */
const resting = { imap: imapServer, sync: { enabled: false } };
const body = { address: 'ann@example.org', smtp: smtp.account };
const allow = { allowHosts: '127.0.0.1' };
const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

/** A server that must not be connected to. */
async function startTrap() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}

interface Account {
  id: string;
  is_default: boolean;
  status: string;
  status_detail: string | null;
  [member: string]: unknown;
}

async function accounts({ service }: World): Promise<Account[]> {
  return ((await service.ask('GET', '/email-accounts')).body as { data: Account[] }).data;
}

async function removeAll(world: World): Promise<void> {
  for (const { id } of await accounts(world)) await world.make('DELETE', `/email-accounts/${id}`);
}

async function none(world: World): Promise<Record<string, string>> {
  await removeAll(world);
  return {};
}

/** One account, and no other. */
async function one(world: World, given: object = {}): Promise<Record<string, string>> {
  await removeAll(world);
  const { id } = await world.make('POST', '/email-accounts', { ...body, ...given });
  return { id: String(id) };
}

/** The same, before its server is asked in a way that it does not answer: the wait for its greeting is short. */
async function oneBeforeSilence(world: World): Promise<Record<string, string>> {
  const made = await one(world);
  const { mailGreeting } = limits;
  Object.assign(limits, { mailGreeting: 100 });
  onTestFinished(() => void Object.assign(limits, { mailGreeting }));
  return made;
}

/** Two accounts: the first is the default. */
async function two(world: World): Promise<Record<string, string>> {
  const { id } = await one(world);
  const second = await world.make('POST', '/email-accounts', { ...body, name: 'Second' });
  return { id: id as string, second: String(second.id) };
}

const created: Scenario[] = [
  {
    name: 'an account is made, tested and connected',
    given: none,
    ask: ['POST', '/email-accounts', body],
    status: 201,
    events: ['email_account.created', 'email_account.status_changed'],
    also: async (answer, world) => {
      const { data } = answer.body as { data: Account };
      expect(data).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'ann@example.org',
        address: 'ann@example.org',
        from_name: null,
        authserv_id: null,
        is_default: true,
        smtp: {
          host: '127.0.0.1',
          port: smtp.port,
          security: 'tls',
          user: 'ann',
          has_password: true,
          tls_ca: authority,
          status: 'connected',
          status_detail: null,
          last_checked_at: expect.stringMatching(/Z$/),
        },
        imap: null,
        sync: { enabled: false, folders: null, since: null },
        status: 'connected',
        status_detail: null,
        last_checked_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
      const read = await world.service.ask('GET', `/email-accounts/${data.id}`);
      expect({ body: read.body, etag: read.headers.get('etag') }).toEqual({
        body: answer.body,
        etag: answer.headers.get('etag'),
      });
      const same = { 'if-none-match': read.headers.get('etag') as string };
      expect((await world.service.ask('GET', `/email-accounts/${data.id}`, undefined, same)).status).toBe(304);
    },
  },
  {
    name: 'an account with an IMAP server tests both',
    ask: ['POST', '/email-accounts', { ...body, imap: imapServer, sync: { enabled: false, since: '2026-01-01' } }],
    status: 201,
    body: {
      data: {
        smtp: { status: 'connected' },
        imap: { port: imap.port, security: 'tls', user: 'ann', has_password: true, status: 'connected' },
        sync: { enabled: false, folders: null, since: '2026-01-01' },
        status: 'connected',
      },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'an account whose server is away is made, and says what is wrong',
    ask: ['POST', '/email-accounts', { ...body, smtp: { ...smtp.account, port: closed.port } }],
    status: 201,
    body: {
      data: {
        status: 'error',
        status_detail: expect.stringMatching(/^127\.0\.0\.1:\d+ refuses the connection: .* Check the port\./),
      },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'an account whose IMAP server is away can send; each server has its own status',
    ask: ['POST', '/email-accounts', { ...body, ...resting, imap: { ...imapServer, port: closed.port } }],
    status: 201,
    body: {
      data: {
        status: 'connected',
        status_detail: null,
        smtp: { status: 'connected', status_detail: null, last_checked_at: expect.stringMatching(/Z$/) },
        imap: {
          status: 'error',
          status_detail: expect.stringMatching(/^127\.0\.0\.1:\d+ refuses the connection/),
          last_checked_at: expect.stringMatching(/Z$/),
        },
      },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'an account whose SMTP server is away has an IMAP server that works',
    ask: ['POST', '/email-accounts', { ...body, ...resting, smtp: { ...smtp.account, port: closed.port } }],
    status: 201,
    body: { data: { status: 'error', smtp: { status: 'error' }, imap: { status: 'connected', status_detail: null } } },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'a server without a login has no user and no password',
    ask: ['POST', '/email-accounts', { ...body, smtp: { host: '127.0.0.1', port: open.port, security: 'none' } }],
    status: 201,
    body: {
      data: { smtp: { user: null, has_password: false, tls_ca: null }, status: 'connected', status_detail: null },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'a host that is not allowed is not connected to',
    ask: ['POST', '/email-accounts', { ...body, smtp: { ...smtp.account, host: '127.0.0.2' } }],
    status: 201,
    body: {
      data: {
        status: 'error',
        status_detail: expect.stringMatching(/127\.0\.0\.2 is not a public address\..*--allow-hosts/),
      },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  ...(
    [
      ['tls', 465, 993],
      ['starttls', 587, 143],
      ['none', 25, 143],
    ] as const
  ).map(
    ([security, port, other]): Scenario => ({
      name: `the usual ports of ${security} are ${port} and ${other}`,
      ask: [
        'POST',
        '/email-accounts',
        {
          address: 'ann@example.org',
          smtp: { host: '127.0.0.2', security },
          imap: { host: '127.0.0.2', security, password: 'x' },
          sync: { enabled: false },
        },
      ],
      status: 201,
      body: { data: { smtp: { port, security }, imap: { port: other, security, user: 'ann@example.org' } } },
      events: ['email_account.created', 'email_account.status_changed'],
    }),
  ),
  {
    name: 'security is tls when it is not given, and the user is the address where there is a password',
    ask: ['POST', '/email-accounts', { address: 'ann@example.org', smtp: { host: '127.0.0.2', password: 'x' } }],
    status: 201,
    body: { data: { smtp: { security: 'tls', port: 465, user: 'ann@example.org', has_password: true } } },
    events: ['email_account.created', 'email_account.status_changed'],
  },
];

const refused: Scenario[] = [
  ['nothing', {}, ['address', 'smtp']],
  ['no address', { ...body, address: 'ann' }, ['address']],
  ['a server without a host', { ...body, smtp: { port: 25 } }, ['smtp.host']],
  ['a URL as a host', { ...body, smtp: { host: 'smtp://mail.example.org' } }, ['smtp.host']],
  ['a port in the host', { ...body, smtp: { host: 'mail.example.org:465' } }, ['smtp.host']],
  ['a blank in the host', { ...body, smtp: { host: 'mail example' } }, ['smtp.host']],
  ['a port that is none', { ...body, smtp: { host: 'x.org', port: 65_536 } }, ['smtp.port']],
  ['a security that is none', { ...body, smtp: { host: 'x.org', security: 'ssl' } }, ['smtp.security']],
  ['a line break in the password', { ...body, smtp: { host: 'x.org', password: 'a\r\nQUIT' } }, ['smtp.password']],
  ['a line break in the user', { ...body, smtp: { host: 'x.org', user: 'a\nb', password: 'x' } }, ['smtp.user']],
  ['a NUL in the name', { ...body, from_name: 'Ann\0' }, ['from_name']],
  ['half a character in the name', { ...body, name: '\ud800' }, ['name']],
  ['a user without a password', { ...body, smtp: { host: 'x.org', user: 'ann' } }, ['smtp.password']],
  ['a password without a user', { ...body, smtp: { host: 'x.org', user: null, password: 'x' } }, ['smtp.user']],
  ['IMAP without a password', { ...body, imap: { host: 'x.org' } }, ['imap.password']],
  ['IMAP without a user', { ...body, imap: { host: 'x.org', user: null } }, ['imap.user']],
  ['a certificate that is none', { ...body, smtp: { host: 'x.org', tls_ca: 'hello' } }, ['smtp.tls_ca']],
  ['sync without IMAP', { ...body, sync: { enabled: true } }, ['sync.enabled']],
  ['a day that does not exist', { ...body, imap: imapServer, sync: { since: '2026-02-30' } }, ['sync.since']],
  ['an unknown member', { ...body, smtp: { host: 'x.org', pasword: 'x' } }, ['smtp.pasword']],
  ['what only the service sets', { ...body, status: 'connected' }, ['status']],
  ['has_password', { ...body, smtp: { host: 'x.org', has_password: true } }, ['smtp.has_password']],
].map(
  ([name, ask, faults]): Scenario => ({
    name: `${name as string} is refused`,
    ask: ['POST', '/email-accounts', ask],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: faults as string[],
    events: [],
  }),
);

/** Changes with which a stored password could reach somebody else: each is refused, and nothing is connected to. */
const exposing: Scenario[] = [
  ...(['smtp', 'imap'] as const).flatMap((server) => [
    exposure(server, { host: 'evil.example.org' }, 'host changes'),
    exposure(server, { port: trap.port }, 'port changes'),
    exposure(server, { user: 'bob' }, 'user changes'),
    exposure(server, { security: 'starttls' }, 'security changes'),
    exposure(server, { security: 'none' }, 'security changes'),
    exposure(server, { tls_ca: otherAuthority }, 'tls_ca changes'),
    exposure(server, { host: 'localhost', port: trap.port, security: 'none' }, 'security change'),
  ]),
  {
    name: 'a port that follows a changed security needs the password too',
    given: (world) => one(world, { smtp: { host: '127.0.0.2', security: 'none', user: 'ann', password: 'x' } }),
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { security: 'tls' } }],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: ['smtp.password'],
    says: /because smtp\.port changes/,
    events: [],
  },
  {
    name: 'a server that was taken away leaves no password for the next',
    given: async (world) => {
      const made = await one(world, resting);
      await world.make('PATCH', `/email-accounts/${made.id}`, { imap: null });
      return made;
    },
    ask: ['PATCH', '/email-accounts/{id}', { imap: { host: '127.0.0.1', port: trap.port, security: 'none' } }],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: ['imap.password'],
    events: [],
    also: nothingSent,
  },
];

function exposure(server: 'smtp' | 'imap', change: object, says: string): Scenario {
  const about = ['none', 'starttls'].find((security) => Object.values(change).includes(security)) ?? 'another';
  return {
    name: `${server}.${says} to ${Object.keys(change).length > 1 ? 'none, with host and port' : about}: refused without its password`,
    given: unharmed,
    ask: ['PATCH', '/email-accounts/{id}', { [server]: change }],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: [`${server}.password`],
    says: new RegExp(`${server}\\.password must be given again, because .*${server}\\.${says}:`),
    events: [],
    also: nothingSent,
  };
}

/** The account that every exposing change is tried on: none of them changes it. */
async function unharmed(world: World): Promise<Record<string, string>> {
  const [first, ...others] = await accounts(world);
  return first && first.name === 'Unharmed' && others.length === 0
    ? { id: first.id }
    : one(world, { ...resting, name: 'Unharmed' });
}

/** The test that a changed account gets did not happen: neither was the account changed, nor the trap connected to. */
async function nothingSent(_answer: unknown, world: World, { id }: Record<string, string>): Promise<void> {
  const { body } = await world.service.ask('POST', `/email-accounts/${id}/test`);
  expect(body).toMatchObject({ data: { smtp: { ok: true } } });
  expect(trap.connections()).toBe(0);
}

const changed: Scenario[] = [
  {
    name: 'a new name changes the name and tests nothing',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { name: 'Home', from_name: 'Ann Lee' }],
    status: 200,
    body: { data: { name: 'Home', from_name: 'Ann Lee', status: 'connected' } },
    events: ['email_account.updated'],
  },
  {
    name: 'the same values emit email_account.updated and test nothing',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { address: 'ann@example.org', smtp: smtp.account }],
    status: 200,
    body: { data: { status: 'connected' } },
    events: ['email_account.updated'],
  },
  {
    name: 'no fields emit email_account.updated',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', {}],
    status: 200,
    events: ['email_account.updated'],
  },
  {
    name: 'a changed connection is tested, with the password that is stored',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { tls_ca: null } }],
    status: 200,
    body: {
      data: {
        smtp: { host: '127.0.0.1', port: smtp.port, user: 'ann', has_password: true, tls_ca: null },
        status: 'error',
        status_detail: expect.stringMatching(/tls_ca/),
      },
    },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'a connection that is changed and works again is connected again',
    given: async (world) => one(world, { smtp: { ...smtp.account, tls_ca: null } }),
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { tls_ca: authority, password: 'correct horse' } }],
    status: 200,
    body: { data: { status: 'connected', status_detail: null } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'another password is a changed connection',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { password: 'wrong horse' } }],
    status: 200,
    body: { data: { status: 'error', status_detail: expect.stringMatching(/535.*Check the user and the password/) } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  ...exposing,
  {
    name: 'a stronger security on the same port needs no password',
    given: (world) => one(world, { smtp: open.account }),
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { security: 'starttls' } }],
    status: 200,
    body: { data: { smtp: { port: open.port, security: 'starttls' }, status: 'error' } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'the settings as they are need no password',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { ...smtp.account, password: undefined } }],
    status: 200,
    body: { data: { status: 'connected' } },
    events: ['email_account.updated'],
  },
  {
    name: 'the port follows the security where it was the usual one',
    given: (world) => one(world, { smtp: { host: '127.0.0.2' } }),
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { security: 'starttls' } }],
    status: 200,
    body: { data: { smtp: { port: 587, security: 'starttls' } } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'a port of one’s own stays',
    given: oneBeforeSilence,
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { security: 'starttls', password: 'correct horse' } }],
    status: 200,
    body: { data: { smtp: { port: smtp.port } } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'an IMAP server that is given later needs its host',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { imap: { password: 'x' } }],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: ['imap.host'],
    events: [],
  },
  {
    name: 'an IMAP server that is taken away is not synced',
    given: (world) => one(world, resting),
    ask: ['PATCH', '/email-accounts/{id}', { imap: null }],
    status: 200,
    body: { data: { imap: null, sync: { enabled: false }, status: 'connected' } },
    events: ['email_account.updated'],
  },
  {
    name: 'a change of one server leaves the status of the other as it is',
    given: (world) => one(world, resting),
    ask: ['PATCH', '/email-accounts/{id}', { imap: { password: 'wrong horse', port: closed.port } }],
    status: 200,
    body: { data: { status: 'connected', smtp: { status: 'connected' }, imap: { status: 'error' } } },
    events: ['email_account.updated', 'email_account.status_changed'],
    also: async (_answer, world, { id }) => {
      const { messages } = await changesSince(world.service, 0, 1000);
      const told = messages.filter(({ data }) => data.id === id).map(({ data }) => data as unknown as Account);
      expect(told.slice(-2)).toMatchObject([
        { status: 'connected', imap: { status: 'disconnected' } },
        { status: 'connected', imap: { status: 'error' } },
      ]);
    },
  },
  {
    name: 'the settings of the sync change member by member',
    given: (world) => one(world, { ...resting, sync: { enabled: false, since: '2026-01-01' } }),
    ask: ['PATCH', '/email-accounts/{id}', { sync: { folders: ['INBOX', 'INBOX', 'Sent'] } }],
    status: 200,
    body: { data: { sync: { enabled: false, folders: ['INBOX', 'Sent'], since: '2026-01-01' } } },
    events: ['email_account.updated'],
  },
  {
    name: 'a login that is taken away takes its password with it',
    given: (world) => one(world, { smtp: open.account }),
    ask: ['PATCH', '/email-accounts/{id}', { smtp: { user: null } }],
    status: 200,
    body: { data: { smtp: { user: null, has_password: false }, status: 'connected' } },
    events: ['email_account.updated', 'email_account.status_changed'],
  },
  {
    name: 'an old version is not changed',
    given: one,
    ask: ['PATCH', '/email-accounts/{id}', { name: 'x' }, { 'if-match': '"1"' }],
    status: 412,
    error: 'PRECONDITION_FAILED',
    events: [],
  },
  {
    name: 'what is not there is not changed',
    ask: ['PATCH', `/email-accounts/${NOBODY}`, { name: 'x' }],
    status: 404,
    error: 'NOT_FOUND',
    events: [],
  },
];

const defaults: Scenario[] = [
  {
    name: 'the first account is the default, whatever it says',
    given: none,
    ask: ['POST', '/email-accounts', { ...body, is_default: false }],
    status: 201,
    body: { data: { is_default: true } },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'the second account is not',
    given: one,
    ask: ['POST', '/email-accounts', body],
    status: 201,
    body: { data: { is_default: false } },
    events: ['email_account.created', 'email_account.status_changed'],
  },
  {
    name: 'a new default unsets the former, which is told too',
    given: one,
    ask: ['POST', '/email-accounts', { ...body, is_default: true }],
    status: 201,
    body: { data: { is_default: true } },
    events: ['email_account.updated', 'email_account.created', 'email_account.status_changed'],
    also: onlyDefault,
  },
  {
    name: 'another is made the default',
    given: two,
    ask: ['PATCH', '/email-accounts/{second}', { is_default: true }],
    status: 200,
    body: { data: { id: '{second}', is_default: true, status: 'connected' } },
    events: ['email_account.updated', 'email_account.updated'],
    also: onlyDefault,
  },
  {
    name: 'the default cannot be unset',
    given: two,
    ask: ['PATCH', '/email-accounts/{id}', { is_default: false }],
    status: 400,
    error: 'VALIDATION_ERROR',
    faults: ['is_default'],
    says: /make another account the default/,
    events: [],
  },
  {
    name: 'one that is not the default can be told that it is not',
    given: two,
    ask: ['PATCH', '/email-accounts/{second}', { is_default: false }],
    status: 200,
    events: ['email_account.updated'],
  },
  {
    name: 'when the default is removed, the oldest other is the default',
    given: async (world) => {
      const names = await two(world);
      await world.make('POST', '/email-accounts', { ...body, name: 'Third' });
      return names;
    },
    ask: ['DELETE', '/email-accounts/{id}'],
    status: 200,
    body: { data: { id: '{id}', deleted: true } },
    events: ['email_account.deleted', 'email_account.updated'],
    also: async (answer, world, names) => {
      await onlyDefault(answer, world);
      expect((await accounts(world)).find((account) => account.is_default)?.id).toBe(names.second);
    },
  },
  {
    name: 'when another is removed, the default stays',
    given: two,
    ask: ['DELETE', '/email-accounts/{second}'],
    status: 200,
    events: ['email_account.deleted'],
    also: onlyDefault,
  },
  {
    name: 'the last account can be removed',
    given: one,
    ask: ['DELETE', '/email-accounts/{id}'],
    status: 200,
    events: ['email_account.deleted'],
    also: async (_answer, { service }, { id }) => {
      expect((await service.ask('GET', `/email-accounts/${id}`)).status).toBe(404);
      expect((await service.ask('GET', '/email-accounts')).body).toMatchObject({ data: [], meta: { total: 0 } });
    },
  },
  {
    name: 'an old version is not removed',
    given: one,
    ask: ['DELETE', '/email-accounts/{id}', undefined, { 'if-match': '"1"' }],
    status: 412,
    error: 'PRECONDITION_FAILED',
    events: [],
  },
];

async function onlyDefault(_answer: unknown, world: World): Promise<void> {
  expect((await accounts(world)).filter(({ is_default }) => is_default)).toHaveLength(1);
}

const asked: Scenario[] = [
  {
    name: 'a test that finds what is known emits email_account.updated',
    given: one,
    ask: ['POST', '/email-accounts/{id}/test'],
    status: 200,
    body: { data: { smtp: { ok: true, message: 'The SMTP server has let us in over TLS.', hint: null }, imap: null } },
    events: ['email_account.updated'],
  },
  {
    name: 'a test sets last_checked_at',
    given: async (world) => {
      const names = await one(world);
      const { last_checked_at } = await world.make('GET', `/email-accounts/${names.id}`);
      await new Promise((resolve) => setTimeout(resolve, 2)); // times are told to the millisecond
      return { ...names, before: String(last_checked_at) };
    },
    ask: ['POST', '/email-accounts/{id}/test'],
    status: 200,
    events: ['email_account.updated'],
    also: async (_answer, world, { id, before }) => {
      const { last_checked_at } = await world.make('GET', `/email-accounts/${id}`);
      expect(Date.parse(String(last_checked_at))).toBeGreaterThan(Date.parse(before as string));
    },
  },
  {
    name: 'a test tells what each server said, and changes the status',
    given: async (world) => {
      const names = await one(world, resting);
      smtp.setPassword('another horse');
      return names;
    },
    ask: ['POST', '/email-accounts/{id}/test'],
    status: 200,
    body: {
      data: {
        smtp: { ok: false, message: expect.stringMatching(/535/), hint: expect.stringMatching(/^Check the user/) },
        imap: { ok: true, message: 'The IMAP server has let us in over TLS.', hint: null },
      },
    },
    events: ['email_account.status_changed'],
    also: async (_answer, world, { id }) => {
      smtp.setPassword('correct horse');
      const answer = await world.service.ask('GET', `/email-accounts/${id}`);
      expect(answer.body).toMatchObject({
        data: {
          status: 'error',
          status_detail: expect.stringMatching(/^The server did not accept the login: 535/),
          imap: { status: 'connected' },
        },
      });
    },
  },
  {
    name: 'other words for the same status are a change of the account',
    given: async (world) => {
      smtp.setPassword('another horse');
      const names = await one(world, resting);
      smtp.setPassword('correct horse');
      await world.service.store.write(1, async (tx) =>
        tx.run("update accounts set doc = replace(doc, '535', '536') where user_id = ?1"),
      );
      smtp.setPassword('another horse');
      return names;
    },
    ask: ['POST', '/email-accounts/{id}/test'],
    status: 200,
    events: ['email_account.updated'],
    also: () => smtp.setPassword('correct horse'),
  },
  {
    name: 'what is not there is not tested',
    ask: ['POST', `/email-accounts/${NOBODY}/test`],
    status: 404,
    error: 'NOT_FOUND',
    events: [],
  },
  {
    name: 'the folders of the server are listed',
    given: (world) => one(world, resting),
    ask: ['GET', '/email-accounts/{id}/folders'],
    status: 200,
    body: { data: [{ path: 'INBOX', folder: 'INBOX', special_use: 'INBOX', messages: 4 }] },
    events: [],
  },
  {
    name: 'an account without IMAP has no folders',
    given: one,
    ask: ['GET', '/email-accounts/{id}/folders'],
    status: 422,
    error: 'ACCOUNT_NOT_CONNECTED',
    says: /has no IMAP server/,
    events: [],
  },
  {
    name: 'the folders of a server that is away are not known',
    given: (world) => one(world, { ...resting, imap: { ...imapServer, port: closed.port } }),
    ask: ['GET', '/email-accounts/{id}/folders'],
    status: 502,
    error: 'MAIL_SERVER_FAILED',
    says: /refuses the connection.*Check the port/,
    events: [],
  },
];

scenarios('accounts are made', created, undefined, allow);
scenarios('accounts are not made of', refused, undefined, allow);
scenarios('accounts are changed', changed, undefined, allow);
scenarios('one account is the default', defaults, undefined, allow);
scenarios('servers are asked', asked, undefined, allow);
scenarios('without --allow-hosts', [
  {
    name: 'a name that resolves to this machine is not connected to',
    ask: ['POST', '/email-accounts', { ...body, smtp: { ...smtp.account, host: 'localhost' } }],
    status: 201,
    body: {
      data: {
        status: 'error',
        status_detail: expect.stringMatching(/^localhost is not a known name of a public address\. Check the spelling/),
      },
    },
    events: ['email_account.created', 'email_account.status_changed'],
  },
]);
