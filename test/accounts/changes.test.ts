// Email accounts are changed over the API, with exactly these events; a password goes to the host and user it was given
// for.
import { expect, onTestFinished } from 'vitest';
import { limits } from '../../src/limits.ts';
import { accounts, type ListedAccount, onlyAccount } from '../support/account-scenarios.ts';
import { allow, startAccountServers } from '../support/account-servers.ts';
import { authority, hereCertificate } from '../support/certificates.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';

const { body, closed, open, resting, smtp, trap } = await startAccountServers();
const otherAuthority = hereCertificate.cert;
const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

/** One account, and no other. */
const one = (world: World, given: object = {}) => onlyAccount(world, { ...body, ...given });

/** The same, before its server is asked in a way that it does not answer: the wait for its greeting is short. */
async function oneBeforeSilence(world: World): Promise<Record<string, string>> {
  const made = await one(world);
  const { mailGreeting } = limits;
  Object.assign(limits, { mailGreeting: 100 });
  onTestFinished(() => void Object.assign(limits, { mailGreeting }));
  return made;
}

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
    says: new RegExp(`${server}\\.password must be entered again, because .*${server}\\.${says}:`),
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
      const told = messages.filter(({ data }) => data.id === id).map(({ data }) => data as unknown as ListedAccount);
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

scenarios('accounts are changed', changed, undefined, allow);
