// One account is the default, and the servers of accounts are tested, with exactly these events.
import { expect } from 'vitest';
import { accounts, none, onlyAccount } from '../support/account-scenarios.ts';
import { allow, startAccountServers } from '../support/account-servers.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

const { body, closed, imapServer, resting, smtp } = await startAccountServers();
const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

/** One account, and no other. */
const one = (world: World, given: object = {}) => onlyAccount(world, { ...body, ...given });

/** Two accounts: the first is the default. */
async function two(world: World): Promise<Record<string, string>> {
  const { id } = await one(world);
  const second = await world.make('POST', '/email-accounts', { ...body, name: 'Second' });
  return { id: id as string, second: String(second.id) };
}

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
    body: {
      data: { smtp: { ok: true, message: 'The SMTP server accepted the login over TLS.', hint: null }, imap: null },
    },
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
        imap: { ok: true, message: 'The IMAP server accepted the login over TLS.', hint: null },
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
        tx.run("update accounts set doc = replace(doc, 'login: 535', 'login: 536') where user_id = ?1"),
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
    says: /refused the connection.*Check the port/,
    events: [],
  },
];

scenarios('one account is the default', defaults, undefined, allow);
scenarios('servers are asked', asked, undefined, allow);
