// The whole way: a mail from Daybook through Exim into Dovecot's mailbox and back into Daybook, and what happens to
// mail that a server refuses or defers.
import type { ImapFlow } from 'imapflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { type Dovecot, startDovecot } from './support/dovecot.ts';
import { type Exim, startExim } from './support/exim.ts';
import { openClient, within } from './support/mailbox.ts';
import { addMailAccount, mailsNamed, startDaybook } from './support/world.ts';

let dovecot: Dovecot;
let exim: Exim;
let service: TestService;
let alice: ImapFlow;
let account: string;
const ask: TestService['ask'] = (...given) => service.ask(...given);

beforeAll(async () => {
  dovecot = await startDovecot();
  exim = await startExim(dovecot);
  alice = await openClient(dovecot);
  service = await startDaybook({ sendRetryBase: '1' });
  account = await addMailAccount(ask, dovecot, { smtpPort: exim.port });
  await untilEqual(alice, service.url, account);
});

interface Sent {
  id: string;
  status: string;
  message_id: string;
  send_attempts: number;
  send_error: { code: string; message: string } | null;
  deliveries: {
    address: string;
    status: string;
    code: string | null;
    message: string | null;
    report?: { kind: string; email_id: string };
  }[];
}

async function send(to: string | string[], subject: string): Promise<string> {
  const body = { to_addresses: [to].flat(), subject, body_plain: `About ${subject}.` };
  const { status, body: answer, text } = await ask('POST', '/emails/send', body);
  if (status !== 202) throw new Error(text);
  return (answer as { data: { id: string } }).data.id;
}

async function mailOf(id: string): Promise<Sent> {
  return ((await ask('GET', `/emails/${id}`)).body as { data: Sent }).data;
}

describe('a mail', () => {
  it('to oneself is two mails: one sent, one received', async () => {
    const id = await send('alice@example.test', 'a note to myself');
    const found = await eventually(
      () => mailsNamed(ask, 'a note to myself'),
      (all) => all.length === 2,
    );
    const sent = await eventually(
      () => mailOf(id),
      ({ status }) => status === 'sent',
    );
    const come = found.find((mail) => mail.id !== id);
    expect(come).toMatchObject({ folder: 'INBOX', source: 'imap', status: 'received', message_id: sent.message_id });
    expect((await ask('GET', `/emails/${come?.id}`)).body).toMatchObject({
      data: { body_plain: expect.stringContaining('About a note to myself.') },
    });
  });

  it('that the server stores in its sent folder is the mail that Daybook sent', async () => {
    const id = await send('bob@example.test', 'kept by the server');
    const { message_id } = await eventually(
      () => mailOf(id),
      ({ status }) => status === 'sent',
    );
    const bob = await openClient(dovecot, 'bob');
    const source = await eventually(
      () =>
        within(bob, 'INBOX', async () => {
          const [uid] = (await bob.search({ header: { 'message-id': message_id } }, { uid: true })) || [];
          const one = uid ? await bob.fetchOne(String(uid), { source: true }, { uid: true }) : undefined;
          return (one || undefined)?.source;
        }),
      (text) => text !== undefined,
    );
    // As a server does that keeps what goes out through it.
    await alice.append('Sent', source as Buffer, ['\\Seen']);
    await ask('POST', `/email-accounts/${account}/sync`);
    await eventually(
      () => reportOf(service.url, account),
      ({ folders }) =>
        folders.some(({ path, server, daybook }) => path === 'Sent' && daybook > 0 && daybook === server),
    );
    expect(await mailsNamed(ask, 'kept by the server')).toMatchObject([{ id, status: 'sent', folder: 'SENT' }]);
    // From here on it is synced like any other.
    await ask('POST', `/emails/${id}/star`);
    await eventually(
      () => within(alice, 'Sent', async () => (await alice.search({ flagged: true })) || []),
      (flagged) => flagged.length === 1,
    );
  });

  it('that the server refuses fails with the reply of the server', async () => {
    const id = await send('full@example.test', 'too much');
    const failed = await eventually(
      () => mailOf(id),
      ({ status }) => status === 'failed',
    );
    expect(failed.send_error?.message).toMatch(/the mailbox is full/);
  });

  it('that the server accepts and cannot deliver shows the bounce', async () => {
    const id = await send(['bob@example.test', 'nobody-here@example.test'], 'to nobody');
    const bounced = await eventually(
      () => mailOf(id),
      ({ deliveries }) => deliveries.some(({ report }) => report !== undefined),
    );
    expect(bounced).toMatchObject({
      status: 'sent',
      deliveries: [
        { address: 'bob@example.test', status: 'sent' },
        { address: 'nobody-here@example.test', status: 'sent', report: { kind: 'bounce', action: 'failed' } },
      ],
    });
    const bounce = await mailOf(bounced.deliveries[1]?.report?.email_id as string);
    expect(bounce).toMatchObject({ report: { kind: 'bounce', original_message_id: bounced.message_id } });
  });

  it('that is deferred is retried until it is accepted, and arrives once', async () => {
    const id = await send('greylist@example.test', 'patience');
    await eventually(
      () => mailOf(id),
      ({ status, send_attempts }) => status === 'queued' && send_attempts > 0,
    );
    exim.setGreylisting(false);
    await eventually(
      () => mailOf(id),
      ({ status }) => status === 'sent',
    );
    const bob = await openClient(dovecot, 'bob');
    const arrived = () => within(bob, 'INBOX', async () => (await bob.search({ subject: 'patience' })) || []);
    await eventually(arrived, (found) => found.length > 0);
    expect(await arrived()).toHaveLength(1);
    exim.setGreylisting(true);
  });

  it('with one deferred recipient is sent to the other, and later to that one alone: each receives it once', async () => {
    const id = await send(['alice@example.test', 'greylist@example.test'], 'half of it');
    const half = await eventually(
      () => mailOf(id),
      ({ status }) => status === 'sent',
    );
    expect(half.deliveries).toEqual([
      { address: 'alice@example.test', status: 'sent', code: null, message: null },
      {
        address: 'greylist@example.test',
        status: 'waiting',
        code: 'DEFERRED',
        message: expect.stringMatching(/^451 4\.7\.1 you are new here/),
      },
    ]);
    exim.setGreylisting(false);
    const whole = await eventually(
      () => mailOf(id),
      ({ deliveries }) => deliveries.every(({ status }) => status === 'sent'),
    );
    expect(whole).toMatchObject({ status: 'sent', send_error: null, message_id: half.message_id });
    const bob = await openClient(dovecot, 'bob'); // who gets what is for greylist@
    for (const client of [alice, bob]) {
      const arrived = () =>
        within(client, 'INBOX', async () => (await client.search({ header: { 'message-id': half.message_id } })) || []);
      await eventually(arrived, (found) => found.length > 0);
      expect(await arrived()).toHaveLength(1);
    }
    exim.setGreylisting(true);
  });

  it('is sent and received over TLS with a private certificate authority', async () => {
    const { ca: tls_ca } = dovecot.certificates;
    const login = { host: 'localhost', password: 'secret', tls_ca };
    const changed = await ask('PATCH', `/email-accounts/${account}`, {
      smtp: { ...login, security: 'starttls', port: exim.port },
      imap: { ...login, security: 'tls', port: dovecot.tlsPort },
    });
    expect(changed.body).toMatchObject({ data: { status: 'connected', status_detail: null } });
    await send('alice@example.test', 'sealed');
    const found = await eventually(
      () => mailsNamed(ask, 'sealed'),
      (all) => all.length === 2,
    );
    expect(found.map(({ folder }) => folder).sort()).toEqual(['INBOX', 'SENT']);
  });
});
