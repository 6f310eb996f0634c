// Email accounts over the API: made and refused, with exactly these events; and what is stored is never shown.
import { expect } from 'vitest';
import { type ListedAccount, none } from '../support/account-scenarios.ts';
import { allow, startAccountServers } from '../support/account-servers.ts';
import { authority } from '../support/certificates.ts';
import { type Scenario, scenarios } from '../support/scenario.ts';

const { body, closed, imap, imapServer, open, resting, smtp } = await startAccountServers();

const created: Scenario[] = [
  {
    name: 'an account is made, tested and connected',
    given: none,
    ask: ['POST', '/email-accounts', body],
    status: 201,
    events: ['email_account.created', 'email_account.status_changed'],
    also: async (answer, world) => {
      const { data } = answer.body as { data: ListedAccount };
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
        status_detail: expect.stringMatching(/^127\.0\.0\.1:\d+ refused the connection: .* Check the port\./),
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
          status_detail: expect.stringMatching(/^127\.0\.0\.1:\d+ refused the connection/),
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

scenarios('accounts are made', created, undefined, allow);
scenarios('accounts are not made of', refused, undefined, allow);

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
